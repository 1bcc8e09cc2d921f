//! [`Target`]: one thing that is checked on arbitrary inputs.

#[cfg(not(schedule))]
use crate::targets::{parallel, serial, textbook};
#[cfg(not(schedule))]
use crate::{abort, table};
use arbitrary::{Result, Unstructured};

/// One thing that is checked on arbitrary inputs.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    /// Its name, on the command line and under `fuzz/fuzz_targets/`.
    pub name: &'static str,
    /// What its findings are held against.
    pub oracle: &'static str,
    /// Checks one input.
    ///
    /// # Errors
    /// Those of `arbitrary`: the bytes are no input.
    ///
    /// # Panics
    /// If the check fails.
    pub check: fn(&mut Unstructured<'_>) -> Result<()>,
}

/// All targets of this crate.
#[cfg(not(schedule))]
pub const TARGETS: &[Target] = &[
    Target { name: "textbook", oracle: textbook::ORACLE, check: textbook::check },
    Target { name: "serial", oracle: serial::ORACLE, check: serial::check },
    Target { name: "parallel", oracle: parallel::ORACLE, check: parallel::check },
    Target { name: "table", oracle: table::ORACLE, check: table::check },
    Target { name: "abort", oracle: abort::ORACLE, check: abort::check },
    crate::games::TARGET,
    crate::giants::TARGET,
];

/// All targets of this crate over the scheduler.
#[cfg(schedule)]
pub const TARGETS: &[Target] = &[crate::schedule::TARGET];

/// The target called `name`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Checks the bytes of one input of the target called `name`; bytes that are no input are none of its
/// business.
///
/// # Panics
/// If the check fails, and if there is no such target.
pub fn run(name: &str, input: &[u8]) {
    let target = find(name).unwrap_or_else(|| panic!("there is no target {name:?}"));
    let _no_input = (target.check)(&mut Unstructured::new(input));
}
