//! [`GoRequest`]: a `go` command with its position and settings.

use crate::clock::{Budget, Clock};
use crate::endings::KnownEndings;
use crate::go::Go;
use crate::settings::Settings;
use crate::words::LineError;
use crate::{Move, Position};
use eldest::{Limits, Position as _, Score, Side};
use std::time::Duration;

/// The maximum depth. Without it, a position with hardly any moves would be reported 65,000 times.
pub const DEEPEST: u16 = 200;

/// The maximum time for a move if `go` does not give our own clock.
pub const WITHOUT_CLOCK: Duration = Duration::from_secs(1);

/// The position to search, and the limits.
#[derive(Clone, Debug)]
pub struct GoRequest {
    /// The position in the game.
    pub position: Position,
    /// The position as it is searched.
    pub root: Position,
    /// The only moves to search, if not all.
    pub moves: Option<Vec<Move>>,
    /// The move to play if the search fails; `None` if there is no legal move.
    pub any: Option<Move>,
    /// The limits except time.
    pub limits: Limits,
    /// The limit on nodes among them.
    pub nodes: Option<u64>,
    /// The time for the move.
    pub budget: Option<Budget>,
    /// Whether a search in trouble may take longer, and another one end sooner.
    pub elastic: bool,
    /// Search for a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Whether the opponent is to move: the engine ponders.
    pub ponders: bool,
    /// Whether to hold back the answer until `stop`.
    pub infinite: bool,
    /// Whether `searchmoves` has no legal move, so that all moves are searched.
    pub ignores_moves: bool,
    /// The settings of the search.
    pub settings: Settings,
    /// The endings with known values; [`new`](Self::new) sets none.
    pub endings: Option<KnownEndings>,
}

impl GoRequest {
    /// Creates the request of `go` for `position`. Illegal moves are left out, and returned as
    /// errors.
    #[must_use]
    pub fn new(go: &Go, position: &Position, settings: Settings) -> (Self, Vec<LineError>) {
        let (moves, faults) = wanted(go, position);
        let legal = position.legal_moves();
        let choice = moves.as_ref().unwrap_or(&legal);
        let ignores_moves = moves.is_none() && !go.search_moves.is_empty();
        // An infinite search was not requested.
        let is_endless = ignores_moves && !go.is_limited();
        let request = Self {
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
            ignores_moves,
            settings,
            endings: None,
            moves,
        };
        (request, faults)
    }

    /// Whether a draw can be claimed in the position, so that the game may also go on.
    #[must_use]
    pub fn is_unclaimed(&self) -> bool {
        self.position.over().is_some() && self.root.over().is_none()
    }

    /// Returns whether the value of the best move is an answer: any value, or for `go mate` a mate
    /// in as few moves.
    pub(crate) fn is_answered_by(&self, value: Score) -> bool {
        let within = |moves: u32| value >= Score::win_in((2 * moves).saturating_sub(1));
        self.mate.is_none_or(within)
    }
}

/// Returns the number of our moves within `plies`, at least one.
fn moves_within(plies: Option<u64>) -> u32 {
    let moves = plies.map_or(u64::MAX, |plies| plies.div_ceil(2));
    u32::try_from(moves).unwrap_or(u32::MAX).max(1)
}

/// Returns the position to search. If a draw could be claimed, it is the position without its
/// history.
fn root(position: &Position) -> Position {
    if position.over().is_some() { position.unclaimed() } else { position.clone() }
}

/// Returns the legal moves of `searchmoves`, if there are any.
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

/// Returns the time for this move; the soft time is zero if there is only one move. If only the
/// opponent's clock is given, it stands for ours, up to [`WITHOUT_CLOCK`].
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

/// Returns the time for a move if `go` gives only increments or moves to go; `None` if it has
/// another limit, or `infinite`.
fn without_clock(go: &Go) -> Option<Budget> {
    let is_limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some() || go.infinite;
    let budget = Budget { soft: WITHOUT_CLOCK, hard: WITHOUT_CLOCK };
    Some(budget).filter(|_| go.is_timed && !is_limited)
}
