//! A helper's life: it comes when it is called, does what it is told, and goes home.

use super::mailbox::Task;
use super::policy::Parallel;
use super::team::{Done, Team};
use crate::search::worker::{SearchTypes, Worker};
use crate::sync::{Arc, now};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Serves `team` as helper number `helper` until it is sent home; `worker` makes the worker.
pub(crate) fn serve<C: SearchTypes<Policy = Parallel>>(
    team: &Arc<Team<C>>,
    helper: usize,
    worker: impl FnOnce() -> Worker<C>,
) {
    if !team.arrive() {
        // Nobody is left to hear of a panic while the position is dropped, but the thread goes on.
        drop(catch_unwind(AssertUnwindSafe(|| drop(worker))));
        return;
    }
    let mut done = Done { worker: helper, statistics: <_>::default(), memory: None };
    let served = catch_unwind(AssertUnwindSafe(|| {
        let mut worker = worker();
        worker.statistics.idle = team.control.elapsed();
        let is_well = work(&mut worker);
        done.statistics = worker.statistics;
        done.memory = Some(worker.memory).filter(|_| is_well);
    }));
    if let Err(panic) = served {
        team.panicked(panic);
    }
    team.leave(done);
}

/// One task after the other; whether the game's own code has not panicked.
fn work<C: SearchTypes<Policy = Parallel>>(worker: &mut Worker<C>) -> bool {
    let team = &*Arc::clone(&worker.link.team);
    let helper = worker.link.worker;
    loop {
        while let Some(split) = team.steal(helper, None) {
            worker.help(&split);
        }
        let since = now();
        let task = wait(team, helper);
        worker.statistics.idle += now() - since;
        match task {
            Task::Help(split) => worker.help(&split),
            Task::RootPass(root_pass) => {
                if !worker.join_root_pass(&root_pass) {
                    return false;
                }
            }
            Task::GoHome => return true,
        }
    }
}

/// Blocks until there is something to do. Whoever opens a split point looks afterwards who is idle, so
/// between the two, either that one is seen here or this one there.
pub(super) fn wait<C: SearchTypes<Policy = Parallel>>(team: &Team<C>, helper: usize) -> Task<C> {
    team.idle.enlist(helper);
    if let Some(split) = team.steal(helper, None) {
        if team.idle.withdraw(helper) {
            return Task::Help(split);
        }
        split.leave();
    }
    team.mailbox(helper).receive()
}
