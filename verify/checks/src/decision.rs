//! What a decision says, held against the value.

use eldest::{Bounds, Report, Score};
use std::fmt::Display;

/// The report of `decide(least)` about a position that is worth something within `span` at the
/// depth asked for, and `end` to the end: it tells on which side of `least` the value lies, its
/// bounds say the same, and they are true; those that are proved, to the end too.
///
/// # Panics
/// If one of that is not so, unless a limit has ended the search before it was decided.
pub fn check_decision<M>(
    report: &Report<M>,
    least: Score,
    span: Bounds,
    end: Score,
    about: &dyn Display,
) {
    if report.depth.is_none() {
        return;
    }
    let told = report.bounds;
    assert!(told.lower() >= least || told.upper() < least, "at least {least}: undecided: {about}");
    assert!(told.intersect(span).is_some(), "at least {least}: {told:?}, not {span:?}: {about}");
    let proved = !report.proved || told.contains(end);
    assert!(proved, "at least {least}: {told:?} is not proved, but {end}: {about}");
}
