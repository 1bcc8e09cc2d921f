//! [`SpeedupRow`]: the results of an algorithm on one number of processors.

use crate::trial::SimulatedSearch;
use eldest::Algorithm;
use eldest_schedule::timed::Cause;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// A parallel search, and the serial search of the same position.
pub(crate) struct SpeedupPair {
    pub(crate) serial: SimulatedSearch,
    pub(crate) parallel: SimulatedSearch,
}

/// The results of an algorithm on one number of processors, averaged over all searches. Shares are
/// in percent: extra and aborted nodes relative to those of the serial search, times relative to
/// the time of all processors.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SpeedupRow {
    pub(crate) algorithm: &'static str,
    pub(crate) processors: u16,
    pub(crate) speedup: f64,
    /// The standard deviation of the speed-ups.
    pub(crate) spread: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
    pub(crate) efficiency: f64,
    /// Simulated seconds per search.
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
    /// Extra nodes.
    pub(crate) overhead: f64,
    /// The extra nodes that belong to aborted searches; the others were finished but not needed.
    pub(crate) aborted: f64,
    pub(crate) idle: f64,
    pub(crate) splits: u64,
    pub(crate) steals: u64,
    /// What was searched: the game, and the number of positions.
    pub(crate) game: String,
    /// Shares of time by cause.
    pub(crate) causes: BTreeMap<String, f64>,
}

impl SpeedupRow {
    pub(crate) fn new(
        algorithm: Algorithm,
        processors: u16,
        game: String,
        pairs: &[SpeedupPair],
    ) -> Self {
        let count = pairs.len() as f64;
        let speedups: Vec<_> = pairs.iter().map(SpeedupPair::speedup).collect();
        let speedup = speedups.iter().sum::<f64>() / count;
        let variance = speedups.iter().map(|one| (one - speedup).powi(2)).sum::<f64>()
            / (count - 1.0).max(1.0);
        let mean = |of: fn(&SimulatedSearch) -> u64| {
            pairs.iter().map(|pair| of(&pair.parallel)).sum::<u64>() / pairs.len() as u64
        };
        let (serial, nodes) = pairs.iter().fold((0, 0), |(serial, nodes), pair| {
            (serial + pair.serial.nodes, nodes + pair.parallel.nodes)
        });
        let aborted: u64 = pairs.iter().map(|pair| pair.parallel.aborted).sum();
        let elapsed: Duration = pairs.iter().map(|pair| pair.parallel.elapsed).sum();
        let causes = causes(pairs, elapsed * u32::from(processors));
        Self {
            algorithm: algorithm.name(),
            processors,
            speedup,
            spread: variance.sqrt(),
            least: speedups.iter().copied().fold(f64::INFINITY, f64::min),
            most: speedups.iter().copied().fold(0.0, f64::max),
            efficiency: speedup / f64::from(processors),
            seconds: elapsed.as_secs_f64() / count,
            nodes: mean(|outcome| outcome.nodes),
            overhead: 100.0 * (nodes as f64 / serial as f64 - 1.0),
            aborted: 100.0 * aborted as f64 / serial as f64,
            idle: causes.get(IDLE).copied().unwrap_or_default(),
            splits: mean(|outcome| outcome.splits),
            steals: mean(|outcome| outcome.steals),
            game,
            causes,
        }
    }

    /// The causes, largest first.
    pub(crate) fn largest_causes(&self) -> Vec<(&str, f64)> {
        let mut causes: Vec<_> =
            self.causes.iter().map(|(name, share)| (&**name, *share)).collect();
        causes.sort_by(|one, other| other.1.total_cmp(&one.1));
        causes
    }
}

impl SpeedupPair {
    fn speedup(&self) -> f64 {
        self.serial.elapsed.as_secs_f64() / self.parallel.elapsed.as_secs_f64()
    }
}

/// The name of idle time.
const IDLE: &str = "nothing to do";

/// Divides the time of all processors by cause. Time without a cause belongs to processors that got
/// no work.
fn causes(pairs: &[SpeedupPair], total: Duration) -> BTreeMap<String, f64> {
    let total = total.as_secs_f64();
    let mut causes = BTreeMap::new();
    let mut book =
        |name: String, time: f64| *causes.entry(name).or_default() += 100.0 * time / total;
    let mut booked = 0.0;
    for pair in pairs {
        for (cause, time) in &pair.parallel.causes {
            let time = time.as_secs_f64();
            booked += time;
            match cause {
                Cause::Nodes => pair
                    .split_nodes(time)
                    .into_iter()
                    .for_each(|(name, time)| book(name.into(), time)),
                cause => book(name(cause), time),
            }
        }
    }
    book(IDLE.into(), (total - booked).max(0.0));
    causes
}

impl SpeedupPair {
    /// Divides the time of all nodes by the number of nodes that the serial search visits.
    fn split_nodes(&self, time: f64) -> [(&'static str, f64); 3] {
        let (serial, all) = (self.serial.nodes, self.parallel.nodes.max(1));
        let extra = all.saturating_sub(serial);
        let aborted = self.parallel.aborted.min(extra);
        let share = |nodes: u64| time * nodes as f64 / all as f64;
        [
            ("serial nodes", share(all - extra)),
            ("aborted nodes", share(aborted)),
            ("nodes not needed", share(extra - aborted)),
        ]
    }
}

/// Readable names for types and files of the library.
const NAMES: [(&str, &str); 8] = [
    ("SplitState", "split points"),
    ("SplitPoint", "split points"),
    ("Task", "mailboxes"),
    ("Switch", "stop tokens"),
    ("Attendance", "the team's attendance"),
    ("Jobs", "threads' inboxes"),
    ("tasks", "idle workers"),
    ("control", "the count of nodes"),
];

/// The readable name of `cause`.
fn name(cause: &Cause) -> String {
    let text = cause.to_string();
    let (kind, of) = match cause {
        Cause::Lock(of) => ("lock of", of),
        Cause::Word(of) => ("words of", of),
        Cause::References(of) => ("references to", of),
        _ => return text,
    };
    // The earliest match counts: the name of a type precedes those of its parameters. The pointer
    // to a worker's innermost split point is an `Option<Arc<SplitPoint>>`.
    let is_innermost = text.starts_with("lock of core::option::Option<alloc::sync::Arc");
    if is_innermost {
        return "lock of innermost split points".into();
    }
    let known = NAMES.iter().filter_map(|(part, name)| Some((of.find(part)?, name))).min();
    known.map_or_else(|| text.clone(), |(_, name)| format!("{kind} {name}"))
}
