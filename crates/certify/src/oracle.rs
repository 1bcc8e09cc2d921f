//! [`Oracle`]: finds moves that prove a claim, by an engine or from known bounds.

use eldest::table::proved;
use eldest::{Bounds, Depth, Engine, Error, Evaluator, Limits, MoveList, Position, Score, Table};
use std::collections::HashMap;
use std::fmt;

/// Finds moves that prove a claim.
pub trait Oracle<P: Position> {
    /// Finds a legal move of `position`, where the game is not over, that proves the position to be
    /// worth at least `least` to its side to move.
    ///
    /// # Errors
    /// If the search fails.
    fn proving_move(
        &mut self,
        position: &P,
        least: Score,
    ) -> Result<OracleAnswer<P::Move>, eldest::Error>;
}

/// The answer of an oracle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OracleAnswer<M> {
    /// This move proves the claim.
    Proves(M),
    /// The claim is not true.
    False,
    /// A limit ended the search before the answer was known.
    Unknown,
}

/// Answers from known bounds, and falls back to another oracle. For values proved by many searches
/// whose results no single table holds.
pub struct KnownBounds<'o, P: Position> {
    bounds: HashMap<Name, Bounds>,
    moves: MoveList<P::Move>,
    fallback: &'o mut dyn Oracle<P>,
}

/// Identifies a position. If two positions share a name by a collision of keys, the checker refuses
/// the file.
type Name = (u64, Option<i32>);

fn name<P: Position>(position: &P) -> Name {
    (position.key(), position.taken())
}

impl<'o, P: Position> KnownBounds<'o, P> {
    /// An oracle without bounds so far, which passes every query to `fallback`.
    pub fn new(fallback: &'o mut dyn Oracle<P>) -> Self {
        Self { bounds: HashMap::new(), moves: MoveList::default(), fallback }
    }

    /// Records that the value of `position` at the end of the game is within `bounds`, for its side
    /// to move.
    pub fn learn(&mut self, position: &P, bounds: Bounds) {
        self.bounds.insert(name(position), bounds);
    }

    /// A move that known bounds prove to be sufficient.
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

impl<P: Position> Oracle<P> for KnownBounds<'_, P> {
    fn proving_move(&mut self, position: &P, least: Score) -> Result<OracleAnswer<P::Move>, Error> {
        match self.known_move(position, least) {
            Some(mv) => Ok(OracleAnswer::Proves(mv)),
            None => self.fallback.proving_move(position, least),
        }
    }
}

/// A lower bound on the value of `mv`, from the rules or from the `known` bounds of the position
/// after it.
fn lower_after<P: Position>(
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

impl<P: Position> fmt::Debug for KnownBounds<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownBounds").field("positions", &self.bounds.len()).finish_non_exhaustive()
    }
}

/// Uses an engine, preferably one whose table is still warm from the search for the value.
///
/// It probes the table first: a child whose entry suffices needs no search, and the table move is
/// tried before the others. If that fails it runs a null-window search to the end of the game.
pub struct SearchOracle<'e, P: Position, E, T> {
    engine: &'e mut Engine<P, E, T>,
    limits: Limits,
    moves: MoveList<P::Move>,
    /// The number of searches so far.
    searches: u64,
}

impl<'e, P: Position, E, T> SearchOracle<'e, P, E, T> {
    /// Queries `engine` under `limits`; a search that they end gives no answer.
    pub fn new(engine: &'e mut Engine<P, E, T>, limits: &Limits) -> Self {
        Self { engine, limits: limits.clone(), moves: MoveList::default(), searches: 0 }
    }

    /// The number of queries that the table could not answer.
    #[must_use]
    pub fn searches(&self) -> u64 {
        self.searches
    }
}

impl<P, E, T> Oracle<P> for SearchOracle<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    fn proving_move(&mut self, position: &P, least: Score) -> Result<OracleAnswer<P::Move>, Error> {
        if let Some(mv) = self.known_move(position, least) {
            return Ok(OracleAnswer::Proves(mv));
        }
        self.searches += 1;
        let report = self.engine.query(position).limits(&self.limits).decide(least).run()?;
        Ok(match (report.depth, report.best_move) {
            (Some(_), Some(mv)) if report.bounds.lower() >= least => OracleAnswer::Proves(mv),
            (Some(_), _) => OracleAnswer::False,
            (None, _) => OracleAnswer::Unknown,
        })
    }
}

impl<P, E, T> SearchOracle<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    T: Table + 'static,
{
    /// A move that the rules or the table prove to be sufficient.
    fn known_move(&mut self, position: &P, least: Score) -> Option<P::Move> {
        let Self { engine, moves, .. } = self;
        moves.refill(|out| position.moves(out));
        let table = engine.table();
        let entry = table.probe(table.slot(position.key()), Depth::END);
        let code = entry.map_or(0, |entry| entry.move_code);
        let remembered = |mv: &P::Move| code != 0 && position.move_code(*mv) == code;
        let others = || moves.iter().filter(|mv| !remembered(mv));
        let lower = |mv: &P::Move| lower_after(position, *mv, |child| proved(table, child));
        let is_enough = |mv: &P::Move| lower(mv).is_some_and(|lower| lower >= least);
        moves.iter().filter(remembered).chain(others()).find(is_enough)
    }
}

impl<P: Position, E, T> fmt::Debug for SearchOracle<'_, P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchOracle").field("limits", &self.limits).finish_non_exhaustive()
    }
}
