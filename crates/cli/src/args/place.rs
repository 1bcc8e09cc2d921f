//! Where games are played.

use super::{at_least_one, position, within};
use eldest_catalog::games::GameArg;

/// The game and its openings.
#[derive(Debug, clap::Args)]
pub(crate) struct PlaceArgs {
    /// The game, as in connect4, connect4:6x4 or othello:6x6
    pub(crate) game: GameArg,
    /// The position that openings begin in; without one, that of stdin, or the start of the game
    ///
    /// Without one the position is that of stdin, if stdin is a file or a pipe; if it is a
    /// terminal, or empty, it is the start of the game.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    /// Random moves at the beginning of each opening
    #[arg(long, value_name = "K", default_value = "6", value_parser = within(0..=u16::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) opening_plies: u16,
    /// Another seed gives other openings
    #[arg(long, value_name = "N", default_value = "1", value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Games that are played side by side
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) concurrency: usize,
    /// Plies after which a game counts as a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
}
