//! Consistency of a recorded search, by itself and with its counts.

use eldest::options::Driver;
use eldest::report::Statistics;
use eldest::timeline::{Activity, Span, SpanOutcome, Timeline, Track};
use eldest::{Algorithm, Report};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Checks that spans of a thread are nested or disjoint, and that every split point that is stolen
/// from, claimed at or waited for was opened.
///
/// # Panics
/// If not.
pub fn check_timeline(timeline: &Timeline) {
    let spans = || timeline.tracks.iter().flat_map(|track| &track.spans);
    assert!(timeline.tracks.is_sorted_by(|one, next| one.worker < next.worker), "{timeline:#?}");
    timeline.tracks.iter().for_each(check_nesting);
    let opened: BTreeSet<_> = spans().filter_map(|span| opened(&span.activity)).collect();
    let is_whole = timeline.tracks.iter().all(|track| track.dropped == 0);
    let known = spans().filter_map(used).all(|split| opened.contains(&split));
    assert!(known || !is_whole, "a split point that was not opened: {timeline:#?}");
    let last = spans().map(|span| span.end).max().unwrap_or_default();
    assert_eq!(timeline.length, last, "{timeline:#?}");
}

/// The widths of all windows at the root, in points.
pub fn windows(timeline: &Timeline) -> impl Iterator<Item = i64> {
    let spans = timeline.tracks.iter().flat_map(|track| &track.spans);
    spans.filter_map(|span| match span.activity {
        Activity::Pass { window, .. } => {
            Some(i64::from(window.beta().get()) - i64::from(window.alpha().get()))
        }
        _ => None,
    })
}

/// Whether a driver of null windows fell back to the full range: a pass for a line spans three
/// values.
#[must_use]
pub fn gives_way(timeline: &Timeline, driver: Driver) -> bool {
    let is_null = matches!(driver, Driver::MtdF | Driver::Bisection);
    is_null && windows(timeline).any(|width| width > 2)
}

type SplitKey = (usize, u64);

/// The split point that is opened.
fn opened(activity: &Activity) -> Option<SplitKey> {
    match activity {
        Activity::Split { split, .. } => Some((split.owner, split.number)),
        _ => None,
    }
}

/// The split point that is used.
fn used(span: &Span) -> Option<SplitKey> {
    match span.activity {
        Activity::Sibling { split, .. }
        | Activity::Steal { split, .. }
        | Activity::Wait { split } => Some((split.owner, split.number)),
        _ => None,
    }
}

/// Every span lies within its parent, and begins after the end of the span before it.
fn check_nesting(track: &Track) {
    each(track, |span, around, before| {
        let within =
            around.last().is_none_or(|outer| outer.begin <= span.begin && span.end <= outer.end);
        let after = before.is_none_or(|before| before.end <= span.begin);
        assert!(within && after && span.begin <= span.end, "{span:?} after {before:?}: {track:#?}");
        assert!(!span.activity.is_moment() || span.begin == span.end, "{span:?}");
    });
}

/// Calls `look` for each span with its enclosing spans, outermost first, and the span before it at
/// its level.
fn each(track: &Track, mut look: impl FnMut(&Span, &[&Span], Option<&Span>)) {
    let mut open: Vec<&Span> = Vec::new();
    for span in &track.spans {
        assert!(span.level <= open.len(), "{span:?} has no parent: {track:#?}");
        let before = open.get(span.level).copied();
        open.truncate(span.level);
        look(span, &open, before);
        open.push(span);
    }
}

/// Checks the record of a search against the counts in `report`.
///
/// # Panics
/// If they differ.
pub fn check_recorded<M: Debug>(timeline: &Timeline, algorithm: Algorithm, report: &Report<M>) {
    check_timeline(timeline);
    let idle = Statistics::default();
    for (worker, counted) in report.workers.iter().enumerate() {
        let track = timeline.tracks.iter().find(|track| track.worker == worker);
        let counted = if track.is_some() { counted } else { &idle };
        check_counts(&track.cloned().unwrap_or_default(), algorithm, counted);
    }
}

/// Checks the record of one thread against its counts.
fn check_counts(track: &Track, algorithm: Algorithm, counted: &Statistics) {
    let count =
        |is_it: fn(&Span) -> bool| track.spans.iter().filter(|span| is_it(span)).count() as u64;
    assert_eq!(count(|span| opened(&span.activity).is_some()), counted.splits, "{track:#?}");
    let steals = count(|span| matches!(span.activity, Activity::Steal { .. }));
    assert_eq!(steals, if is_race(algorithm) { 0 } else { counted.steals }, "{track:#?}");
    let passes = count(|span| matches!(span.activity, Activity::Pass { .. }));
    let least = counted.passes_beside + if is_race(algorithm) { counted.steals } else { 0 };
    let fits =
        if track.worker == 0 || is_race(algorithm) { passes >= least } else { passes == least };
    assert!(fits, "{passes} passes for {counted:?} in {track:#?}");
    assert_eq!(count(is_given_up), counted.aborts, "{counted:?} in {track:#?}");
    let mut nodes = 0;
    each(track, |span, around, _| {
        let counts = is_given_up(span) && !around.iter().any(|outer| is_given_up(outer));
        nodes += if counts { span.nodes } else { 0 };
    });
    assert_eq!(nodes, counted.aborted_nodes, "{counted:?} in {track:#?}");
}

/// Whether all threads search the root.
fn is_race(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Abdada | Algorithm::SimplifiedAbdada | Algorithm::LazySmp)
}

/// Whether the span is an aborted sibling.
fn is_given_up(span: &Span) -> bool {
    matches!(span.activity, Activity::Sibling { .. }) && span.outcome == SpanOutcome::Aborted
}
