//! [`Search`]: an engine as an oracle.

use crate::known::lower_after;
use crate::oracle::{Answer, Oracle};
use eldest::table::proved;
use eldest::{Depth, Engine, Error, Evaluator, Limits, MoveList, Position, Score, Table};
use std::fmt;

/// An engine that is asked for moves, best one whose table is still warm from the search for the value.
///
/// First its table: a child whose entry is enough takes no search, and the move that the table remembers is looked
/// at before the others. Else a null window, to the end of the game.
pub struct Search<'e, P: Position, E, T> {
    engine: &'e mut Engine<P, E, T>,
    limits: Limits,
    moves: MoveList<P::Move>,
    /// How often it had to search.
    searches: u64,
}

impl<'e, P: Position, E, T> Search<'e, P, E, T> {
    /// Asks `engine`, which gives up a question when `limits` end it.
    pub fn new(engine: &'e mut Engine<P, E, T>, limits: &Limits) -> Self {
        Self { engine, limits: limits.clone(), moves: MoveList::default(), searches: 0 }
    }

    /// How many questions the table has not answered.
    #[must_use]
    pub fn searches(&self) -> u64 {
        self.searches
    }
}

impl<P, E, T> Oracle<P> for Search<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    fn proving_move(&mut self, position: &P, least: Score) -> Result<Answer<P::Move>, Error> {
        if let Some(mv) = self.known_move(position, least) {
            return Ok(Answer::Proves(mv));
        }
        self.searches += 1;
        let report = self.engine.query(position).limits(&self.limits).decide(least).run()?;
        Ok(match (report.depth, report.best_move) {
            (Some(_), Some(mv)) if report.bounds.lower() >= least => Answer::Proves(mv),
            (Some(_), _) => Answer::False,
            (None, _) => Answer::Unknown,
        })
    }
}

impl<P, E, T> Search<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    T: Table + 'static,
{
    /// A move that the rules or the table show to be enough.
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

impl<P: Position, E, T> fmt::Debug for Search<'_, P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("limits", &self.limits).finish_non_exhaustive()
    }
}
