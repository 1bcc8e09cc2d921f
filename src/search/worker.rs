//! [`Worker`]: the state of one thread of a search.

use super::Aborted;
use super::control::Control;
use super::limit_check::LimitCheck;
use super::log::Log;
use super::memory::MoveMemory;
use super::node::Node;
use super::node::{SelectionState, Survey};
#[cfg(any(test, loom))]
use super::observer::NoTracer;
use super::observer::{Observer, Progress, Tracer};
use super::options::Options;
use super::root_moves::RootMoves;
use super::stack::Cap;
#[cfg(any(test, loom))]
use super::stack::CapSource;
use crate::position::{Evaluator, Position, Ranked, Selector};
use crate::search::Statistics;
use crate::sync::{self, Arc};
#[cfg(any(test, loom))]
use crate::table::NoTable;
use crate::table::Table;
use crate::{Bounds, Depth, Score, Window};
use std::marker::PhantomData;
use std::time::Duration;

/// The types that a search is compiled for, in one parameter.
pub(crate) trait SearchTypes {
    type Position: Position;
    type Evaluator: Evaluator<Self::Position>;
    type Table: Table;
    type Policy: SiblingPolicy;
    type Tracer: Tracer<Move<Self>>;
    /// Whether all depths are [`Depth::END`](crate::Depth::END): compiled separately, because a
    /// search to the end makes other checks at each node (3 % of all instructions).
    const TO_END: bool;
}

/// The sibling policy: how the younger siblings of a node are searched once its first child is done
/// without a cutoff.
pub(crate) trait SiblingPolicy: Sized {
    /// A worker's link to the others.
    type Link<C: SearchTypes<Policy = Self>>;

    /// Searches the siblings after the first, until all are done or one gives a cutoff.
    fn younger_siblings<C: SearchTypes<Policy = Self>, const NULL: bool>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted>;

