//! A helper's life: it comes when it is called, does what it is told, and goes home.

use super::crew::{Crew, Done};
use super::mailbox::Task;
use super::together::Together;
use crate::search::worker::{Parts, Worker};
use crate::sync::{Arc, now};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Serves `crew` as helper number `helper` until it is sent home; `worker` makes the worker.
pub(crate) fn serve<C: Parts<Brothers = Together>>(
    crew: &Arc<Crew<C>>,
    helper: usize,
    worker: impl FnOnce() -> Worker<C>,
) {
    if !crew.arrive() {
        // Nobody is left to hear of a panic while the position is dropped, but the thread goes on.
        drop(catch_unwind(AssertUnwindSafe(|| drop(worker))));
        return;
    }
    let mut done = Done { worker: helper, statistics: <_>::default(), memory: None };
    let served = catch_unwind(AssertUnwindSafe(|| {
        let mut worker = worker();
        worker.statistics.idle = crew.control.elapsed();
        let is_well = work(&mut worker);
        done.statistics = worker.statistics;
        done.memory = Some(worker.memory).filter(|_| is_well);
    }));
    if let Err(panic) = served {
        crew.panicked(panic);
    }
    crew.leave(done);
}

/// One task after the other; whether the game's own code has not panicked.
fn work<C: Parts<Brothers = Together>>(worker: &mut Worker<C>) -> bool {
    let crew = &*Arc::clone(&worker.seat.crew);
    let helper = worker.seat.worker;
    loop {
        while let Some(split) = crew.steal(helper, None) {
            worker.help(&split);
        }
        let since = now();
        let task = wait(crew, helper);
        worker.statistics.idle += now() - since;
        match task {
            Task::Help(split) => worker.help(&split),
            Task::Race(lap) => {
                if !worker.run_lap(&lap) {
                    return false;
                }
            }
            Task::GoHome => return true,
        }
    }
}

/// Blocks until there is something to do. Whoever opens a split point looks afterwards who is idle, so
/// between the two, either that one is seen here or this one there.
pub(super) fn wait<C: Parts<Brothers = Together>>(crew: &Crew<C>, helper: usize) -> Task<C> {
    crew.idle.enlist(helper);
    if let Some(split) = crew.steal(helper, None) {
        if crew.idle.withdraw(helper) {
            return Task::Help(split);
        }
        split.leave();
    }
    crew.mailbox(helper).receive()
}
