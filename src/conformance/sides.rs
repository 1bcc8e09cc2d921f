//! [`Sides`]: checks that the key contains the side to move, where that matters.
//!
//! A key without the side is detected only where a key occurs with either side to move. Few of the
//! examined positions show that, so further random games search for such keys, at a fraction of the
//! cost.

use super::SplitMix;
use super::oracle::Oracle;
use super::snapshot::differ;
use super::violation::{Broken, Difference};
use crate::position::Points;
use crate::{Moves, Position, Score, Side};
use std::collections::HashMap;

/// Positions of the further games for each position of the budget.
const POSITIONS: usize = 16;
/// After this many games in a row without a new key, nearly all of them are known.
const OLD: usize = 8;
/// The longest of these games, in plies.
const LONGEST: usize = 256;
/// The number of pairs of positions whose values are compared.
const PAIRS: usize = 16;
/// The nodes that minimax may visit for each value.
const NODES: usize = 1_000;
/// The compared quantities.
const DEPTHS: [&str; 4] = [
    "value at depth 1, the other side to move",
    "value at depth 2, the other side to move",
    "value at depth 3, the other side to move",
    "value at depth 4, the other side to move",
];

/// Keys that [`check`](super::check) has seen with either side to move, which reveal a key that
/// leaves out the side.
///
/// A key that contains the side is never seen with both. A key that leaves it out may go unnoticed
/// among few positions. All counts are 0 in games that declare
/// [`PATH_DEPENDENT`](Position::PATH_DEPENDENT).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SidesMet {
    /// Positions of further random games, of which only key and side were examined.
    pub scouted: usize,
    /// Keys that were seen with either side to move. The first 16 pairs of positions were compared.
    pub keys: usize,
    /// Pairs among these whose moves lead to different sets of keys. 0 in games in which both sides
    /// have the same moves, and for keys from the point of view of the side to move.
    pub apart: usize,
    /// Pairs whose values are equal, and not 0: evidence that the side makes no difference.
    pub alike: usize,
}

impl SidesMet {
    /// Reports that the key seems to leave out the side: moves lead to different keys, and no value
    /// shows that this is correct.
    pub(super) fn doubt(&self) -> Option<String> {
        let Self { scouted, keys, apart, alike } = self;
        (*apart > 0 && *alike == 0).then(|| {
            format!(
                "keys that came with either side to move: {keys}, among {scouted} positions; pairs of these positions \
                 whose moves lead to different keys: {apart}. No value showed it, but `key` seems to leave out the \
                 side to move: expected it in the key, unless values do not depend on it"
            )
        })
    }
}

/// The first position with a key: its game, its ply, its side to move.
#[derive(Copy, Clone, Debug)]
struct First {
    game: u64,
    ply: usize,
    side: Side,
    /// Whether the key has occurred with the other side, too.
    met: bool,
}

/// The further games, and the keys seen in them.
#[derive(Debug)]
pub(super) struct Sides<'a, P: Position> {
    root: &'a P,
    seen: HashMap<u64, First>,
    found: SidesMet,
}

impl<'a, P: Position> Sides<'a, P> {
    /// Examines a multiple of `budget` positions. `path` always leads to the position being
    /// examined.
    pub(super) fn run(
        root: &'a P,
        budget: usize,
        path: &mut Vec<P::Move>,
    ) -> Result<SidesMet, Broken<P::Move>> {
        let mut sides = Self { root, seen: HashMap::new(), found: SidesMet::default() };
        let (mut game, mut old) = (0, 0);
        while sides.found.scouted < budget.saturating_mul(POSITIONS) && old < OLD {
            let before = sides.seen.len();
            sides.game(game, path)?;
            game += 1;
            old = if sides.seen.len() > before { 0 } else { old + 1 };
            path.clear();
        }
        Ok(sides.found)
    }

    fn game(&mut self, game: u64, path: &mut Vec<P::Move>) -> Result<(), Broken<P::Move>> {
        let (mut position, mut random) = (self.root.clone(), SplitMix(game));
        loop {
            self.found.scouted += 1;
            self.meet(&mut position, game, path)?;
            if path.len() == LONGEST {
                return Ok(());
            }
            let Some(mv) = chosen(&position, &mut random) else { return Ok(()) };
            position.play(mv);
            path.push(mv);
        }
    }

    /// Compares `position` with the first one of its key, if the other side was to move there.
    fn meet(
        &mut self,
        position: &mut P,
        game: u64,
        path: &[P::Move],
    ) -> Result<(), Broken<P::Move>> {
        let (key, side) = (position.key(), position.side());
        let new = First { game, ply: path.len(), side, met: false };
        let first = self.seen.entry(key).or_insert(new);
        if first.side == side || first.met {
            return Ok(());
        }
        first.met = true;
        let first = *first;
        self.found.keys += 1;
        if self.found.keys > PAIRS {
            return Ok(());
        }
        let (mut other, way) = self.replay(first);
        let apart = children(position) != children(&mut other);
        self.found.apart += usize::from(apart);
        let alike = compare(&mut other, position)
            .map_err(|difference| Broken::SameKey { other: way, difference })?;
        self.found.alike += usize::from(alike);
        Ok(())
    }

    /// Returns the position `first`, and the moves that lead there.
    fn replay(&self, first: First) -> (P, Vec<P::Move>) {
        let (mut position, mut random) = (self.root.clone(), SplitMix(first.game));
        let way: Vec<_> = (0..first.ply)
            .map_while(|_| {
                let mv = chosen(&position, &mut random)?;
                position.play(mv);
                Some(mv)
            })
            .collect();
        (position, way)
    }
}

/// Returns a random move; `None` where the game is over.
fn chosen<P: Position>(position: &P, random: &mut SplitMix) -> Option<P::Move> {
    if position.over().is_some() {
        return None;
    }
    let moves = Moves::collect(|out| position.moves(out));
    Some(moves[random.below(moves.len())])
}

/// Returns the keys of the children, in order, each once.
fn children<P: Position>(position: &mut P) -> Vec<u64> {
    if position.over().is_some() {
        return Vec::new();
    }
    let moves = Moves::collect(|out| position.moves(out));
    let child = |mv| {
        let undo = position.play(mv);
        let key = position.key();
        position.undo(mv, undo);
        key
    };
    let mut keys: Vec<u64> = moves.into_iter().map(child).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Compares the values still to come of both, at small depths; returns whether they are not always
/// 0.
fn compare<P: Position>(was: &mut P, is: &mut P) -> Result<bool, Difference> {
    let mut counts = false;
    for (plies, what) in (1..).zip(DEPTHS) {
        let Some((was, is)) = to_come(was, plies).zip(to_come(is, plies)) else { break };
        differ(what, &was, &is)?;
        counts |= was != Score::DRAW;
    }
    Ok(counts)
}

/// Returns the value still to come at a depth of `plies`, if that takes few nodes.
fn to_come<P: Position>(position: &mut P, plies: usize) -> Option<Score> {
    let points = Points::at(position);
    Oracle::near(NODES, plies).value(position).map(|value| points.to_come(value))
}
