//! [`Coverage`]: what a check has met, so that a test can tell whether it has shown anything.
//! [`Shares`]: in how many inputs threads have had to do with each other.

use eldest::report::StopReason;
use eldest::{Algorithm, Report};
use std::collections::BTreeMap;
use std::fmt;

/// What has happened in one input.
#[derive(Clone, Debug, Default)]
pub struct InputEvents {
    algorithms: Vec<Algorithm>,
    met: bool,
    cut_short: bool,
}

/// In how many inputs threads have had to do with each other: what a rate of executions a second is
/// worth.
#[derive(Clone, Debug, Default)]
pub struct Shares {
    inputs: u64,
    met: u64,
    cut_short: u64,
    algorithms: [u64; Algorithm::ALL.len()],
}

impl InputEvents {
    /// A search with `algorithm` has begun.
    pub fn begin(&mut self, algorithm: Algorithm) {
        self.algorithms.push(algorithm);
    }

    /// Something that one thread has found has entered the search of another.
    pub fn meet(&mut self, met: bool) {
        self.met |= met;
    }

    /// A search has ended with `report`.
    pub fn add<M>(&mut self, report: &Report<M>) {
        self.met |= has_settled_for_others(report);
        self.cut_short |= is_cut_short(report);
    }
}

/// Whether a helper has searched a sibling at a split point of somebody else to the end. All nodes
/// of a helper of a search that splits are spent on such, and those of siblings that were broken
/// off are counted apart. Where threads race, that says nothing: they meet in the table.
fn has_settled_for_others<M>(report: &Report<M>) -> bool {
    let splits = report.statistics.splits > 0;
    let helpers = report.workers.iter().skip(1);
    splits && helpers.into_iter().any(|helper| helper.nodes > helper.aborted_nodes)
}

/// Whether a thread that had visited nodes below a sibling was stopped by a cutoff that another
/// thread had found. Where nothing but cutoffs stops threads, all nodes of aborted siblings tell of
/// one; in a search that was ended early they may not, and none counts.
fn is_cut_short<M>(report: &Report<M>) -> bool {
    let is_whole = matches!(report.stop_reason, StopReason::Complete | StopReason::Proved);
    is_whole && report.statistics.aborted_nodes > 0
}

impl Shares {
    /// One more input, in which that has happened.
    pub fn add(&mut self, input: &InputEvents) {
        self.inputs += 1;
        self.met += u64::from(input.met);
        self.cut_short += u64::from(input.cut_short);
        for (count, algorithm) in self.algorithms.iter_mut().zip(Algorithm::ALL) {
            *count += u64::from(input.algorithms.contains(&algorithm));
        }
    }

    /// The share of inputs in which threads met, in percent.
    #[must_use]
    pub fn met(&self) -> f64 {
        100.0 * self.met as f64 / self.inputs.max(1) as f64
    }

    /// The shares by name, in percent of all inputs.
    fn named(&self) -> impl Iterator<Item = (String, f64)> {
        let algorithms = Algorithm::ALL.map(|algorithm| format!("{algorithm:?}")).into_iter();
        let names = ["met", "cut short"].map(str::to_owned).into_iter().chain(algorithms);
        let counts = [self.met, self.cut_short].into_iter().chain(self.algorithms);
        let all = self.inputs.max(1) as f64;
        names.zip(counts.map(move |count| 100.0 * count as f64 / all))
    }

    /// As the fields of a JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let fields = self.named().map(|(name, share)| format!(r#""{name}":{share:.2}"#));
        fields.collect::<Vec<_>>().join(",")
    }

    /// Threads meet in 70 inputs of a hundred, one is stopped by a cutoff of another in 10, and
    /// each algorithm searches in 10; else a soak that has found nothing has shown little.
    ///
    /// # Panics
    /// If they do not.
    pub fn check(&self) {
        assert!(self.are_enough(), "{self}");
    }

    /// Whether [`check`](Self::check) passes.
    #[must_use]
    pub fn are_enough(&self) -> bool {
        let least = |name: &str| if name == "met" { 70.0 } else { 10.0 };
        self.named().all(|(name, share)| share >= least(&name))
    }
}

/// In percent of all inputs.
impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "of {} inputs:", self.inputs)?;
        self.named().try_for_each(|(name, share)| write!(f, " {name} {share:.1} %"))
    }
}

/// How often each thing was met.
#[derive(Clone, Debug, Default)]
pub struct Coverage(BTreeMap<&'static str, u64>);

impl Coverage {
    /// It was met `count` times more.
    pub fn add(&mut self, what: &'static str, count: u64) {
        *self.0.entry(what).or_default() += count;
    }

    /// How often it was met.
    #[must_use]
    pub fn of(&self, what: &'static str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// And all that `other` has met.
    pub fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(what, count)| self.add(what, *count));
    }
}
