//! What the bindings of `eldest` to C and Python share: engines of games that are known at run
//! time.
//!
//! - [`Game`]: a shipped game by its name, or one of the caller's own by its [`Rules`]; [`Position`]:
//!   its positions.
//! - [`Engine`]: solves and searches; [`Handle`]: a search in the background.
//! - [`conformance`]: checks the rules of a foreign game.
//! - [`certificate`], [`tree`], [`compare`], [`contest`] and [`database`]: what the programs of
//!   `eldest` do, as calls.
//!
//! Every error is an [`Error`] with a stable [code](Error::code). No call panics: panics of foreign
//! code become errors.
#![forbid(unsafe_code)]

mod batch;
mod builder;
pub mod certificate;
pub mod compare;
pub mod conformance;
pub mod contest;
pub mod database;
mod deep;
mod engine;
mod engine_core;
mod erased;
mod error;
mod exclusive;
mod failure;
mod fault;
mod foreign;
mod foreign_game;
mod game;
mod gate;
mod handle;
mod kind;
mod limits;
mod many;
mod moves;
mod options;
mod position;
mod proof;
mod report;
mod request;
mod rules;
mod run;
mod searcher;
mod session;
mod state;
pub mod tree;
mod value;
mod waits;
mod written;

pub use eldest::report::StopReason;
pub use eldest::selective::Selection;
pub use eldest::{Algorithm, Bounds, Moves, Score, Side, StopToken, Window};
pub use engine::Engine;
pub use error::Error;
pub use exclusive::Exclusive;
pub use failure::Failure;
pub use game::{Game, GameInfo};
pub use handle::Handle;
pub use limits::{OnIteration, SearchLimits};
pub use many::{Inputs, NoOutcome, SolvedPositions};
pub use moves::Move;
pub use options::EngineOptions;
pub use position::Position;
pub use report::{Iteration, MoveReport, Progress, Report};
pub use rules::{Declared, Rules, State};
pub use session::Session;
pub use value::Value;
pub use waits::{Caller, Work};

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;
