//! Selectivity: what a search to a depth leaves out, and how deep each child is searched. Every
//! search, serial or parallel, decides this here.
//!
//! Nothing in this folder is compiled for evaluators without a selection ([`Evaluator::SELECTS`]):
//! there every child is searched one ply less deep than its node, and the value is that of
//! fixed-depth minimax.
//!
//! | file | what it decides |
//! |---|---|
//! | `unseen.rs` | whether a node gets a value without a search of its moves, and which moves are skipped |
//! | `depths.rs` | how deep a node and its children are searched |
//! | `../resolve.rs` | which values of the root count |
//!
//! The numbers used here have names (`Parameter`); `docs/selective.md` gives the sources of the
//! defaults.
//!
//! A win that a selective search reports is a real one. Where the window is about wins and losses,
//! nothing is left out and no null move is tried; a value claimed without a search of the moves is
//! beta or alpha, and no win or loss.

mod depths;
mod unseen;

use super::node::NodeType;
use super::node::{Survey, Surveys};
use super::worker::{SearchTypes, Worker};
use crate::position::{Evaluator, Parameter, Selector};
use crate::{Depth, Score, Window};

/// Above any difference of scores, and small enough for sums with scores.
const MOST_MARGIN: i64 = 1 << 24;

/// A move that is about to be searched, and its node.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Branch<M> {
    /// The move.
    pub(crate) mv: M,
    /// Its index in the order of the moves of the node, 0 for the first child. It does not change
    /// where ABDADA defers siblings or Lazy SMP begins with another one.
    pub(crate) index: usize,
    /// The remaining depth of the node.
    pub(crate) depth: Depth,
    /// The expected type of the node.
    pub(crate) kind: NodeType,
}

impl<C: SearchTypes> Worker<C> {
    /// Whether anything may be left out, as far as is known at compile time.
    pub(crate) const SELECTS: bool = !C::TO_END && C::Evaluator::SELECTS;

    /// Whether this search may differ from the exact one.
    #[inline(always)]
    pub(crate) fn selects(&self) -> bool {
        Self::SELECTS && self.selecting.selection.is_any()
    }

    /// Whether the search may pass between two moves.
    pub(crate) fn passes(&self) -> bool {
        Self::SELECTS && self.selecting.selection.null_move
    }

    /// Begins a search of the root to `depth`: lines are extended up to twice that depth.
    #[inline(always)]
    pub(crate) fn select_to(&mut self, depth: Depth) {
        if Self::SELECTS {
            self.selecting.extends_to = 2 * u32::from(depth.raw());
            self.survey();
        }
    }

    /// Returns the value of `parameter` in the selection.
    pub(super) fn parameter(&self, parameter: Parameter) -> i32 {
        self.selecting.selection.parameters.get(parameter)
    }

    /// The same, as a count: no parameter is negative.
    fn count(&self, number: Parameter) -> usize {
        self.parameter(number) as usize
    }

    /// The same, for plies.
    fn plies(&self, number: Parameter) -> u16 {
        self.parameter(number) as u16
    }

    /// Converts a percentage of the margin to points.
    fn margin(&self, hundredths: i32) -> i32 {
        let margin = i64::from(self.selecting.selection.margin) * i64::from(hundredths) / 100;
        margin.clamp(-MOST_MARGIN, MOST_MARGIN) as i32
    }

    /// Surveys the present node before its moves are searched.
    #[inline(never)]
    pub(crate) fn survey(&mut self) {
        if !self.selects() {
            return;
        }
        let urgent = self.evaluator.selector().is_urgent(&self.path.position);
        let score = if urgent { None } else { Some(self.evaluate()) };
        let before = self.path.ply.checked_sub(2).and_then(|ply| self.surveyed(ply).score);
        let improves = score.zip(before).is_some_and(|(score, before)| score > before);
        self.keep_survey(self.path.ply, Survey { score, improves });
    }

    /// Returns the survey of the node at `ply` on the path.
    fn surveyed(&self, ply: u32) -> Survey {
        self.path.surveys.get(ply as usize).copied().unwrap_or_default()
    }

    fn keep_survey(&mut self, ply: u32, survey: Survey) {
        match self.path.surveys.get_mut(ply as usize) {
            Some(last) => *last = survey,
            None => self.keep_first_survey(ply, survey),
        }
    }

    /// The same, at a ply that has not been reached before.
    #[cold]
    fn keep_first_survey(&mut self, ply: u32, survey: Survey) {
        self.path.surveys.resize(ply as usize, Survey::default());
        self.path.surveys.push(survey);
    }

    /// Returns the survey of the present node.
    fn here(&self) -> Survey {
        self.surveyed(self.path.ply)
    }

    /// Returns the surveys that a helper needs to join the search of the present node.
    pub(crate) fn surveys(&self) -> Surveys {
        let ply = self.path.ply;
        [self.here(), ply.checked_sub(1).map_or(Survey::default(), |ply| self.surveyed(ply))]
    }

    /// Takes over the surveys of the present node from its owner.
    pub(crate) fn join_surveys(&mut self, [here, before]: Surveys) {
        if Self::SELECTS {
            if let Some(ply) = self.path.ply.checked_sub(1) {
                self.keep_survey(ply, before);
            }
            self.keep_survey(self.path.ply, here);
        }
    }
}