    /// Searches the root once: alone, unless the policy lets other workers do the same.
    fn pass<C: SearchTypes<Policy = Self>>(
        worker: &mut Worker<C>,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Aborted> {
        worker.search_root(window, depth)
    }

    /// Searches the root until one value is left in `known`: one window after the other, unless the
    /// policy lets other workers search some of them.
    fn close_in<C: SearchTypes<Policy = Self>>(
        worker: &mut Worker<C>,
        depth: Depth,
        guess: Score,
        known: &mut Bounds,
    ) -> Result<bool, Aborted> {
        worker.close_in(depth, guess, known)
    }
}

/// A worker's [`SiblingPolicy::Link`].
pub(crate) type Link<C> = <<C as SearchTypes>::Policy as SiblingPolicy>::Link<C>;

/// A move of the game.
pub(crate) type Move<C> = <<C as SearchTypes>::Position as Position>::Move;
/// A slot of the table.
pub(crate) type TableSlot<C> = <<C as SearchTypes>::Table as Table>::Slot;
/// The undo data of a move.
pub(crate) type Undo<C> = <<C as SearchTypes>::Position as Position>::Undo;
/// The state of the evaluator.
pub(crate) type EvaluatorState<C> =
    <<C as SearchTypes>::Evaluator as Evaluator<<C as SearchTypes>::Position>>::State;

/// The [`SearchTypes`] composed of the given types.
#[derive(Debug)]
pub(crate) struct Types<P, E, T, B, R, const TO_END: bool>(PhantomData<(P, E, T, B, R)>);

impl<P, E, T, B, R, const TO_END: bool> SearchTypes for Types<P, E, T, B, R, TO_END>
where
    P: Position,
    E: Evaluator<P>,
    T: Table,
    B: SiblingPolicy,
    R: Tracer<P::Move>,
{
    type Position = P;
    type Evaluator = E;
    type Table = T;
    type Policy = B;
    type Tracer = R;
    const TO_END: bool = TO_END;
}

/// One thread's search, in parts: its path, its limits, its move ordering and so on.
pub(crate) struct Worker<C: SearchTypes> {
    pub(crate) path: Path<C::Position, EvaluatorState<C>>,
    pub(crate) limits: LimitCheck,
    pub(crate) ordering: Ordering,
    pub(crate) thresholds: Thresholds,
    pub(crate) selecting: SelectionState,
    pub(crate) evaluator: Arc<C::Evaluator>,
    pub(crate) table: Arc<C::Table>,
    pub(crate) options: Options,
    pub(crate) tracer: C::Tracer,
    pub(crate) observer: Box<dyn Observer<Move<C>> + Send>,
    pub(crate) root: RootMoves<Move<C>>,
    pub(crate) link: Link<C>,
    pub(crate) statistics: Statistics,
    pub(crate) log: Log,
    /// Whether the last returned value depends on a horizon.
    pub(crate) tainted: bool,
}

/// The path of a worker: the present position, and the nodes between it and the root.
#[derive(Debug)]
pub(crate) struct Path<P: Position, S> {
    pub(crate) position: P,
    /// The state of the evaluator.
    pub(crate) state: S,
    pub(crate) ply: u32,
    /// The moves of all nodes from the root to here.
    pub(crate) moves: Vec<Ranked<P::Move>>,
    /// The lines of these nodes, each from its last move to its first.
    pub(crate) lines: Vec<P::Move>,
    /// The surveys of these nodes, in selective searches.
    pub(super) surveys: Vec<Survey>,
}

/// The move ordering of a worker.
#[derive(Debug)]
pub(crate) struct Ordering {
    pub(crate) memory: MoveMemory,
    /// Whether it learns from cutoffs.
    pub(crate) learns: bool,
    /// Whether the game's own ranks are changed.
    pub(crate) reranks: bool,
}

/// Minimum numbers of remaining plies.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Thresholds {
    /// For the shared table.
    pub(crate) table_from: u32,
    /// For the thread-local table, below `table_from`.
    pub(crate) local_table_from: u32,
    /// For looking up the children's entries.
    pub(crate) etc_from: u32,
    /// Whether internal iterative deepening can find a move: the table stores it, and moves have
    /// codes.
    pub(crate) looks_shallower: bool,
}

/// Everything needed to create a worker.
pub(crate) struct WorkerContext<C: SearchTypes> {
    pub(crate) evaluator: Arc<C::Evaluator>,
    pub(crate) table: Arc<C::Table>,
    pub(crate) control: Arc<Control>,
    pub(crate) options: Options,
    pub(crate) cap: Cap,
    /// The fingerprint of the entries in the tables.
    pub(crate) fingerprint: u64,
    /// The stack size of the thread that will search, in bytes.
    pub(crate) stack: usize,
    pub(crate) tracer: C::Tracer,
    pub(crate) observer: Box<dyn Observer<Move<C>> + Send>,
    pub(crate) link: Link<C>,
    pub(crate) log: Log,
}

impl<C: SearchTypes> Worker<C> {
    pub(crate) fn new(
        position: C::Position,
        root: RootMoves<Move<C>>,
        context: WorkerContext<C>,
        mut memory: MoveMemory,
    ) -> Self {
        memory.new_search();
        let (options, selection) = (context.options, context.evaluator.selector().selection());
        if Self::SELECTS && selection.signed_history && options.learns() {
            memory.continuations.prepare();
        }
        let (fingerprint, bytes) = (context.fingerprint, options.local_table_bytes);
        let local_table_from = options.local_table_from.filter(|_| {
            C::TO_END && C::Table::KEEPS && memory.local_table.bind(fingerprint, bytes).is_some()
        });
        let names = root.list.iter().any(|root| position.move_code(root.mv) != 0);
        let thresholds = Thresholds {
            table_from: options.table_from(),
            local_table_from: local_table_from.map_or(u32::MAX, |plies| plies.max(1)),
            etc_from: options.etc_from(),
            looks_shallower: options.iid && options.table_move && names,
        };
        let (learns, state) = (options.learns(), context.evaluator.start(&position));
        Self {
            path: Path {
                position,
                state,
                ply: 0,
                moves: Vec::with_capacity(1024),
                lines: Vec::new(),
                surveys: Vec::new(),
            },
            limits: LimitCheck::new(context.control, context.cap, context.stack),
            ordering: Ordering { memory, learns, reranks: learns || !options.ranks },
            thresholds,
            selecting: SelectionState::new(selection),
            evaluator: context.evaluator,
            table: context.table,
            options,
            tracer: context.tracer,
            observer: context.observer,
            root,
            link: context.link,
            statistics: Statistics::default(),
            log: context.log,
            tainted: false,
        }
    }

