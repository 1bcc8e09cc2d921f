//! A game whose positions are numbered, so that its keys are unique and small.

use eldest::KeyKind;
use eldest::{Moves, Position, forward_position};
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
    forward_position!(self.inner: P; except key, key_kind, key_after);

    fn key(&self) -> u64 {
        self.numbers[&self.inner.key()]
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: (self.numbers.len() as u64).ilog2() + 1 }
    }
}
