//! Matches between players of a game.

use crate::builder::{EngineOf, Scope, engine};
use crate::fault::{Fault, guard};
use crate::options::check_threads;
use crate::request::converted;
use crate::waits::Caller;
use crate::{EngineOptions, Error, Failure, Game, Result, SearchLimits};
use eldest::{Limits, SharedTable, Side, StopToken};
use eldest_catalog::games::{self, Board, Ordinal, PlayPosition, Visitor};
use eldest_contest::{self as contest, GameResult, MatchRules, Opening, PlayedPair, Player};

/// A player of a match.
#[derive(Clone, Debug)]
pub enum PlayerOptions {
    /// An engine with these limits for each move, one of which is required.
    Engine(EngineOptions, SearchLimits),
    /// Plays random moves of this seed.
    Random(u64),
}

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The number of pairs of games, which begin with the same opening and swapped sides; fewer, if
    /// the game has no more openings. The default is 10.
    pub pairs: usize,
    /// The random moves of an opening. The default is 2.
    pub opening_plies: u16,
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
    /// The score of the last position for the first player of the match; `None` if the game was
    /// too long.
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
    /// The difference in Elo, if the games permit an estimate.
    pub elo: Option<f64>,
    /// The least difference in an interval of 95 %.
    pub elo_low: Option<f64>,
    /// The greatest difference in an interval of 95 %.
    pub elo_high: Option<f64>,
    /// All games, two of each opening.
    pub games: Vec<PlayedGame>,
    /// Whether the match was stopped before its end.
    pub is_stopped: bool,
}

/// A callback after each pair of games. A failure ends the match.
pub type OnPair<'a> = &'a mut dyn FnMut(&MatchReport) -> Result<(), Failure>;

/// Plays a match between `players`. Chess is played with all its draws.
///
/// # Errors
/// [`Error::Option`] for the options, and those of [`Engine::search`](crate::Engine::search).
pub fn play_match(
    game: &Game,
    players: &[PlayerOptions; 2],
    options: &MatchOptions,
    on_pair: OnPair<'_>,
) -> Result<MatchReport> {
    players.iter().try_for_each(check)?;
    check_threads(options.threads)?;
    let (game, fault) = (game.for_play(), Fault::default());
    let start = game.start()?;
    let board = start.with(|erased| Ok(erased.board(&fault)))?;
    let run = MatchRun { game: &game, fault: &fault, options, on_pair };
    let played = guard(|| run.play(board, players));
    fault.instead(played)
}

/// Checks the options of a player.
fn check(player: &PlayerOptions) -> Result<()> {
    let PlayerOptions::Engine(options, limits) = player else { return Ok(()) };
    options.check()?;
    if options.database.is_some() {
        let reason = "a player has a database; expected none in a match";
        return Err(Error::Option(reason.to_owned()));
    }
    let is_limited = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
    if !is_limited && limits.soft_time.is_none() {
        let reason = "a player has no limit; expected depth, nodes or time";
        return Err(Error::Option(reason.to_owned()));
    }
    converted(limits).map(drop)
}

/// A match under way.
struct MatchRun<'a> {
    game: &'a Game,
    fault: &'a Fault,
    options: &'a MatchOptions,
    on_pair: OnPair<'a>,
}

/// A player of any game, on a thread of its own that works for the caller of the match.
struct AnyPlayer {
    player: Box<dyn Player<PlayPosition>>,
    caller: Caller,
}

impl Player<PlayPosition> for AnyPlayer {
    fn begin(&mut self) {
        self.caller.adopt();
        self.player.begin();
    }

    fn choose(
        &mut self,
        position: &PlayPosition,
        stop: &StopToken,
    ) -> Result<Ordinal, eldest::Error> {
        self.player.choose(position, stop)
    }
}

