//! `eldest`: a game-tree search core to link to your own game.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod conformance;
#[doc(hidden)]
pub mod doc;
mod engine;
mod position;
mod search;
mod sync;
mod table;
pub mod textbook;

pub use engine::{Builder, Ending, Engine, Error, Line, LineEnd, Query, Report, Running};
pub use search::control::{Limits, StopToken};
pub use search::driver::Driver;
pub use search::node::Kind;
pub use search::observer::{Iteration, Observer, Progress};
pub use search::options::{DepthMatch, Options};
pub use search::root_moves::RootMove;
pub use search::statistics::{CUTOFF_PLACES, Statistics};
pub use search::trace::{NoTracer, Tracer};
#[cfg(feature = "map")]
pub use table::MapTable;
pub use table::{Entry, Finding, NoTable, OneWordTable, Place, SharedTable, Table, TableError};

pub use position::{
    Bound, Bounds, Depth, Evaluator, Even, KeyKind, Moves, Position, Score, Side, Window,
};
