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
    /// Whether the caller has a token that stops the search.
    has_token: bool,
}

impl Goal {
    /// Checks the limits of a search.
    pub(crate) fn new(limits: &SearchLimits, to_end: bool) -> Result<Self> {
        let SearchLimits { multi_pv, line, .. } = *limits;
        let decide = limits.decide.map(score).transpose()?;
        let has_token = limits.stop.is_some();
        Ok(Self { limits: converted(limits)?, to_end, multi_pv, line, decide, has_token })
    }

    /// Lets `token` stop the search, unless the caller has one for it.
    pub(crate) fn stopped_by(self, token: &StopToken) -> Self {
        let limits = if self.has_token { self.limits } else { self.limits.stop(token) };
        Self { limits, ..self }
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
        let (goal, root_moves) = (Goal::new(limits, to_end)?, limits.root_moves.clone());
        Ok(Self { goal, root_moves, on_iteration })
    }
}

fn score(number: i32) -> Result<Score> {
    let most = Score::WIN.get();
    if number.unsigned_abs() > most.unsigned_abs() {
        let reason = format!("decide is {number}; expected a value within ±{most}");
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