/// Whether both ends are points, not wins or losses.
fn is_about_points(window: Window) -> bool {
    let most = Score::MAX_VALUE.get();
    window.alpha.get().abs() <= most && window.beta.get().abs() <= most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;
    use crate::parallel::team::{Fan, Team};
    use crate::parallel::{Parallel, TeamLink};
    use crate::search::algorithm::Algorithm;
    use crate::search::control::{Control, Limits};
    use crate::search::memory::MoveMemory;
    use crate::search::observer::NoTracer;
    use crate::search::options::Options;
    use crate::search::options::Sharing;
    use crate::search::root_moves::RootMoves;
    use crate::search::siblings::Sequential;
    use crate::search::worker::{self, SiblingPolicy, WorkerContext};
    use crate::selective::{Selection, Selective, Tactics};
    use crate::sync::Arc;
    use crate::table::NoTable;
    use crate::{Engine, Moves, Position, ZeroEvaluator, forward_position};
    use std::marker::PhantomData;

    /// Up to eight may be taken at once.
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

        fn gains(&self, taken: u8, _: i32) -> bool {
            taken != 6
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

    /// Counts the nodes of a search of six plies by one worker.
    fn nodes<B: SiblingPolicy, E: Evaluator<Heap>>(
        evaluator: E,
        link: worker::Link<With<B, E>>,
    ) -> u64 {
        let control = Arc::new(Control::new(&Limits::new()));
        let context = WorkerContext::bare(evaluator, control, Options::plain(), link);
        let start = Heap(Countdown::new(40));
        let root = RootMoves::new(&Moves::collect(|out| start.moves(out)), false);
        let mut worker = Worker::<With<B, E>>::new(start, root, context, MoveMemory::default());
        worker.search_root(Window::FULL, Depth::plies(6)).expect("no limit");
        worker.statistics.nodes
    }

    /// Each technique alone, and the default.
    fn selections() -> Vec<Selection> {
        let one = |change: fn(&mut Selection)| Selection::NONE.with(change);
        vec![
            one(|s| s.null_move = true),
            one(|s| (s.null_move, s.verify_from) = (true, 3)),
            one(|s| s.reductions = true),
            one(|s| (s.reverse_futility, s.margin) = (true, 0)),
            one(|s| s.extensions = true),
            one(|s| s.internal_reductions = true),
            one(|s| s.late_moves = true),
            one(|s| (s.futility, s.margin) = (true, -1)),
            one(|s| s.exchanges = true),
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

    /// Nothing overflows.
    #[test]
    fn margins_may_be_of_any_size() {
        for margin in [i32::MIN, i32::MAX] {
            ends_well(Selection::default().with(|s| (s.singular, s.margin) = (true, margin)));
        }
    }

    /// Nothing overflows, and no search fails to end.
    #[test]
    fn numbers_may_be_at_the_ends_of_their_ranges() {
        let all = Selection::default().with(|s| (s.singular, s.margin) = (true, i32::MAX));
        for number in Parameter::all() {
            let range = number.range();
            for end in [*range.start(), *range.end()] {
                ends_well(all.with(|s| s.parameters.set(number, end)));
            }
        }
        for ends in [|n: Parameter| *n.range().start(), |n: Parameter| *n.range().end()] {
            ends_well(Parameter::all().fold(all, |s, n| s.with(|s| s.parameters.set(n, ends(n)))));
        }
    }

    fn ends_well(selection: Selection) {
        let builder = Engine::<Heap>::builder().evaluator(Selective::new(ZeroEvaluator, selection));
        let mut engine = builder.table_bytes(1 << 16).build().expect("a small table");
        let report = engine.search(&Heap(Countdown::new(60)), &Limits::new().depth(12));
        assert!(report.expect("a value").statistics.nodes > 12, "{selection:?}");
    }

    #[test]
    fn every_switch_matters() {
        let exact = in_turn(Selection::NONE);
        for selection in selections() {
            assert_ne!(in_turn(selection), exact, "{selection:?}");
        }
    }

    /// The same moves are skipped in serial searches, at split points and where siblings are
    /// deferred.
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
            let shared = nodes::<Parallel, _>(evaluator, TeamLink::new(&team, 0, None));
            assert_eq!(shared, in_turn(selection), "{algorithm}, {selection:?}");
        }
    }

    /// If no game ends, all heaps are even, and no cutoff depends on the order.
    #[test]
    fn a_worker_that_begins_with_another_sibling_leaves_out_the_same() {
        let counts = |s: &Selection| (s.reductions || s.late_moves) && !s.extensions;
        for selection in selections().into_iter().filter(counts) {
            let sharing = Sharing::default().with(|sharing| sharing.defer_depth = Some(0));
            let control = Arc::new(Control::new(&Limits::new()));
            let fan = Fan { helpers: 2, each: 2 };
            let team = Team::new(Algorithm::LazySmp.scheme(), sharing, control, fan);
            let evaluator = Selective::new(ZeroEvaluator, selection);
            let helper = nodes::<Parallel, _>(evaluator, TeamLink::new(&team, 2, None));
            assert_eq!(helper, in_turn(selection), "{selection:?}");
        }
    }
}
