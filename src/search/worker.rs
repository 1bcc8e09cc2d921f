//! [`Worker`]: all that one thread of a search owns.

use super::Aborted;
use super::control::{Control, Reason, StopToken};
use super::memory::Memory;
use super::node::Node;
use super::observer::{Observer, Progress};
use super::options::Options;
use super::root_moves::Root;
use super::selectivity::{FullWidth, Selectivity};
use super::stack::{Cap, Stack};
use super::statistics::Statistics;
use super::trace::Tracer;
use crate::position::{Evaluator, Position, Ranked};
use crate::sync::{Arc, now};
use crate::table::Table;
use crate::{Depth, Score, Window};
use std::marker::PhantomData;
use std::time::Duration;

/// The types that a search is compiled for, in one parameter.
pub(crate) trait SearchTypes {
    type Position: Position;
    type Evaluator: Evaluator<Self::Position>;
    type Table: Table;
    type Policy: SiblingPolicy;
    type Selectivity: Selectivity;
    type Tracer: Tracer<Move<Self>>;
    /// Whether all depths are [`Depth::END`](crate::Depth::END): compiled apart, because a search to
    /// the end asks other questions at each node (3 % of all instructions).
    const TO_END: bool;
}

/// The sibling policy: how the younger siblings of a node are searched once its first child is done and
/// gave no cutoff.
pub(crate) trait SiblingPolicy: Sized {
    /// What a worker knows of the others.
    type Link<C: SearchTypes<Policy = Self>>;

    /// Searches the siblings after the first, until all are done or one gives a cutoff.
    fn younger_siblings<C: SearchTypes<Policy = Self>, const NULL: bool>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted>;

    /// Searches the root once: alone, unless the policy has others do the same.
    fn pass<C: SearchTypes<Policy = Self>>(
        worker: &mut Worker<C>,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Aborted> {
        worker.search_root(window, depth)
    }
}

/// A worker's [`SiblingPolicy::Link`].
pub(crate) type Link<C> = <<C as SearchTypes>::Policy as SiblingPolicy>::Link<C>;

/// The moves of the game that is searched.
pub(crate) type Move<C> = <<C as SearchTypes>::Position as Position>::Move;
/// Where the table keeps the entry of a position.
pub(crate) type Slot<C> = <<C as SearchTypes>::Table as Table>::Slot;
/// What undoes them.
pub(crate) type Undo<C> = <<C as SearchTypes>::Position as Position>::Undo;
/// The state of the evaluator.
pub(crate) type State<C> =
    <<C as SearchTypes>::Evaluator as Evaluator<<C as SearchTypes>::Position>>::State;

/// [`SearchTypes`] put together.
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
    type Selectivity = FullWidth;
    type Tracer = R;
    const TO_END: bool = TO_END;
}

/// Nodes between two looks at the clock, at most.
const MOST_NODES_UNCHECKED: u64 = 1024;
/// Time between two looks at the clock, about.
const TIME_UNCHECKED: Duration = Duration::from_millis(1);

/// Time between two reports of progress.
pub(crate) const TIME_UNREPORTED: Duration = Duration::from_millis(100);

/// One thread's search: its position, its stacks of moves and lines, its memory and its counts.
pub(crate) struct Worker<C: SearchTypes> {
    pub(crate) position: C::Position,
    pub(crate) evaluator: Arc<C::Evaluator>,
    pub(crate) state: State<C>,
    pub(crate) table: Arc<C::Table>,
    pub(crate) options: Options,
    pub(crate) control: Arc<Control>,
    pub(crate) tracer: C::Tracer,
    pub(crate) observer: Box<dyn Observer<Move<C>> + Send>,
    pub(crate) root: Root<Move<C>>,
    pub(crate) link: Link<C>,
    pub(crate) memory: Memory,
    pub(crate) statistics: Statistics,
    /// The moves of all nodes from the root to here.
    pub(crate) moves: Vec<Ranked<Move<C>>>,
    /// The lines of these nodes, each from its last move to its first.
    pub(crate) lines: Vec<Move<C>>,
    /// Whether the value that was returned last depends on a horizon.
    pub(crate) tainted: bool,
    pub(crate) ply: u32,
    pub(crate) max_ply: u32,
    /// The plies among these that this worker has not played itself: those above a node where it helps.
    pub(crate) skipped: u32,
    stack: Stack,
    /// Whether the ordering learns from cutoffs.
    pub(crate) learns: bool,
    /// Whether the game's own ranks are not the last word.
    pub(crate) reranks: bool,
    /// Whether a shallower search can show a move: the table keeps it, and it has a name.
    pub(crate) looks_shallower: bool,
    /// The table is asked where at least so many plies remain.
    pub(crate) table_from: u32,
    /// The worker's own small table is asked where at least so many do, and fewer than that.
    pub(crate) local_table_from: u32,
    /// The children's entries are looked up first where at least so many plies remain.
    pub(crate) etc_from: u32,
    /// What stops this worker, and perhaps not the others: every node looks at it.
    pub(crate) stop: StopToken,
    /// Whether limits on nodes and time hold already.
    pub(crate) limited: bool,
    /// So many of its nodes the control knows of.
    told: u64,
    next_check: u64,
    interval: u64,
    last_check: Duration,
    last_report: Duration,
}

