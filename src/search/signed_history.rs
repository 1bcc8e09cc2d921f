//! The move ordering memory of a selective search: history with signs.
//!
//! A move that refutes a node gets a bonus, and those that were searched before it lose as much.
//! Signs and decay: the Chess Programming Wiki, "History Heuristic" (malus, gravity). Without this,
//! the memory of the exact search is used (`order.rs`), whose counts only grow.

use super::node::{Node, Ordered};
use super::order::{COUNTERMOVE, FIRST_KILLER, MOST_RANK, SECOND_KILLER, STEP, bring_best, sort};
use super::worker::{Move, SearchTypes, Worker};
use crate::position::{Evaluator, Parameter, Position, Ranked, Selector};
use std::mem::replace;

/// The maximum absolute value of history and continuations together.
const SUM: i32 = 49_152;
/// The maximum weight of that sum among moves of equal rank.
const MOST_WORTH: i32 = 1_000;
/// The penalty on the rank of a noisy move that loses by exchanges: it is ordered after quiet
/// moves.
const LOSING: i32 = 1_000;

/// The data for ordering the moves of a node.
struct OrderingHints {
    killers: [u16; 2],
    countermove: u16,
    last: [u16; 2],
}

impl<C: SearchTypes> Worker<C> {
    /// Whether this search uses signed history.
    #[inline(always)]
    pub(super) fn learns_signs(&self) -> bool {
        Self::SELECTS && self.selecting.selection.signed_history && self.ordering.learns
    }

    /// Returns the history of a quiet move at this node, −49,152 to 49,152; 0 without signed
    /// history.
    pub(super) fn learnt(&self, mv: Move<C>) -> i32 {
        if !(self.learns_signs() && self.options.history) {
            return 0;
        }
        let last = self.ordering.memory.continuations.last(self.path.ply);
        self.quiet_score(last, mv)
    }

    /// Takes over the kinds of the moves that led to the present node.
    pub(crate) fn join_kinds(&mut self, [last, before]: [u16; 2]) {
        if self.learns_signs() {
            let (ply, continuations) = (self.path.ply, &mut self.ordering.memory.continuations);
            continuations.note(ply, last);
            ply.checked_sub(1).into_iter().for_each(|ply| continuations.note(ply, before));
        }
    }

    #[inline]
    fn quiet_score(&self, last: [u16; 2], mv: Move<C>) -> i32 {
        let (position, side) = (&self.path.position, self.path.position.side());
        let history = self.ordering.memory.history(side, position.move_code(mv));
        let kind = self.evaluator.selector().kind(position, mv);
        history + self.ordering.memory.continuations.score(side, last, kind)
    }

    /// Brings the first move to the front: the one whose code is `table_move`, or else the best.
    pub(super) fn put_first(&mut self, first: usize, table_move: u16) -> Ordered {
        let (position, moves) = (&self.path.position, &mut self.path.moves[first..]);
        let tabled = |ranked: &Ranked<Move<C>>| position.move_code(ranked.mv) == table_move;
        let asks = table_move != 0 && self.options.table_move;
        let at = if asks { moves.iter().position(tabled) } else { None };
        if let Some(at) = at {
            moves[..=at].rotate_right(1);
            return Ordered::First;
        }
        self.rank(first);
        bring_best(&mut self.path.moves[first..]);
        Ordered::Ranked
    }

    /// Sorts the moves of `node` after the first, if that was postponed.
    #[inline(never)]
    pub(super) fn order_rest(&mut self, node: &mut Node<Move<C>>) {
        match replace(&mut node.ordered, Ordered::All) {
            all @ (Ordered::All | Ordered::Turned(_)) => node.ordered = all,
            Ordered::Ranked => sort(&mut self.path.moves[node.first + 1..node.end]),
            Ordered::First => self.order(node.first + 1, 0),
        }
    }

    /// Orders moves of equal rank by the worker's memory.
    pub(super) fn add_signed_memory(&mut self, first: usize) {
        let (side, ply) = (self.path.position.side(), self.path.ply);
        let (memory, options) = (&self.ordering.memory, &self.options);
        let place = OrderingHints {
            killers: if options.killers { memory.killers(side, ply) } else { [0; 2] },
            countermove: if options.countermove { memory.countermove(side, ply) } else { 0 },
            last: memory.continuations.last(ply),
        };
        for at in first..self.path.moves.len() {
            let ranked = self.path.moves[at];
            self.path.moves[at].rank = self.signed_rank(&place, ranked);
        }
    }

    fn signed_rank(&self, place: &OrderingHints, Ranked { mv, rank }: Ranked<Move<C>>) -> i32 {
        let position = &self.path.position;
        let rank = rank.clamp(-MOST_RANK, MOST_RANK);
        if !self.evaluator.selector().is_quiet(position, mv) {
            let score = self
                .ordering
                .memory
                .continuations
                .noisy(position.side(), self.evaluator.selector().kind(position, mv));
            let loses = self.selecting.selection.exchanges
                && !self.evaluator.selector().gains(position, mv, 0);
            let rank = if loses { rank - LOSING } else { rank };
            return rank * STEP + score / 16;
        }
        let worth = match position.move_code(mv) {
            0 => 0,
            code if code == place.killers[0] => FIRST_KILLER,
            code if code == place.killers[1] => SECOND_KILLER,
            code if code == place.countermove => COUNTERMOVE,
            _ if self.options.history => self.quiet_score(place.last, mv) * MOST_WORTH / SUM,
            _ => 0,
        };
        rank * STEP + worth
    }

    /// Rewards the move that refuted `node`, and penalises those searched before it.
    #[cold]
    pub(super) fn reward_signed(&mut self, node: &Node<Move<C>>, best: Move<C>) {
        let squared = i32::from(node.depth.raw()).saturating_pow(2);
        let bonus = squared.saturating_mul(self.parameter(Parameter::BonusSquare));
        let bonus = bonus.min(self.parameter(Parameter::BonusMost));
        let is_quiet = self.evaluator.selector().is_quiet(&self.path.position, best);
        if is_quiet {
            let (side, ply) = (self.path.position.side(), self.path.ply);
            let move_code = self.path.position.move_code(best);
            self.ordering.memory.killed(side, ply, move_code);
            self.ordering.memory.answered(side, ply, move_code);
        }
        for at in node.first..node.end {
            let mv = self.path.moves[at].mv;
            let is_best = mv == best;
            self.learn_of(mv, if is_best { bonus } else { -bonus }, is_quiet);
            if is_best {
                break;
            }
        }
    }

    /// Quiet moves count only where one of them was the best.
    fn learn_of(&mut self, mv: Move<C>, bonus: i32, is_best_quiet: bool) {
        let position = &self.path.position;
        let (side, kind) = (position.side(), self.evaluator.selector().kind(position, mv));
        let memory = &mut self.ordering.memory;
        if !self.evaluator.selector().is_quiet(position, mv) {
            memory.continuations.learn_noisy(side, kind, bonus);
        } else if is_best_quiet {
            memory.count(side, position.move_code(mv), bonus);
            let last = memory.continuations.last(self.path.ply);
            memory.continuations.learn(side, last, kind, bonus);
        }
    }
}
