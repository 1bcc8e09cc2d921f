//! `eldest`: a game-tree search core to link to your own game.
//!
//! Finds the value of a position and a best move in any two-player zero-sum game with perfect
//! information: to the end of the game, or to a fixed depth with your own evaluator at the horizon.
//! The search is a fail-soft principal variation search (PVS, NegaScout) with a transposition
//! table. It is exact: it returns the value that plain minimax would return, after visiting a
//! fraction of the nodes.
//!
//! One thread searches, or several in parallel ([`Builder::threads`]): with Young Brothers Wait,
//! PV-splitting, root splitting, ABDADA or Lazy SMP ([`Algorithm`]), over one lock-free table. The
//! values are the same.
//!
//! # Your own game
//! Implement the rules: how moves are made, and when the game is over. Here two players take one,
//! two or three pieces from a heap, and taking the last one wins.
//!
//! ```
//! use eldest::{Engine, Limits, Moves, Position, Score, Side};
//!
//! #[derive(Clone)]
//! struct Heap { left: u8, side: Side }
//!
//! impl Position for Heap {
//!     type Move = u8;
//!     type Undo = Self; // copy-make: what undoes a move is the position before it
//!
//!     fn side(&self) -> Side { self.side }
//!     // The value depends on the number of pieces alone. In most games the side to move belongs
//!     // in the key: without it values are wrong, and no search notices.
//!     fn key(&self) -> u64 { self.left.into() }
//!     fn over(&self) -> Option<Score> { (self.left == 0).then_some(Score::LOSS) }
//!     fn moves(&self, out: &mut Moves<'_, u8>) { (1..=self.left.min(3)).for_each(|n| out.push(n)) }
//!     fn play(&mut self, n: u8) -> Self {
//!         std::mem::replace(self, Heap { left: self.left - n, side: self.side.other() })
//!     }
//!     fn undo(&mut self, _: u8, before: Self) { *self = before }
//!     fn plies_left(&self) -> Option<u32> { Some(self.left.into()) }
//! }
//!
//! # fn main() -> Result<(), eldest::Error> {
//! let heap = Heap { left: 21, side: Side::First };
//!
//! // To the end of the game: the exact value, and a best move.
//! let mut engine = Engine::<Heap>::builder().table_bytes(1 << 20).build()?;
//! let report = engine.solve(&heap, &Limits::new())?;
//! assert_eq!(report.best_move, Some(1));
//! assert_eq!(report.value(), Some(Score::win_in(11)));
//!
//! // To a fixed depth: an evaluator judges positions at the horizon.
//! let builder = Engine::<Heap>::builder().table_bytes(1 << 20);
//! let builder = builder.evaluate_with(|heap| Score::new(if heap.left % 4 == 0 { -10 } else { 10 }));
//! let mut engine = builder.build()?;
//! let report = engine.search(&heap, &Limits::new().depth(4))?;
//! assert_eq!((report.best_move, report.value()), (Some(1), Some(Score::new(10))));
//! assert!(!report.proved);
//! # Ok(())
//! # }
//! ```
//!
//! [`conformance::assert_conforms`] checks every promise of your game that the search relies on:
//! call it in a test before anything else. `docs/own-game.md` continues from here, step by step.
//!
//! # Where to start
//! | to | start from | beside it |
//! |---|---|---|
//! | describe a game | [`Position`]: its page defines the value that every search finds | [`Moves`], [`KeyKind`], [`conformance`], a test suite for your game |
//! | judge positions at the horizon | [`Evaluator`], or a closure | [`ZeroEvaluator`]; [`selective`] for searches that leave moves out |
//! | find a value or a best move | [`Engine::search`], [`Engine::solve`] | [`Builder`], [`Limits`], [`Report`] with [`Score`], [`Bounds`] and [`Depth`] |
//! | find several best moves, search some moves only, or decide whether a value is at least N | [`Engine::query`] | [`Query`] |
//! | solve many positions | [`Engine::solve_all`] | [`batch`], with the [`Executor`] that other programs may implement |
//! | search in the background | [`Engine::start`] | [`OwnedSearch`], [`BorrowedSearch`], [`Handle`], [`StopToken`]; `docs/engine-loop.md` |
//! | search with several threads | [`Builder::threads`] | [`Algorithm`], [`Sharing`] |
//! | change windows, move ordering or the use of the table | [`Options`] | [`DepthMatch`], [`Driver`] |
//! | choose a table | [`SharedTable`], for every game | [`OneWordTable`] for searches to the end with short unique keys, [`NoTable`] for comparisons, `table::MapTable` for oracles; [`Persist`] saves them |
//! | watch a search | [`Observer`], called at each iteration | [`Recorder`] for threads and times, [`Tracer`] for every node |
//! | read the algorithms as published | [`textbook`] | minimax, alpha-beta, Scout, NegaScout, PVS and MTD(f): the oracle |
//!
//! The items that most programs use are at the root. The others are in modules by topic:
//! [`mod@table`], [`options`], [`report`], [`observe`], [`timeline`], [`batch`] and [`background`].
//!
//! # Guarantees
//! - **The value.** With [`DepthMatch::Exact`], the default, the value at every depth is V(p, d) as
//!   [`Position`] defines it, whatever the table holds from earlier searches and whichever options
//!   are set. With [`DepthMatch::AtLeast`] this holds for searches to the end only.
//!   [`Report::exact`] states which of the two applies. The guarantee requires that the game keeps
//!   the promises of its declarations and that keys do not collide (see [`SharedTable`]).
//! - **Proved values.** If [`Report::proved`] is set, the value is that of the game itself: no
//!   horizon contributed to it, or it is a win or a loss within the depth. Deepening stops there.
//!   When a limit stops a search to the end, [`Report::bounds`] are proved all the same.
//! - **Moves.** The best move and the moves of every line are legal, whatever bits the table holds:
//!   a move code from the table is only ever matched against generated moves.
//! - **Threads.** All of this holds for every algorithm and every number of threads, however they
//!   are scheduled.
//! - **Determinism.** With one thread, the same queries in the same order to a new engine, or to
//!   one after [`Engine::clear`], visit the same number of nodes in every run on every machine,
//!   provided that they have no time limit and are not stopped. Only the time depends on the
//!   machine.
//! - **Limits.** One thread keeps a node limit exactly; each further thread may exceed it by up to
//!   1,024 nodes. The stop token is checked in every node, the clock every 1,024 nodes or about
//!   every millisecond; a call of your code is not interrupted. A soft time limit
//!   ([`Limits::soft_time`]) ends a search between two iterations only. Depth 1 is completed
//!   whatever the limits on nodes and time. A stopped search returns its last completed iteration,
//!   or a better move that it has found since.
//! - **Memory.** A [`SharedTable`] and a [`OneWordTable`] take at most the number of bytes
//!   requested. If they cannot be allocated, that is an error. Searches run on the engine's own
//!   threads, whose stacks are sized for the plies that can be played; deeper games end with
//!   [`Error::TooDeep`]. The threads persist between searches, block while there is nothing to do,
//!   and end with the engine.
//! - **Panics.** A panic on any thread in the game, the evaluator, an observer, a tracer or a
//!   callback at the end is returned as [`Error::Panicked`]; a broken promise that the search
//!   detects, as [`Error::BrokenContract`]. The engine remains usable after both. (Code that runs
//!   on the calling thread is not covered: [`Engine::query`] clones the position there.) A panic
//!   passes through the program's panic hook first, as everywhere in Rust: unless you set another
//!   hook, it writes to stderr. A broken contract prints nothing. In a program built with
//!   `panic = "abort"` nothing can be caught: either kind ends the process, and the hook reports
//!   the cause.
//! - **No unsafe code**: `#![forbid(unsafe_code)]`. The one system call, which requests huge pages,
//!   is in the crate `eldest-pages`, behind a feature. The library prints nothing and has no global
//!   state and no thread pool.
//!
//! `docs/guarantees.md` lists the test behind each of these.
//!
//! # Trade-offs
//! - **More threads, more nodes.** Parallel searches visit nodes that one thread would not: a few
//!   per cent on two threads, more on more. `docs/parallel.md` has the measurements.
//! - **Exact by default**: a search examines all moves to the same depth, with quiescence beyond.
//!   Programs that play chess-like games want a selective search instead: null moves, reductions
//!   and extensions are in [`selective`], and the report of such a search is never called exact.
//! - **One query at a time** for each engine, or one batch of queries ([`Engine::solve_all`]).
//!   Several engines may search at the same time; each has its own table and threads.
//! - **`'static`**: position, evaluator and table move to the engine's thread, so they must be
//!   [`Send`] and own their contents, behind an [`Arc`](std::sync::Arc) if need be.
//! - **The game must have a bounded length**: a search to the end needs [`Position::plies_left`] or
//!   [`Builder::max_ply`], and reserves about a kilobyte of stack for each ply. Searches do not
//!   detect repetitions: a game with cycles is searched to a depth, within which wins and losses
//!   are final (`docs/own-game.md`, "Games with cycles"). Where history matters, put it in the key,
//!   or declare [`Position::PATH_DEPENDENT`]; then no value is called exact.
//! - **Scores are integers** within ±[`Score::MAX_VALUE`], with wins and losses beyond. A fixed
//!   depth is at most [`Depth::MAX_PLIES`] plies.
//! - **The defaults are a compromise** for games that do not order their moves. Games that can
//!   should rank them ([`Moves::push_ranked`]), which made Connect Four thirteen times faster to
//!   solve, and may then switch off the learnt ordering ([`Options::ranked_only`]).
//!   `docs/options.md` has the measurements.
//! - **Code size**: a search is compiled for each combination of position, evaluator, table and
//!   tracer that is used, to the end and to a depth, serial and parallel.
//!
//! # Features
//! - `huge-pages` (default): allocates tables in huge pages, where the system provides them.
//!   Affects speed only.
//! - `save` (default): `table::Persist`, which saves tables and loads them again.
//! - `map`: `table::MapTable`, an unbounded table on `dashmap`, for oracles.
//! - `rayon`: `Builder::rayon`, which runs helpers on the threads of the program's own pool.
//! - `serde`: `Serialize` for reports, options, scores and statistics.
//!
//! The minimum supported Rust version is 1.95.
//!
//! [`Driver`]: options::Driver
//! [`Executor`]: batch::Executor
//! [`NoTable`]: table::NoTable
//! [`Observer`]: observe::Observer
//! [`OneWordTable`]: table::OneWordTable
//! [`Persist`]: table::Persist
//! [`Recorder`]: timeline::Recorder
//! [`BorrowedSearch`]: background::BorrowedSearch
//! [`OwnedSearch`]: background::OwnedSearch
//! [`Sharing`]: options::Sharing
//! [`Tracer`]: observe::Tracer
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod conformance;
#[doc(hidden)]
pub mod doc;
mod engine;
mod parallel;
mod position;
mod search;
mod sync;
pub mod table;
pub mod textbook;