/// What a worker is made from.
pub(crate) struct WorkerContext<C: SearchTypes> {
    pub(crate) evaluator: Arc<C::Evaluator>,
    pub(crate) table: Arc<C::Table>,
    pub(crate) control: Arc<Control>,
    pub(crate) options: Options,
    pub(crate) cap: Cap,
    /// Whose findings the tables hold.
    pub(crate) fingerprint: u64,
    /// Bytes of the stack of the thread that will search.
    pub(crate) stack: usize,
    pub(crate) tracer: C::Tracer,
    pub(crate) observer: Box<dyn Observer<Move<C>> + Send>,
    pub(crate) link: Link<C>,
}

impl<C: SearchTypes> Worker<C> {
    pub(crate) fn new(
        position: C::Position,
        root: Root<Move<C>>,
        context: WorkerContext<C>,
        mut memory: Memory,
    ) -> Self {
        memory.new_search();
        let (fingerprint, bytes) = (context.fingerprint, context.options.local_table_bytes);
        let local_table_from = context.options.local_table_from.filter(|_| {
            C::TO_END && C::Table::KEEPS && memory.local_table.bind(fingerprint, bytes).is_some()
        });
        let names = root.list.iter().any(|root| position.move_code(root.mv) != 0);
        Self {
            looks_shallower: context.options.iid && context.options.table_move && names,
            state: context.evaluator.start(&position),
            position,
            root,
            link: context.link,
            evaluator: context.evaluator,
            table: context.table,
            options: context.options,
            tracer: context.tracer,
            observer: context.observer,
            memory,
            statistics: Statistics::default(),
            moves: Vec::with_capacity(1024),
            lines: Vec::new(),
            tainted: false,
            ply: 0,
            max_ply: context.cap.plies,
            skipped: 0,
            stack: Stack::from_here(context.stack),
            learns: context.options.learns(),
            reranks: context.options.learns() || !context.options.ranks,
            table_from: context.options.table_from(),
            local_table_from: local_table_from.map_or(u32::MAX, |plies| plies.max(1)),
            etc_from: context.options.etc_from(),
            stop: context.control.token().clone(),
            control: context.control,
            limited: false,
            told: 0,
            next_check: 0,
            interval: 1,
            last_check: now(),
            last_report: now(),
        }
    }

    /// Counts a node; looks at the token always, at the other limits when it is time.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Result<(), Aborted> {
        self.statistics.nodes += 1;
        if self.stop.is_stopped()
            || self.statistics.nodes >= self.next_check
            || self.ply > self.max_ply
        {
            return self.check();
        }
        Ok(())
    }

    /// Looks at all limits. A node that is refused is not counted.
    #[cold]
    fn check(&mut self) -> Result<(), Aborted> {
        if !self.stop.is_stopped() {
            let Some(reason) = self.reached() else {
                self.tell();
                self.plan_next_check();
                return Ok(());
            };
            self.control.end(reason);
        }
        self.statistics.nodes -= 1;
        Err(Aborted)
    }

    /// The limit that has been reached, if one has.
    fn reached(&self) -> Option<Reason> {
        let spent = self.control.spent() + self.statistics.nodes - self.told;
        if self.ply > self.max_ply {
            Some(Reason::TooDeep)
        } else if !self.stack.has_room(self.ply - self.skipped) {
            Some(Reason::OutOfStack)
        } else if self.limited && spent > self.control.nodes() {
            Some(Reason::Nodes)
        } else if self.limited && self.control.is_late() {
            Some(Reason::Time)
        } else {
            None
        }
    }

    /// Tells the control of all nodes so far.
    fn tell(&mut self) {
        self.control.spend(self.statistics.nodes - self.told);
        self.told = self.statistics.nodes;
    }

    /// The next look is due after a millisecond at the present speed, or 1,024 nodes, or at the
    /// limit on nodes.
    fn plan_next_check(&mut self) {
        let time = now();
        let slow = time.saturating_sub(self.last_check) > TIME_UNCHECKED;
        self.interval = if slow { self.interval / 2 } else { self.interval * 2 };
        self.interval = self.interval.clamp(1, MOST_NODES_UNCHECKED);
        self.last_check = time;
        let left = self.control.nodes().saturating_sub(self.control.spent());
        self.next_check = self.statistics.nodes + self.interval.min(left.saturating_add(1));
        self.report_at(time);
    }

    /// Tells the observer where the search stands, if it is time again.
    pub(crate) fn report_at(&mut self, time: Duration) {
        if time.saturating_sub(self.last_report) > TIME_UNREPORTED {
            self.last_report = time;
            let progress = self.progress();
            self.observer.progress(&progress);
        }
    }

    /// Where the search stands.
    pub(crate) fn progress(&mut self) -> Progress {
        self.tell();
        Progress {
            nodes: self.control.spent(),
            time: self.control.elapsed(),
            hashfull: self.table.hashfull(),
        }
    }

    /// From here on, limits on nodes and time hold.
    pub(crate) fn limit(&mut self) {
        self.limited = true;
        self.next_check = 0;
    }

    /// Plays `mv`; evaluator and memory follow.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move<C>) -> Undo<C> {
        self.tracer.play(self.ply, mv);
        self.ply += 1;
        if self.learns {
            self.memory.note(self.ply, self.position.move_code(mv));
        }
        self.evaluator.play(&self.position, mv, &mut self.state);
        self.position.play(mv)
    }

    /// Takes back what [`play`](Self::play) did.
    #[inline(always)]
    pub(crate) fn undo(&mut self, mv: Move<C>, undo: Undo<C>) {
        self.position.undo(mv, undo);
        self.evaluator.undo(&self.position, mv, &mut self.state);
        self.ply -= 1;
    }
}
