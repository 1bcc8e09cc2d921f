//! Stop tokens and limits.

use super::StopToken;
use crate::search::control::{Control, Limits, Reason};
use crate::sync::{Arc, Weak, lock};
use loom::thread::spawn;

/// A token that is hung below another while that one is thrown is thrown too.
pub fn thrown_while_hung_up() {
    let above = StopToken::new();
    let thrower = above.clone();
    let throwing = spawn(move || thrower.stop());
    let middle = above.below();
    let below = middle.below();
    throwing.join().unwrap();
    assert!(middle.is_stopped() && below.is_stopped(), "the stop is lost");
}

/// The same without the second look of [`StopToken::below`].
pub fn wrong_without_a_second_look() {
    let above = StopToken::new();
    let thrower = above.clone();
    let throwing = spawn(move || thrower.stop());
    let below = StopToken::new();
    lock(&above.0.below).push(Arc::downgrade(&below.0));
    throwing.join().unwrap();
    assert!(below.is_stopped(), "the stop is lost");
}

/// Two who throw one token at the same time, one of them from above: whoever has thrown it finds all below
/// thrown, wherever the other one stands.
pub fn thrown_from_two_sides() {
    let above = StopToken::new();
    let middle = above.below();
    let below = middle.below();
    let throwing = spawn(move || above.stop());
    middle.stop();
    assert!(middle.is_stopped() && below.is_stopped(), "not thrown yet");
    throwing.join().unwrap();
}

/// The same, where who throws a token takes the list of those below with it.
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

/// Whoever sees a flag that was thrown from above sees the flag above thrown, too.
pub fn seen_from_below_to_above() {
    let above = StopToken::new();
    let below = above.below();
    let thrower = above.clone();
    let throwing = spawn(move || thrower.stop());
    if below.is_stopped() {
        assert!(above.is_stopped(), "thrown by nobody");
    }
    throwing.join().unwrap();
}

/// The same, thrown from below to above.
pub fn wrong_thrown_upwards() {
    let above = StopToken::new();
    let below = above.below();
    let thrower = (above.clone(), below.clone());
    let throwing = spawn(move || {
        thrower.1.stop();
        thrower.0.stop();
    });
    if below.is_stopped() {
        assert!(above.is_stopped(), "thrown by nobody");
    }
    throwing.join().unwrap();
}

/// Two reach a limit; whoever sees the token thrown learns why, and that stays the reason.
pub fn the_first_reason_stays() {
    two_reasons(Control::end);
}

/// The same, if the token were thrown first.
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
