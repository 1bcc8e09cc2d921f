//! [`Coverage`]: counts events, so that a test can ensure that it exercised them. [`Shares`]: the
//! share of inputs in which threads interacted.

use eldest::report::StopReason;
use eldest::{Algorithm, Report};
use std::collections::BTreeMap;
use std::fmt;

/// The events of one input.
#[derive(Clone, Debug, Default)]
pub struct InputEvents {
    algorithms: Vec<Algorithm>,
    met: bool,
    cut_short: bool,
}

/// The share of inputs in which threads interacted: without it a rate of executions means little.
#[derive(Clone, Debug, Default)]
pub struct Shares {
    inputs: u64,
    met: u64,
    cut_short: u64,
    algorithms: [u64; Algorithm::ALL.len()],
}

impl InputEvents {
    /// Notes the start of a search with `algorithm`.
    pub fn begin(&mut self, algorithm: Algorithm) {
        self.algorithms.push(algorithm);
    }

    /// Notes whether one thread used a result of another.
    pub fn meet(&mut self, met: bool) {
        self.met |= met;
    }

    /// Notes the end of a search with `report`.
    pub fn add<M>(&mut self, report: &Report<M>) {
        self.met |= has_settled_for_others(report);
        self.cut_short |= is_cut_short(report);
    }
}

/// Whether a helper completed a sibling at a split point of another worker. All nodes of a helper
/// in a search with split points belong to such siblings, and nodes of aborted siblings are counted
/// separately. Racing threads are not covered: they interact through the table.
fn has_settled_for_others<M>(report: &Report<M>) -> bool {
    let splits = report.statistics.splits > 0;
    let helpers = report.workers.iter().skip(1);
    splits && helpers.into_iter().any(|helper| helper.nodes > helper.aborted_nodes)
}

/// Whether a thread that had visited nodes below a sibling was stopped by the cutoff of another
/// thread. In a complete search, only cutoffs abort siblings, so aborted nodes prove it. In a
/// search that was ended early they do not, so it does not count.
fn is_cut_short<M>(report: &Report<M>) -> bool {
    let is_whole = matches!(report.stop_reason, StopReason::Complete | StopReason::Proved);
    is_whole && report.statistics.aborted_nodes > 0
}

impl Shares {
    /// Adds one input with its events.
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

    /// Writes the fields of a JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let fields = self.named().map(|(name, share)| format!(r#""{name}":{share:.2}"#));
        fields.collect::<Vec<_>>().join(",")
    }

    /// Checks that threads interact in 70 % of the inputs, that a thread is stopped by a cutoff of
    /// another in 10 %, and that each algorithm is used in 10 %. Otherwise a soak without failures
    /// means little.
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

/// The number of occurrences of each event.
#[derive(Clone, Debug, Default)]
pub struct Coverage(BTreeMap<&'static str, u64>);

impl Coverage {
    /// Adds `count` occurrences.
    pub fn add(&mut self, what: &'static str, count: u64) {
        *self.0.entry(what).or_default() += count;
    }

    /// The number of occurrences.
    #[must_use]
    pub fn of(&self, what: &'static str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// Adds all counts of `other`.
    pub fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(what, count)| self.add(what, *count));
    }
}
