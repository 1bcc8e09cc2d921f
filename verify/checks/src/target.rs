//! [`FuzzTarget`]: a check of arbitrary inputs.

use crate::shares::InputEvents;
#[cfg(not(schedule))]
use crate::targets::{
    abort, certificates, databases, exchange, games, giants, parallel, prove, resources, selective,
    serial, shared, table, textbook,
};
#[cfg(schedule)]
use crate::targets::{limits, schedule, selections};
use arbitrary::{Result, Unstructured};

/// A check of arbitrary inputs.
#[derive(Copy, Clone, Debug)]
pub struct FuzzTarget {
    /// The name, on the command line and in `fuzz/fuzz_targets/`.
    pub name: &'static str,
    /// The oracle, in words.
    pub oracle: &'static str,
    /// Checks one input.
    ///
    /// # Errors
    /// Those of `arbitrary`, if the bytes do not form an input.
    ///
    /// # Panics
    /// If the check fails.
    pub check: fn(&mut Unstructured<'_>) -> Result<()>,
    /// Rewrites an input without random parts, so that it can be minimised piece by piece. For
    /// targets with random parts.
    pub spelt_out: Option<Speller>,
    /// Checks one input, and returns how threads interacted. For targets that report this.
    pub examine: Option<Examiner>,
    /// The least size of random inputs, in bytes: shorter ones leave choices undefined.
    pub shortest: usize,
}

/// Rewrites an input.
pub type Speller = fn(&[u8]) -> Vec<u8>;

/// A check that returns its events.
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
        shortest: databases::SHORTEST,
        ..FuzzTarget::new("databases", databases::ORACLE, databases::check)
    },
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

/// Checks one input of the target called `name`. Bytes that do not form an input are ignored.
///
/// # Panics
/// If the check fails, and if there is no such target.
pub fn run(name: &str, input: &[u8]) {
    find(name).unwrap_or_else(|| panic!("there is no target {name:?}")).run(input);
}

impl FuzzTarget {
    /// A target without random parts, events or a least size.
    #[must_use]
    pub const fn new(
        name: &'static str,
        oracle: &'static str,
        check: fn(&mut Unstructured<'_>) -> Result<()>,
    ) -> Self {
        Self { name, oracle, check, spelt_out: None, examine: None, shortest: 0 }
    }

    /// Checks one input. Bytes that do not form an input are ignored.
    ///
    /// # Panics
    /// If the check fails.
    pub fn run(&self, input: &[u8]) {
        let _no_input = (self.check)(&mut Unstructured::new(input));
    }
}
