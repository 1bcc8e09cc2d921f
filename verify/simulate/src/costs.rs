//! [`CostsArg`]: costs of single steps, from a preset or a file.

use crate::calibration::{Nanoseconds, measure};
use anyhow::{Context, Result};
use eldest_schedule::timed::Costs;
use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

/// The source of the costs.
#[derive(Clone, Debug)]
pub(crate) enum CostsArg {
    Desktop,
    Server,
    This,
    File(PathBuf),
}

impl FromStr for CostsArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "desktop" => Self::Desktop,
            "server" => Self::Server,
            "this" => Self::This,
            path => Self::File(path.into()),
        })
    }
}

impl CostsArg {
    /// Loads or measures the costs.
    pub(crate) fn costs(&self) -> Result<Costs> {
        Ok(match self {
            Self::Desktop => Costs::default(),
            Self::Server => SERVER.into(),
            Self::This => measure().into(),
            Self::File(path) => {
                let read = || -> Result<Nanoseconds> {
                    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
                };
                read()
                    .with_context(|| {
                        format!(
                            "{}: expected desktop, server, this, or a file of costs",
                            path.display()
                        )
                    })?
                    .into()
            }
        })
    }
}

/// A server with two sockets. A word takes one to two hundred nanoseconds over the link between
/// them (David, Guerraoui and Trigonakis 2013, "Everything you always wanted to know about
/// synchronization but were afraid to ask", table 2), and sleeping threads wake more slowly.
const SERVER: Nanoseconds = Nanoseconds {
    node: 50,
    crowding: 0,
    probe: 140,
    word: 120,
    own_word: 6,
    read: 110,
    lock: 100,
    hand_over: 250,
    notify: 2_000,
    wake_up: 40_000,
};
