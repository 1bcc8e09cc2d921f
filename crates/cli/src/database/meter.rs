//! [`BuildMeter`]: shows how far a build has come.

use eldest_catalog::database::DatabaseSlice;
use eldest_retro::{BuildProgress, FinishedSlice, Phase};
use indicatif::{HumanDuration, ProgressBar};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The share of the work on a slice before the levels, and before the file is written: rough, for
/// the estimate of the time left.
const LEVELS_FROM: f64 = 0.35;
const WRITE_FROM: f64 = 0.85;
/// The level at which half of the work of all levels is assumed to be done.
const HALFWAY: f64 = 10.0;

/// Shows the slice and the phase of a build, and an estimate of the time left.
pub(super) struct BuildMeter {
    bar: ProgressBar,
    begun: Instant,
    /// The numbers of the slices that have no file yet.
    numbers: BTreeMap<String, u64>,
    /// The numbers of the slices that were built.
    built: AtomicU64,
}

impl BuildMeter {
    /// Creates the meter of a build of `slices`, and starts its clock.
    pub(super) fn new(bar: ProgressBar, slices: &[DatabaseSlice]) -> Self {
        let numbers = slices.iter().map(|slice| (slice.name.clone(), slice.numbers)).collect();
        Self { bar, begun: Instant::now(), numbers, built: AtomicU64::new(0) }
    }

    /// Shows the progress.
    pub(super) fn show(&self, progress: &BuildProgress) {
        self.bar.set_length(progress.of.max(progress.done));
        self.bar.set_position(progress.done);
        let left = self.left(progress).map(|left| format!(", about {} left", HumanDuration(left)));
        let (slice, phase) = (&progress.slice, phase(progress.phase));
        self.bar.set_message(format!("{slice}: {phase}{}", left.unwrap_or_default()));
    }

    /// Counts a finished slice.
    pub(super) fn finished(&self, slice: &FinishedSlice) {
        self.built.fetch_add(self.numbers.get(&slice.name).copied().unwrap_or(0), Relaxed);
    }

    /// Estimates the time left; `None` while positions are collected.
    fn left(&self, progress: &BuildProgress) -> Option<Duration> {
        if progress.phase == Phase::Collect {
            return None;
        }
        let current = *self.numbers.get(&progress.slice)? as f64;
        let done = self.built.load(Relaxed) as f64 + current * share(progress);
        let all = self.numbers.values().sum::<u64>() as f64;
        let left = self.begun.elapsed().as_secs_f64() * (all / done.max(1.0) - 1.0);
        Duration::try_from_secs_f64(left.max(0.0)).ok()
    }
}

/// Returns the share of the work on the slice that is done.
fn share(progress: &BuildProgress) -> f64 {
    let within = progress.done as f64 / progress.of.max(progress.done).max(1) as f64;
    match progress.phase {
        Phase::Start => LEVELS_FROM * within,
        Phase::Invert => LEVELS_FROM,
        Phase::Level(level) => {
            let level = f64::from(level);
            LEVELS_FROM + (WRITE_FROM - LEVELS_FROM) * level / (level + HALFWAY)
        }
        Phase::Write => WRITE_FROM + (1.0 - WRITE_FROM) * within,
        _ => 0.0,
    }
}

fn phase(phase: Phase) -> String {
    match phase {
        Phase::Collect => "collecting positions".to_owned(),
        Phase::Start => "finished games and earlier slices".to_owned(),
        Phase::Invert => "moves back".to_owned(),
        Phase::Level(plies) => format!("values at {plies} plies"),
        Phase::Write => "writing".to_owned(),
        _ => "building".to_owned(),
    }
}
