//! [`GoRequest`]: what `go` asks about a position, with these settings.

use crate::clock::{Budget, Clock};
use crate::go::Go;
use crate::settings::Settings;
use crate::words::LineError;
use crate::{Move, Position};
use eldest::{Limits, Position as _, Side};
use std::time::Duration;

/// Searches go no deeper: a position with hardly a move would else be told of 65,000 times.
pub const DEEPEST: u16 = 200;

/// The most time for a move on a clock that `go` does not give.
pub const WITHOUT_CLOCK: Duration = Duration::from_secs(1);

/// What is to be searched, and how long.
#[derive(Clone, Debug)]
pub struct GoRequest {
    /// The position of the game.
    pub position: Position,
    /// The position as it is searched.
    pub root: Position,
    /// The only moves to look at, if not all.
    pub moves: Option<Vec<Move>>,
    /// What is played if the search fails; `None` if there is no legal move.
    pub any: Option<Move>,
    /// Limits but for time.
    pub limits: Limits,
    /// The limit on nodes among them.
    pub nodes: Option<u64>,
    /// The time for it.
    pub budget: Option<Budget>,
    /// Whether a search in trouble may take longer, and one that is not ends sooner.
    pub elastic: bool,
    /// Mate in so many moves at most is asked for.
    pub mate: Option<u32>,
    /// The opponent is still thinking.
    pub ponders: bool,
    /// The answer is to be kept until it is asked for.
    pub infinite: bool,
    /// Moves were named of which none is legal: all are searched.
    pub in_vain: bool,
    /// How it is searched.
    pub settings: Settings,
}

impl GoRequest {
    /// What `go` asks about `position`. Moves that are not legal are left out, and told.
    #[must_use]
    pub fn new(go: &Go, position: &Position, settings: Settings) -> (Self, Vec<LineError>) {
        let (moves, faults) = wanted(go, position);
        let legal = position.legal_moves();
        let choice = moves.as_ref().unwrap_or(&legal);
        let in_vain = moves.is_none() && !go.search_moves.is_empty();
        // Not until somebody says stop: that was not asked for.
        let is_endless = in_vain && !go.is_limited();
        let question = Self {
            position: position.clone(),
            root: root(position),
            any: choice.first().copied(),
            limits: if is_endless { Limits::new().depth(1) } else { limits(go) },
            nodes: go.nodes,
            budget: budget(go, position, settings.overhead, choice.len()),
            elastic: go.move_time.is_none(),
            mate: go.mate.map(|moves| moves.min(moves_within(go.depth))),
            ponders: go.ponder,
            infinite: go.infinite,
            in_vain,
            settings,
            moves,
        };
        (question, faults)
    }

    /// Whether it is drawn as it stands, though a draw must be claimed and the game may go on.
    #[must_use]
    pub fn is_unclaimed(&self) -> bool {
        self.position.over().is_some() && self.root.over().is_none()
    }
}

/// So many moves of one's own there are within so many plies; one at least.
fn moves_within(plies: Option<u64>) -> u32 {
    let moves = plies.map_or(u64::MAX, |plies| plies.div_ceil(2));
    u32::try_from(moves).unwrap_or(u32::MAX).max(1)
}

/// The position as it is searched. Where a draw could be claimed and nobody does, what was before is forgotten.
fn root(position: &Position) -> Position {
    if position.over().is_some() { position.unclaimed() } else { position.clone() }
}

/// The moves that are asked for, if any of them is legal.
fn wanted(go: &Go, position: &Position) -> (Option<Vec<Move>>, Vec<LineError>) {
    let (mut moves, mut faults) = (Vec::new(), Vec::new());
    for (before, text) in &go.search_moves {
        match position.parse_uci(text) {
            Ok(mv) => moves.push(mv),
            Err(fault) => faults.push(LineError { column: fault.column + before, ..fault }),
        }
    }
    (Some(moves).filter(|moves| !moves.is_empty()), faults)
}

fn limits(go: &Go) -> Limits {
    let depth = go.depth.map_or(DEEPEST, |depth| depth.min(DEEPEST.into()) as u16);
    let limits = Limits::new().depth(depth);
    go.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes))
}

/// The time for this move. Where there is nothing to choose there is nothing to think about. If only the opponent's
/// clock is given, it stands for ours, up to [`WITHOUT_CLOCK`].
fn budget(go: &Go, position: &Position, overhead: i64, choice: usize) -> Option<Budget> {
    if let Some(time) = go.move_time {
        return Some(Budget::fixed(time, overhead));
    }
    let (mine, theirs) = if position.side() == Side::First { (0, 1) } else { (1, 0) };
    let Some(left) = go.clocks[mine].or(go.clocks[theirs]) else { return without_clock(go) };
    let clock = Clock { left, increment: go.increments[mine], moves_to_go: go.moves_to_go };
    let most = if go.clocks[mine].is_some() { Duration::MAX } else { WITHOUT_CLOCK };
    let budget = clock.budget(overhead).at_most(most);
    Some(if choice == 1 { budget.stretched(0.0) } else { budget })
}

/// The time for a move where `go` says no more of the clock than increments or moves; `None` where another limit, or
/// the word that there is none, ends the search.
fn without_clock(go: &Go) -> Option<Budget> {
    let is_limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some() || go.infinite;
    let budget = Budget { soft: WITHOUT_CLOCK, hard: WITHOUT_CLOCK };
    Some(budget).filter(|_| go.is_timed && !is_limited)
}
