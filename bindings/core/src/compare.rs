//! Comparison of algorithms on one position.

use crate::deep::{MOST_PLIES, on_deep_stack};
use crate::fault::{Fault, guard};
use crate::tree::depth;
use crate::{Engine, EngineOptions, Error, Failure, Position, Result, SearchLimits, Value};
use eldest::observe::{NodeType, Tracer};
use eldest::textbook::{Algorithm as Textbook, GameTree};
use eldest::{Algorithm, Bounds, Depth, StopToken, Window};
use eldest_catalog::games::{AnyPosition, Board};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What is compared.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The algorithms, of [`algorithms`]; empty for all.
    pub algorithms: Vec<String>,
    /// The depth, in plies; `None` for the end of the game.
    pub depth: Option<u16>,
    /// The numbers of threads of the parallel algorithms. The default is 2.
    pub threads: Vec<usize>,
    /// The memory for the table of each, in MiB. The default is 64.
    pub table_mib: usize,
    /// A search is ended after this many nodes. The default is 10,000,000.
    pub max_nodes: u64,
    /// Ends the comparison.
    pub stop: Option<StopToken>,
}

impl Default for CompareOptions {
    fn default() -> Self {
        Self {
            algorithms: Vec::new(),
            depth: None,
            threads: vec![2],
            table_mib: 64,
            max_nodes: 10_000_000,
            stop: None,
        }
    }
}

/// A row of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name of the algorithm.
    pub algorithm: String,
    /// The number of threads.
    pub threads: usize,
    /// The value that it found; without bounds, if it did not find one.
    pub value: Value,
    /// The best move, if the algorithm reports one.
    pub best_move: Option<String>,
    /// The nodes that it visited.
    pub nodes: u64,
    /// The time that it took. Algorithms of the textbook run behind a type that all games share,
    /// and without a table: compare their nodes.
    pub seconds: f64,
    /// Whether it came to its end within the nodes.
    pub is_complete: bool,
}

/// The search of the engine with one thread.
const KERNEL: &str = "kernel";

/// Returns the names of the algorithms: those of the textbook, as published; `kernel`, the search
/// of the engine with one thread; and those by which several threads share it.
#[must_use]
pub fn algorithms() -> Vec<&'static str> {
    let textbook = Textbook::ALL.map(Textbook::name).into_iter();
    textbook.chain([KERNEL]).chain(Algorithm::ALL.map(Algorithm::name)).collect()
}

/// Searches a position with each algorithm, one after the other.
///
/// # Errors
/// [`Error::Option`] for an unknown algorithm, [`Error::Unfinished`] if it was stopped, and those
/// of [`Engine::search`].
pub fn compare(position: &Position, options: &CompareOptions) -> Result<Vec<Row>> {
    let all = algorithms();
    let names = options.algorithms.iter().map(String::as_str);
    let names: Vec<&str> = if options.algorithms.is_empty() { all } else { names.collect() };
    let comparison = Comparison {
        position,
        options,
        depth: depth(options.depth)?,
        stop: options.stop.clone().unwrap_or_default(),
    };
    let rows = names.into_iter().map(|name| comparison.rows(name)).collect::<Result<Vec<_>>>()?;
    Ok(rows.into_iter().flatten().collect())
}

struct Comparison<'a> {
    position: &'a Position,
    options: &'a CompareOptions,
    depth: Depth,
    stop: StopToken,
}

