//! A search with several workers: the first on the engine's own thread, the others called when it
//! pays, and sent home at the end.

use super::launch::{Lease, Ready};
use super::outcome::{caught, search};
use super::threads::HelperThread;
use super::{Error, Handle, Query, Report};
use crate::parallel::helper::serve;
use crate::parallel::team::{Done, Team};
use crate::parallel::{Link, Parallel};
use crate::position::{Evaluator, Position};
use crate::search::memory::{Memories, Memory};
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
        let team =
            Team::new(options.algorithm.scheme(), options.sharing, control, options.workers());
        let threads = ready.engine.threads.helpers(team.size() - 1);
        // The game's own code is asked for clones.
        let call = caught(|| Ok(call::<P, E, T, TO_END>(&ready, &team, threads.clone())))?;
        let Ready { engine, position, root, shared, finish, context, observer, .. } = ready;
        let (memories, tell) = (Arc::clone(&engine.memories), Arc::clone(&shared));
        engine.threads.main().run(Box::new(move || {
            // Nobody else gets the table before the last helper has gone.
            let mut lease = None;
            let outcome = caught(|| {
                lease = Some(Lease::take(&context)?);
                let memory = memories.take(0);
                let common = options.sharing.common_history.then(|| memory.twin());
                let link = Link::new(&team, 0, Some(Box::new(move || call(common))));
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

/// What sets the helpers to work, at `threads`; they learn together with worker 0 if it gives them a memory in
/// common.
fn call<P, E, T, const TO_END: bool>(
    ready: &Ready<'_, P, E, T>,
    team: &Arc<Team<P, E::State>>,
    threads: Vec<HelperThread>,
) -> impl FnOnce(Option<Memory>) + Send + 'static + use<P, E, T, TO_END>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    let (team, memories) = (Arc::clone(team), Arc::clone(&ready.engine.memories));
    let (position, context) = (ready.position.clone(), ready.context.clone());
    // The moves tell a worker whether they have names, which looking shallower asks.
    let root = ready.root.clone();
    move |common| {
        for (helper, thread) in (1..).zip(threads) {
            let (team, position, context) = (Arc::clone(&team), position.clone(), context.clone());
            let root = root.clone();
            let (twin, memories) = (common.as_ref().map(Memory::twin), Arc::clone(&memories));
            thread.run(Box::new(move || {
                serve(&team, helper, || {
                    let link = Link::new(&team, helper, None);
                    let context = context.for_worker::<ParallelTypes<P, E, T, TO_END>>(
                        NoTracer,
                        Box::new(()),
                        link,
                    );
                    let memory = twin.unwrap_or_else(|| memories.take(helper));
                    Worker::new(position, root, context, memory)
                });
            }));
        }
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