impl MatchRun<'_> {
    fn play(self, board: Box<dyn Board>, players: &[PlayerOptions; 2]) -> Result<MatchReport> {
        let Self { game, fault, options, on_pair } = self;
        let has_points = !board.counts_distance();
        let rules = MatchRules::new(PlayPosition::to_play(board))
            .advance_with(PlayPosition::advance)
            .max_plies(options.max_plies)
            .points(has_points);
        let openings = openings(&rules, options)?;
        let count = options.threads.clamp(1, openings.len());
        let teams = (0..count).map(|_| team(game, players)).collect::<Result<Vec<_>>>()?;
        let stop = options.stop.clone().unwrap_or_default();
        let plan = contest::MatchOptions::default().with(|plan| plan.stop = stop);
        let mut report = MatchReport::default();
        let each = |pair: &PlayedPair<PlayPosition>, score: &contest::MatchScore| {
            add(&mut report, rules.start().board(), pair, score);
            on_pair(&report).map_err(|failure| {
                fault.record(failure.clone());
                Error::Foreign(failure)
            })
        };
        let played = contest::play_match(&rules, openings, teams, &plan, each)?;
        report.is_stopped = played.end == contest::MatchEnd::Stopped;
        Ok(report)
    }
}

fn openings(
    rules: &MatchRules<PlayPosition>,
    options: &MatchOptions,
) -> Result<Vec<Opening<PlayPosition>>> {
    let MatchOptions { pairs, opening_plies, seed, .. } = *options;
    let found = rules.openings(opening_plies, pairs, seed);
    if found.is_empty() {
        let reason = format!(
            "{pairs} pairs from openings of {opening_plies} plies; expected 1 pair or more, and \
             fewer plies where every opening decides the game"
        );
        return Err(Error::Option(reason));
    }
    Ok(found)
}

/// Adds a pair of games to a report.
fn add(
    report: &mut MatchReport,
    start: &dyn Board,
    pair: &PlayedPair<PlayPosition>,
    score: &contest::MatchScore,
) {
    (report.wins, report.draws, report.losses) =
        (score.games.wins, score.games.draws, score.games.losses);
    let elo = score.pairs.elo();
    report.elo = elo.as_ref().map(|elo| elo.value);
    report.elo_low = elo.as_ref().and_then(|elo| elo.low);
    report.elo_high = elo.as_ref().and_then(|elo| elo.high);
    for (game, side) in pair.games.iter().zip([Side::First, Side::Second]) {
        let result = match game.result() {
            GameResult::Win => 1,
            GameResult::Draw => 0,
            GameResult::Loss => -1,
        };
        let (moves, score) = (start.format_game(&game.moves), game.score.map(eldest::Score::get));
        report.games.push(PlayedGame { moves, side, result, score });
    }
}

/// Returns both players of a match, for one thread.
fn team(game: &Game, players: &[PlayerOptions; 2]) -> Result<[AnyPlayer; 2]> {
    let caller = Caller::current();
    let player = |options: &PlayerOptions| -> Result<AnyPlayer> {
        let player = match options {
            PlayerOptions::Random(seed) => Box::new(contest::RandomPlayer::new(*seed)),
            PlayerOptions::Engine(options, limits) => game.0.visit(PlayerBuilder {
                options,
                limits: converted(limits)?,
                scope: caller.clone().scope(game.0.scope()),
            })?,
        };
        Ok(AnyPlayer { player, caller: caller.clone() })
    };
    let [a, b] = players;
    Ok([player(a)?, player(b)?])
}

/// Makes a player of an engine.
struct PlayerBuilder<'a> {
    options: &'a EngineOptions,
    limits: Limits,
    scope: Scope,
}

impl Visitor for PlayerBuilder<'_> {
    type Output = Result<Box<dyn Player<PlayPosition>>>;

    fn visit<G: games::Game>(self, game: &G) -> Self::Output {
        let engine = engine(game, self.options, Some(self.scope))?;
        Ok(Box::new(EnginePlayer::<G> { engine, limits: self.limits }))
    }
}

/// An engine as a player of any game.
struct EnginePlayer<G: games::Game> {
    engine: EngineOf<G, SharedTable>,
    limits: Limits,
}

impl<G: games::Game> Player<PlayPosition> for EnginePlayer<G> {
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn choose(
        &mut self,
        position: &PlayPosition,
        stop: &StopToken,
    ) -> Result<Ordinal, eldest::Error> {
        let limits = self.limits.clone().stop(stop);
        let report = self.engine.search(&G::position_of(position.board()), &limits)?;
        let best = report.best_move.expect("a game that is not over has a move");
        Ok(G::ordinal_of(position.board(), best))
    }
}
