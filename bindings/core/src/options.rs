//! [`EngineOptions`]: the settings of a new engine.

use crate::{Error, Result};
use eldest::{Algorithm, Options};
use std::path::PathBuf;

/// The settings of a new engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// The number of threads, 1 to 4,096; 0 for all cores. The default
    /// is 1.
    pub threads: usize,
    /// The memory for the table, in MiB. The default is 64.
    pub table_mib: usize,
    /// How several threads share a search. The default is Young Brothers Wait.
    pub algorithm: Algorithm,
    /// A directory with a database of the game: a search ends where the database knows the value.
    pub database: Option<PathBuf>,
    /// The name of another evaluator of the game, such as `pesto` for chess.
    pub evaluator: Option<String>,
    /// Whether searches to a depth leave out moves that hardly ever matter. Their values are not
    /// exact. Only some games support this.
    pub selective: bool,
    /// The plies of the longest game, where the rules give no bound. Searches to the end of a game
    /// without a bound need it.
    pub max_ply: Option<u32>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            table_mib: 64,
            algorithm: Algorithm::YoungBrothersWait,
            database: None,
            evaluator: None,
            selective: false,
            max_ply: None,
        }
    }
}

/// The largest table, in MiB: 1 TiB.
const MOST_MIB: usize = 1 << 20;

impl EngineOptions {
    /// Checks the numbers.
    pub(crate) fn check(&self) -> Result<()> {
        check_threads(self.threads)?;
        if !(1..=MOST_MIB).contains(&self.table_mib) {
            let reason = format!("table_mib is {}; expected 1 to {MOST_MIB}", self.table_mib);
            return Err(Error::Option(reason));
        }
        if self.max_ply == Some(0) {
            let reason = "the most plies of a game are 0; expected at least 1";
            return Err(Error::Option(reason.to_owned()));
        }
        Ok(())
    }
}

/// Checks a number of threads.
pub(crate) fn check_threads(threads: usize) -> Result<()> {
    let most = Options::MOST_THREADS;
    if threads <= most {
        return Ok(());
    }
    Err(Error::Option(format!("threads is {threads}; expected at most {most}")))
}
