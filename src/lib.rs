//! `eldest`: a game-tree search core to link to your own game.
//!
//! It finds the value of a position and a best move in any two-player zero-sum game with perfect
//! information: to the end of the game, or to a depth beyond which an evaluator of yours judges. The
//! search is a fail-soft principal variation search (PVS, NegaScout) over a transposition table. It is
//! exact: the value is the one that plain minimax would give, in a fraction of the nodes.
//!
//! One thread searches, or many side by side ([`Builder::threads`]): by Young Brothers Wait,
//! PV-splitting, root splitting, ABDADA or Lazy SMP ([`Algorithm`]), over one lock-free table, with the
//! same values.
//!
//! # Your own game
//! Say how moves are made and when the game is over. Here two players take one, two or three pieces
//! from a heap, and who takes the last one wins.
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
//!     // Who takes does not matter here, only how many are left. In most games the side to move belongs
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
//! // To a fixed depth: at the horizon an evaluator speaks.
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
//! [`conformance::assert_conforms`] tries on your game every promise that the search relies on: let
//! one of your tests call it first. `docs/own-game.md` goes on from here, step by step.
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
//! What most programs name is at the root. The rest lies in modules by its topic: [`mod@table`], [`options`],
//! [`report`], [`observe`], [`timeline`], [`batch`] and [`background`].
//!
//! # Guarantees
//! - **The value.** With [`DepthMatch::Exact`], the default, the value at every depth is V(p, d) as
//!   [`Position`] defines it, whatever the table holds from before and whichever switches are set.
//!   With [`DepthMatch::AtLeast`] that holds for searches to the end only. [`Report::exact`] tells
//!   which of the two was promised. It takes a game that keeps the promises of its declarations,
//!   and keys that do not collide (see [`SharedTable`]).
//! - **What is proved.** [`Report::proved`] says that no horizon had a part in the value, or that
//!   it is a win or a loss within the depth: it is that of the game itself. Deepening ends there.
//!   Of a search to the end that a limit stopped, [`Report::bounds`] are proved all the same.
//! - **Moves.** The best move and the moves of every line are legal, whatever bits the table holds: a
//!   move code from the table is matched against generated moves, and nothing else of it names a move.
//! - **Threads.** All of that holds for every algorithm and every number of threads, however they are
//!   scheduled.
//! - **Determinism.** With one thread, the same questions in the same order to a new engine, or to one
//!   after [`Engine::clear`], visit the same number of nodes in every run on every machine, if they have no
//!   limit on time and no one stops them. Which machine it is shows in the time only.
//! - **Limits.** A limit on nodes is kept to the node by one thread; each further one may visit up to
//!   1,024 more. The stop token is looked at in every node, the
//!   clock every 1,024 nodes or about every millisecond; a call of your code is not interrupted.
//!   A soft limit on time ([`Limits::soft_time`]) ends a search between two iterations only.
//!   Depth 1 is completed whatever the limits on nodes and time. A stopped search answers with its
//!   last completed iteration, or with a better move that has been shown since.
//! - **Memory.** A [`SharedTable`] and a [`OneWordTable`] take no more bytes than asked for. If they
//!   are not to be had, that is an error. Searches run on threads of the engine's own, whose stacks are
//!   sized for the plies that can be played; beyond them, [`Error::TooDeep`]. The threads are kept from
//!   search to search, block when there is nothing to do, and end with the engine.
//! - **Panics.** A panic of the game, the evaluator, an observer, a tracer or what is called at the
//!   end, on any thread, is [`Error::Panicked`]; a promise of theirs that the search sees broken is
//!   [`Error::BrokenContract`]. The engine can be used again after both. (What you call is yours:
//!   [`Engine::query`] clones the position on the thread that calls it.) A panic goes through the
//!   program's panic hook first, as everywhere in Rust: unless you set another, that writes to
//!   stderr. A broken contract prints nothing. In a program built with `panic = "abort"` nothing
//!   can be caught: either ends the process, and the hook tells why.
//! - **No unsafe** code: `#![forbid(unsafe_code)]`. The one system call that asks for huge pages is in
//!   the crate `eldest-pages`, behind a feature. The library prints nothing, keeps no
//!   global state and no thread pool.
//!
//! `docs/guarantees.md` tells which test holds which of these.
//!
//! # Trade-offs
//! - **More threads, more nodes.** Threads that search side by side visit nodes that one thread would not:
//!   a few per cent on two, more on more. `docs/parallel.md` has the measurements.
//! - **Exact unless you say otherwise**: a search looks at all moves to the same depth, and quiescence beyond.
//!   Programs that play chess-like games want less than that: null moves, reductions and extensions are in
//!   [`selective`], and a report of such a search is never called exact.
//! - **One question at a time** for each engine, or one batch of them ([`Engine::solve_all`]). Several engines may
//!   search side by side; each has a table and threads of its own.
//! - **`'static`**: position, evaluator and table move to the engine's thread, so they must be
//!   [`Send`] and own what they hold, behind an [`Arc`](std::sync::Arc) if need be.
//! - **The end must be near enough**: a search to the end needs [`Position::plies_left`] or
//!   [`Builder::max_ply`]; a stack of about a kilobyte a ply is set aside. Searches do not detect
//!   repetitions: a game with cycles is searched to a depth, within which wins and losses are final
//!   (`docs/own-game.md`, "Games with cycles"). Where history matters put it in the key, or declare
//!   [`Position::PATH_DEPENDENT`], and no value will be called exact.
//! - **Scores are integers** within ±[`Score::MAX_VALUE`], wins and losses apart. A fixed depth is at
//!   most [`Depth::MAX_PLIES`] plies.
//! - **The defaults are a compromise** for games that do not know which of their moves are good. Games
//!   that do should rank them ([`Moves::push_ranked`]), which made Connect Four thirteen times faster
//!   to solve, and may then spare the bookkeeping ([`Options::ranked_only`]). `docs/options.md` has the
//!   measurements.
//! - **Code size**: a search is compiled for each combination of position, evaluator, table and
//!   tracer that asks for one, to the end and not, serial and parallel.
//!
//! # Features
//! - `huge-pages` (default): tables in huge pages, where the system gives them. Changes the speed only.
//! - `save` (default): `table::Persist`, with which tables are saved and loaded again.
//! - `map`: `table::MapTable`, the unbounded table on `dashmap`, for oracles.
//! - `rayon`: `Builder::rayon`, which runs helpers on the threads of a pool that the program has already.
//! - `serde`: `Serialize` for reports, options, scores and statistics.
//!
//! The least Rust version is 1.95.
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

