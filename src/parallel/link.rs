//! [`Link`]: what ties a worker to its team.

use super::policy::Parallel;
use super::root_race::RootPass;
use super::split_point::SplitPoint;
use super::team::Team;
use crate::search::sharing::Algorithm;
use crate::search::worker::SearchTypes;
use crate::sync::Arc;
use crate::{Depth, Window};

/// What calls the helpers.
pub(crate) type Call = Box<dyn FnOnce() + Send>;

/// What ties a worker to its team.
pub(crate) struct Link<C: SearchTypes<Policy = Parallel>> {
    pub(super) worker: usize,
    pub(super) team: Arc<Team<C>>,
    /// What calls the helpers, until they have been called.
    pub(super) call: Option<Call>,
    /// The innermost split point that this worker searches below.
    pub(super) split: Option<Arc<SplitPoint<C>>>,
    /// The pass that this worker searches and the others do not know of.
    pub(super) pass: Option<(Window, Depth)>,
    /// The pass that all search.
    pub(super) root_pass: Option<Arc<RootPass<C>>>,
    /// A node is shared only if so many plies remain.
    pub(super) least_depth: u32,
    /// And so many nodes have been visited below it.
    pub(super) least_work: u64,
}

impl<C: SearchTypes<Policy = Parallel>> Link<C> {
    /// The link of `worker`; `call` calls the helpers, if they are there to be called.
    pub(crate) fn new(team: &Arc<Team<C>>, worker: usize, call: Option<Call>) -> Self {
        let sharing = &team.sharing;
        let (least_depth, least_work) = match team.algorithm {
            _ if team.size() == 1 => (u32::MAX, u64::MAX),
            Algorithm::Serial => (u32::MAX, u64::MAX),
            Algorithm::RootSplit | Algorithm::PvSplit | Algorithm::YoungBrothersWait => {
                (sharing.split_depth, sharing.split_work)
            }
            Algorithm::Abdada | Algorithm::SimplifiedAbdada | Algorithm::LazySmp => {
                (sharing.defer_depth.unwrap_or(u32::MAX), 0)
            }
        };
        let team = Arc::clone(team);
        Self {
            worker,
            team,
            call,
            split: None,
            pass: None,
            root_pass: None,
            least_depth,
            least_work,
        }
    }
}
