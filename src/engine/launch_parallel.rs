//! A search with several workers: the first on the engine's own thread, the others called when it
//! pays, and sent home at the end.

use super::launch::{Lease, Ready, SearchContext};
use super::outcome::{caught, search};
use super::threads::HelperThread;
use super::{Error, Handle, Query, Report};
use crate::parallel::helper::serve;
use crate::parallel::team::{Done, Fan, Team};
use crate::parallel::{Link, Parallel};
use crate::position::{Evaluator, Position};
use crate::search::memory::{Memories, Memory};
use crate::search::root_moves::Root;
use crate::search::statistics::Statistics;
use crate::search::trace::NoTracer;
use crate::search::worker::{Types, Worker};
use crate::sync::Arc;
use crate::table::Table;

impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Begins to search with a team.
    pub(super) fn launch_parallel<const TO_END: bool>(self) -> Result<Handle<P::Move>, Error> {
        let (goal, ready) = (self.goal, self.prepare()?);
        let options = ready.engine.options;
        let control = Arc::clone(&ready.control);
        let threads = ready.engine.threads.helpers(options.workers() - 1);
        let team = Team::new(options.algorithm.scheme(), options.sharing, control, fan(&threads));
        // The game's own code is asked for clones.
        let start = caught(|| Ok(Start::<P, E, T, TO_END>::new(&ready, &team, &threads)))?;
        let Ready { engine, position, root, shared, finish, context, observer, .. } = ready;
        let (memories, tell) = (Arc::clone(&engine.memories), Arc::clone(&shared));
        engine.threads.main().run(Box::new(move || {
            // Nobody else gets the table before the last helper has gone.
            let mut lease = None;
            let outcome = caught(|| {
                lease = Some(Lease::take(&context)?);
                let memory = memories.take(0);
                let common = options.sharing.common_history.then(|| memory.twin());
                let start = Start { common, ..start };
                let link = Link::new(&team, 0, Some(Box::new(move || start.call(0))));
                let context =
                    context.for_worker::<ParallelTypes<P, E, T, TO_END>>(NoTracer, observer, link);
                let (report, worker) = search(position, root, context, memory, goal);
                memories.put(0, worker.ordering.memory);
                report
            });
            let outcome = dismiss(&team, &threads, outcome, &memories);
            let outcome = caught(|| {
                drop(lease);
                outcome
            });
            tell.end(outcome, finish);
        }));
        Ok(Handle { shared })
    }
}

/// The types of a search with a team.
type ParallelTypes<P, E, T, const TO_END: bool> = Types<P, E, T, Parallel, NoTracer, TO_END>;

/// How many helpers there are, and how many of them each worker calls: those of a pool may come late or never, so
/// nobody waits for them to call others.
fn fan(threads: &[HelperThread]) -> Fan {
    let all = threads.len();
    Fan {
        helpers: all,
        each: if threads.first().is_some_and(HelperThread::is_lent) { all } else { 2 },
    }
}

/// What a helper needs to begin.
struct Start<P: Position, E: Evaluator<P>, T, const TO_END: bool> {
    team: Arc<Team<P, E::State>>,
    threads: Arc<[HelperThread]>,
    memories: Arc<Memories>,
    position: P,
    context: SearchContext<E, T>,
    /// Its moves tell a worker whether they have names, which looking shallower asks.
    root: Root<P::Move>,
    /// The memory that all learn in, if they learn together.
    common: Option<Memory>,
}

impl<P, E, T, const TO_END: bool> Start<P, E, T, TO_END>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    fn new(
        ready: &Ready<'_, P, E, T>,
        team: &Arc<Team<P, E::State>>,
        threads: &Arc<[HelperThread]>,
    ) -> Self {
        Self {
            team: Arc::clone(team),
            threads: Arc::clone(threads),
            memories: Arc::clone(&ready.engine.memories),
            position: ready.position.clone(),
            context: ready.context.clone(),
            root: ready.root.clone(),
            common: None,
        }
    }

    /// The same for another helper.
    fn again(&self) -> Self {
        Self {
            team: Arc::clone(&self.team),
            threads: Arc::clone(&self.threads),
            memories: Arc::clone(&self.memories),
            position: self.position.clone(),
            context: self.context.clone(),
            root: self.root.clone(),
            common: self.common.as_ref().map(Memory::twin),
        }
    }

    /// Calls the helpers that `worker` calls.
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
            let link = Link::new(&self.team, helper, None);
            let context = self.context.for_worker::<ParallelTypes<P, E, T, TO_END>>(
                NoTracer,
                Box::new(()),
                link,
            );
            let memory = self.common.unwrap_or_else(|| self.memories.take(helper));
            Worker::new(self.position, self.root, context, memory)
        });
    }
}

/// Sends the team of a search home, and adds to its outcome what the helpers have done. Those of `threads` that
/// have had no time yet, as the threads of a busy pool, need not come any more.
fn dismiss<P: Position, S, M>(
    team: &Team<P, S>,
    threads: &[HelperThread],
    outcome: Result<Report<M>, Error>,
    memories: &Memories,
) -> Result<Report<M>, Error> {
    if outcome.is_err() {
        team.stop();
    }
    // They hold positions, whose end is the game's own code.
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
    for Done { worker, statistics, memory } in done {
        if !team.learns_together() {
            memory.into_iter().for_each(|memory| memories.put(worker, memory));
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
