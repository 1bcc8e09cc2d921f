//! How work and workers who have none find each other.

use super::{Tiny, crew, open, settle, wait, worker};
use crate::Window;
use crate::parallel::crew::Crew;
use crate::parallel::mailbox::Task;
use crate::parallel::serve;
use crate::parallel::split_point::SplitPoint;
use crate::search::worker::Worker;
use crate::sync::Arc;
use loom::thread::spawn;

/// A helper who falls asleep, and a worker who posts a split point and then looks who is idle: the
/// helper comes, without anything further happening.
pub fn a_helper_and_work_meet() {
    helper_and_work(|crew| serve::wait(crew, 1), post_and_invite);
}

/// The same, if the helper looked for work before he is known to have none.
pub fn wrong_helper_who_looks_first() {
    let look = |crew: &Crew<Tiny>| {
        if let Some(split) = crew.steal(1, None) {
            return Task::Help(split);
        }
        crew.idle.enlist(1);
        crew.mailbox(1).receive()
    };
    helper_and_work(look, post_and_invite);
}

/// The same, if the worker looked for helpers before his split point can be seen.
pub fn wrong_worker_who_looks_first() {
    let invite = |worker: &Worker<Tiny>, split: &Arc<SplitPoint<Tiny>>| {
        worker.invite(split);
        worker.seat.crew.post(worker.seat.worker, Some(split));
    };
    helper_and_work(|crew| serve::wait(crew, 1), invite);
}

type Invite = fn(&Worker<Tiny>, &Arc<SplitPoint<Tiny>>);

fn post_and_invite(worker: &Worker<Tiny>, split: &Arc<SplitPoint<Tiny>>) {
    worker.seat.crew.post(worker.seat.worker, Some(split));
    worker.invite(split);
}

fn helper_and_work(wait: fn(&Crew<Tiny>) -> Task<Tiny>, invite: Invite) {
    let crew = crew(2);
    let mut owner = worker(&crew, 0);
    let split = open(&mut owner, Window::FULL.beta);
    let helper = spawn(move || match wait(&crew) {
        Task::Help(split) => {
            settle(&split, split.claim().expect("nobody else claims"));
            split.leave();
        }
        _ => panic!("no help is wanted"),
    });
    invite(&owner, &split);
    helper.join().unwrap();
    assert_two_places_are_free(&split);
}

/// An owner who has nothing to do but to wait, and a helper who opens a split point below and then looks
/// who is free: the owner comes, without anything further happening.
pub fn an_owner_and_work_below_meet() {
    owner_and_work_below(Worker::work_below);
}

/// The same, if the owner looked for work before he is known to have none.
pub fn wrong_owner_who_looks_first() {
    let look = |owner: &mut Worker<Tiny>, split: &SplitPoint<Tiny>| {
        let stolen = owner.seat.crew.steal(0, Some(split));
        stolen.or_else(|| split.offer_owner().then(|| wait(split)).flatten())
    };
    owner_and_work_below(look);
}

type Look = fn(&mut Worker<Tiny>, &SplitPoint<Tiny>) -> Option<Arc<SplitPoint<Tiny>>>;

fn owner_and_work_below(look: Look) {
    let crew = crew(2);
    let (mut owner, mut helper) = (worker(&crew, 0), worker(&crew, 1));
    let split = open(&mut owner, Window::FULL.beta);
    let brother = split.claim().expect("nobody else claims");
    helper.seat.split = Some(Arc::clone(&split));
    let opening = spawn(move || {
        let below = open(&mut helper, Window::FULL.beta);
        post_and_invite(&helper, &below);
        below
    });
    let found = look(&mut owner, &split).expect("a brother is being searched");
    settle(&found, found.claim().expect("nobody else claims"));
    found.leave();
    assert_two_places_are_free(&opening.join().unwrap());
    assert!(!split.is_owner_free(), "whoever helps is not free");
    settle(&split, brother);
    assert!(owner.work_below(&split).is_none(), "all is over");
}

/// An owner is asked to help below while his own split point ends: he comes, or gives the place back.
pub fn an_owner_who_is_asked_too_late_declines() {
    let crew = crew(2);
    let (mut owner, mut helper) = (worker(&crew, 0), worker(&crew, 1));
    let split = open(&mut owner, Window::FULL.beta);
    let brother = split.claim().expect("nobody else claims");
    helper.seat.split = Some(Arc::clone(&split));
    let below = open(&mut helper, Window::FULL.beta);
    let (inner, outer) = (Arc::clone(&below), Arc::clone(&split));
    let helping = spawn(move || {
        ask(&crew, &inner);
        settle(&outer, brother);
    });
    while let Some(found) = owner.work_below(&split) {
        found.leave();
    }
    helping.join().unwrap();
    assert_two_places_are_free(&below);
}

/// One helper calls another while everybody is sent home: all go.
pub fn everybody_goes_home() {
    let crew = crew(3);
    let split = open(&mut worker(&crew, 0), Window::FULL.beta);
    let sleeping = Arc::clone(&crew);
    let sleeper = spawn(move || {
        while let Task::Help(split) = serve::wait(&sleeping, 2) {
            split.leave();
        }
    });
    let calling = Arc::clone(&crew);
    let caller = spawn(move || ask(&calling, &split));
    let (_, panic) = crew.dismiss();
    assert!(panic.is_none());
    sleeper.join().unwrap();
    caller.join().unwrap();
}

fn ask(crew: &Crew<Tiny>, split: &Arc<SplitPoint<Tiny>>) {
    if split.reserve() && !crew.ask(split) {
        split.leave();
    }
}

/// Of the three places at `split`, where a brother is left, the owner has his and nobody another.
fn assert_two_places_are_free(split: &SplitPoint<Tiny>) {
    let free = split.reserve() && split.reserve();
    assert!(free && !split.reserve(), "a place is lost or found");
}
