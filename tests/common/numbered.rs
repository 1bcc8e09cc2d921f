//! A game whose positions are numbered, so that its keys are unique and small.

use eldest::{Bounds, KeyKind, Moves, Position, Score, Side};
use std::collections::HashMap;
use std::sync::Arc;

/// A game of a few positions; the key is the number of the position, counted from the root.
#[derive(Clone, Debug)]
pub(crate) struct Numbered<P> {
    pub(crate) inner: P,
    numbers: Arc<HashMap<u64, u64>>,
}

impl<P: Position> Numbered<P> {
    pub(crate) fn new(root: P) -> Self {
        let mut numbers = HashMap::new();
        number(&root, &mut numbers);
        Self { inner: root, numbers: Arc::new(numbers) }
    }
}

fn number<P: Position>(position: &P, numbers: &mut HashMap<u64, u64>) {
    let next = numbers.len() as u64;
    numbers.entry(position.key()).or_insert(next);
    if position.over().is_none() {
        for mv in Moves::collect(|out| position.moves(out)) {
            let mut child = position.clone();
            child.play(mv);
            number(&child, numbers);
        }
    }
}

impl<P: Position> Position for Numbered<P> {
    type Move = P::Move;
    type Undo = P::Undo;

    const WIN_DISTANCE: bool = P::WIN_DISTANCE;

    fn side(&self) -> Side {
        self.inner.side()
    }

    fn key(&self) -> u64 {
        self.numbers[&self.inner.key()]
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: (self.numbers.len() as u64).ilog2() + 1 }
    }

    fn over(&self) -> Option<Score> {
        self.inner.over()
    }

    fn moves(&self, out: &mut Moves<'_, P::Move>) {
        self.inner.moves(out);
    }

    fn play(&mut self, mv: P::Move) -> P::Undo {
        self.inner.play(mv)
    }

    fn undo(&mut self, mv: P::Move, undo: P::Undo) {
        self.inner.undo(mv, undo);
    }

    fn move_code(&self, mv: P::Move) -> u16 {
        self.inner.move_code(mv)
    }

    fn plies_left(&self) -> Option<u32> {
        self.inner.plies_left()
    }

    fn range(&self) -> Bounds {
        self.inner.range()
    }

    fn granularity(&self) -> u32 {
        self.inner.granularity()
    }

    fn fingerprint(&self) -> u64 {
        self.inner.fingerprint()
    }
}
