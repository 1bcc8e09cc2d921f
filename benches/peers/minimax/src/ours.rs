//! eldest.

use crate::report::{Outcome, Run};
use crate::{TABLE_BYTES, Task};
use anyhow::{Context, Result};
use eldest::{Engine, Error, Limits};
use eldest_games::connect4::{self, ConnectFour};
use std::time::Instant;

/// An engine with this number of threads and an empty table.
fn engine(threads: u16) -> Result<Engine<ConnectFour>, Error> {
    let builder = Engine::<ConnectFour>::builder().options(connect4::options_to_depth());
    builder.threads(threads.into()).table_bytes(TABLE_BYTES).build()
}

/// Searches with a new engine.
pub(crate) fn run(task: &Task) -> Result<Run> {
    let start = Instant::now();
    let mut engine = engine(task.threads)?;
    let report = engine.search(&task.position, &Limits::new().depth(task.depth.into()))?;
    let seconds = start.elapsed().as_secs_f64();
    let value = report.value().context("a completed search has a value")?;
    Ok(Run::new(seconds, report.statistics.nodes, Outcome::of(value.get())))
}