pub use engine::{Builder, Engine, Error, Handle, Query, Report};
pub use position::{
    Bound, Bounds, Depth, Evaluator, KeyKind, MoveList, Moves, Position, Score, Side, Window,
    ZeroEvaluator,
};
pub use search::algorithm::Algorithm;
pub use search::control::Limits;
pub use search::options::{DepthMatch, Options};
pub use search::stop::StopToken;
pub use table::interface::Table;
pub use table::shared::SharedTable;

/// The parts of [`Options`]: the driver that chooses windows, when table entries count, and how
/// threads share work.
pub mod options {
    pub use crate::search::algorithm::UnknownAlgorithm;
    pub use crate::search::driver::Driver;
    pub use crate::search::options::Sharing;
}

/// Searches to a depth that leave out what hardly ever matters: for programs that play.
///
/// The game answers the questions of such a search ([`Tactics`](selective::Tactics)), its evaluator
/// is wrapped in [`Selective`](selective::Selective), and a [`Selection`](selective::Selection)
/// lists what the search leaves out.
pub mod selective {
    pub use crate::position::{Parameter, Parameters, Selection, Selective, Selector, Tactics};
}

/// The parts of a [`Report`]: lines of best play, root moves with their values, the reason why the
/// search ended, and statistics.
///
/// [`CapSource`](report::CapSource) is part of an [`Error`]: where the cap on plies came from.
pub mod report {
    pub use crate::engine::{Line, LineEnd, StopReason};
    pub use crate::search::root_moves::RootMove;
    pub use crate::search::stack::CapSource;
    pub use crate::search::{CUTOFF_INDICES, Statistics};
}

