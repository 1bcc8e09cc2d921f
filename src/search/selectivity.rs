//! Selectivity: what a search to a depth leaves out, and how deep each child is searched. The one place where that
//! is decided, for every search, in turn or shared.
//!
//! Nothing of this file is compiled for evaluators that do not ask for it
//! ([`Evaluator::SELECTS`]): there every child is searched one ply less deep than its node, and the value is that of
//! fixed-depth minimax.
//!
//! A win that a selective search claims is one. Where the window asks about wins and losses nothing is left out, no
//! null move is tried, and what is claimed without a search of the moves is beta or alpha, no win and no loss.
//!
//! The null move: Beal 1989, "Experiments with the null move"; Donninger 1993, "Null move and deep search". Its
//! reduction: Heinz 1999, "Adaptive null-move pruning". Late moves: Romstad 2006, "An introduction to late move
//! reductions". Margins at the horizon: Heinz 1998, "Extended futility pruning".

use super::Aborted;
use super::node::NodeType;
use super::worker::{Move, SearchTypes, Worker};
use crate::position::{Evaluator, Selection};
use crate::{Depth, Score, Window};

/// A null move is searched so many plies less deep than a move, and from [`DEEP`] on one more (Heinz 1999).
const NULL_REDUCTION: u16 = 2;
const DEEP: u16 = 7;
/// The null move is tried where so many plies remain.
const NULL_FROM: u16 = 3;
/// So many moves of a node are searched to the whole depth, and from so many plies on the others are not (Romstad
/// 2006).
const FULL_MOVES: usize = 3;
const REDUCE_FROM: u16 = 3;
/// Up to so many plies from the horizon a static score may be enough.
const FUTILE_UP_TO: u16 = 6;
/// A reduction is three quarters and the product of the natural logarithms of depth and number by 2.25, rounded down.
/// The logarithms here are those to base 2, in sixteenths: 256 ⋅ 2.25 / (ln 2)².
const REDUCTION: u32 = 1200;
/// Beyond these all are alike.
const ALIKE: usize = 64;

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
    pub(crate) kind: NodeType,
}

/// What a worker knows of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selecting {
    selection: Selection,
    /// The ply that a null move led to; no second one is tried there.
    passed_at: u32,
    /// Whether a null move is being verified: there are no others below.
    verifies: bool,
    /// No line is extended beyond this ply.
    extends_to: u32,
}

impl Selecting {
    /// What `selection` says, in a search that has not begun.
    pub(crate) fn new(selection: Selection) -> Self {
        Self { selection, passed_at: u32::MAX, verifies: false, extends_to: 0 }
    }
}

impl<C: SearchTypes> Worker<C> {
    /// Whether anything may be left out, for all that is known when compiling.
    pub(crate) const SELECTS: bool = !C::TO_END && C::Evaluator::SELECTS;

    /// Whether this search may differ from the exact one.
    #[inline(always)]
    pub(crate) fn selects(&self) -> bool {
        Self::SELECTS && self.selecting.selection.is_any()
    }

    /// A search of the root to `depth` begins: lines may become twice as long.
    #[inline(always)]
    pub(crate) fn select_to(&mut self, depth: Depth) {
        if Self::SELECTS {
            self.selecting.extends_to = 2 * u32::from(depth.raw());
        }
    }

    /// The value of a node at a null window without a look at its moves.
    #[inline(never)]
    pub(super) fn value_unseen(
        &mut self,
        window: Window,
        depth: Depth,
        kind: NodeType,
    ) -> Result<Option<Score>, Aborted> {
        let (selection, plies) = (self.selecting.selection, depth.raw());
        let asks = selection.reverse_futility || selection.null_move;
        if !asks || !is_about_points(window) || self.evaluator.is_urgent(&self.path.position) {
            return Ok(None);
        }
        let surplus = self.evaluate().get() - window.beta.get();
        let is_futile = plies <= FUTILE_UP_TO && surplus >= selection.margin * i32::from(plies);
        if selection.reverse_futility && is_futile {
            self.tainted = true;
            return Ok(Some(window.beta));
        }
        if selection.null_move && plies >= NULL_FROM && surplus >= 0 {
            return self.null_move(window, depth, kind);
        }
        Ok(None)
    }

