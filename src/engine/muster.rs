//! A search with several workers: the first on the engine's own thread, the others called when it
//! pays, and sent home at the end.

use super::hands::Hand;
use super::launch::{Lease, Ready};
use super::outcome::{caught, search};
use super::{Error, Handle, Query, Report};
use crate::parallel::crew::{Crew, Done};
use crate::parallel::seat::Seat;
use crate::parallel::serve::serve;
use crate::parallel::together::Together;
use crate::position::{Evaluator, Position};
use crate::search::memory::{Memories, Memory};
use crate::search::statistics::Statistics;
use crate::search::trace::NoTracer;
use crate::search::worker::{Of, Parts, Worker};
use crate::sync::Arc;
use crate::table::Table;

impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Begins to search with a crew.
    pub(super) fn launch_crew<const TO_END: bool>(self) -> Result<Handle<P::Move>, Error> {
        let (goal, ready) = (self.goal, self.prepare()?);
        let options = ready.engine.options;
        let control = Arc::clone(&ready.control);
        let crew = Crew::new(options.algorithm, options.sharing, control, options.workers());
        let hands = ready.engine.hands.helpers(crew.size() - 1);
        // The game's own code is asked for clones.
        let call = caught(|| Ok(call::<P, E, T, TO_END>(&ready, &crew, hands.clone())))?;
        let Ready { engine, position, root, shared, finish, kit, observer, .. } = ready;
        let (memories, tell) = (Arc::clone(&engine.memories), Arc::clone(&shared));
        engine.hands.main().run(Box::new(move || {
            // Nobody else gets the table before the last helper has gone.
            let mut lease = None;
            let outcome = caught(|| {
                lease = Some(Lease::take(&kit)?);
                let memory = memories.take(0);
                let common = options.sharing.common_history.then(|| memory.twin());
                let seat = Seat::new(&crew, 0, Some(Box::new(move || call(common))));
                let gear = kit.gear::<Crewed<P, E, T, TO_END>>(NoTracer, observer, seat);
                let (report, worker) = search(position, root, gear, memory, goal);
                memories.put(0, worker.memory);
                report
            });
            let outcome = dismiss(&crew, &hands, outcome, &memories);
            let outcome = caught(|| {
                drop(lease);
                outcome
            });
            tell.end(outcome, finish);
        }));
        Ok(Handle { shared })
    }
}

/// The types of a search with a crew.
type Crewed<P, E, T, const TO_END: bool> = Of<P, E, T, Together, NoTracer, TO_END>;

/// What sets the helpers to work, at `hands`; they learn together with worker 0 if it gives them a memory in
/// common.
fn call<P, E, T, const TO_END: bool>(
    ready: &Ready<'_, P, E, T>,
    crew: &Arc<Crew<Crewed<P, E, T, TO_END>>>,
    hands: Vec<Hand>,
) -> impl FnOnce(Option<Memory>) + Send + 'static + use<P, E, T, TO_END>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    let (crew, memories) = (Arc::clone(crew), Arc::clone(&ready.engine.memories));
    let (position, kit) = (ready.position.clone(), ready.kit.clone());
    // The moves tell a worker whether they have names, which looking shallower asks.
    let root = ready.root.clone();
    move |common| {
        for (helper, hand) in (1..).zip(hands) {
            let (crew, position, kit) = (Arc::clone(&crew), position.clone(), kit.clone());
            let root = root.clone();
            let (twin, memories) = (common.as_ref().map(Memory::twin), Arc::clone(&memories));
            hand.run(Box::new(move || {
                serve(&crew, helper, || {
                    let seat = Seat::new(&crew, helper, None);
                    let gear = kit.gear(NoTracer, Box::new(()), seat);
                    let memory = twin.unwrap_or_else(|| memories.take(helper));
                    Worker::new(position, root, gear, memory)
                });
            }));
        }
    }
}

/// Sends the crew of a search home, and adds to its outcome what the helpers have done. Those of `hands` that
/// have had no time yet, as the threads of a busy pool, need not come any more.
fn dismiss<C: Parts<Brothers = Together>, M>(
    crew: &Crew<C>,
    hands: &[Hand],
    outcome: Result<Report<M>, Error>,
    memories: &Memories,
) -> Result<Report<M>, Error> {
    if outcome.is_err() {
        crew.stop();
    }
    // They hold positions, whose end is the game's own code.
    let uncalled: Vec<_> = hands.iter().map(Hand::withdraw).collect();
    let outcome = caught(|| {
        drop(uncalled);
        outcome
    });
    let (done, panic) = crew.dismiss();
    let mut outcome = panic.map_or(outcome, |panic| Err(Error::panicked(&*panic)));
    if let Ok(report) = &mut outcome {
        report.workers.resize(crew.size(), Statistics::all_idle(report.progress.time));
    }
    for Done { worker, statistics, memory } in done {
        if !crew.learns_together() {
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