/// Watches a search: an [`Observer`](observe::Observer) is called at each iteration, a
/// [`Tracer`](observe::Tracer) at each node.
///
/// A tracer is a type parameter of the search: the default, [`NoTracer`](observe::NoTracer), is
/// compiled away.
pub mod observe {
    pub use crate::search::node::NodeType;
    pub use crate::search::observer::{Iteration, Observer, Progress};
    pub use crate::search::observer::{NoTracer, Tracer};
}

/// Records which thread of a search did what when: searching, stealing, waiting, aborting.
///
/// Pass a [`Recorder`](timeline::Recorder) to a query and take the [`Timeline`](timeline::Timeline)
/// from it afterwards. It records where threads meet, with times of the system's monotonic clock:
/// iterations and passes, split points, the siblings claimed there, steals and waits.
/// `docs/timeline.md` shows one; the programs `eldest` and `eldest-simulate` write it for Perfetto
/// and as a picture.
///
/// ```
/// use eldest::Engine;
/// use eldest::timeline::{Activity, Recorder};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().threads(2).table_bytes(1 << 20).build()?;
/// let recorder = Recorder::new();
/// let report = engine.query(&Countdown::new(40)).to_end().record(&recorder).run()?;
/// let timeline = recorder.take();
/// let spans = || timeline.tracks.iter().flat_map(|track| &track.spans);
/// let splits = spans().filter(|span| matches!(span.activity, Activity::Split { .. }));
/// assert_eq!(splits.count() as u64, report.statistics.splits);
/// assert!(spans().all(|span| span.begin <= span.end && span.end <= timeline.length));
/// # Ok::<(), eldest::Error>(())
/// ```
pub mod timeline {
    pub use crate::search::timeline::{
        Activity, Recorder, Span, SpanOutcome, SplitId, Timeline, Track,
    };
}

