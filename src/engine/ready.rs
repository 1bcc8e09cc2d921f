//! [`Ready`]: a search that can begin on any thread, and its serial execution.

use super::lease::{Lease, Tenancy};
use super::outcome::{caught, not_begun, search_and_report};
use super::shared::SearchOutcome;
use crate::position::{Evaluator, Position, Selector};
use crate::search::control::Control;
use crate::search::deepening::Goal;
use crate::search::memory::MemorySource;
use crate::search::observer::Observer;
use crate::search::observer::Tracer;
use crate::search::options::Options;
use crate::search::root_moves::RootMoves;
use crate::search::siblings::Sequential;
use crate::search::stack::Cap;
use crate::search::timeline::Recorder;
use crate::search::worker::{Link, Move, SearchTypes, Types, WorkerContext};
use crate::sync::Arc;
use crate::table::Table;

/// A search that can begin on any thread.
pub(super) struct Ready<P: Position, E, T> {
    pub(super) position: P,
    pub(super) root: RootMoves<P::Move>,
    pub(super) goal: Goal,
    pub(super) observer: Box<dyn Observer<P::Move> + Send>,
    /// Present until the search begins.
    pub(super) recorder: Option<Recorder>,
    pub(super) context: SearchContext<E, T>,
    pub(super) learnt: MemorySource,
    /// The tenancy of the table, if several searches share it.
    pub(super) tenancy: Option<Arc<Tenancy>>,
}

/// The parts that all workers of a search have in common.
pub(super) struct SearchContext<E, T> {
    pub(super) evaluator: Arc<E>,
    pub(super) table: Arc<T>,
    pub(super) options: Options,
    pub(super) cap: Cap,
    pub(super) fingerprint: u64,
    pub(super) stack: usize,
}

impl<E, T> Clone for SearchContext<E, T> {
    fn clone(&self) -> Self {
        Self { evaluator: Arc::clone(&self.evaluator), table: Arc::clone(&self.table), ..*self }
    }
}

impl<E, T> SearchContext<E, T> {
    /// Returns the context of worker number `worker`.
    pub(super) fn for_worker<C: SearchTypes<Evaluator = E, Table = T>>(
        self,
        worker: usize,
        control: Arc<Control>,
        tracer: C::Tracer,
        observer: Box<dyn Observer<Move<C>> + Send>,
        link: Link<C>,
    ) -> WorkerContext<C> {
        let Self { evaluator, table, options, cap, fingerprint, stack } = self;
        let log = control.log(worker);
        WorkerContext {
            evaluator,
            table,
            control,
            options,
            cap,
            fingerprint,
            stack,
            tracer,
            observer,
            link,
            log,
        }
    }
}

impl<P, E, T> Ready<P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Makes the outcome of a search that was stopped before it began.
    pub(super) fn give_up(self, control: &Control) -> SearchOutcome<P::Move> {
        let Self { position, root, goal, context, .. } = self;
        let selects = context.evaluator.selector().selection().is_any();
        let (options, time) = (&context.options, control.elapsed());
        not_begun(&position, root, goal, selects, options, time)
    }

    /// Searches on this thread alone, unless the search has been stopped; `tracer` goes to
    /// `hand_back` after a successful search. Compiled once for engines and batches.
    #[inline(never)]
    pub(super) fn search_in_turn<R, const TO_END: bool>(
        self,
        control: Arc<Control>,
        tracer: R,
        hand_back: impl FnOnce(R),
    ) -> SearchOutcome<P::Move>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        // Values of the game's types are dropped within this closure too, so that a panic cannot
        // leave waiting threads asleep.
        caught(move || {
            if control.token().is_stopped() {
                hand_back(tracer);
                return self.give_up(&control);
            }
            let Self { position, root, goal, observer, context, learnt, tenancy, .. } = self;
            let _lease = Lease::take(&context.table, context.fingerprint, tenancy)?;
            let context = context.for_worker::<Types<P, E, T, Sequential, R, TO_END>>(
                0,
                control,
                tracer,
                observer,
                (),
            );
            let (report, worker) = search_and_report(position, root, context, learnt.take(0), goal);
            learnt.put(0, worker.ordering.memory);
            hand_back(worker.tracer);
            report
        })
    }
}