    /// Counts a node; checks the token always, and the other limits when they are due.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Result<(), Aborted> {
        self.statistics.nodes += 1;
        sync::node();
        // Inlined by hand: as a function's result, all three conditions would be evaluated at every
        // node.
        let (limits, nodes) = (&self.limits, self.statistics.nodes);
        if nodes >= limits.next || limits.stop.is_stopped() || self.path.ply > limits.max_ply {
            return self.check();
        }
        Ok(())
    }

    /// Checks all limits. A node that is refused is not counted.
    #[cold]
    fn check(&mut self) -> Result<(), Aborted> {
        let nodes = self.statistics.nodes;
        if !self.limits.stop.is_stopped() {
            let Some(reason) = self.limits.reached(nodes, self.path.ply) else {
                let time = self.limits.look(nodes);
                self.report_at(time);
                return Ok(());
            };
            self.limits.control.end(reason);
        }
        self.statistics.nodes -= 1;
        Err(Aborted)
    }

    /// Reports the progress to the observer, if that is due.
    pub(crate) fn report_at(&mut self, time: Duration) {
        if self.limits.is_report_due(time) {
            let progress = self.progress();
            self.observer.progress(&progress);
        }
    }

    /// Returns the progress of the search.
    pub(crate) fn progress(&mut self) -> Progress {
        self.limits.report(self.statistics.nodes);
        Progress {
            nodes: self.limits.control.spent(),
            time: self.limits.control.elapsed(),
            hashfull: self.table.hashfull(),
        }
    }

    /// Plays `mv`, and updates evaluator and memory.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move<C>) -> Undo<C> {
        self.tracer.play(self.path.ply, mv);
        self.path.ply += 1;
        if self.ordering.learns {
            self.ordering.memory.note(self.path.ply, self.path.position.move_code(mv));
        }
        if self.learns_signs() {
            let kind = self.evaluator.selector().kind(&self.path.position, mv);
            self.ordering.memory.continuations.note(self.path.ply, kind);
        }
        self.evaluator.play(&self.path.position, mv, &mut self.path.state);
        self.path.position.play(mv)
    }

    /// Reverts what [`play`](Self::play) did.
    #[inline(always)]
    pub(crate) fn undo(&mut self, mv: Move<C>, undo: Undo<C>) {
        self.path.position.undo(mv, undo);
        self.evaluator.undo(&self.path.position, mv, &mut self.path.state);
        self.path.ply -= 1;
    }
}

#[cfg(any(test, loom))]
impl<C: SearchTypes<Table = NoTable, Tracer = NoTracer>> WorkerContext<C> {
    /// Creates a context with room for a hundred plies.
    pub(crate) fn bare(
        evaluator: C::Evaluator,
        control: Arc<Control>,
        options: Options,
        link: Link<C>,
    ) -> Self {
        Self {
            evaluator: Arc::new(evaluator),
            table: Arc::new(NoTable),
            control,
            options,
            cap: Cap { plies: 100, set_by: CapSource::MaxPly },
            fingerprint: 0,
            stack: usize::MAX,
            tracer: NoTracer,
            observer: Box::new(()),
            link,
            log: Log::default(),
        }
    }
}
