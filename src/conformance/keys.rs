//! [`Keys`]: checks that positions that share a key have the same value.

use super::oracle::Oracle;
use super::points::{Scored, Unlike, Worth};
use super::snapshot::Snapshot;
use super::violation::Broken;
use crate::position::Points;
use crate::{Position, Score};
use std::collections::HashMap;

/// The nodes that minimax may visit for a value at a small depth.
const NEAR_NODES: usize = 1_000;
/// The compared quantities of positions that are not near the end of the game: the values at depths
/// 1, 2 and 3; in games without points, and with points.
const NEAR: [[&str; 2]; 3] = [
    ["value at depth 1, every horizon even", "value at depth 1 less taken, no more to come there"],
    ["value at depth 2, every horizon even", "value at depth 2 less taken, no more to come there"],
    ["value at depth 3, every horizon even", "value at depth 3 less taken, no more to come there"],
];

/// The first position with a key.
#[derive(Debug)]
struct FirstWithKey<M> {
    path: Vec<M>,
    over: Worth<Option<Score>>,
    /// The value to the end, once it is known.
    value: Option<Worth<Score>>,
    /// Computed when the key repeats, which most keys do not.
    near: Option<Vec<Worth<Score>>>,
}

impl<M: Copy> FirstWithKey<M> {
    fn compare<V: Scored>(
        &self,
        whats: [&'static str; 2],
        was: Worth<V>,
        is: Worth<V>,
    ) -> Result<(), Broken<M>> {
        let other = || self.path.clone();
        was.compare(is, whats).map_err(|unlike| match unlike {
            Unlike::ToCome(difference) => Broken::SameKey { other: other(), difference },
            Unlike::Side => Broken::TakenSide { other: other() },
        })
    }
}

/// The keys seen so far.
#[derive(Debug)]
pub(super) struct Keys<'a, P: Position> {
    root: &'a P,
    seen: HashMap<u64, FirstWithKey<P::Move>>,
}

impl<'a, P: Position> Keys<'a, P> {
    pub(super) fn new(root: &'a P) -> Self {
        Self { root, seen: HashMap::new() }
    }

    /// Compares `position` with the first one of its key; returns whether there was one. Values
    /// that depend on the path may differ.
    pub(super) fn meet(
        &mut self,
        position: &mut P,
        path: &[P::Move],
        look: &Snapshot<P::Move>,
    ) -> Result<bool, Broken<P::Move>> {
        let over = Worth { whole: look.over, taken: look.taken };
        let Some(first) = self.seen.get_mut(&look.key) else {
            let seen = FirstWithKey { path: path.to_vec(), over, value: None, near: None };
            self.seen.insert(look.key, seen);
            return Ok(false);
        };
        if P::PATH_DEPENDENT || first.path == path {
            return Ok(true);
        }
        first.compare(["over", "over less taken"], first.over, over)?;
        let near = first.near.take().unwrap_or_else(|| near_after(self.root, &first.path));
        for (whats, (was, is)) in NEAR.iter().zip(near.iter().zip(near_values(position))) {
            first.compare(*whats, *was, is)?;
        }
        first.near = Some(near);
        Ok(true)
    }

    /// Compares the value still to come, to the end, with that of the first position with `key`.
    pub(super) fn solved(&mut self, key: u64, is: Worth<Score>) -> Result<(), Broken<P::Move>> {
        let Some(first) = self.seen.get_mut(&key) else { return Ok(()) };
        let was = *first.value.get_or_insert(is);
        let whats = ["value", "value less taken"];
        if P::PATH_DEPENDENT { Ok(()) } else { first.compare(whats, was, is) }
    }
}

/// Returns the [`near_values`] of the position that `path` leads to.
fn near_after<P: Position>(root: &P, path: &[P::Move]) -> Vec<Worth<Score>> {
    let mut position = root.clone();
    let played: Vec<_> = path.iter().map(|mv| (*mv, position.play(*mv))).collect();
    let values = near_values(&mut position);
    // Taken back, so that a clone that shares state with its original is detected.
    played.into_iter().rev().for_each(|(mv, undo)| position.undo(mv, undo));
    values
}

/// Returns the values at the depths of [`NEAR`], as far as the nodes suffice. They can differ where
/// values to the end cannot be found: in long games, if one of the positions is won in a move or
/// two.
fn near_values<P: Position>(position: &mut P) -> Vec<Worth<Score>> {
    let taken = Points::at(position);
    let value = |plies| Oracle::near(NEAR_NODES, plies).value(position);
    (1..=NEAR.len()).map_while(value).map(|whole| Worth { whole, taken }).collect()
}
