//! [`Seat`]: a worker's place in its crew.

use super::crew::Crew;
use super::race::Lap;
use super::split_point::SplitPoint;
use super::together::Together;
use crate::search::sharing::Algorithm;
use crate::search::worker::Parts;
use crate::sync::Arc;
use crate::{Depth, Window};

/// What calls the helpers.
pub(crate) type Call = Box<dyn FnOnce() + Send>;

/// A worker's place in its crew.
pub(crate) struct Seat<C: Parts<Brothers = Together>> {
    pub(super) worker: usize,
    pub(super) crew: Arc<Crew<C>>,
    /// What calls the helpers, until they have been called.
    pub(super) call: Option<Call>,
    /// The innermost split point that this worker searches below.
    pub(super) split: Option<Arc<SplitPoint<C>>>,
    /// The pass that this worker searches and the others do not know of.
    pub(super) pass: Option<(Window, Depth)>,
    /// The pass that all search.
    pub(super) lap: Option<Arc<Lap<C>>>,
    /// A node is shared only if so many plies remain.
    pub(super) least_depth: u32,
    /// And so many nodes have been visited below it.
    pub(super) least_work: u64,
}

impl<C: Parts<Brothers = Together>> Seat<C> {
    /// The seat of `worker`; `call` calls the helpers, if they are there to be called.
    pub(crate) fn new(crew: &Arc<Crew<C>>, worker: usize, call: Option<Call>) -> Self {
        let sharing = &crew.sharing;
        let (least_depth, least_work) = match crew.algorithm {
            _ if crew.size() == 1 => (u32::MAX, u64::MAX),
            Algorithm::Serial => (u32::MAX, u64::MAX),
            Algorithm::RootSplit | Algorithm::PvSplit | Algorithm::YoungBrothersWait => {
                (sharing.split_depth, sharing.split_work)
            }
            Algorithm::Abdada | Algorithm::SimplifiedAbdada | Algorithm::LazySmp => {
                (sharing.defer_depth.unwrap_or(u32::MAX), 0)
            }
        };
        let crew = Arc::clone(crew);
        Self { worker, crew, call, split: None, pass: None, lap: None, least_depth, least_work }
    }
}
