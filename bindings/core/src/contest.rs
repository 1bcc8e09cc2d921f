//! Matches between players of a game, and games against one.

use crate::error::missing;
use crate::{EngineOptions, Failure, Game, Move, Position, Report, Result, SearchLimits};
use eldest::{Side, StopToken};

/// A player of a match.
#[derive(Clone, Debug)]
pub enum PlayerOptions {
    /// An engine with these limits for each move.
    Engine(EngineOptions, SearchLimits),
    /// Plays random moves of this seed.
    Random(u64),
}

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The number of pairs of games, which begin with the same opening and swapped sides. The
    /// default is 10.
    pub pairs: usize,
    /// The random moves of an opening. The default is 2.
    pub opening_plies: usize,
    /// The seed of the openings.
    pub seed: u64,
    /// The pairs that are played at the same time. The default is 1.
    pub threads: usize,
    /// A game is drawn after this many plies. The default is 1,000.
    pub max_plies: usize,
    /// Ends the match.
    pub stop: Option<StopToken>,
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self { pairs: 10, opening_plies: 2, seed: 1, threads: 1, max_plies: 1_000, stop: None }
    }
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves, with those of the opening, by name.
    pub moves: Vec<String>,
    /// The side of the first player of the match.
    pub side: Side,
    /// The result for the first player of the match: 1, 0 or −1.
    pub result: i32,
    /// The score of the last position for the first player of the match, if the game ended.
    pub score: Option<i32>,
}

/// The result of a match, for the first of the two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchReport {
    /// The games that it won.
    pub wins: u64,
    /// The games that were drawn.
    pub draws: u64,
    /// The games that it lost.
    pub losses: u64,
    /// The difference in Elo, with half of its interval of 95 %, if the games permit an estimate.
    pub elo: Option<[f64; 2]>,
    /// All games.
    pub games: Vec<PlayedGame>,
}

/// A callback after each pair of games. A failure ends the match.
pub type OnPair<'a> = &'a mut dyn FnMut(&MatchReport) -> Result<(), Failure>;

/// Plays a match between `players`.
///
/// # Errors
/// [`Error::Option`](crate::Error::Option) for the options, and those of
/// [`Engine::search`](crate::Engine::search).
pub fn play_match(
    _game: &Game,
    _players: &[PlayerOptions; 2],
    _options: &MatchOptions,
    _on_pair: OnPair<'_>,
) -> Result<MatchReport> {
    Err(missing())
}

/// A game that is played: the moves of a person, and the answers of an engine.
#[derive(Debug)]
pub struct Session {}

impl Session {
    /// Begins a game from `start`, or from the start of the game.
    ///
    /// # Errors
    /// As [`Engine::new`](crate::Engine::new).
    pub fn new(
        _game: &Game,
        _start: Option<&Position>,
        _options: &EngineOptions,
        _limits: &SearchLimits,
    ) -> Result<Self> {
        Err(missing())
    }

    /// Returns the present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        unreachable!("no session can be created yet")
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &[]
    }

    /// Plays a move by its name.
    ///
    /// # Errors
    /// [`Error::Move`](crate::Error::Move), and those of the rules.
    pub fn play(&mut self, _name: &str) -> Result<()> {
        Err(missing())
    }

    /// Searches the present position, and plays the best move.
    ///
    /// # Errors
    /// As [`Engine::search`](crate::Engine::search).
    pub fn answer(&mut self) -> Result<Report> {
        Err(missing())
    }

    /// Takes back the last move; returns it, if there was one.
    pub fn take_back(&mut self) -> Option<Move> {
        None
    }
}
