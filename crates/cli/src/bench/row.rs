//! [`ScalingRow`]: the results of one contestant, and how they are printed.

use eldest::report::Statistics;
use eldest::{Algorithm, Options, Report};
use eldest_terminal::args::AlgorithmArg;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// An algorithm and a number of threads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Contestant {
    pub(super) algorithm: AlgorithmArg,
    pub(super) threads: u16,
}

impl Contestant {
    pub(super) const SERIAL: Self =
        Self { algorithm: AlgorithmArg(Algorithm::YoungBrothersWait), threads: 1 };

    /// Returns its name. YBW with one thread stands for the serial search.
    pub(super) fn name(self) -> &'static str {
        if self == Self::SERIAL { "serial" } else { self.algorithm.0.name() }
    }

    pub(super) fn options(self, options: Options) -> Options {
        options.with(|o| (o.algorithm, o.threads) = (self.algorithm.into(), self.threads.into()))
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, threads {}", self.name(), self.threads)
    }
}

/// The cost of a run.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Effort {
    pub(super) nodes: u64,
    time: Duration,
    /// Summed over all threads.
    idle: Duration,
    splits: u64,
    steals: u64,
}

impl Effort {
    pub(super) fn add<M>(&mut self, report: &Report<M>) {
        let Statistics { splits, steals, .. } = report.statistics;
        self.nodes += report.progress.nodes;
        self.time += report.progress.time;
        self.idle += report.workers.iter().map(|worker| worker.idle).sum::<Duration>();
        self.splits += splits;
        self.steals += steals;
    }

    fn seconds(&self) -> f64 {
        self.time.as_secs_f64().max(1e-9)
    }

    /// Returns the share of the time of `threads` threads that was idle, in %.
    fn idle_percent(&self, threads: u16) -> f64 {
        100.0 * self.idle.as_secs_f64() / (self.seconds() * f64::from(threads))
    }

    /// Returns the speed-up over `serial`.
    fn speedup(&self, serial: &Self) -> f64 {
        serial.seconds() / self.seconds()
    }

    /// Returns the additional nodes compared with `serial`, in %.
    fn overhead_percent(&self, serial: &Self) -> f64 {
        100.0 * (self.nodes as f64 / serial.nodes.max(1) as f64 - 1.0)
    }
}

/// The cost of all contestants' searches of the same positions.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// In the order of the contestants; the first one is serial.
    pub(super) efforts: Vec<Effort>,
    /// By the number of independent processes: their [`rate`]. A single one is the serial search.
    pub(super) rates: BTreeMap<u16, f64>,
}

impl Round {
    /// Creates the round of this number of contestants before the first search.
    pub(super) fn new(contestants: usize) -> Self {
        Self { efforts: vec![Effort::default(); contestants], rates: BTreeMap::new() }
    }
}

/// Returns the searches per second of processes that run at the same time, and take `times` for
/// one search each.
pub(super) fn rate(times: impl Iterator<Item = Duration>) -> f64 {
    times.map(|time| 1.0 / time.as_secs_f64().max(1e-9)).sum()
}

/// A contestant and the medians of its runs.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ScalingRow {
    #[serde(rename = "type")]
    kind: &'static str,
    pub(super) algorithm: String,
    pub(super) threads: u16,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) speedup: f64,
    pub(super) overhead_percent: f64,
    pub(super) idle_percent: f64,
    splits: u64,
    steals: u64,
    #[serde(flatten)]
    ceiling: Option<Ceiling>,
}

/// The comparison with as many independent processes.
#[derive(Copy, Clone, Debug, Serialize)]
struct Ceiling {
    /// Their speed-up.
    ceiling: f64,
    /// The contestant's speed-up divided by theirs.
    ratio: f64,
}

impl ScalingRow {
    /// Computes the medians of the contestant with this index over all rounds.
    pub(super) fn new(contestant: Contestant, rounds: &[Round], index: usize) -> Self {
        let threads = contestant.threads;
        let of = |number: &dyn Fn(&Effort, &Effort) -> f64| {
            let pairs = rounds.iter().map(|round| (&round.efforts[index], &round.efforts[0]));
            median(pairs.map(|(own, serial)| number(own, serial)).collect())
        };
        Self {
            kind: "scaling",
            algorithm: contestant.name().to_owned(),
            threads,
            nodes: of(&|own, _| own.nodes as f64).round() as u64,
            seconds: of(&|own, _| own.seconds()),
            speedup: of(&Effort::speedup),
            overhead_percent: of(&Effort::overhead_percent),
            idle_percent: of(&|own, _| own.idle_percent(threads)),
            splits: of(&|own, _| own.splits as f64).round() as u64,
            steals: of(&|own, _| own.steals as f64).round() as u64,
            ceiling: Ceiling::new(threads, rounds, index),
        }
    }
}

impl Ceiling {
    /// Computes the medians, if processes were measured.
    fn new(threads: u16, rounds: &[Round], index: usize) -> Option<Self> {
        let ceiling = |round: &Round| Some(round.efforts[0].seconds() * round.rates.get(&threads)?);
        let ceilings = rounds.iter().map(ceiling).collect::<Option<Vec<_>>>()?;
        let ratio = |(round, ceiling): (&Round, &f64)| {
            round.efforts[index].speedup(&round.efforts[0]) / ceiling
        };
        let ratio = median(rounds.iter().zip(&ceilings).map(ratio).collect());
        Some(Self { ceiling: median(ceilings), ratio })
    }
}

