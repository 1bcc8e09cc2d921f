//! The life of a split point with an owner and a helper.

use super::{open, search, team, wait, worker, worth};
use crate::doc::Countdown;
use crate::parallel::split_point::SplitPoint;
use crate::parallel::team::Team;
use crate::sync::Arc;
use crate::{Score, Window};
use loom::thread::{JoinHandle, spawn};

/// Both siblings are finished, by either worker, before the owner goes on.
pub fn nothing_is_lost() {
    let (split, helping) = helped(Window::FULL.beta, search);
    search(&split);
    wait_for_all(&split);
    assert_both_are_finished(&split);
    helping.join().unwrap();
}

/// The same, if the owner went on at once.
pub fn wrong_owner_does_not_wait() {
    let (split, helping) = helped(Window::FULL.beta, search);
    search(&split);
    assert_both_are_finished(&split);
    helping.join().unwrap();
}

/// The same, if a claimed sibling were neither finished nor abandoned.
pub fn wrong_brother_is_forgotten() {
    let (split, helping) = helped(Window::FULL.beta, |split| assert!(split.claim() != Some(2)));
    search(&split);
    wait_for_all(&split);
    helping.join().unwrap();
}

/// A cutoff by either worker is a value, and ends the search of the other.
pub fn a_cutoff_ends_all() {
    let (split, helping) = helped(worth(0), search);
    search(&split);
    wait_for_all(&split);
    let state = split.state();
    assert!(state.is_answered() && state.node.is_cut(), "the cutoff is lost");
    drop(state);
    helping.join().unwrap();
    assert!(split.stop.is_stopped(), "the searches below are not stopped");
}

/// A search that is stopped from above has a value if both siblings were finished; otherwise the
/// owner goes on only after the stop.
pub fn a_stop_from_above_ends_all() {
    stopped_by(|team, split, sibling| {
        team.stop();
        split.abandon(sibling);
    });
}

/// The same, if a sibling were abandoned before the workers are stopped: the owner finds no value,
/// and no reason.
pub fn wrong_given_up_before_reported() {
    stopped_by(|team, split, sibling| {
        split.abandon(sibling);
        team.stop();
    });
}

fn stopped_by(give_up: fn(&Team<Countdown, ()>, &SplitPoint<Countdown, ()>, usize)) {
    let team = team(2);
    let split = open(&mut worker(&team, 0), Window::FULL.beta);
    let other = (Arc::clone(&team), Arc::clone(&split));
    let helping = spawn(move || {
        if let Some(sibling) = other.1.claim() {
            give_up(&other.0, &other.1, sibling);
        }
    });
    search(&split);
    wait_for_all(&split);
    let is_answered = split.state().is_answered();
    assert!(is_answered || split.stop.is_stopped(), "no value, and no stop");
    helping.join().unwrap();
}

/// Creates a split point, and a thread that runs `help` there if there is room for it.
fn helped(
    beta: Score,
    help: fn(&SplitPoint<Countdown, ()>),
) -> (Arc<SplitPoint<Countdown, ()>>, JoinHandle<()>) {
    let split = open(&mut worker(&team(2), 0), beta);
    let other = Arc::clone(&split);
    let helping = spawn(move || {
        if other.reserve() {
            other.join();
            help(&other);
            other.leave();
        }
    });
    (split, helping)
}

fn wait_for_all(split: &SplitPoint<Countdown, ()>) {
    if split.offer_owner() {
        assert!(wait(split).is_none(), "no invitation was sent");
    }
}

fn assert_both_are_finished(split: &SplitPoint<Countdown, ()>) {
    let state = split.state();
    assert!(state.is_answered(), "a sibling is not finished");
    assert_eq!((state.node.best, state.node.best_move), (worth(1), Some(3)));
}
