//! The kernel: a fail-soft principal variation search with a table.
//!
//! ```text
//! search(p, (α, β), d):
//!     1  count the node; stopped? abort
//!     2  over, decided by static bounds, or at the horizon? return that value
//!     3  the entry in the shared or the thread-local table suffices? return its value
//!        selective search: a value without a search of the moves? return it
//!     4  no table move where one is worth a search? search less deeply first
//!     5  generate the moves, order them
//!     6  a child's entry refutes the node? return its value
//!     7  search the first child with (α, β), the younger siblings by the policy
//!     8  store the result
//! ```
//!
//! The result v is fail-soft: v ≤ α is an upper bound, v ≥ β a lower bound, anything else exact.
//! Steps 2 (except for exact bounds), 3 and 6 cut only at null windows: nodes of the principal
//! variation are always searched, so that their line is complete. The extra nodes are negligible.
//!
//! Marsland and Campbell 1982, "Parallel search of strongly ordered game trees"; Reinefeld 1989,
//! "Spielbaum-Suchverfahren"; fail-soft after Fishburn 1983.

use super::Aborted;
use super::contract::{check_found, check_glance, check_moves, no_moves, over, turn};
use super::lookup::Lookup;
use super::node::{Node, NodeType, Ordered};
use super::order::TABLE_MOVE;
use super::worker::{Move, SearchTypes, TableSlot, Worker};
use crate::position::{Moves, Points, Position, Turn};
use crate::search::observer::Tracer;
use crate::table::Table;
use crate::{Depth, Score, Window};

/// The depth reduction of internal iterative deepening.
const IID_REDUCTION: u16 = 2;

/// The properties of a child that are needed before it is searched.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ahead {
    pub(crate) key: u64,
    turn: Turn,
    taken: Points,
}

impl<C: SearchTypes> Worker<C> {
    /// Returns the value of the present position at `depth`, within `window`. `slot` is that of its
    /// entry, if the table is used for it.
    pub(crate) fn search<const NULL: bool>(
        &mut self,
        slot: Option<TableSlot<C>>,
        window: Window,
        depth: Depth,
        kind: NodeType,
    ) -> Result<Score, Aborted> {
        self.enter()?; // 1
        // Constants known at compile time replace the arguments.
        let window = if NULL { Window::null(window.alpha) } else { window };
        let depth = if C::TO_END { Depth::END } else { depth };
        self.tracer.enter(self.path.ply, window, depth, kind);
        let result = self.node::<NULL>(slot, window, depth, kind);
        if let Ok(value) = result {
            self.tracer.leave(self.path.ply, value);
        }
        result
    }

    #[inline(always)]
    fn node<const NULL: bool>(
        &mut self,
        slot: Option<TableSlot<C>>,
        window: Window,
        depth: Depth,
        kind: NodeType,
    ) -> Result<Score, Aborted> {
        if let Some(value) = self.static_value::<NULL>(window) {
            return Ok(value); // 2
        }
        if !C::TO_END && depth.is_horizon() {
            return self.horizon(window);
        }
        let home = self.home(slot, depth);
        let Lookup { value, mut table_move } = self.probe::<NULL>(home, window, depth);
        if let Some(value) = value {
            return Ok(value); // 3
        }
        if Self::SELECTS {
            self.survey();
            if NULL && let Some(value) = self.value_unseen(window, depth, kind)? {
                return Ok(value);
            }
        }
        let no_table_move = table_move == 0 && kind == NodeType::Pv && slot.is_some();
        if !C::TO_END && no_table_move && self.thresholds.looks_shallower {
            table_move = self.look_shallower::<NULL>(slot, window, depth, kind)?; // 4
        }
        let depth = self.depth_here(depth, kind, table_move);
        let ahead = NULL && slot.is_some() && self.plies_left(depth) >= self.thresholds.etc_from;
        let (first, before) = (self.path.moves.len(), self.statistics.nodes);
        let ordered = self.generate(table_move, ahead); // 5
        if ahead && let Some(value) = self.refuted_by_child(first, window, depth) {
            self.path.moves.truncate(first);
            return Ok(value); // 6
        }
        let moves = first..self.path.moves.len();
        let mut node = Node::new(window, depth, kind, moves, self.path.lines.len(), before);
        if Self::SELECTS {
            node.ordered = ordered;
            self.selecting.deepens = self.is_singular(slot, &mut node)?;
        }
        let result = self.search_children::<NULL>(&mut node); // 7
        if result.is_ok() {
            self.learn(&node);
        }
        self.path.moves.truncate(first);
        result?;
        if !C::TO_END {
            self.tainted = node.tainted;
        }
        if C::TO_END && self.is_checked() {
            check_found(&self.path.position, node.best, node.window.classify(node.best));
        }
        self.store(home, &node); // 8
        Ok(node.best)
    }

