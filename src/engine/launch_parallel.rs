//! A search with several workers: the first on one thread, the others called when it pays, and sent home at the
//! end.

use super::launch::Alone;
use super::lease::Lease;
use super::outcome::{caught, search};
use super::ready::Ready;
use super::shared::Outcome;
use super::threads::HelperThread;
use super::{Error, Handle, Query};
use crate::parallel::helper::serve;
use crate::parallel::team::{Done, Team};
use crate::parallel::{Link, Parallel};
use crate::position::{Evaluator, Position};
use crate::search::control::Control;
use crate::search::memory::{Learnt, Memory};
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
        let Alone { engine, ready, control, shared, finish } = self.alone()?;
        let helpers = engine.threads.helpers(engine.options.workers() - 1);
        let help = Help::<P, E>::new::<T, TO_END>(&ready, control, helpers)?;
        let tell = Arc::clone(&shared);
        engine.threads.main().run(Box::new(move || {
            tell.end(ready.search_together::<TO_END>(help), finish);
        }));
        Ok(Handle { shared })
    }
}

/// The types of a search with a team.
type ParallelTypes<P, E, T, const TO_END: bool> = Types<P, E, T, Parallel, NoTracer, TO_END>;

/// Those who help in a search.
pub(super) struct Help<P: Position, E: Evaluator<P>> {
    control: Arc<Control>,
    team: Arc<Team<P, E::State>>,
    threads: Vec<HelperThread>,
    /// What sets them to work; they learn together with worker 0 if it gives them a memory in common.
    call: Box<dyn FnOnce(Option<Memory>) + Send>,
}

impl<P, E> Help<P, E>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    /// A team for `ready`, whose helpers are to work at `threads` when they are called.
    pub(super) fn new<T: Table + 'static, const TO_END: bool>(
        ready: &Ready<P, E, T>,
        control: Arc<Control>,
        threads: Vec<HelperThread>,
    ) -> Result<Self, Error> {
        let options = ready.context.options;
        let (scheme, workers) = (options.algorithm.scheme(), threads.len() + 1);
        let team = Team::new(scheme, options.sharing, Arc::clone(&control), workers);
        // The game's own code is asked for clones.
        let call = caught(|| {
            let threads = threads.clone();
            Ok(Box::new(call::<P, E, T, TO_END>(ready, &control, &team, threads)))
        })?;
        Ok(Self { control, team, threads, call })
    }
}

impl<P, E, T> Ready<P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Searches on this thread as worker 0, with `help` when it pays.
    pub(super) fn search_together<const TO_END: bool>(self, help: Help<P, E>) -> Outcome<P::Move> {
        let Self { position, root, goal, observer, context, learnt, tenancy } = self;
        let Help { control, team, threads, call } = help;
        // Nobody else gets the table before the last helper has gone.
        let mut lease = None;
        let outcome = caught(|| {
            lease = Some(Lease::take(&context, tenancy)?);
            let memory = learnt.take(0);
            let common = context.options.sharing.common_history.then(|| memory.twin());
            let link = Link::new(&team, 0, Some(Box::new(move || call(common))));
            let context = context
                .for_worker::<ParallelTypes<P, E, T, TO_END>>(control, NoTracer, observer, link);
            let (report, worker) = search(position, root, context, memory, goal);
            learnt.put(0, worker.ordering.memory);
            report
        });
        let outcome = dismiss(&team, &threads, outcome, &learnt);
        caught(|| {
            drop(lease);
            outcome
        })
    }
}

/// What sets the helpers to work, at `threads`; they learn together with worker 0 if it gives them a memory in
/// common.
fn call<P, E, T, const TO_END: bool>(
    ready: &Ready<P, E, T>,
    control: &Arc<Control>,
    team: &Arc<Team<P, E::State>>,
    threads: Vec<HelperThread>,
) -> impl FnOnce(Option<Memory>) + Send + 'static + use<P, E, T, TO_END>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    let (team, control, learnt) = (Arc::clone(team), Arc::clone(control), ready.learnt.clone());
    let (position, context) = (ready.position.clone(), ready.context.clone());
    // The moves tell a worker whether they have names, which looking shallower asks.
    let root = ready.root.clone();
    move |common| {
        for (helper, thread) in (1..).zip(threads) {
            let (team, position, context) = (Arc::clone(&team), position.clone(), context.clone());
            let (root, control) = (root.clone(), Arc::clone(&control));
            let (twin, learnt) = (common.as_ref().map(Memory::twin), learnt.clone());
            thread.run(Box::new(move || {
                serve(&team, helper, || {
                    let link = Link::new(&team, helper, None);
                    let context = context.for_worker::<ParallelTypes<P, E, T, TO_END>>(
                        control,
                        NoTracer,
                        Box::new(()),
                        link,
                    );
                    let memory = twin.unwrap_or_else(|| learnt.take(helper));
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
    outcome: Outcome<M>,
    learnt: &Learnt,
) -> Outcome<M> {
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
            memory.into_iter().for_each(|memory| learnt.put(worker, memory));
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
