//! [`Target`]: one thing that is checked on arbitrary inputs.

use crate::shares::Happened;
#[cfg(not(schedule))]
use crate::targets::{
    abort, certificates, exchange, games, giants, parallel, prove, resources, selective, serial,
    shared, table, textbook,
};
#[cfg(schedule)]
use crate::targets::{limits, schedule, selections};
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
    /// The same input with nothing left to chance, for targets that have chance: it can be made
    /// smaller piece by piece.
    pub spelt_out: Option<SpeltOut>,
    /// Checks one input as well, and tells what threads have had to do with each other; for targets in which
    /// they have.
    pub examine: Option<Examine>,
    /// Inputs by chance have so many bytes at least: fewer do not fill what there is to choose.
    pub shortest: usize,
}

/// Another form of an input.
pub type SpeltOut = fn(&[u8]) -> Vec<u8>;

/// A check that tells what has happened.
pub type Examine = fn(&mut Unstructured<'_>) -> Result<Happened>;

/// All targets of this crate.
#[cfg(not(schedule))]
pub const TARGETS: &[Target] = &[
    Target::new("textbook", textbook::ORACLE, textbook::check),
    Target::new("serial", serial::ORACLE, serial::check),
    Target::new("selective", selective::ORACLE, selective::check),
    Target {
        spelt_out: Some(parallel::spelt_out),
        examine: Some(parallel::examine),
        shortest: parallel::SHORTEST,
        ..Target::new("parallel", parallel::ORACLE, parallel::check)
    },
    Target::new("table", table::ORACLE, table::check),
    Target::new("abort", abort::ORACLE, abort::check),
    Target::new("shared", shared::ORACLE, shared::check),
    Target {
        shortest: resources::SHORTEST,
        ..Target::new("resources", resources::ORACLE, resources::check)
    },
    Target::new("games", games::ORACLE, games::check),
    Target::new("giants", giants::ORACLE, giants::check),
    Target::new("certificates", certificates::ORACLE, certificates::check),
    Target { shortest: prove::SHORTEST, ..Target::new("prove", prove::ORACLE, prove::check) },
    Target {
        spelt_out: Some(exchange::spelt_out),
        shortest: exchange::SHORTEST,
        ..Target::new("exchange", exchange::ORACLE, exchange::check)
    },
];

/// All targets of this crate over the scheduler.
#[cfg(schedule)]
pub const TARGETS: &[Target] = &[
    Target {
        spelt_out: Some(schedule::spelt_out),
        examine: Some(schedule::examine),
        shortest: schedule::SHORTEST,
        ..Target::new("schedule", schedule::ORACLE, schedule::check)
    },
    Target {
        shortest: schedule::SHORTEST,
        ..Target::new("proofs", schedule::PROOF_ORACLE, schedule::check_proof)
    },
    Target { shortest: limits::SHORTEST, ..Target::new("limits", limits::ORACLE, limits::check) },
    Target {
        shortest: schedule::SHORTEST,
        ..Target::new("batches", schedule::batches::ORACLE, schedule::batches::check)
    },
    Target {
        examine: Some(selections::examine),
        shortest: selections::SHORTEST,
        ..Target::new("selections", selections::ORACLE, selections::check)
    },
];

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
    find(name).unwrap_or_else(|| panic!("there is no target {name:?}")).run(input);
}

impl Target {
    /// A target whose inputs leave nothing to chance that could be spelt out.
    #[must_use]
    pub const fn new(
        name: &'static str,
        oracle: &'static str,
        check: fn(&mut Unstructured<'_>) -> Result<()>,
    ) -> Self {
        Self { name, oracle, check, spelt_out: None, examine: None, shortest: 0 }
    }

    /// Checks the bytes of one input; bytes that are no input are none of its business.
    ///
    /// # Panics
    /// If the check fails.
    pub fn run(&self, input: &[u8]) {
        let _no_input = (self.check)(&mut Unstructured::new(input));
    }
}
