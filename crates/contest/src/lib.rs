//! Contests between players of a two-player game, for any [`Position`](eldest::Position).
//!
//! - [`MatchRules`] plays single games and [pairs](PlayedPair) of them from random
//!   [openings](MatchRules::openings).
//! - [`play_match`] plays many pairs in parallel and adds up the [`MatchScore`], until an [`Sprt`]
//!   decides.
//! - [`Player`] chooses the moves of a side: an [`EnginePlayer`], or one of the simple opponents
//!   [`RandomPlayer`] and [`DepthPlayer`].
//! - [`PlayerSetting`] parses the settings of an engine from text such as `depth=6,killers=off`.
//! - [`Spsa`] tunes the [parameters](eldest::selective::Parameter) of a selective search by games.
//! - [`SelfPlay`] plays an engine against itself and keeps all positions with their scores.
//!
//! Results do not depend on the number of threads: each game depends only on its opening and its
//! players, and pairs are counted in the order of the openings. Players therefore keep nothing
//! between games ([`Player::begin`]), and a random player chooses its moves by its seed and the
//! position.
//!
//! The crate prints nothing and reads no command line: the programs `eldest match`, `eldest spsa`
//! and `eldest-tune` do.
//!
//! ```
//! use eldest::{Engine, Limits};
//! use eldest_contest::{EnginePlayer, MatchOptions, MatchRules, Player, RandomPlayer, play_match};
//! use eldest_games::tictactoe::TicTacToe;
//!
//! # fn main() -> Result<(), eldest::Error> {
//! let rules = MatchRules::new(TicTacToe::default());
//! let engine = Engine::<TicTacToe>::builder().table_bytes(1 << 20).build()?;
//! let a = Box::new(EnginePlayer::new(engine, Limits::new().depth(4)));
//! let b = Box::new(RandomPlayer::new(1));
//! let players: [Box<dyn Player<TicTacToe>>; 2] = [a, b];
//! let openings = rules.openings(2, 20, 1);
//! let report = play_match(&rules, openings, vec![players], &MatchOptions::default(), |_, _| {
//!     Ok::<_, eldest::Error>(())
//! })?;
//! assert!(report.score.pairs.elo().is_some_and(|elo| elo.value > 100.0));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod game;
mod in_order;
mod play;
mod player;
mod rules;
mod score;
mod self_play;
mod setting;
mod sprt;
mod spsa;
mod statistics;

pub use game::{GameResult, Opening, PlayedGame, PlayedPair};
pub use in_order::in_order;
pub use play::{MatchEnd, MatchOptions, MatchReport, play_match};
pub use player::{DepthPlayer, EnginePlayer, Player, RandomPlayer, SelectivePlayer, TunablePlayer};
pub use rules::MatchRules;
pub use score::{GameCounts, MatchScore};
pub use self_play::{SearchedPly, SelfPlay, SelfPlayGame, SelfPlayOptions};
pub use setting::{Evaluation, PlayerSetting, SettingError, missing_switch};
pub use sprt::{Sprt, SprtVerdict};
pub use spsa::{Perturbation, Spsa, SpsaOptions, TunedParameter};
pub use statistics::{Estimate, Moments, Pentanomial, elo, expected_score};
