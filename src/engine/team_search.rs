//! A search with several workers: worker 0 runs on one thread, calls the others when it pays, and
//! dismisses them at the end.

use super::Error;
use super::batch_threads::BatchThreads;
use super::lease::Lease;
use super::outcome::{caught, search_and_report};
use super::ready::{Ready, SearchContext};
use super::shared::SearchOutcome;
use super::threads::JobThread;
use crate::parallel::helper::serve;
use crate::parallel::team::{Fan, HelperReport, Team};
use crate::parallel::{Parallel, TeamLink};
use crate::position::{Evaluator, Position};
use crate::search::Statistics;
use crate::search::control::Control;
use crate::search::memory::{Lessons, MemorySource};
use crate::search::observer::{NoTracer, Tracer};
use crate::search::root_moves::RootMoves;
use crate::search::worker::{Types, Worker};
use crate::sync::{Arc, Thunk};
use crate::table::Table;
use std::collections::VecDeque;

/// A thread for a helper.
#[derive(Clone, Debug)]
pub(super) enum HelperThread {
    OfEngine(JobThread),
    /// A thread of a batch that helps the search of this number.
    OfBatch(Arc<BatchThreads>, usize),
}

impl HelperThread {
    fn run(&self, job: Thunk) {
        match self {
            Self::OfEngine(thread) => thread.run(job),
            Self::OfBatch(crew, search) => crew.help(*search, job),
        }
    }

    /// Whether the thread may be busy with other work for a long time.
    fn is_lent(&self) -> bool {
        match self {
            Self::OfEngine(thread) => thread.is_lent(),
            Self::OfBatch(..) => true,
        }
    }

    /// Removes and returns the jobs that have not begun.
    fn withdraw(&self) -> VecDeque<Thunk> {
        match self {
            Self::OfEngine(thread) => thread.withdraw(),
            Self::OfBatch(crew, search) => crew.withdraw(*search),
        }
    }
}

/// The types of a search with a team.
type ParallelTypes<P, E, T, const TO_END: bool> = Types<P, E, T, Parallel, NoTracer, TO_END>;

/// The helpers of a search.
pub(super) struct Help<P: Position, E: Evaluator<P>> {
    control: Arc<Control>,
    team: Arc<Team<P, E::State>>,
    threads: Arc<[HelperThread]>,
    /// Calls the helpers; they share the history of worker 0 if it passes its lessons.
    call: Box<dyn FnOnce(Option<Lessons>) + Send>,
}

impl<P, E> Help<P, E>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    /// Creates a team for `ready`, whose helpers run on `threads` when they are called.
    pub(super) fn new<T: Table + 'static, const TO_END: bool>(
        ready: &Ready<P, E, T>,
        control: Arc<Control>,
        threads: Arc<[HelperThread]>,
    ) -> Result<Self, Error> {
        let options = ready.context.options;
        let scheme = options.algorithm.scheme();
        let team = Team::new(scheme, options.sharing, Arc::clone(&control), fan(&threads));
        // Cloning runs the game's own code.
        let start = HelperStart::<P, E, T, TO_END> {
            team: Arc::clone(&team),
            control: Arc::clone(&control),
            threads: Arc::clone(&threads),
            learnt: ready.learnt.clone(),
            position: caught(|| Ok(ready.position.clone())).inspect_err(|_| team.stop())?,
            context: ready.context.clone(),
            root: ready.root.clone(),
            common: None,
        };
        let call = Box::new(move |common| HelperStart { common, ..start }.call(0));
        Ok(Self { control, team, threads, call })
    }
}

/// Returns the number of helpers, and how many of them each worker calls. Threads that do not
/// belong to this search alone may come late or never, so none of them is relied upon to call
/// others.
fn fan(threads: &[HelperThread]) -> Fan {
    let all = threads.len();
    let is_lent = threads.iter().any(HelperThread::is_lent);
    Fan { helpers: all, each: if is_lent { all } else { 2 } }
}

/// Everything a helper needs to begin.
struct HelperStart<P: Position, E: Evaluator<P>, T, const TO_END: bool> {
    team: Arc<Team<P, E::State>>,
    control: Arc<Control>,
    threads: Arc<[HelperThread]>,
    learnt: MemorySource,
    position: P,
    context: SearchContext<E, T>,
    /// Its moves show whether they have move codes, which a worker needs for internal iterative
    /// deepening.
    root: RootMoves<P::Move>,
    /// The common history, if workers share one.
    common: Option<Lessons>,
}

impl<P, E, T, const TO_END: bool> HelperStart<P, E, T, TO_END>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Returns a copy for another helper.
    fn again(&self) -> Self {
        Self {
            team: Arc::clone(&self.team),
            control: Arc::clone(&self.control),
            threads: Arc::clone(&self.threads),
            learnt: self.learnt.clone(),
            position: self.position.clone(),
            context: self.context.clone(),
            root: self.root.clone(),
            common: self.common.clone(),
        }
    }

    /// Calls the helpers below `worker` in the calling tree.
    fn call(&self, worker: usize) {
        for helper in self.team.below(worker) {
            let start = self.again();
            self.threads[helper - 1].run(Box::new(move || start.serve(helper)));
        }
    }

    /// Serves as `helper`.
    fn serve(self, helper: usize) {
        let team = Arc::clone(&self.team);
        serve(&team, helper, || {
            self.call(helper);
            let link = TeamLink::new(&self.team, helper, None);
            let context = self.context.for_worker::<ParallelTypes<P, E, T, TO_END>>(
                helper,
                self.control,
                NoTracer,
                Box::new(()),
                link,
            );
            let mut memory = self.learnt.take(helper);
            self.common.into_iter().for_each(|common| memory.join(common));
            Worker::new(self.position, self.root, context, memory)
        });
    }
}

