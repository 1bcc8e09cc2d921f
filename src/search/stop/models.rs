//! Stop tokens and limits.

use super::StopToken;
use crate::search::control::{Control, Limits, Reason};
use crate::sync::{Arc, Weak, lock};
use loom::thread::spawn;

/// A token that is attached to another one while that is being stopped is stopped too.
pub fn thrown_while_hung_up() {
    let above = StopToken::new();
    let thrower = above.clone();
    let throwing = spawn(move || thrower.stop());
    let middle = above.below();
    let below = middle.below();
    throwing.join().unwrap();
    assert!(middle.is_stopped() && below.is_stopped(), "the stop is lost");
}

/// The same without the second check of [`StopToken::below`].
pub fn wrong_without_a_second_look() {
    let above = StopToken::new();
    let thrower = above.clone();
    let throwing = spawn(move || thrower.stop());
    let below = StopToken::new();
    lock(&above.0.below).push(Arc::downgrade(&below.0));
    throwing.join().unwrap();
    assert!(below.is_stopped(), "the stop is lost");
}

/// Two threads stop one token at the same time, one of them from above: afterwards each of them
/// finds all tokens below stopped, wherever the other thread is.
pub fn thrown_from_two_sides() {
    let above = StopToken::new();
    let middle = above.below();
    let below = middle.below();
    let throwing = spawn(move || above.stop());
    middle.stop();
    assert!(middle.is_stopped() && below.is_stopped(), "not thrown yet");
    throwing.join().unwrap();
}

/// The same, if a thread that stops a token also removes the list of those below.
pub fn wrong_with_the_list_taken() {
    let middle = StopToken::new();
    let below = middle.below();
    let other = middle.clone();
    let throwing = spawn(move || {
        let taken = std::mem::take(&mut *lock(&other.0.below));
        taken.iter().filter_map(Weak::upgrade).for_each(|switch| switch.throw());
    });
    middle.stop();
    assert!(below.is_stopped(), "not thrown yet");
    throwing.join().unwrap();
}

/// A thread that sees a flag set from above also sees the flag above.
pub fn seen_from_below_to_above() {
    let above = StopToken::new();
    let below = above.below();
    let thrower = above.clone();
    let throwing = spawn(move || thrower.stop());
    if below.is_stopped() {
        assert!(above.is_stopped(), "only the lower one is thrown");
    }
    throwing.join().unwrap();
}

/// The same, stopped from below to above.
pub fn wrong_thrown_upwards() {
    let above = StopToken::new();
    let below = above.below();
    let thrower = (above.clone(), below.clone());
    let throwing = spawn(move || {
        thrower.1.stop();
        thrower.0.stop();
    });
    if below.is_stopped() {
        assert!(above.is_stopped(), "only the lower one is thrown");
    }
    throwing.join().unwrap();
}

/// Two threads reach a limit; a thread that sees the token stopped gets a reason, and the reason
/// stays.
pub fn the_first_reason_stays() {
    two_reasons(Control::end);
}

/// The same, if the token were stopped first.
pub fn wrong_thrown_before_the_reason() {
    two_reasons(|control, reason| {
        control.token().stop();
        control.end(reason);
    });
}

fn two_reasons(end: fn(&Control, Reason)) {
    let control = Arc::new(Control::new(&Limits::new()));
    let ending = [Reason::Nodes, Reason::TooDeep].map(|reason| {
        let control = Arc::clone(&control);
        spawn(move || end(&control, reason))
    });
    let seen = control.token().is_stopped().then(|| control.reason());
    ending.into_iter().for_each(|ending| ending.join().unwrap());
    assert!(seen.is_none_or(|seen| seen == control.reason()), "the reason changes");
}
