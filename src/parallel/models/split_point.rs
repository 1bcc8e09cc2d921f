//! The life of a split point: an owner, and somebody who helps.

use super::{Tiny, crew, open, search, wait, worker, worth};
use crate::parallel::crew::Crew;
use crate::parallel::split_point::SplitPoint;
use crate::sync::Arc;
use crate::{Score, Window};
use loom::thread::{JoinHandle, spawn};

/// Both brothers are settled, whoever has searched them, before the owner goes on.
pub fn nothing_is_lost() {
    let (split, helping) = helped(Window::FULL.beta, search);
    search(&split);
    wait_for_all(&split);
    assert_both_are_settled(&split);
    helping.join().unwrap();
}

/// The same, if the owner went on at once.
pub fn wrong_owner_who_does_not_wait() {
    let (split, helping) = helped(Window::FULL.beta, search);
    search(&split);
    assert_both_are_settled(&split);
    helping.join().unwrap();
}

/// The same, if a brother were searched and nobody told.
pub fn wrong_brother_who_is_forgotten() {
    let (split, helping) = helped(Window::FULL.beta, |split| assert!(split.claim() != Some(2)));
    search(&split);
    wait_for_all(&split);
    helping.join().unwrap();
}

/// A cutoff is a value, whoever gives it, and ends the search of the others.
pub fn a_cutoff_ends_all() {
    let (split, helping) = helped(worth(0), search);
    search(&split);
    wait_for_all(&split);
    let joint = split.joint();
    assert!(joint.is_answered() && joint.node.is_cut(), "the cutoff is lost");
    drop(joint);
    helping.join().unwrap();
    assert!(split.stop.is_stopped(), "nobody below is told");
}

/// A search that is stopped from above has a value if both brothers were settled; else the owner goes on
/// after the stop only.
pub fn a_stop_from_above_ends_all() {
    stopped_by(|crew, split| {
        crew.stop();
        split.abandon();
    });
}

/// The same, if a brother were given up before the others are stopped: the owner finds no value, and
/// nothing that tells why.
pub fn wrong_given_up_before_told() {
    stopped_by(|crew, split| {
        split.abandon();
        crew.stop();
    });
}

fn stopped_by(give_up: fn(&Crew<Tiny>, &SplitPoint<Tiny>)) {
    let crew = crew(2);
    let split = open(&mut worker(&crew, 0), Window::FULL.beta);
    let other = (Arc::clone(&crew), Arc::clone(&split));
    let helping = spawn(move || {
        if other.1.claim().is_some() {
            give_up(&other.0, &other.1);
        }
    });
    search(&split);
    wait_for_all(&split);
    let is_answered = split.joint().is_answered();
    assert!(is_answered || split.stop.is_stopped(), "no value, and no stop");
    helping.join().unwrap();
}

/// A split point, and a thread that does `help` there if there is room for it.
fn helped(beta: Score, help: fn(&SplitPoint<Tiny>)) -> (Arc<SplitPoint<Tiny>>, JoinHandle<()>) {
    let split = open(&mut worker(&crew(2), 0), beta);
    let other = Arc::clone(&split);
    let helping = spawn(move || {
        if other.reserve() {
            help(&other);
            other.leave();
        }
    });
    (split, helping)
}

fn wait_for_all(split: &SplitPoint<Tiny>) {
    if split.offer_owner() {
        assert!(wait(split).is_none(), "nobody has asked");
    }
}

fn assert_both_are_settled(split: &SplitPoint<Tiny>) {
    let joint = split.joint();
    assert!(joint.is_answered(), "a brother is not settled");
    assert_eq!((joint.node.best, joint.node.best_move), (worth(1), Some(3)));
}
