//! A chess engine for the Universal Chess Interface (UCI), whose only search is [`eldest`].
//!
//! A thread reads lines ([`lines`]). Lines and ends of searches reach the [`session`] through one
//! queue. The session parses commands ([`command`]) and owns the position, the [`settings`] and the
//! engine ([`query`], [`think`]). The searching thread reports results ([`reporter`]). The time for
//! a move depends on the clock ([`clock`]) and on the course of the search ([`timer::Pace`]).
//! `docs/uci.md` is the user's page.
//!
//! This is a library only so that its parts can be tested: its interface may change at any time.
#![forbid(unsafe_code)]

pub mod bench;
pub mod clock;
pub mod command;
pub mod endings;
pub mod evaluation;
pub mod go;
pub mod info;
pub mod lines;
pub mod mate;
pub mod mate_line;
pub mod query;
pub mod reporter;
pub mod request;
pub mod session;
pub mod settings;
pub mod setup;
pub mod think;
pub mod timer;
pub mod words;

pub use eldest_games::chess::Move;
pub use evaluation::SelectiveEvaluation;

/// Chess with all its draws.
pub type Position = eldest_games::chess::Chess<eldest_games::chess::Full>;

/// The engine.
pub type Engine = eldest::Engine<Position, SelectiveEvaluation>;
