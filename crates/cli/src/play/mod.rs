//! `eldest play`: a game between a person and the engine.

mod brain;
mod command;
mod drawing;
mod event;
mod level;
mod proof;
mod reader;
mod record;
mod session;
mod thinker;

use anyhow::{Context, Result};
use brain::brain;
use clap::ValueEnum;
use eldest_catalog::games::{Catalog, Game, GameName, Visitor};
use eldest_catalog::input::Entry;
use eldest_contest::PlayerSetting;
use eldest_terminal::args::{CommonArgs, KnownArgs};
use eldest_terminal::typed::{milliseconds, position, within};
use eldest_terminal::{Interrupt, Status};
use level::Level;
pub(crate) use proof::play as play_against;
use record::Seat;
use session::{PlaySession, PlayStart};
use std::time::Duration;
use thinker::Manner;

/// Play a game against the engine, or let the engine play itself
///
/// The board is drawn after each move. Type a move, or help for the other commands. Ctrl-C makes a
/// thinking engine move at once. Chess is played with all its draws, as chess:full.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Levels, each stronger than the one before:\n  \
1  searches one ply, and plays half of its moves at random\n  \
2  searches two plies, and plays a quarter of its moves at random\n  \
3  searches three plies\n  \
4  to 8: 5,000 nodes per move at level 4, ten times as many at each next level\n\n\
With the same level and seed, the engine always gives the same replies to the same moves, except with --time or \
several threads.\n\
Chess and Othello are searched selectively, unless --with selective=off is given.\n\n\
JSON: one object per line for each move (of type \"move\"), turn, board, hint and remark, and one of type \
\"result\" when the game is over. Values are given as by solve.\n\n\
Examples:\n  \
eldest play othello\n  \
eldest play connect4 --person second --level 2\n  \
eldest play connect4:6x5 --person none --time 500 --format json")]
pub(crate) struct PlayArgs {
    /// The game, as in connect4, connect4:6x4 or othello:6x6
    pub(crate) game: GameName,
    /// The position to start from; by default the start of the game (stdin is for moves)
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) known: KnownArgs,
    /// The side that you play: the first to move, the second, both or none; the engine plays the
    /// others
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) person: PersonArg,
    /// Playing strength of the engine
    #[arg(short, long, value_name = "1-8", default_value = "4")]
    #[arg(value_parser = within(1..=8_u8))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) level: u8,
    /// Time limit for each move of the engine, in milliseconds, instead of the limit of its level
    #[arg(short, long, value_name = "MS", value_parser = milliseconds)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
    /// Further options of the engine, as in selective=off,threads=2; see eldest match
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    #[arg(value_parser = PlayerSetting::of_play)]
    pub(crate) with: PlayerSetting,
    /// Seed of the random moves of levels 1 and 2
    #[arg(long, value_name = "N", default_value = "1", value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PersonArg {
    /// You move first
    #[default]
    First,
    /// The engine moves first
    Second,
    /// You play both sides
    Both,
    /// The engine plays itself
    None,
}

impl PersonArg {
    /// Returns the seat of each side.
    pub(crate) fn seats(self) -> [Seat; 2] {
        let [first, second] = match self {
            Self::First => [true, false],
            Self::Second => [false, true],
            Self::Both => [true, true],
            Self::None => [false, false],
        };
        [first, second].map(|person| if person { Seat::Person } else { Seat::Engine })
    }
}

/// Plays the game that `args` describe.
pub(crate) fn run<C: Catalog>(args: &PlayArgs, interrupt: &Interrupt) -> Result<Status> {
    let given = args.known.of::<C>(&args.game)?.for_play().visit(Play { args })?;
    PlaySession::new(given, manner(args)?, interrupt)?.run()
}

fn manner(args: &PlayArgs) -> Result<Manner> {
    let level = Level::new(args.level).context("expected a level from 1 to 8")?;
    let (seats, format) = (args.person.seats(), args.common.format);
    Ok(Manner { seats, level, time: args.time, seed: args.seed, format })
}

struct Play<'a> {
    args: &'a PlayArgs,
}

impl Visitor for Play<'_> {
    type Output = Result<PlayStart>;

    fn visit<G: Game>(self, game: &G) -> Result<PlayStart> {
        // Stdin is for moves.
        let given = self.args.position.clone().map(Entry::given);
        let position = given.map_or_else(|| Ok(game.start().0), |entry| entry.parse(game))?;
        let start = game.erased(&position);
        let brain = brain(game, &self.args.with, self.args.common.table_bytes())?;
        Ok(PlayStart { players: game.players(), start, brain })
    }
}
