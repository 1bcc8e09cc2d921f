//! [`Known`]: an oracle that has been told the bounds of some positions.

use crate::oracle::{Answer, Oracle};
use eldest::{Bounds, Error, MoveList, Position, Score};
use std::collections::HashMap;
use std::fmt;

/// Knows bounds of some positions, and asks another oracle where these are not enough: for whoever has proved a value
/// by many searches, which one table does not hold.
pub struct Known<'o, P: Position> {
    bounds: HashMap<Name, Bounds>,
    moves: MoveList<P::Move>,
    others: &'o mut dyn Oracle<P>,
}

/// Positions of one name have one value; or two keys are the same by accident, and a checker refuses what is written.
type Name = (u64, Option<i32>);

fn name<P: Position>(position: &P) -> Name {
    (position.key(), position.taken())
}

impl<'o, P: Position> Known<'o, P> {
    /// Nothing is known yet; `others` are asked.
    pub fn new(others: &'o mut dyn Oracle<P>) -> Self {
        Self { bounds: HashMap::new(), moves: MoveList::default(), others }
    }

    /// The value of `position`, played to the end, lies within `bounds` for its side to move.
    pub fn learn(&mut self, position: &P, bounds: Bounds) {
        self.bounds.insert(name(position), bounds);
    }

    /// A move that is known to be enough.
    fn known_move(&mut self, position: &P, least: Score) -> Option<P::Move> {
        let Self { bounds, moves, .. } = self;
        bounds.get(&name(position))?;
        moves.refill(|out| position.moves(out));
        let is_enough = |mv: &P::Move| {
            let known = |child: &P| bounds.get(&name(child)).copied();
            lower_after(position, *mv, known).is_some_and(|lower| lower >= least)
        };
        moves.iter().find(is_enough)
    }
}

impl<P: Position> Oracle<P> for Known<'_, P> {
    fn proving_move(&mut self, position: &P, least: Score) -> Result<Answer<P::Move>, Error> {
        match self.known_move(position, least) {
            Some(mv) => Ok(Answer::Proves(mv)),
            None => self.others.proving_move(position, least),
        }
    }
}

/// What `mv` is worth at least, as the rules say, or what is `known` of the position after it.
pub(crate) fn lower_after<P: Position>(
    position: &P,
    mv: P::Move,
    known: impl FnOnce(&P) -> Option<Bounds>,
) -> Option<Score> {
    let mut child = position.clone();
    child.play(mv);
    let known = child.over().map(Bounds::exact).or_else(|| known(&child))?;
    let lower = if child.side() == position.side() { known.lower() } else { -known.upper() };
    Some(if P::WIN_DISTANCE { lower.one_ply_up() } else { lower })
}

impl<P: Position> fmt::Debug for Known<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").field("positions", &self.bounds.len()).finish_non_exhaustive()
    }
}