    /// Returns a value that needs no search: at the end of the game, or by static bounds in
    /// searches to the end.
    #[inline(always)]
    fn static_value<const NULL: bool>(&mut self, window: Window) -> Option<Score> {
        if C::TO_END {
            let position = &self.path.position;
            if self.is_checked() {
                check_glance(position);
            }
            if NULL {
                position.bounds_for(window).decide(window)
            } else {
                position.bounds().value()
            }
        } else {
            self.tainted = false;
            over(&self.path.position)
        }
    }

    /// Returns the maximum number of plies that remain below this node.
    #[inline(always)]
    pub(crate) fn plies_left(&self, depth: Depth) -> u32 {
        if C::TO_END {
            self.path.position.plies_left().unwrap_or(u32::MAX - 1)
        } else {
            u32::from(depth.raw())
        }
    }

    /// Internal iterative deepening (Scott 1969 for the idea): a shallower search of an expected PV
    /// node finds the move to search first.
    fn look_shallower<const NULL: bool>(
        &mut self,
        slot: Option<TableSlot<C>>,
        window: Window,
        depth: Depth,
        kind: NodeType,
    ) -> Result<u16, Aborted> {
        let Some(plies) = depth.to_plies().filter(|&plies| plies > IID_REDUCTION) else {
            return Ok(0);
        };
        let (shallow, line) = (Depth::plies(plies - IID_REDUCTION), self.path.lines.len());
        let result = self.search::<NULL>(slot, window, shallow, kind);
        self.path.lines.truncate(line);
        result?;
        let entry = slot.and_then(|slot| self.entry_here(slot, shallow));
        Ok(entry.map_or(0, |entry| entry.move_code))
    }

    /// Pushes the moves of this node, the most promising first. If the children's entries are to be
    /// looked up, they are prefetched while the moves are ordered. A selective search postpones the
    /// ordering of all moves but the first, which may suffice.
    #[inline(always)]
    fn generate(&mut self, table_move: u16, ahead: bool) -> Ordered {
        let first = self.path.moves.len();
        let mut out = Moves::on(&mut self.path.moves);
        if C::TO_END {
            self.path.position.relevant_moves(&mut out);
        } else {
            self.path.position.moves(&mut out);
        }
        if self.path.moves.len() == first {
            no_moves(&self.path.position);
        }
        if self.is_checked() {
            check_moves(&self.path.position, &self.path.moves[first..], C::TO_END);
        }
        if ahead {
            let keys = self.path.moves[first..].iter().map(|m| self.path.position.key_after(m.mv));
            keys.flatten().for_each(|key| self.table.prefetch(self.table.slot(key)));
        }
        if Self::SELECTS {
            return self.put_first(first, table_move);
        }
        self.order(first, table_move);
        Ordered::All
    }

    /// Enhanced transposition cutoff (Plaat, Schaeffer, Pijls and de Bruin 1996): returns a value
    /// if the entry of a child alone refutes this node.
    #[inline(always)]
    fn refuted_by_child(&mut self, first: usize, window: Window, depth: Depth) -> Option<Score> {
        let below = depth.below();
        for index in first..self.path.moves.len() {
            let Ahead { key, turn, taken } = self.child_ahead(self.path.moves[index].mv);
            let entry = self.entry(self.table.slot(key), below, taken);
            let Some(entry) = entry.filter(|entry| self.counts(entry, below)) else {
                continue;
            };
            let known = entry.bounds.decide(turn.window::<C::Position>(window));
            let value = known.map(|value| turn.value::<C::Position>(value));
            if value.is_some_and(|value| value >= window.beta) {
                self.statistics.etc_cutoffs += 1;
                self.tainted = !entry.proved;
                return value;
            }
        }
        None
    }

    /// Returns the child after `mv`, from the game's hint if there is one.
    #[inline(always)]
    pub(crate) fn child_ahead(&mut self, mv: Move<C>) -> Ahead {
        let position = &mut self.path.position;
        let (side, taken) = (position.side(), Points::at(position));
        match position.key_after(mv).filter(|_| C::Position::ALTERNATES && taken == Points::NONE) {
            Some(key) => Ahead { key, turn: turn::<C::Position>(side, side.other()), taken },
            None => {
                let undo = position.play(mv);
                let (key, turn) = (position.key(), turn::<C::Position>(side, position.side()));
                let ahead = Ahead { key, turn, taken: Points::at(position) };
                position.undo(mv, undo);
                ahead
            }
        }
    }

    /// Passes the move that refuted the node, if any, to the move ordering.
    #[inline(always)]
    pub(crate) fn learn(&mut self, node: &Node<Move<C>>) {
        if self.ordering.learns
            && node.is_cut()
            && let Some(mv) = node.best_move
        {
            if self.learns_signs() {
                self.reward_signed(node, mv);
            } else {
                self.reward(mv, node.depth);
            }
        }
    }
}

const _: () = assert!(TABLE_MOVE == i32::MAX, "no move is searched before the table's");