/// The heading of the columns that are always there.
pub(super) const COLUMNS: &str = "algorithm         threads        nodes   seconds  speed-up  \
                                  overhead %  idle %    splits    steals";

/// Returns `columns` with those of the ceiling, if there is one, each after `separator`.
pub(super) fn heading(columns: &str, has_ceiling: bool, separator: &str) -> String {
    let width = if separator.is_empty() { 9 } else { 0 };
    let of_ceiling = ["ceiling", "ratio"].map(|name| format!("{separator}{name:>width$}"));
    format!("{columns}{}", if has_ceiling { of_ceiling.concat() } else { String::new() })
}

/// Writes the columns under [`COLUMNS`], and those of the ceiling if there is one.
impl fmt::Display for ScalingRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, threads, nodes, seconds, speedup, .. } = self;
        write!(f, "{algorithm:<17} {threads:>7} {nodes:>12} {seconds:>9.3} {speedup:>9.2}")?;
        let Self { overhead_percent, idle_percent, splits, steals, ceiling, .. } = self;
        write!(f, " {overhead_percent:>11.1} {idle_percent:>7.1} {splits:>9} {steals:>9}")?;
        let Some(Ceiling { ceiling, ratio }) = ceiling else { return Ok(()) };
        write!(f, "{ceiling:>9.2}{ratio:>9.3}")
    }
}

/// A row of comma-separated values.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Csv(pub(super) ScalingRow);

/// The heading of the values that are always there.
pub(super) const CSV: &str =
    "algorithm,threads,nodes,seconds,speedup,overhead_percent,idle_percent,splits,steals";

impl fmt::Display for Csv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScalingRow { algorithm, threads, nodes, seconds, speedup, .. } = &self.0;
        write!(f, "{algorithm},{threads},{nodes},{seconds:.6},{speedup:.4}")?;
        let ScalingRow { overhead_percent, idle_percent, splits, steals, ceiling, .. } = &self.0;
        write!(f, ",{overhead_percent:.3},{idle_percent:.3},{splits},{steals}")?;
        let Some(Ceiling { ceiling, ratio }) = ceiling else { return Ok(()) };
        write!(f, ",{ceiling:.4},{ratio:.4}")
    }
}

/// Returns the middle number, or the mean of the two in the middle.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let (below, above) = ((numbers.len() - 1) / 2, numbers.len() / 2);
    f64::midpoint(numbers[below], numbers[above])
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Algorithm;
    use eldest_terminal::args::AlgorithmArg;

    fn effort(nodes: u64, millis: u64, idle: u64) -> Effort {
        let (time, idle) = (Duration::from_millis(millis), Duration::from_millis(idle));
        Effort { nodes, time, idle, splits: 3, steals: 2 }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![5.0]), 5.0);
        assert_eq!(median(vec![9.0, 1.0]), 5.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0]), 2.0);
    }

    fn round(own: Effort, serial: Effort, rate: Option<f64>) -> Round {
        let alone = 1.0 / serial.seconds();
        let rates = rate.into_iter().flat_map(|rate| [(1, alone), (2, rate)]).collect();
        Round { efforts: vec![serial, own], rates }
    }

    const TWO: Contestant =
        Contestant { algorithm: AlgorithmArg(Algorithm::YoungBrothersWait), threads: 2 };

    #[test]
    fn ratios_are_those_of_a_round() {
        let rounds = [
            round(effort(150, 500, 100), effort(100, 1000, 0), None),
            round(effort(150, 1000, 500), effort(100, 3000, 0), None),
            round(effort(150, 4000, 2000), effort(100, 4000, 0), None),
        ];
        let csv = Csv(ScalingRow::new(TWO, &rounds, 1)).to_string();
        assert_eq!(csv, "ybw,2,150,1.000000,2.0000,50.000,25.000,3,2");
    }

    #[test]
    fn a_ceiling_is_the_rate_of_processes_over_that_of_the_serial_search() {
        assert_eq!(rate([500, 250].map(Duration::from_millis).into_iter()), 6.0);
        let rounds = [
            round(effort(150, 500, 0), effort(100, 1000, 0), Some(2.0)),
            round(effort(150, 1000, 0), effort(100, 3000, 0), Some(0.5)),
            round(effort(150, 4000, 0), effort(100, 4000, 0), Some(0.4)),
        ];
        let csv = Csv(ScalingRow::new(TWO, &rounds, 1)).to_string();
        assert_eq!(csv, "ybw,2,150,1.000000,2.0000,50.000,0.000,3,2,1.6000,1.0000");
        let serial = Csv(ScalingRow::new(Contestant::SERIAL, &rounds, 0)).to_string();
        assert_eq!(serial, "serial,1,100,3.000000,1.0000,0.000,0.000,3,2,1.0000,1.0000");
    }

    #[test]
    fn columns_are_aligned() {
        let contestant =
            Contestant { algorithm: AlgorithmArg(Algorithm::SimplifiedAbdada), threads: 2 };
        for rate in [None, Some(2.0)] {
            let round = round(effort(150, 500, 100), effort(100, 1000, 0), rate);
            let row = ScalingRow::new(contestant, &[round], 1);
            assert_eq!(row.to_string().len(), heading(COLUMNS, rate.is_some(), "").len());
        }
    }
}
