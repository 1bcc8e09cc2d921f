//! [`MoveMemory`]: the memory of a worker: killers, history and countermoves for move ordering, and
//! values near the end of the game.
//!
//! Everything is indexed by side, not by the parity of the ply, so that games in which a player
//! moves twice work as well.

use super::continuations::{Continuations, drawn};
use crate::Side;
use crate::sync::{Arc, AtomicI32, Mutex, Ordering, lock, zeroes};
use crate::table::LocalTable;

/// Move codes index the history tables by their low bits. The tables are smaller in tests that
/// explore the orders of tiny searches, where zeroing would take most of the time.
const MOVE_CODES: usize = if cfg!(loom) {
    4
} else if cfg!(any(schedule, shuttle, miri)) {
    64
} else {
    4096
};

/// A number for each move code. Concurrent updates may get lost, which does not matter.
type MoveTable = Arc<[AtomicI32]>;

/// The memory of a worker.
#[derive(Debug, Default)]
pub(crate) struct MoveMemory {
    /// By side and ply.
    killers: [Vec<[u16; 2]>; 2],
    /// Possibly shared with other workers.
    lessons: Lessons,
    /// Its own, while it shares those of others.
    own_lessons: Option<Lessons>,
    /// The move codes of the moves that led to each ply; stale beyond the present ply.
    path: Vec<u16>,
    /// For selective searches; never shared.
    pub(crate) continuations: Continuations,
    /// Never shared.
    pub(super) local_table: LocalTable,
}

/// The part of a memory that several workers can share. Clones share their contents.
#[derive(Clone, Debug)]
pub(crate) struct Lessons {
    /// By side and move code.
    history: [MoveTable; 2],
    /// By side and the move code of the move to be answered.
    countermoves: [MoveTable; 2],
}

impl Default for Lessons {
    fn default() -> Self {
        Self {
            history: std::array::from_fn(|_| zeroes(MOVE_CODES)),
            countermoves: std::array::from_fn(|_| zeroes(MOVE_CODES)),
        }
    }
}

impl MoveMemory {
    /// Returns the part that others can share.
    pub(crate) fn lessons(&self) -> Lessons {
        self.lessons.clone()
    }

    /// Shares `lessons` with others.
    pub(crate) fn join(&mut self, lessons: Lessons) {
        self.own_lessons = Some(std::mem::replace(&mut self.lessons, lessons));
    }

    /// Returns to its own lessons, if it shared those of others.
    pub(crate) fn part(&mut self) {
        self.own_lessons.take().into_iter().for_each(|own| self.lessons = own);
    }

    /// Clears the path and the killers, which belong to one root.
    pub(crate) fn new_search(&mut self) {
        self.killers = Default::default();
        self.path.clear();
    }

    /// Notes that a move with `move_code` has led to `ply`.
    #[inline]
    pub(crate) fn note(&mut self, ply: u32, move_code: u16) {
        match self.path.get_mut(ply as usize) {
            Some(last) => *last = move_code,
            None => self.note_first(ply, move_code),
        }
    }

    /// The same, at a ply that has not been reached before.
    #[cold]
    fn note_first(&mut self, ply: u32, move_code: u16) {
        self.path.resize(ply as usize, 0);
        self.path.push(move_code);
    }

    /// Returns the move codes of the last two moves that gave a cutoff for `side` at `ply`.
    #[inline]
    pub(crate) fn killers(&self, side: Side, ply: u32) -> [u16; 2] {
        self.killers[side.index()].get(ply as usize).copied().unwrap_or_default()
    }

    /// Returns the move code of the last move that refuted the one that led to `ply`.
    #[inline]
    pub(crate) fn countermove(&self, side: Side, ply: u32) -> u16 {
        self.lessons.countermoves[side.index()][slot(self.last(ply))].load(Ordering::Relaxed) as u16
    }

    /// Returns the history of `move_code` for `side`: 0 to 16,384, or with signs from −16,384.
    #[inline]
    pub(crate) fn history(&self, side: Side, move_code: u16) -> i32 {
        self.lessons.history[side.index()][slot(move_code)].load(Ordering::Relaxed)
    }

    /// Returns the move code of the move that led to `ply`; 0 at the root.
    #[inline]
    pub(crate) fn last(&self, ply: u32) -> u16 {
        self.path.get(ply as usize).copied().unwrap_or(0)
    }

    /// Rewards `move_code` for a cutoff for `side` at `ply`; `bonus` grows with the depth that it
    /// saved.
    pub(crate) fn reward(&mut self, side: Side, ply: u32, move_code: u16, bonus: i32) {
        self.killed(side, ply, move_code);
        self.count(side, move_code, bonus);
        self.answered(side, ply, move_code);
    }

    /// Adds a bonus, or a malus, to the history of `move_code` for `side`.
    #[inline]
    pub(super) fn count(&self, side: Side, move_code: u16, bonus: i32) {
        let history = &self.lessons.history[side.index()][slot(move_code)];
        history.store(drawn(history.load(Ordering::Relaxed), bonus), Ordering::Relaxed);
    }

