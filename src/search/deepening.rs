//! Iterative deepening (Slate and Atkin 1977), and the search to the end.

use super::Aborted;
use super::control::Reason;
use super::observer::Iteration;
use super::root_moves::{RootMove, sort_by_value};
use super::timeline::{Activity, SpanOutcome};
use super::worker::{Move, SearchTypes, Worker};
use crate::position::{Evaluator, Position};
use crate::{Bound, Bounds, Depth, Score};

/// The goal of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// Whether to search to the end of the game at once, instead of deepening.
    pub(crate) to_end: bool,
    /// The number of best moves that get an exact value; at least 1.
    pub(crate) multi_pv: usize,
    /// Whether the line is wanted, if the driver does not find it anyway.
    pub(crate) line: bool,
    /// Decide only whether the value is at least this.
    pub(crate) decide: Option<Score>,
}

/// The result of the last completed search of the root, or an improvement on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conclusion<M> {
    /// The completed depth; `None` before the first.
    pub(crate) depth: Option<Depth>,
    /// Bounds on the value.
    pub(crate) known: Bounds,
    /// The moves, the best first.
    pub(crate) moves: Vec<RootMove<M>>,
    /// Whether the value is that of the game itself.
    pub(crate) proved: bool,
}

impl<M: Clone + Eq> Conclusion<M> {
    /// Puts the moves of `better` before all others, with their present values.
    fn put_first(&mut self, better: &[RootMove<M>]) {
        self.moves.retain(|old| better.iter().all(|new| new.mv != old.mv));
        self.moves.splice(0..0, better.iter().cloned());
    }
}

impl<C: SearchTypes> Worker<C> {
    /// Searches for `goal`. The second result is the reason why the search ended early, if it did.
    pub(crate) fn answer(&mut self, goal: Goal) -> (Conclusion<Move<C>>, Option<Reason>) {
        let mut answer = Conclusion {
            depth: None,
            known: self.range(if goal.to_end { Depth::END } else { Depth::HORIZON }),
            moves: self.root.list.clone(),
            proved: false,
        };
        let result = match goal {
            Goal { decide: Some(least), .. } => self.decide_at_depth(goal, least, &mut answer),
            Goal { to_end: true, .. } => self.value_to_end(goal, &mut answer),
            _ => self.deepen(goal, &mut answer),
        };
        (answer, result.err().map(|Aborted| self.limits.control.reason()))
    }

    /// Finds the value to the end of the game.
    fn value_to_end(
        &mut self,
        goal: Goal,
        answer: &mut Conclusion<Move<C>>,
    ) -> Result<(), Aborted> {
        self.limits.limit();
        self.iterate(Depth::END, goal, answer)
    }

    /// Decides whether the value is at least `least`.
    fn decide_at_depth(
        &mut self,
        goal: Goal,
        least: Score,
        answer: &mut Conclusion<Move<C>>,
    ) -> Result<(), Aborted> {
        let depth = if goal.to_end { Depth::END } else { self.limits.control.depth() };
        self.limits.limit();
        let mut known = self.range(depth);
        self.decide(least, depth, &mut known)?;
        *answer = self.conclude(depth, known, !self.tainted);
        Ok(())
    }

    /// Searches to depth 1, depth 2, and so on, until the value is proved.
    fn deepen(&mut self, goal: Goal, answer: &mut Conclusion<Move<C>>) -> Result<(), Aborted> {
        for depth in (1..=Depth::MAX_PLIES).map(Depth::plies) {
            if !self.limits.control.allows(depth) || answer.proved {
                break;
            }
            self.iterate(depth, goal, answer)?;
            self.limits.limit();
        }
        Ok(())
    }

    /// Searches one depth, and logs it.
    fn iterate(
        &mut self,
        depth: Depth,
        goal: Goal,
        answer: &mut Conclusion<Move<C>>,
    ) -> Result<(), Aborted> {
        let mark = self.log.begin(self.statistics.nodes, || Activity::Iteration { depth });
        let searched = self.search_depth(depth, goal, answer);
        self.log.end(mark, self.statistics.nodes, SpanOutcome::of(&searched));
        searched
    }

