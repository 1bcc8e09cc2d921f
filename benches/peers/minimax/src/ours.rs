//! eldest.

use crate::report::{Outcome, Run};
use crate::{TABLE_BYTES, Task};
use anyhow::{Context, Result};
use eldest::{Engine, Error, Limits, Options};
use eldest_games::connect4::{self, ConnectFour};
use std::time::Instant;

/// The options for so many threads; `None` for as many as eldest cannot use yet.
fn options(threads: u16) -> Option<Options> {
    (threads == 1).then(connect4::options)
}

/// An engine for so many threads, with an empty table.
fn engine(threads: u16) -> Option<Result<Engine<ConnectFour>, Error>> {
    let builder = Engine::<ConnectFour>::builder().options(options(threads)?);
    Some(builder.table_bytes(TABLE_BYTES).build())
}

/// Searches with a new engine; `None` where there is no such engine.
pub(crate) fn run(task: &Task) -> Result<Option<Run>> {
    let start = Instant::now();
    let Some(mut engine) = engine(task.threads).transpose()? else { return Ok(None) };
    let report = engine.search(&task.position, &Limits::new().depth(task.depth.into()))?;
    let seconds = start.elapsed().as_secs_f64();
    let value = report.value().context("a completed search has a value")?;
    Ok(Some(Run::new(seconds, report.statistics.nodes, Outcome::of(value.get()))))
}
