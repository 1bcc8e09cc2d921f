//! [`Goal`] and [`Request`]: a checked request for a search.

use crate::{Error, OnIteration, Result, SearchLimits};
use eldest::{Depth, Evaluator, Limits, Position, Query, Score, StopToken};

/// What a search is to find, and its limits.
pub(crate) struct Goal {
    pub(crate) limits: Limits,
    pub(crate) to_end: bool,
    multi_pv: usize,
    line: Option<bool>,
    decide: Option<Score>,
}

impl Goal {
    /// Checks the limits of a search, which `token` is to stop.
    pub(crate) fn new(limits: &SearchLimits, to_end: bool, token: &StopToken) -> Result<Self> {
        let SearchLimits { multi_pv, line, .. } = *limits;
        let decide = limits.decide.map(score).transpose()?;
        Ok(Self { limits: converted(limits)?.stop(token), to_end, multi_pv, line, decide })
    }

    /// Sets up a query, but for its observer and its root moves.
    pub(crate) fn of<'e, P: Position, E: Evaluator<P>, T>(
        &self,
        query: Query<'e, P, E, T>,
    ) -> Query<'e, P, E, T> {
        let query = query.limits(&self.limits).multi_pv(self.multi_pv);
        let query = if self.to_end { query.to_end() } else { query };
        let query = self.line.into_iter().fold(query, Query::line);
        self.decide.into_iter().fold(query, Query::decide)
    }
}

/// A search to be run.
pub(crate) struct Request {
    pub(crate) goal: Goal,
    /// Stops this search alone.
    pub(crate) token: StopToken,
    pub(crate) root_moves: Option<Vec<String>>,
    pub(crate) on_iteration: Option<OnIteration>,
}

impl Request {
    /// Checks the limits of a search.
    pub(crate) fn new(
        limits: &SearchLimits,
        to_end: bool,
        on_iteration: Option<OnIteration>,
    ) -> Result<Self> {
        let token = token_of(limits);
        let goal = Goal::new(limits, to_end, &token)?;
        Ok(Self { goal, token, root_moves: limits.root_moves.clone(), on_iteration })
    }
}

/// Returns a token that is stopped with that of the caller, but can be stopped without it.
pub(crate) fn token_of(limits: &SearchLimits) -> StopToken {
    limits.stop.as_ref().map_or_else(StopToken::new, StopToken::below)
}

fn score(number: i32) -> Result<Score> {
    let most = Score::WIN.get();
    if number.unsigned_abs() > most.unsigned_abs() {
        let reason = format!(
            "a value of at least {number} is to be decided; expected a number within ±{most}"
        );
        return Err(Error::Option(reason));
    }
    Ok(Score::new(number))
}

/// Returns the limits in the terms of the library.
pub(crate) fn converted(limits: &SearchLimits) -> Result<Limits> {
    let mut found = Limits::new();
    if let Some(depth) = limits.depth {
        let most = Depth::MAX_PLIES;
        if !(1..=most).contains(&depth) {
            let reason = format!("depth is {depth}; expected 1 to {most} plies");
            return Err(Error::Option(reason));
        }
        found = found.depth(depth);
    }
    if let Some(time) = limits.time {
        found = found.time(time);
    }
    if let Some(time) = limits.soft_time {
        found = found.soft_time(time);
    }
    if let Some(nodes) = limits.nodes {
        found = found.nodes(nodes);
    }
    if let Some(stop) = &limits.stop {
        found = found.stop(stop);
    }
    Ok(found)
}
