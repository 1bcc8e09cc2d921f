//! [`ScalingRow`]: the results of one contestant, and how they are printed.

use eldest::report::Statistics;
use eldest::{Algorithm, Options, Report};
use eldest_terminal::args::AlgorithmArg;
use serde::Serialize;
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
}

impl ScalingRow {
    /// Computes the medians of `rounds`, each the cost of `contestant` and of the serial search.
    pub(super) fn new(contestant: Contestant, rounds: &[(Effort, Effort)]) -> Self {
        let threads = contestant.threads;
        let of = |number: &dyn Fn(&Effort, &Effort) -> f64| {
            median(rounds.iter().map(|(own, serial)| number(own, serial)).collect())
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
        }
    }

    pub(super) const HEADING: &str = "algorithm         threads        nodes   seconds  speed-up  \
                                      overhead %  idle %    splits    steals";
}

/// Writes the columns under [`ScalingRow::HEADING`].
impl fmt::Display for ScalingRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, threads, nodes, seconds, speedup, .. } = self;
        write!(f, "{algorithm:<17} {threads:>7} {nodes:>12} {seconds:>9.3} {speedup:>9.2}")?;
        let Self { overhead_percent, idle_percent, splits, steals, .. } = self;
        write!(f, " {overhead_percent:>11.1} {idle_percent:>7.1} {splits:>9} {steals:>9}")
    }
}

/// A row of comma-separated values.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Csv(pub(super) ScalingRow);

impl Csv {
    pub(super) const HEADING: &str =
        "algorithm,threads,nodes,seconds,speedup,overhead_percent,idle_percent,splits,steals";
}

impl fmt::Display for Csv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScalingRow { algorithm, threads, nodes, seconds, speedup, .. } = &self.0;
        write!(f, "{algorithm},{threads},{nodes},{seconds:.6},{speedup:.4}")?;
        let ScalingRow { overhead_percent, idle_percent, splits, steals, .. } = &self.0;
        write!(f, ",{overhead_percent:.3},{idle_percent:.3},{splits},{steals}")
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

    #[test]
    fn ratios_are_those_of_a_round() {
        let contestant =
            Contestant { algorithm: AlgorithmArg(Algorithm::YoungBrothersWait), threads: 2 };
        let rounds = [
            (effort(150, 500, 100), effort(100, 1000, 0)),
            (effort(150, 1000, 500), effort(100, 3000, 0)),
            (effort(150, 4000, 2000), effort(100, 4000, 0)),
        ];
        let csv = Csv(ScalingRow::new(contestant, &rounds)).to_string();
        assert_eq!(csv, "ybw,2,150,1.000000,2.0000,50.000,25.000,3,2");
    }

    #[test]
    fn columns_are_aligned() {
        let contestant =
            Contestant { algorithm: AlgorithmArg(Algorithm::SimplifiedAbdada), threads: 64 };
        let row = ScalingRow::new(contestant, &[(effort(150, 500, 100), effort(100, 1000, 0))]);
        assert_eq!(row.to_string().len(), ScalingRow::HEADING.len());
    }
}