    /// Makes `move_code` a killer of `side` at `ply`.
    #[inline]
    pub(super) fn killed(&mut self, side: Side, ply: u32, move_code: u16) {
        let (killers, ply) = (&mut self.killers[side.index()], ply as usize);
        if killers.len() <= ply {
            killers.resize(ply + 1, [0; 2]);
        }
        if killers[ply][0] != move_code {
            killers[ply] = [move_code, killers[ply][0]];
        }
    }

    /// Makes `move_code` the countermove of `side` to the move that led to `ply`.
    #[inline]
    pub(super) fn answered(&self, side: Side, ply: u32, move_code: u16) {
        let answer = &self.lessons.countermoves[side.index()][slot(self.last(ply))];
        answer.store(move_code.into(), Ordering::Relaxed);
    }
}

#[inline]
fn slot(move_code: u16) -> usize {
    usize::from(move_code) % MOVE_CODES
}

/// The memories of the workers of an engine, between searches.
#[derive(Debug, Default)]
pub(crate) struct Memories(Mutex<Vec<Option<MoveMemory>>>);

impl Memories {
    /// Takes the memory of `worker`; an empty one if there is none.
    pub(crate) fn take(&self, worker: usize) -> MoveMemory {
        lock(&self.0).get_mut(worker).and_then(Option::take).unwrap_or_default()
    }

    /// Keeps the memory of `worker`.
    pub(crate) fn put(&self, worker: usize, memory: MoveMemory) {
        let mut memories = lock(&self.0);
        let length = memories.len().max(worker + 1);
        memories.resize_with(length, || None);
        memories[worker] = Some(memory);
    }

    /// Takes any memory; an empty one if there is none.
    fn take_any(&self) -> MoveMemory {
        lock(&self.0).iter_mut().find_map(Option::take).unwrap_or_default()
    }

    /// Keeps a memory for the next worker that takes one.
    fn put_any(&self, memory: MoveMemory) {
        let mut memories = lock(&self.0);
        match memories.iter_mut().find(|kept| kept.is_none()) {
            Some(free) => *free = Some(memory),
            None => memories.push(Some(memory)),
        }
    }

    /// Drops all memories.
    pub(crate) fn clear(&self) {
        lock(&self.0).clear();
    }
}

/// The memories that the workers of one search take and return.
#[derive(Clone, Debug)]
pub(crate) enum MemorySource {
    /// Each worker takes its own.
    Own(Arc<Memories>),
    /// Each worker takes any that is free, because several searches run in parallel, each with
    /// workers of the same numbers.
    Any(Arc<Memories>),
}

impl MemorySource {
    /// Takes a memory for `worker`.
    pub(crate) fn take(&self, worker: usize) -> MoveMemory {
        match self {
            Self::Own(memories) => memories.take(worker),
            Self::Any(memories) => memories.take_any(),
        }
    }

    /// Keeps the memory of `worker`.
    pub(crate) fn put(&self, worker: usize, memory: MoveMemory) {
        match self {
            Self::Own(memories) => memories.put(worker, memory),
            Self::Any(memories) => memories.put_any(memory),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_stays_in_its_range() {
        let mut memory = MoveMemory::default();
        (0..100_000).for_each(|_| memory.reward(Side::First, 0, 3, 1024));
        assert!(memory.history(Side::First, 3) <= 16_384);
        assert_eq!(memory.killers(Side::First, 0), [3, 0]);
        assert_eq!(memory.killers(Side::Second, 0), [0, 0]);
    }

    #[test]
    fn a_joined_memory_learns_with_the_other_and_keeps_its_own_lessons() {
        let (mut first, mut second) = (MoveMemory::default(), MoveMemory::default());
        second.reward(Side::First, 0, 5, 1);
        second.join(first.lessons());
        first.reward(Side::First, 0, 3, 64);
        assert_eq!((second.history(Side::First, 3), second.countermove(Side::First, 0)), (64, 3));
        assert_eq!((second.history(Side::First, 5), second.killers(Side::First, 0)), (0, [5, 0]));
        second.part();
        assert_eq!((second.history(Side::First, 3), second.history(Side::First, 5)), (0, 1));
        second.part();
        assert_eq!(second.history(Side::First, 5), 1);
    }

    /// Two parallel searches never have more memories than workers.
    #[test]
    fn any_memory_will_do_and_none_is_lost() {
        let memories = Arc::new(Memories::default());
        let learnt = MemorySource::Any(Arc::clone(&memories));
        let mut taken = [0, 0, 1].map(|worker| learnt.take(worker));
        for (countermove, memory) in (1..).zip(&mut taken) {
            memory.reward(Side::First, 0, countermove, 1);
        }
        taken.into_iter().for_each(|memory| learnt.put(0, memory));
        let kept = [0, 1, 2].map(|worker| memories.take(worker).countermove(Side::First, 0));
        assert_eq!(kept, [1, 2, 3]);
    }
}
