//! Searches the same Connect Four positions to the same depths with eldest and with the crate
//! `minimax` 0.6, in turn.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/minimax/Cargo.toml -- --pairs 9
//! ```
//!
//! The empty board and the first five positions of `games/suites/connect4/ply08.txt`. Each search
//! starts cold: engine, threads and a table of 64 MiB are made within the measured time. At depth
//! 14 that is most of what `minimax` takes; `--depth 20,22` measures the searching.
//!
//! Both know the same of the game: rules, ranks of moves, one key for a board and its mirror image,
//! and nothing at the horizon, where every position is worth 0. A depth is the same number of plies
//! for both. The value says whether the side to move wins or loses within it; if they disagree, the
//! program ends with an error.
//!
//! - **eldest**: `connect4::options()` and a `SharedTable`.
//! - **minimax**: two plies deeper with each iteration; with one thread `IterativeSearch` by
//!   MTD(f), with more `ParallelSearch` (Young Brothers Wait on rayon), serial in the last five
//!   plies. Of the settings that keep values exact these were the fastest, or as fast as any.
//!
//! Nodes are calls of the recursive search. `ParallelSearch` does not tell how many they were: they
//! are counted in a run of their own, which is not timed, so its nodes per second are an estimate.
//!
//! A ratio is eldest's wall-clock time over that of `minimax`. The last lines give, for each depth
//! and number of threads, the median over all pairs of the ratio of the sums over the positions.

mod ours;
mod report;
mod rules;
mod theirs;

#[cfg(test)]
mod tests;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use eldest_games::connect4::ConnectFour;
use report::{HEADING, Line, Summary, put, ratio_of_sums};

/// A power of two, which `minimax` would round up to.
const TABLE_BYTES: usize = if cfg!(test) { 1 << 20 } else { 64 << 20 };
const SUITE: &str = include_str!("../../../../games/suites/connect4/ply08.txt");
const OF_SUITE: usize = 5;

/// Searches Connect Four with eldest and with the crate minimax, in turn.
#[derive(Debug, Parser)]
struct Args {
    /// Runs of each, the median of which counts
    #[arg(long, value_name = "N", default_value = "3")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pairs: u16,
    /// Depths in plies
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [14, 16])]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=42))]
    depth: Vec<u8>,
    /// Numbers of threads
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1, 2])]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    threads: Vec<u16>,
    /// Writes an object in each line
    #[arg(long)]
    json: bool,
}

/// What both are asked for.
#[derive(Copy, Clone, Debug)]
struct Task {
    /// The columns played, `-` for none.
    name: &'static str,
    position: ConnectFour,
    depth: u8,
    threads: u16,
}

impl Task {
    fn new(name: &'static str, depth: u8, threads: u16) -> Result<Self> {
        let position = name.parse().with_context(|| format!("position {name}"))?;
        Ok(Self { name, position, depth, threads })
    }
}

/// The task for each position.
fn tasks(depth: u8, threads: u16) -> Result<Vec<Task>> {
    let suite = SUITE.lines().take(OF_SUITE).filter_map(|line| line.split(' ').next());
    std::iter::once("-").chain(suite).map(|name| Task::new(name, depth, threads)).collect()
}

/// Runs both, `counted` being the nodes of `minimax` if it does not tell them.
fn measure(task: &Task, pair: u16, counted: Option<u64>) -> Result<Line> {
    let line = Line::new(task, pair, ours::run(task)?, theirs::run(task, counted)?);
    let Some(eldest) = line.eldest else { return Ok(line) };
    ensure!(
        eldest.outcome == line.minimax.outcome,
        "position {}, depth {}: {:?} by eldest, {:?} by minimax",
        task.name,
        task.depth,
        eldest.outcome,
        line.minimax.outcome
    );
    Ok(line)
}

/// All positions once, in turn; the ratio of the sums.
fn run_pair(cases: &[(Task, Option<u64>)], pair: u16, json: bool) -> Result<Option<f64>> {
    let mut lines = Vec::new();
    for (task, counted) in cases {
        let line = measure(task, pair, *counted)?;
        put(json, &line)?;
        lines.push(line);
    }
    Ok(ratio_of_sums(&lines))
}

/// All pairs at one depth with one number of threads.
fn compare(args: &Args, depth: u8, threads: u16) -> Result<Summary> {
    let tasks = tasks(depth, threads)?.into_iter();
    let cases: Vec<_> = tasks.map(|task| (task, theirs::count(&task))).collect();
    let mut ratios = Vec::new();
    for pair in 1..=args.pairs {
        ratios.extend(run_pair(&cases, pair, args.json)?);
    }
    Ok(Summary::new(depth, threads, args.pairs, ratios))
}

fn main() -> Result<()> {
    let args = Args::parse();
    if !args.json {
        println!("{HEADING}");
    }
    let mut summaries = Vec::new();
    for &depth in &args.depth {
        for &threads in &args.threads {
            summaries.push(compare(&args, depth, threads)?);
        }
    }
    summaries.iter().try_for_each(|summary| put(args.json, summary))
}