    /// Searches one depth: finds the best move, the second best among the rest, and so on.
    fn search_depth(
        &mut self,
        depth: Depth,
        goal: Goal,
        answer: &mut Conclusion<Move<C>>,
    ) -> Result<(), Aborted> {
        let mut known = self.possible(depth);
        let mut tainted = false;
        self.root.known = false;
        let wanted = goal.multi_pv.min(self.root.list.len());
        for pv_index in 0..wanted {
            self.root.fixed = pv_index;
            let result = self.search_pv(depth, goal, &mut known);
            self.root.fixed = 0;
            if result.is_err() {
                self.keep_improvement(depth, pv_index, known, answer);
                return result;
            }
            tainted |= self.tainted && !self.is_final(self.root.list[pv_index].value, depth);
            // The next moves are not better, and may be arbitrarily bad. If the table has misled
            // the search, the best value may even be below the range.
            known.lower = self.range(depth).lower.min(known.upper);
        }
        self.put_in_order(wanted);
        *answer = self.conclude(depth, Bounds::exact(self.root.best().value), !tainted);
        Ok(())
    }

    /// Sorts the first `count` moves by their values. In a selective search a move found later may
    /// have a higher value: what is left out depends on what was searched before.
    fn put_in_order(&mut self, count: usize) {
        if self.selects() {
            sort_by_value(&mut self.root.list[..count]);
        }
    }

    /// Finds the exact value of the best open move at the root, and its line if one is wanted.
    fn search_pv(&mut self, depth: Depth, goal: Goal, known: &mut Bounds) -> Result<(), Aborted> {
        let best = self.root.best();
        let guess = if best.bound == Bound::Exact { best.value } else { Score::DRAW };
        let value = self.resolve(depth, guess, known)?;
        if goal.line { self.complete_line(value, depth) } else { Ok(()) }
    }

    /// Whether `value`, found at `depth`, is that of the game itself whatever lies beyond the
    /// horizon: a win or a loss within the depth (`docs/guarantees.md` has the proof). Wins that
    /// quiescence finds lie beyond it, which only distances reveal; wins found on another path may
    /// not exist on this one.
    pub(super) fn is_final(&self, value: Score, depth: Depth) -> bool {
        if C::Position::PATH_DEPENDENT || self.selects() {
            return false;
        }
        let (plies, distance) = (depth.to_plies().map(u32::from), value.distance());
        if C::Position::WIN_DISTANCE {
            distance.is_some_and(|distance| plies.is_none_or(|plies| distance <= plies))
        } else {
            distance == Some(0) && self.evaluator.quiescence_plies() == 0
        }
    }

    /// Returns the declared range of values at `depth`.
    pub(crate) fn range(&self, depth: Depth) -> Bounds {
        if depth.is_end() { self.path.position.range() } else { Bounds::FULL }
    }

    /// Returns the bounds on the value before any search.
    fn possible(&self, depth: Depth) -> Bounds {
        if depth.is_end() {
            possible_to_end(&self.path.position, self.root.is_whole())
        } else {
            self.range(depth)
        }
    }

    /// Makes the result of a completed search of the root.
    fn conclude(&mut self, depth: Depth, known: Bounds, proved: bool) -> Conclusion<Move<C>> {
        let answer =
            Conclusion { depth: Some(depth), known, moves: self.root.list.clone(), proved };
        let (moves, progress) = (answer.moves.clone(), self.progress());
        self.observer.iteration(&Iteration { depth, value: known, moves, proved, progress });
        answer
    }

    /// Keeps the results of an interrupted iteration: the best moves, if it was searching for the
    /// next ones; otherwise a move that strictly beat the first; and bounds on a value to the end.
    fn keep_improvement(
        &mut self,
        depth: Depth,
        pv_index: usize,
        known: Bounds,
        answer: &mut Conclusion<Move<C>>,
    ) {
        let shown = self.root.raised.then_some(0);
        let improved = self.root.improved.take().or(shown).filter(|_| pv_index == 0);
        improved.into_iter().for_each(|index| self.root.promote(index));
        if depth.is_end() {
            answer.moves = self.root.list.clone();
            answer.known =
                if pv_index == 0 { known } else { Bounds::exact(self.root.list[0].value) };
            // If the value is known, only a line or further moves are missing.
            answer.proved = self.root.known;
            answer.depth = self.root.known.then_some(depth);
        } else {
            self.put_in_order(pv_index);
            let improves = improved.is_some() && self.root.best().mv != answer.moves[0].mv;
            answer.put_first(&self.root.list[..pv_index.max(improves.into())]);
        }
    }
}

/// Returns the bounds on the value to the end of the game before any search; `is_whole` if all
/// moves of `position` are searched.
pub(crate) fn possible_to_end<P: Position>(position: &P, is_whole: bool) -> Bounds {
    let (range, known) = (position.range(), position.bounds());
    let lower = if is_whole { known.lower } else { range.lower };
    range.intersect(Bounds { lower, ..known }).unwrap_or(range)
}