impl<P, E, T> Ready<P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Searches on this thread, together with those of `helpers` that are free. Without helpers the
    /// search is serial, whatever the algorithm, because sharing costs a few instructions in each
    /// node; then `tracer` watches. It goes to `hand_back` after a successful search.
    ///
    /// Without `HELPED` there are no helpers, and no parallel search is compiled.
    ///
    /// A search that has been stopped does not begin: it does not bind the table, which might have
    /// to be cleared for it.
    pub(super) fn run<R: Tracer<P::Move> + Send + 'static, const HELPED: bool>(
        self,
        control: Arc<Control>,
        helpers: Vec<HelperThread>,
        tracer: R,
        hand_back: impl FnOnce(R),
    ) -> SearchOutcome<P::Move> {
        // A table for searches to the end is refused for all others, so no other search is compiled
        // with it. In a game that depends on the path no value is exact, neither to the end nor to
        // a depth, so one compiled search serves both.
        if T::END_ONLY || !P::PATH_DEPENDENT && self.goal.to_end {
            self.run_compiled::<R, HELPED, true>(control, helpers, tracer, hand_back)
        } else {
            self.run_compiled::<R, HELPED, false>(control, helpers, tracer, hand_back)
        }
    }

    fn run_compiled<R, const HELPED: bool, const TO_END: bool>(
        self,
        control: Arc<Control>,
        helpers: Vec<HelperThread>,
        tracer: R,
        hand_back: impl FnOnce(R),
    ) -> SearchOutcome<P::Move>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        // Code that this constant makes unreachable is not compiled.
        if HELPED && !helpers.is_empty() {
            let help = Help::new::<T, TO_END>(&self, control, helpers.into())?;
            return self.search_together::<TO_END>(help);
        }
        self.search_in_turn::<R, TO_END>(control, tracer, hand_back)
    }

    /// Searches on this thread as worker 0, with `help` when it pays, unless the search has been
    /// stopped. Compiled once for engines and batches.
    #[inline(never)]
    fn search_together<const TO_END: bool>(self, help: Help<P, E>) -> SearchOutcome<P::Move> {
        let Help { control, team, threads, call } = help;
        // No other search gets the table before the last helper has left.
        let (all_learnt, mut lease) = (self.learnt.clone(), None);
        let outcome = caught(|| {
            if control.token().is_stopped() {
                return self.give_up(&control);
            }
            let Self { position, root, goal, observer, context, learnt, tenancy, .. } = self;
            lease = Some(Lease::take(&context.table, context.fingerprint, tenancy)?);
            let memory = learnt.take(0);
            let common = context.options.sharing.common_history.then(|| memory.lessons());
            let link = TeamLink::new(&team, 0, Some(Box::new(move || call(common))));
            let context = context
                .for_worker::<ParallelTypes<P, E, T, TO_END>>(0, control, NoTracer, observer, link);
            let (report, worker) = search_and_report(position, root, context, memory, goal);
            learnt.put(0, worker.ordering.memory);
            report
        });
        let outcome = dismiss(&team, &threads, outcome, &all_learnt);
        caught(|| {
            drop(lease);
            outcome
        })
    }
}

/// Dismisses the team of a search, and adds the statistics of the helpers to its outcome. Jobs that
/// `threads` have not begun, as in a busy pool, are withdrawn.
fn dismiss<P: Position, S, M>(
    team: &Team<P, S>,
    threads: &[HelperThread],
    outcome: SearchOutcome<M>,
    learnt: &MemorySource,
) -> SearchOutcome<M> {
    if outcome.is_err() {
        team.stop();
    }
    // They hold positions, and dropping those runs the game's own code.
    let uncalled: Vec<_> = threads.iter().map(HelperThread::withdraw).collect();
    let outcome = caught(|| {
        drop(uncalled);
        outcome
    });
    let (done, panic) = team.dismiss();
    let mut outcome = panic.map_or(outcome, |panic| Err(Error::panicked(&*panic)));
    if let Ok(report) = &mut outcome {
        report.workers.resize(team.size(), Statistics::all_idle(report.progress.time));
    }
    for HelperReport { worker, statistics, memory } in done {
        if let Some(mut memory) = memory {
            memory.part();
            learnt.put(worker, memory);
        }
        if let Ok(report) = &mut outcome {
            report.workers[worker] = statistics;
        }
    }
    if let Ok(report) = &mut outcome {
        report.workers[1..].iter().for_each(|helper| report.statistics.add(helper));
        report.progress.nodes = report.statistics.nodes;
    }
    outcome
}