/// What [`Options`] are made of: with which windows a value is found, when the table counts, and how
/// threads share their work.
pub mod options {
    pub use crate::search::algorithm::UnknownAlgorithm;
    pub use crate::search::driver::Driver;
    pub use crate::search::options::Sharing;
}

/// Searches to a depth that leave out what hardly ever matters: for programs that play.
///
/// A game tells what such a search wants to know ([`Tactics`](selective::Tactics)), its evaluator is wrapped
/// ([`Selective`](selective::Selective)), and the search leaves out what a [`Selection`](selective::Selection) names.
pub mod selective {
    pub use crate::position::{Parameter, Parameters, Selection, Selective, Selector, Tactics};
}

/// What a [`Report`] is made of: lines of best play, root moves with their values, why the search
/// ended, and what it has counted.
///
/// [`CapSource`](report::CapSource) is part of an [`Error`]: who said how many plies a search may be deep.
pub mod report {
    pub use crate::engine::{Line, LineEnd, StopReason};
    pub use crate::search::root_moves::RootMove;
    pub use crate::search::stack::CapSource;
    pub use crate::search::{CUTOFF_INDICES, Statistics};
}

/// Watching a search: an [`Observer`](observe::Observer) hears of each iteration, a
/// [`Tracer`](observe::Tracer) of each node.
///
/// A tracer is a type parameter of the search: [`NoTracer`](observe::NoTracer), the default, is compiled
/// away.
pub mod observe {
    pub use crate::search::node::NodeType;
    pub use crate::search::observer::{Iteration, Observer, Progress};
    pub use crate::search::observer::{NoTracer, Tracer};
}

/// Which thread of a search did what when: searching, stealing, waiting, broken off.
///
/// A [`Recorder`](timeline::Recorder) is given to a query and then asked for the [`Timeline`](timeline::Timeline).
/// What is recorded is where threads meet, with the times of the system's monotonic clock: iterations and passes,
/// split points, the siblings that are claimed there, steals and waits. `docs/timeline.md` shows one; the programs
/// `eldest` and `eldest-simulate` write it for Perfetto and as a picture.
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

/// Many positions, searched side by side over one table.
///
/// [`Engine::solve_all`] gives their reports in the order of the positions, and is all that most programs need.
/// Behind it are a [`Batch`](batch::Batch), which searches on the threads of the engine, and
/// [`InOrder`](batch::InOrder), which puts in order what any [`Executor`](batch::Executor) answers.
pub mod batch {
    pub use crate::engine::{Batch, Executor, InOrder};
}

/// Searches in the background, while the thread that began them goes on.
///
/// [`BorrowedSearch`](background::BorrowedSearch) borrows its engine;
/// [`OwnedSearch`](background::OwnedSearch) owns it, so that it can be kept anywhere. Either is
/// stopped, limited anew and looked at through its [`Handle`].
pub mod background {
    pub use crate::engine::{BorrowedSearch, OwnedSearch, StartError};
}

/// Models: small pieces of what threads do together, for loom to run in every order.
///
/// They exist in the package `eldest-loom` only, whose tests run them (`docs/model-checking.md`). Each
/// stands beside the code that it is about. A model whose name begins with `wrong` leaves something
/// out, and loom finds that.
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
