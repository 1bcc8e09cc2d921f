//! [`Selectivity`]: how deep each child of a node is searched. The one place where that is decided, for every
//! search, in turn or shared.

use super::node::NodeType;
use crate::Depth;
use crate::position::Position;

/// A move that is about to be searched, and where.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Branch<M> {
    /// The move.
    pub(crate) mv: M,
    /// Its number among the moves of the node, 0 for the first child. Of siblings that ABDADA puts off, that of
    /// the order in which they are searched then.
    pub(crate) index: usize,
    /// The remaining depth of the node.
    pub(crate) depth: Depth,
    /// What is expected of the node.
    #[allow(
        dead_code,
        reason = "FullWidth asks for the depth alone; what reduces or prunes asks for this too"
    )]
    pub(crate) kind: NodeType,
}

/// How deep each child of a node is searched.
pub(crate) trait Selectivity {
    /// Whether a child may be searched to another depth than one ply less than the node's. `false` compiles the
    /// question away.
    const SELECTS: bool;

    /// The remaining depth of the child that `branch` leads to from `position`. A sibling whose reduced scout
    /// fails high is searched again, to the whole depth.
    fn child_depth<P: Position>(position: &P, branch: &Branch<P::Move>) -> Depth;
}

/// The one in force.
pub(crate) type InForce = FullWidth;

/// Every child is searched one ply less deep than the node: the value is that of fixed-depth minimax.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FullWidth;

impl Selectivity for FullWidth {
    const SELECTS: bool = false;

    #[inline(always)]
    fn child_depth<P: Position>(_: &P, branch: &Branch<P::Move>) -> Depth {
        branch.depth.below()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;
    use crate::parallel::team::{Fan, Team};
    use crate::parallel::{Link, Parallel};
    use crate::search::algorithm::Algorithm;
    use crate::search::control::{Control, Limits};
    use crate::search::log::Log;
    use crate::search::memory::Memory;
    use crate::search::options::Options;
    use crate::search::root_moves::Root;
    use crate::search::sharing::Sharing;
    use crate::search::siblings::Sequential;
    use crate::search::stack::{Cap, CapSource};
    use crate::search::trace::NoTracer;
    use crate::search::worker::{self, SearchTypes, SiblingPolicy, Worker, WorkerContext};
    use crate::sync::Arc;
    use crate::table::NoTable;
    use crate::{Window, ZeroEvaluator};
    use std::marker::PhantomData;

    /// Late moves of nodes that are expected to fail low, a ply less deep: late move reductions in a line.
    struct Late;

    impl Selectivity for Late {
        const SELECTS: bool = true;

        fn child_depth<P: Position>(_: &P, branch: &Branch<P::Move>) -> Depth {
            let is_late = branch.index > 0 && branch.kind == NodeType::All;
            let below = branch.depth.below();
            if is_late && !below.is_horizon() { below.below() } else { below }
        }
    }

    struct With<B, S>(PhantomData<(B, S)>);

    impl<B: SiblingPolicy, S: Selectivity> SearchTypes for With<B, S> {
        type Position = Countdown;
        type Evaluator = ZeroEvaluator;
        type Table = NoTable;
        type Policy = B;
        type Selectivity = S;
        type Tracer = NoTracer;
        const TO_END: bool = false;
    }

    /// Nodes of a search of twelve plies by one worker.
    fn nodes<B: SiblingPolicy, S: Selectivity>(link: worker::Link<With<B, S>>) -> u64 {
        let context = WorkerContext {
            evaluator: Arc::new(ZeroEvaluator),
            table: Arc::new(NoTable),
            control: Arc::new(Control::new(&Limits::new())),
            options: Options::plain(),
            cap: Cap { plies: 100, set_by: CapSource::MaxPly },
            fingerprint: 0,
            stack: usize::MAX,
            tracer: NoTracer,
            observer: Box::new(()),
            link,
            log: Log::default(),
        };
        let (start, root) = (Countdown::new(40), Root::new(&[1, 2, 3], false));
        let mut worker = Worker::<With<B, S>>::new(start, root, context, Memory::default());
        worker.search_root(Window::FULL, Depth::plies(12)).expect("no limit");
        worker.statistics.nodes
    }

    /// What is reduced, is reduced in turn, at split points and where siblings are put off.
    #[test]
    fn every_search_asks_in_the_same_place() {
        let full = nodes::<Sequential, FullWidth>(());
        let reduced = nodes::<Sequential, Late>(());
        assert!(reduced < full, "{reduced} of {full}");
        for algorithm in Algorithm::ALL {
            let sharing = Sharing::default().with(|sharing| {
                (sharing.split_depth, sharing.split_work, sharing.defer_depth) = (0, 0, Some(0));
                sharing.only_when_idle = false;
            });
            // The helper is never called.
            let link = || {
                let control = Arc::new(Control::new(&Limits::new()));
                Link::new(
                    &Team::new(algorithm.scheme(), sharing, control, Fan { helpers: 1, each: 2 }),
                    0,
                    None,
                )
            };
            assert_eq!(nodes::<Parallel, FullWidth>(link()), full, "{algorithm}");
            assert_eq!(nodes::<Parallel, Late>(link()), reduced, "{algorithm}");
        }
    }
}