impl Comparison<'_> {
    /// Returns the rows of an algorithm.
    fn rows(&self, name: &str) -> Result<Vec<Row>> {
        if let Ok(algorithm) = name.parse::<Textbook>() {
            let row = on_deep_stack(self.position, || self.textbook(algorithm));
            return Ok(vec![row?]);
        }
        if name == KERNEL {
            return Ok(vec![self.searched(name, Algorithm::default(), 1)?]);
        }
        let Ok(algorithm) = name.parse::<Algorithm>() else {
            let known = algorithms().join(", ");
            let reason = format!("no algorithm is called '{name}'; there are {known}");
            return Err(Error::Option(reason));
        };
        let threads = self.options.threads.iter();
        threads.map(|threads| self.searched(name, algorithm, *threads)).collect()
    }

    /// Returns a new engine.
    fn engine(&self, algorithm: Algorithm, threads: usize) -> Result<Engine> {
        let table_mib = self.options.table_mib;
        let options = EngineOptions { algorithm, threads, table_mib, ..EngineOptions::default() };
        Engine::new(&self.position.game()?, &options)
    }

    /// Returns the row of a search of the engine.
    fn searched(&self, name: &str, algorithm: Algorithm, threads: usize) -> Result<Row> {
        let engine = self.engine(algorithm, threads)?;
        let limits = SearchLimits {
            depth: self.options.depth,
            nodes: Some(self.options.max_nodes),
            stop: Some(self.stop.clone()),
            ..SearchLimits::default()
        };
        let report = match self.depth.is_end() {
            true => engine.solve(self.position, &limits),
            false => engine.search(self.position, &limits, None),
        }?;
        self.check()?;
        let is_deep = report.proved || report.depth == self.options.depth;
        Ok(Row {
            algorithm: name.to_owned(),
            threads,
            value: report.value,
            best_move: report.best_move.map(|mv| mv.name),
            nodes: report.progress.nodes,
            seconds: report.progress.seconds,
            is_complete: report.is_complete && is_deep,
        })
    }

    fn check(&self) -> Result<()> {
        match self.stop.is_stopped() {
            true => Err(Error::Unfinished("the comparison was stopped".to_owned())),
            false => Ok(()),
        }
    }

    /// Returns the row of an algorithm as published.
    fn textbook(&self, algorithm: Textbook) -> Result<Row> {
        let (fault, is_too_long) = (Fault::default(), AtomicBool::new(false));
        let board = self.position.with(|erased| Ok(erased.board(&fault)))?;
        let found = guard(|| {
            Ok(match (board.counts_distance(), board.is_path_dependent()) {
                (false, false) => self.found::<false, false>(board, algorithm, &is_too_long),
                (true, false) => self.found::<true, false>(board, algorithm, &is_too_long),
                (_, true) => self.found::<true, true>(board, algorithm, &is_too_long),
            })
        });
        self.check()?;
        if is_too_long.into_inner() {
            let name = algorithm.name();
            let reason = format!("{name} visits more than {MOST_PLIES} plies; expected a depth");
            return Err(Error::Option(reason));
        }
        fault.instead(found)
    }

    fn found<const DISTANCE: bool, const PATH: bool>(
        &self,
        board: Box<dyn Board>,
        algorithm: Textbook,
        is_too_long: &AtomicBool,
    ) -> Row {
        let begun = Instant::now();
        let (evaluator, most) = (AnyPosition::<DISTANCE, PATH>::estimate, self.options.max_nodes);
        let mut tracer = StopTracer { stop: &self.stop, is_too_long };
        let tree = GameTree::new(AnyPosition::<DISTANCE, PATH>::new(board), &evaluator);
        let mut tree = tree.at_most(most).traced_by(&mut tracer);
        let value = algorithm.search(&mut tree, Window::FULL, self.depth);
        let nodes = tree.counts().total();
        let is_complete = nodes <= most;
        let known = if is_complete { Bounds::exact(value) } else { Bounds::FULL };
        Row {
            algorithm: algorithm.name().to_owned(),
            threads: 1,
            value: known.into(),
            best_move: None,
            nodes,
            seconds: begun.elapsed().as_secs_f64(),
            is_complete,
        }
    }
}

/// Ends a search by unwinding when it is stopped, or deeper than its stack permits.
struct StopTracer<'a> {
    stop: &'a StopToken,
    is_too_long: &'a AtomicBool,
}

impl<M> Tracer<M> for StopTracer<'_> {
    fn enter(&mut self, ply: u32, _: Window, _: Depth, _: NodeType) {
        if ply > MOST_PLIES {
            self.is_too_long.store(true, Ordering::Relaxed);
        }
        if ply > MOST_PLIES || self.stop.is_stopped() {
            Fault::default().raise(Failure::new("it was stopped"));
        }
    }
}
