//! The target `table`. Its oracle: a model of what has been stored, and the table of all values of
//! a graph, worked out from the definition of the value.
//!
//! Tables by themselves say what was stored and nothing else, also where words are torn and where
//! threads meet; tables that lie do no more than mislead; what searches leave is true, entry by
//! entry; and so is what is saved in the midst of them.

mod hostile;
mod model;
mod operations;
mod saved;
mod searches;
mod storm;
mod subject;

use crate::coverage::Coverage;
use arbitrary::{Arbitrary, Result, Unstructured};

/// What the target is held against.
pub const ORACLE: &str = "a model of what has been stored; and V(p, d) by its definition, over tables that lie and for every entry that is left";

/// Checks one input.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; what has been met.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let kind = u8::arbitrary(u)?;
    match kind % 8 {
        0 | 1 => operations::check(u),
        2 => searches::check::<false, true>(u),
        3 => searches::check::<true, false>(u),
        4 => hostile::check::<false, true>(u),
        5 => hostile::check::<true, false>(u),
        6 => saved::check::<false, true>(u),
        _ => storm::check(u),
    }
}
