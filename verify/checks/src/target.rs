//! [`FuzzTarget`]: one thing that is checked on arbitrary inputs.

use crate::shares::InputEvents;
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
pub struct FuzzTarget {
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
    pub spelt_out: Option<Speller>,
    /// Checks one input as well, and tells what threads have had to do with each other; for targets
    /// in which they have.
    pub examine: Option<Examiner>,
    /// Inputs by chance have so many bytes at least: fewer do not fill what there is to choose.
    pub shortest: usize,
}

/// Another form of an input.
pub type Speller = fn(&[u8]) -> Vec<u8>;

/// A check that tells what has happened.
pub type Examiner = fn(&mut Unstructured<'_>) -> Result<InputEvents>;

/// All targets of this crate.
#[cfg(not(schedule))]
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget::new("textbook", textbook::ORACLE, textbook::check),
    FuzzTarget::new("serial", serial::ORACLE, serial::check),
    FuzzTarget::new("selective", selective::ORACLE, selective::check),
    FuzzTarget {
        spelt_out: Some(parallel::spelt_out),
        examine: Some(parallel::examine),
        shortest: parallel::SHORTEST,
        ..FuzzTarget::new("parallel", parallel::ORACLE, parallel::check)
    },
    FuzzTarget::new("table", table::ORACLE, table::check),
    FuzzTarget::new("abort", abort::ORACLE, abort::check),
    FuzzTarget::new("shared", shared::ORACLE, shared::check),
    FuzzTarget {
        shortest: resources::SHORTEST,
        ..FuzzTarget::new("resources", resources::ORACLE, resources::check)
    },
    FuzzTarget::new("games", games::ORACLE, games::check),
    FuzzTarget::new("giants", giants::ORACLE, giants::check),
    FuzzTarget::new("certificates", certificates::ORACLE, certificates::check),
    FuzzTarget {
        shortest: prove::SHORTEST,
        ..FuzzTarget::new("prove", prove::ORACLE, prove::check)
    },
    FuzzTarget {
        spelt_out: Some(exchange::spelt_out),
        shortest: exchange::SHORTEST,
        ..FuzzTarget::new("exchange", exchange::ORACLE, exchange::check)
    },
];

/// All targets of this crate over the scheduler.
#[cfg(schedule)]
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget {
        spelt_out: Some(schedule::spelt_out),
        examine: Some(schedule::examine),
        shortest: schedule::SHORTEST,
        ..FuzzTarget::new("schedule", schedule::ORACLE, schedule::check)
    },
    FuzzTarget {
        shortest: schedule::SHORTEST,
        ..FuzzTarget::new("proofs", schedule::PROOF_ORACLE, schedule::check_proof)
    },
    FuzzTarget {
        shortest: limits::SHORTEST,
        ..FuzzTarget::new("limits", limits::ORACLE, limits::check)
    },
    FuzzTarget {
        shortest: schedule::SHORTEST,
        ..FuzzTarget::new("batches", schedule::batches::ORACLE, schedule::batches::check)
    },
    FuzzTarget {
        examine: Some(selections::examine),
        shortest: selections::SHORTEST,
        ..FuzzTarget::new("selections", selections::ORACLE, selections::check)
    },
];

/// The target called `name`.
#[must_use]
pub fn find(name: &str) -> Option<&'static FuzzTarget> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Checks the bytes of one input of the target called `name`; bytes that are no input are none of
/// its business.
///
/// # Panics
/// If the check fails, and if there is no such target.
pub fn run(name: &str, input: &[u8]) {
    find(name).unwrap_or_else(|| panic!("there is no target {name:?}")).run(input);
}

impl FuzzTarget {
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