    /// Beta, if the opponent does not get below it even with two moves in a row.
    fn null_move(
        &mut self,
        window: Window,
        depth: Depth,
        kind: NodeType,
    ) -> Result<Option<Score>, Aborted> {
        if self.selecting.verifies || self.selecting.passed_at == self.path.ply {
            return Ok(None);
        }
        let reduction = NULL_REDUCTION + u16::from(depth.raw() >= DEEP);
        let shallow = Depth::plies(depth.raw() - reduction);
        let passed = self.passed(window, shallow.below())?;
        let is_deep = depth.raw() >= self.selecting.selection.verify_from;
        if passed.is_none_or(|value| value < window.beta)
            || is_deep && self.verified(window, shallow, kind)? < window.beta
        {
            return Ok(None);
        }
        self.tainted = true;
        Ok(Some(window.beta))
    }

    /// The value after a pass, as this node sees it; `None` if the game allows none.
    fn passed(&mut self, window: Window, depth: Depth) -> Result<Option<Score>, Aborted> {
        let Some(undo) = self.evaluator.pass(&mut self.path.position) else {
            return Ok(None);
        };
        let before = self.selecting.passed_at;
        self.path.ply += 1;
        self.selecting.passed_at = self.path.ply;
        if self.ordering.learns {
            self.ordering.memory.note(self.path.ply, 0);
        }
        let slot = self.slot_here(depth);
        let searched = self.search::<true>(slot, -window, depth, NodeType::All);
        self.selecting.passed_at = before;
        self.path.ply -= 1;
        self.evaluator.take_back_pass(&mut self.path.position, undo);
        searched.map(|value| Some(-value))
    }

    /// The value of this node, searched to `depth` without null moves: where every move makes things worse, it is
    /// less than a pass promises.
    fn verified(&mut self, window: Window, depth: Depth, kind: NodeType) -> Result<Score, Aborted> {
        self.selecting.verifies = true;
        let slot = self.slot_here(depth);
        let searched = self.search::<true>(slot, window, depth, kind);
        self.selecting.verifies = false;
        searched
    }

    /// The remaining depth of the child that `branch` leads to. A sibling whose reduced scout fails high is searched
    /// again, to the whole depth.
    #[inline(always)]
    pub(crate) fn child_depth(&self, branch: &Branch<Move<C>>) -> Depth {
        let below = branch.depth.below();
        if Self::SELECTS { self.reduced(branch, below) } else { below }
    }

    #[inline(never)]
    fn reduced(&self, branch: &Branch<Move<C>>, below: Depth) -> Depth {
        let (plies, index) = (branch.depth.raw(), branch.index);
        let is_late =
            self.selecting.selection.reductions && index >= FULL_MOVES && plies >= REDUCE_FROM;
        if !is_late || !self.is_quiet(branch.mv) {
            return below;
        }
        let spared = reduction(plies, index).saturating_sub(u16::from(branch.kind == NodeType::Pv));
        Depth::plies(below.raw().saturating_sub(spared).max(1))
    }

    /// Whether `mv` is quiet, here where nothing is urgent.
    fn is_quiet(&self, mv: Move<C>) -> bool {
        let (evaluator, position) = (&self.evaluator, &self.path.position);
        !evaluator.is_urgent(position) && evaluator.is_quiet(position, mv)
    }

    /// The depth of the position that a move has just led to, instead of `depth`.
    #[inline(never)]
    pub(super) fn extended(&self, depth: Depth) -> Depth {
        let extends = self.selecting.selection.extensions
            && self.path.ply <= self.selecting.extends_to
            && depth.raw() < Depth::MAX_PLIES
            && self.evaluator.is_urgent(&self.path.position);
        Depth::plies(depth.raw() + u16::from(extends))
    }
}

/// How many plies a late move of this number is spared at a node of so many plies.
fn reduction(plies: u16, index: usize) -> u16 {
    let [plies, index] = [usize::from(plies), index].map(|n| SIXTEENTHS[n.min(ALIKE - 1)]);
    ((plies * index + 3 * REDUCTION / 4) / REDUCTION) as u16
}

/// Logarithms to base 2, in sixteenths, rounded down.
static SIXTEENTHS: [u32; ALIKE] = {
    let mut logarithms = [0; ALIKE];
    let mut n = 1;
    while n < ALIKE {
        logarithms[n] = (n as u128).pow(16).ilog2();
        n += 1;
    }
    logarithms
};