/// Searches many positions in parallel over one table.
///
/// [`Engine::solve_all`] returns their reports in the order of the positions, which is all that
/// most programs need. It is built on a [`Batch`](batch::Batch), which searches on the threads of
/// the engine, and [`InOrder`](batch::InOrder), which puts the answers of any
/// [`Executor`](batch::Executor) in order.
pub mod batch {
    pub use crate::engine::{Batch, Executor, InOrder};
}

/// Searches in the background, while the calling thread goes on.
///
/// [`BorrowedSearch`](background::BorrowedSearch) borrows its engine;
/// [`OwnedSearch`](background::OwnedSearch) owns it, so that it can be stored anywhere. Stop
/// either, change its limits and read its progress through its [`Handle`].
pub mod background {
    pub use crate::engine::{BorrowedSearch, OwnedSearch, StartError};
}

/// Models: small pieces of the concurrent code, which loom runs in every order.
///
/// They exist in the package `eldest-loom` only, whose tests run them (`docs/model-checking.md`).
/// Each is defined beside the code that it models. A model whose name begins with `wrong` omits a
/// step, and loom finds the error.
#[cfg(loom)]
pub mod models {
    pub use crate::engine::models as outcome;
    pub use crate::parallel::models as parallel;
    pub use crate::search::stop::models as control;
    pub use crate::sync::models as sync;
    pub use crate::table::models as table;
}

/// The example of the README, compiled with those of this documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
