//! How work and idle workers meet.

use super::{Tiny, finish, open, team, wait, worker};
use crate::doc::Countdown;
use crate::parallel::helper;
use crate::parallel::passes::{PassPlan, Passes};
use crate::parallel::split_point::SplitPoint;
use crate::parallel::tasks::HelperTask;
use crate::parallel::team::Team;
use crate::search::driver::Driver;
use crate::search::resolve::ValueGrid;
use crate::search::root_moves::RootMoves;
use crate::search::worker::Worker;
use crate::sync::Arc;
use crate::{Bounds, Depth, Score, Window};
use loom::thread::spawn;

/// A helper falls asleep, while a worker publishes a split point and then looks for idle workers:
/// the helper joins, without any further event.
pub fn a_helper_and_work_meet() {
    helper_and_work(|team| helper::wait(team, 1, 0), post_and_invite);
}

/// The same, if the helper looked for work before it enlists as idle.
pub fn wrong_helper_looks_first() {
    let look = |team: &Team<Countdown, ()>| {
        if let Some(split) = team.steal(1, 0, None) {
            return HelperTask::Help(split);
        }
        team.idle.enlist(1);
        team.mailbox(1).receive()
    };
    helper_and_work(look, post_and_invite);
}

/// The same, if the worker looked for helpers before it publishes its split point.
pub fn wrong_worker_looks_first() {
    let invite = |worker: &Worker<Tiny>, split: &Arc<SplitPoint<Countdown, ()>>| {
        worker.invite(split);
        worker.link.team.post(worker.link.worker, Some(split));
    };
    helper_and_work(|team| helper::wait(team, 1, 0), invite);
}

type Invite = fn(&Worker<Tiny>, &Arc<SplitPoint<Countdown, ()>>);

fn post_and_invite(worker: &Worker<Tiny>, split: &Arc<SplitPoint<Countdown, ()>>) {
    worker.link.team.post(worker.link.worker, Some(split));
    worker.invite(split);
}

fn helper_and_work(wait: fn(&Team<Countdown, ()>) -> HelperTask<Countdown, ()>, invite: Invite) {
    let team = team(2);
    let mut owner = worker(&team, 0);
    let split = open(&mut owner, Window::FULL.beta);
    let helper = spawn(move || match wait(&team) {
        HelperTask::Help(split) => help(&split),
        _ => panic!("no help is wanted"),
    });
    invite(&owner, &split);
    helper.join().unwrap();
    assert_two_places_are_free(&split);
}

/// An idle owner waits, while a helper opens a split point below and then looks for idle workers:
/// the owner joins, without any further event.
pub fn an_owner_and_work_below_meet() {
    owner_and_work_below(Worker::work_below);
}

/// The same, if the owner looked for work before it offers itself.
pub fn wrong_owner_looks_first() {
    let look = |owner: &mut Worker<Tiny>, split: &SplitPoint<Countdown, ()>| {
        let stolen = owner.link.team.steal(0, 0, Some(split));
        stolen.or_else(|| split.offer_owner().then(|| wait(split)).flatten())
    };
    owner_and_work_below(look);
}

type Look =
    fn(&mut Worker<Tiny>, &SplitPoint<Countdown, ()>) -> Option<Arc<SplitPoint<Countdown, ()>>>;

fn owner_and_work_below(look: Look) {
    let team = team(2);
    let (mut owner, mut helper) = (worker(&team, 0), worker(&team, 1));
    let split = open(&mut owner, Window::FULL.beta);
    let sibling = split.claim().expect("there is no other worker");
    helper.link.split = Some(Arc::clone(&split));
    let opening = spawn(move || {
        let below = open(&mut helper, Window::FULL.beta);
        post_and_invite(&helper, &below);
        below
    });
    let found = look(&mut owner, &split).expect("a sibling is being searched");
    help(&found);
    assert_two_places_are_free(&opening.join().unwrap());
    assert!(!split.is_owner_idle(), "a helping owner is not free");
    finish(&split, sibling);
    assert!(owner.work_below(&split).is_none(), "all is over");
}

/// An owner is invited to help below while its own split point ends: it joins, or gives the place
/// back.
pub fn an_owner_that_is_asked_too_late_declines() {
    let team = team(2);
    let (mut owner, mut helper) = (worker(&team, 0), worker(&team, 1));
    let split = open(&mut owner, Window::FULL.beta);
    let sibling = split.claim().expect("there is no other worker");
    helper.link.split = Some(Arc::clone(&split));
    let below = open(&mut helper, Window::FULL.beta);
    let (inner, outer) = (Arc::clone(&below), Arc::clone(&split));
    let helping = spawn(move || {
        ask(&team, &inner);
        finish(&outer, sibling);
    });
    while let Some(found) = owner.work_below(&split) {
        found.decline();
    }
    helping.join().unwrap();
    assert_two_places_are_free(&below);
}

