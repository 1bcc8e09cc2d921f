//! A chess engine for the Universal Chess Interface (UCI), whose only search is [`eldest`].
//!
//! A thread reads lines ([`input`]); they and the ends of searches come through one queue to the [`session`], which
//! understands them ([`command`]) and keeps the position, the [`settings`] and the engine ([`ask`], [`think`]). What a search
//! finds is told by the thread that searches ([`reporter`]). How long it may take is a function of the clock ([`clock`])
//! and of how it goes ([`pace`]). `docs/uci.md` is the page for whoever uses it.
//!
//! A library only so that its parts can be tested: there is no promise about its interface.
#![forbid(unsafe_code)]

pub mod ask;
pub mod bench;
pub mod clock;
pub mod command;
pub mod go;
pub mod info;
pub mod input;
pub mod judge;
pub mod mate;
pub mod mate_line;
pub mod number;
pub mod output;
pub mod pace;
pub mod question;
pub mod reporter;
pub mod session;
pub mod settings;
pub mod setup;
pub mod think;
pub mod timer;
pub mod words;
