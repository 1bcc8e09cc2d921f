//! Builds of the same database in several ways.

use super::drawn::WorldSize;
use super::numbers::Numbers;
use super::{ALL, DatabaseCase, Files, Form, GAME, files_in};
use crate::shares::Coverage;
use crate::{Chance, SplitMix64};
use eldest::{Score, StopToken};
use eldest_retro::{BuildError, BuildProgress, Builder, Summary};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A build that has ended.
struct Built {
    summaries: Result<Vec<Summary>, BuildError>,
    reports: u64,
    /// The names of the slices that were reported.
    slices: BTreeSet<String>,
}

/// Builds the files once, again in another way, and once more with a stop. Returns the files.
pub(super) fn check(case: &DatabaseCase, plan: &mut SplitMix64, met: &mut Coverage) -> Files {
    let first = case.folder("first");
    let built = build::<true>(case, &first, 1, case.memory_mib(), u64::MAX);
    let summaries = built.summaries.expect("a database");
    check_summaries(case, &summaries);
    let files = files_in(&first);
    assert!(files.keys().eq(&case.names()), "{:?}", files.keys());
    if case.size == WorldSize::Wide {
        return files;
    }
    let again = case.folder("again");
    let other = build::<false>(case, &again, 2, 0, u64::MAX).summaries.expect("a database");
    assert_eq!(other, summaries, "without predecessors");
    assert_eq!(files_in(&again), files, "without predecessors, in two threads, on disk");
    interrupted(case, &files, 1 + plan.below(built.reports), plan, met);
    files
}

/// Stops a build after some reports, and continues it.
fn interrupted(
    case: &DatabaseCase,
    files: &Files,
    reports: u64,
    plan: &mut SplitMix64,
    met: &mut Coverage,
) {
    let folder = case.folder("stopped");
    let threads = 1 + plan.below(2) as usize;
    let memory = [0, case.memory_mib()][plan.below(2) as usize];
    let stopped = build::<true>(case, &folder, threads, memory, reports);
    match stopped.summaries {
        Err(BuildError::Stopped) => met.add("builds stopped", 1),
        // With two threads there may be fewer reports.
        other => assert!(threads == 2 && stopped.reports < reports, "{other:?}"),
    }
    let left = files_in(&folder);
    let is_whole = |(name, bytes): (&String, &Vec<u8>)| files.get(name) == Some(bytes);
    assert!(left.iter().all(is_whole), "{:?} are left by a stop", left.keys());
    met.add("slices left by a stopped build", left.len() as u64);
    met.add("builds on disk that went on", (memory == 0).into());
    let went_on = build::<false>(case, &folder, threads, memory, u64::MAX);
    let summaries = went_on.summaries.expect("a database");
    let all = build::<false>(case, &folder, 1, memory, u64::MAX);
    assert_eq!((all.summaries.expect("a database"), all.reports), (summaries, 0), "built again");
    assert_eq!(files_in(&folder), *files, "stopped after {reports} reports");
    let is_left =
        |name: &String| left.contains_key(&format!("{}.eldb", name.replace([' ', 'é'], "_")));
    assert!(!went_on.slices.iter().any(is_left), "{:?} were built again", went_on.slices);
}

impl DatabaseCase {
    /// Returns the memory for the tables of a slice, in MiB.
    fn memory_mib(&self) -> u64 {
        if self.size == WorldSize::Wide { 1 } else { 64 }
    }
}

/// Builds the database in `folder`, with tables on disk for a memory of 0; sets the token at a
/// report.
fn build<const BACK: bool>(
    case: &DatabaseCase,
    folder: &Path,
    threads: usize,
    memory_mib: u64,
    stop_at: u64,
) -> Built {
    let (stop, reports, slices) = (StopToken::new(), AtomicU64::new(0), Mutex::default());
    let report = |progress: &BuildProgress| {
        let mut slices = slices.lock().expect("no panic while it is locked");
        BTreeSet::insert(&mut slices, progress.slice.clone());
        if reports.fetch_add(1, Relaxed) + 1 == stop_at {
            stop.stop();
        }
    };
    let builder = Builder::new(folder, GAME).threads(threads).memory_mib(memory_mib);
    let builder = builder.stop(stop.clone()).on_progress(report);
    let summaries = match case.form {
        Form::Dense => builder.build(&Numbers::<BACK>::new(&case.world)),
        Form::Keyed => {
            let root = case.position::<BACK>(case.root, false);
            builder.enumerate(&root, ALL).map(|summary| vec![summary])
        }
    };
    drop(builder);
    let slices = slices.into_inner().expect("no panic while it was locked");
    Built { summaries, reports: reports.into_inner(), slices }
}

/// Compares all counts with the true values.
fn check_summaries(case: &DatabaseCase, summaries: &[Summary]) {
    let nodes = || (0..case.world.nodes.len()).filter(|&at| case.held[at]);
    for (slice, found) in summaries.iter().enumerate() {
        let entry = |at: usize| match (case.form, case.world.nodes[at].place) {
            (Form::Keyed, _) => Some((case.world.nodes[at].key, case.values[at])),
            (Form::Dense, Some(place)) if place.slice == slice => {
                Some((place.number, case.values[at]))
            }
            _ => None,
        };
        let entries: Vec<(u64, Score)> = nodes().filter_map(entry).collect();
        let count = |holds: &dyn Fn(Score) -> bool| {
            entries.iter().filter(|(_, value)| holds(*value)).count() as u64
        };
        let wanted = [
            count(&|value| value > Score::DRAW),
            count(&|value| value == Score::DRAW),
            count(&|value| value < Score::DRAW),
        ];
        assert_eq!([found.wins, found.draws, found.losses], wanted, "{found:?}");
        assert_eq!(found.longest_win, longest(&entries), "{found:?}");
    }
}

/// Returns the longest win, and the lowest number or key with it.
pub(super) fn longest(entries: &[(u64, Score)]) -> Option<(u32, u64)> {
    let wins = entries.iter().filter(|(_, value)| *value > Score::DRAW);
    let wins = wins.map(|(entry, value)| (value.distance().expect("a win"), *entry));
    wins.max_by_key(|(plies, entry)| (*plies, std::cmp::Reverse(*entry)))
}
