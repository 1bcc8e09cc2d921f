//! The crate `minimax`.

use crate::report::{Outcome, Run};
use crate::rules::{Rules, Zero, take_count};
use crate::{TABLE_BYTES, Task};
use anyhow::{Context, Result};
use minimax::{IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy};
use std::time::Instant;

/// With at most this many plies left, moves are searched in turn: their tasks would cost more than
/// they save.
const SERIAL_PLIES: u8 = 5;

/// Only the serial search heeds MTD(f).
fn options() -> IterativeOptions {
    let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    options.with_double_step_increment().with_mtdf()
}

pub(crate) fn serial<const COUNTED: bool>(task: &Task) -> IterativeSearch<Zero<COUNTED>> {
    let mut search = IterativeSearch::new(Zero, options());
    search.set_max_depth(task.depth);
    search.choose_move(&task.position);
    search
}

fn parallel<const COUNTED: bool>(task: &Task) -> ParallelSearch<Zero<COUNTED>> {
    let threads = ParallelOptions::new().with_num_threads(task.threads.into());
    let threads = threads.with_serial_cutoff_depth(SERIAL_PLIES);
    let mut search = ParallelSearch::new(Zero, options(), threads);
    search.set_max_depth(task.depth);
    Strategy::<Rules<COUNTED>>::choose_move(&mut search, &task.position);
    search
}

/// Searches with a new engine. `counted` is what [`count`] has found.
pub(crate) fn run(task: &Task, counted: Option<u64>) -> Result<Run> {
    match counted {
        None => run_serial(task),
        Some(nodes) => Ok(run_parallel(task, nodes)),
    }
}

fn run_serial(task: &Task) -> Result<Run> {
    let start = Instant::now();
    let search = serial::<false>(task);
    let seconds = start.elapsed().as_secs_f64();
    let stats = search.stats(&mut task.position.clone());
    let nodes = explored(&stats).with_context(|| format!("no number of nodes in: {stats}"))?;
    Ok(Run::new(seconds, nodes, Outcome::of(search.root_value().into())))
}

fn run_parallel(task: &Task, nodes: u64) -> Run {
    let start = Instant::now();
    let search = parallel::<false>(task);
    let seconds = start.elapsed().as_secs_f64();
    Run::new(seconds, nodes, Outcome::of(search.root_value().into()))
}

/// The nodes of a parallel search, which does not report them itself; they differ from run to run.
pub(crate) fn count(task: &Task) -> Option<u64> {
    (task.threads > 1).then(|| {
        take_count();
        parallel::<true>(task);
        take_count()
    })
}

/// The number in "Explored 123 nodes to depth 8".
pub(crate) fn explored(stats: &str) -> Option<u64> {
    stats.split_once("Explored ")?.1.split(' ').next()?.parse().ok()
}
