//! A chess engine for the Universal Chess Interface (UCI), whose only search is [`eldest`].
//!
//! A thread reads lines ([`lines`]); they and the ends of searches come through one queue to the [`session`], which
//! understands them ([`command`]) and keeps the position, the [`settings`] and the engine ([`ask`], [`think`]). What a search
//! finds is told by the thread that searches ([`reporter`]). How long it may take is a function of the clock ([`clock`])
//! and of how it goes ([`timer::Pace`]). `docs/uci.md` is the page for whoever uses it.
//!
//! A library only so that its parts can be tested: there is no promise about its interface.
#![forbid(unsafe_code)]

pub mod ask;
pub mod bench;
pub mod clock;
pub mod command;
pub mod go;
pub mod info;
pub mod lines;
pub mod mate;
pub mod mate_line;
pub mod question;
pub mod reporter;
pub mod session;
pub mod settings;
pub mod setup;
pub mod think;
pub mod timer;
pub mod words;

use eldest::selective::{Selection, Selective};
use eldest_games::chess::{Chess, Full, Nnue};

pub use eldest_games::chess::Move;

/// Chess as it is played, with all its draws.
pub type Position = Chess<Full>;

/// What judges positions at the horizon.
type Evaluation = Nnue;

/// The same, with what its searches leave out.
pub type SelectiveEvaluation = Selective<Evaluation>;

/// The engine.
pub type Engine = eldest::Engine<Position, SelectiveEvaluation>;

/// The judge of games: `selective`, or with nothing left out.
#[must_use]
pub fn playing(selective: bool) -> SelectiveEvaluation {
    let selection = if selective { Selection::default() } else { Selection::NONE };
    Selective::new(Evaluation::default(), selection)
}

/// The judge of mates: nothing is left out, and nothing is looked at beyond the horizon.
#[must_use]
pub fn mating() -> SelectiveEvaluation {
    Selective::new(Evaluation::STATIC, Selection::NONE)
}