/// Worker 0 waits for the results of other workers at the root, while one of them finds a result:
/// worker 0 wakes up, without any further event.
pub fn an_asker_and_news_meet() {
    asker_and_news(|asker, passes| _ = asker.wait_until_called(passes));
}

/// The same, if worker 0 looked at the results before it enlists as idle.
pub fn wrong_asker_looks_first() {
    asker_and_news(|asker, passes| {
        if !passes.calls() {
            let team = &asker.link.team;
            team.idle.enlist(0);
            team.mailbox(0).receive();
        }
    });
}

fn asker_and_news(wait: fn(&Worker<Tiny>, &Passes<u8>)) {
    let team = team(2);
    let (asker, leader) = (worker(&team, 0), worker(&team, 1));
    let passes = Arc::new(one_pass());
    let claim = passes.claim(team.control.token()).expect("a question");
    let finding = Arc::clone(&passes);
    let leading = spawn(move || {
        finding.finish(&claim, Score::new(1), &claim.root, false);
        leader.call_asker();
    });
    wait(&asker, &passes);
    assert!(passes.calls(), "all is known");
    leading.join().unwrap();
}

/// Returns passes with one window.
fn one_pass() -> Passes<u8> {
    let (driver, grid) = (Driver::Bisection, ValueGrid { origin: 0, step: 1 });
    let asked = PassPlan { depth: Depth::END, limited: false, driver, grid, most: 2 };
    let known = Bounds::new(Score::new(0), Score::new(1));
    Passes::new(asked, known, Score::new(0), RootMoves::new(&[1], false))
}

/// Worker 0 waits for results and finds a split point, while another worker calls it to a second
/// one: it takes a place at one of them only.
pub fn an_asker_that_is_called_meanwhile_takes_one_place() {
    asker_and_two_split_points(Worker::wait_until_called);
}

/// The same, if it keeps the place at the split point that it found.
pub fn wrong_asker_keeps_a_place() {
    asker_and_two_split_points(|asker, _| {
        let team = &asker.link.team;
        team.idle.enlist(0);
        let found = asker.steal(None);
        if team.idle.withdraw(0) {
            return found;
        }
        match team.mailbox(0).receive() {
            HelperTask::Help(split) => Some(split),
            _ => found,
        }
    });
}

type Find = fn(&Worker<Tiny>, &Passes<u8>) -> Option<Arc<SplitPoint<Countdown, ()>>>;

fn asker_and_two_split_points(find: Find) {
    let team = team(3);
    let [asker, mut one, mut other] = [0, 1, 2].map(|number| worker(&team, number));
    let passes = one_pass();
    let _claim = passes.claim(team.control.token()).expect("a question");
    let splits = [&mut one, &mut other].map(|owner| open(owner, Window::FULL.beta));
    team.post(1, Some(&splits[0]));
    let (calling, second) = (Arc::clone(&team), Arc::clone(&splits[1]));
    let caller = spawn(move || ask(&calling, &second));
    find(&asker, &passes).expect("a split point is posted").decline();
    caller.join().unwrap();
    splits.iter().for_each(|split| assert_two_places_are_free(split));
}

/// One helper calls another while all are dismissed: all leave.
pub fn every_helper_returns() {
    let team = team(3);
    let split = open(&mut worker(&team, 0), Window::FULL.beta);
    let sleeping = Arc::clone(&team);
    let sleeper = spawn(move || {
        while let HelperTask::Help(split) = helper::wait(&sleeping, 2, 0) {
            split.decline();
        }
    });
    let calling = Arc::clone(&team);
    let caller = spawn(move || ask(&calling, &split));
    let (_, panic) = team.dismiss();
    assert!(panic.is_none());
    sleeper.join().unwrap();
    caller.join().unwrap();
}

fn ask(team: &Team<Countdown, ()>, split: &Arc<SplitPoint<Countdown, ()>>) {
    if split.reserve() && !team.ask(0, split) {
        split.decline();
    }
}

/// Searches a sibling of `split`, where there is room.
fn help(split: &SplitPoint<Countdown, ()>) {
    split.join();
    finish(split, split.claim().expect("there is no other worker"));
    split.leave();
}

/// Asserts that two of the three places at `split`, where a sibling is left, are free; the owner
/// has the third.
fn assert_two_places_are_free(split: &SplitPoint<Countdown, ()>) {
    let take = || split.reserve().then(|| split.join()).is_some();
    let free = [take(), take(), take()];
    assert_eq!(free, [true, true, false], "a place is lost or found");
}