/// Whether both ends are points, no wins and no losses.
fn is_about_points(window: Window) -> bool {
    let most = Score::MAX_VALUE.get();
    window.alpha.get().abs() <= most && window.beta.get().abs() <= most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;
    use crate::parallel::team::{Fan, Team};
    use crate::parallel::{Link, Parallel};
    use crate::search::algorithm::Algorithm;
    use crate::search::control::{Control, Limits};
    use crate::search::memory::Memory;
    use crate::search::options::Options;
    use crate::search::root_moves::Root;
    use crate::search::sharing::Sharing;
    use crate::search::siblings::Sequential;
    use crate::search::trace::NoTracer;
    use crate::search::worker::{self, SiblingPolicy, WorkerContext};
    use crate::selective::{Selective, Tactics};
    use crate::sync::Arc;
    use crate::table::NoTable;
    use crate::{Moves, Position, ZeroEvaluator, forward_position};
    use std::marker::PhantomData;

    /// As many as eight are taken at once.
    #[derive(Clone)]
    struct Heap(Countdown);

    impl Position for Heap {
        forward_position!(self.0: Countdown; except moves, relevant_moves);

        fn moves(&self, out: &mut Moves<'_, u8>) {
            (1..=self.0.left().min(8)).for_each(|taken| out.push(taken));
        }
    }

    impl Tactics for Heap {
        fn pass(&mut self) -> Option<()> {
            if self.0.left() > 8 { self.0.pass() } else { None }
        }

        fn take_back_pass(&mut self, (): ()) {
            self.0.take_back_pass(());
        }

        fn is_urgent(&self) -> bool {
            self.0.left() % 7 == 3
        }

        fn is_quiet(&self, taken: u8) -> bool {
            taken != 5
        }
    }

    struct With<B, E>(PhantomData<(B, E)>);

    impl<B: SiblingPolicy, E: Evaluator<Heap>> SearchTypes for With<B, E> {
        type Position = Heap;
        type Evaluator = E;
        type Table = NoTable;
        type Policy = B;
        type Tracer = NoTracer;
        const TO_END: bool = false;
    }

    /// Nodes of a search of six plies by one worker.
    fn nodes<B: SiblingPolicy, E: Evaluator<Heap>>(
        evaluator: E,
        link: worker::Link<With<B, E>>,
    ) -> u64 {
        let control = Arc::new(Control::new(&Limits::new()));
        let context = WorkerContext::bare(evaluator, control, Options::plain(), link);
        let start = Heap(Countdown::new(40));
        let root = Root::new(&Moves::collect(|out| start.moves(out)), false);
        let mut worker = Worker::<With<B, E>>::new(start, root, context, Memory::default());
        worker.search_root(Window::FULL, Depth::plies(6)).expect("no limit");
        worker.statistics.nodes
    }

    /// Each by itself, and all.
    fn selections() -> Vec<Selection> {
        let one = |change: fn(&mut Selection)| Selection::NONE.with(change);
        vec![
            one(|s| s.null_move = true),
            one(|s| (s.null_move, s.verify_from) = (true, 3)),
            one(|s| s.reductions = true),
            one(|s| (s.reverse_futility, s.margin) = (true, 0)),
            one(|s| s.extensions = true),
            Selection::default(),
        ]
    }

    fn in_turn(selection: Selection) -> u64 {
        nodes::<Sequential, _>(Selective::new(ZeroEvaluator, selection), ())
    }

    #[test]
    fn nothing_selected_is_the_exact_search() {
        assert_eq!(in_turn(Selection::NONE), nodes::<Sequential, _>(ZeroEvaluator, ()));
    }

    #[test]
    fn every_switch_matters() {
        let exact = in_turn(Selection::NONE);
        for selection in selections() {
            assert_ne!(in_turn(selection), exact, "{selection:?}");
        }
    }

    /// What is left out in turn is left out at split points and where siblings are put off.
    #[test]
    fn every_search_asks_in_the_same_place() {
        for (selection, algorithm) in
            selections().into_iter().flat_map(|s| Algorithm::ALL.map(|algorithm| (s, algorithm)))
        {
            let sharing = Sharing::default().with(|sharing| {
                (sharing.split_depth, sharing.split_work, sharing.defer_depth) = (0, 0, Some(0));
                sharing.only_when_idle = false;
            });
            // The helper is never called.
            let control = Arc::new(Control::new(&Limits::new()));
            let fan = Fan { helpers: 1, each: 2 };
            let team = Team::new(algorithm.scheme(), sharing, control, fan);
            let evaluator = Selective::new(ZeroEvaluator, selection);
            let shared = nodes::<Parallel, _>(evaluator, Link::new(&team, 0, None));
            assert_eq!(shared, in_turn(selection), "{algorithm}, {selection:?}");
        }
    }
}
