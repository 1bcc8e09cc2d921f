//! The rows of `eldest database`.

use eldest_catalog::database::DatabaseSlice;
use eldest_retro::Summary;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// The column headings of [`SliceRecord`].
pub(super) const HEADING: &str =
    "slice         positions         wins        draws       losses  longest   bits      time";
/// The column headings of [`ListRecord`].
pub(super) const LIST_HEADING: &str = "slice           numbers  memory MiB  file MiB at most";

/// A slice that was built or verified.
#[derive(Debug, Serialize)]
pub(super) struct SliceRecord {
    slice: String,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest_win: Option<u32>,
    bytes: u64,
    seconds: Option<f64>,
}

impl SliceRecord {
    pub(super) fn new(slice: &str, summary: Summary, time: Option<Duration>) -> Self {
        let positions = summary.positions();
        let Summary { bytes, wins, draws, losses, longest_win, .. } = summary;
        Self {
            slice: slice.to_owned(),
            positions,
            wins,
            draws,
            losses,
            longest_win: longest_win.map(|(plies, _)| plies),
            bytes,
            seconds: time.map(|time| time.as_secs_f64()),
        }
    }
}

/// Writes a row under [`HEADING`].
impl fmt::Display for SliceRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slice, positions, wins, draws, losses, bytes, .. } = self;
        let bits = 8.0 * *bytes as f64 / (*positions).max(1) as f64;
        let none = || "-".to_owned();
        let longest = self.longest_win.map_or_else(none, |plies| plies.to_string());
        let time = self.seconds.map_or_else(none, |seconds| format!("{seconds:.1}s"));
        write!(f, "{slice:<8} {positions:>14} {wins:>12} {draws:>12} {losses:>12} ")?;
        write!(f, "{longest:>8} {bits:>6.2} {time:>9}")
    }
}

/// A slice to build.
#[derive(Debug, Serialize)]
pub(super) struct ListRecord {
    slice: String,
    numbers: u64,
    memory_bytes: u64,
    file_bytes: u64,
}

impl From<DatabaseSlice> for ListRecord {
    fn from(slice: DatabaseSlice) -> Self {
        let DatabaseSlice { name, numbers, memory_bytes, file_bytes } = slice;
        Self { slice: name, numbers, memory_bytes, file_bytes }
    }
}

/// Writes a row under [`LIST_HEADING`].
impl fmt::Display for ListRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [memory, most] = [self.memory_bytes, self.file_bytes].map(mib);
        write!(f, "{:<8} {:>14} {memory:>11} {most:>17}", self.slice, self.numbers)
    }
}

/// Converts bytes to MiB, rounded up.
pub(super) fn mib(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
