//! The target `abort`: searches that are ended at any moment, in any way.

mod answers;
mod fuse;
mod fused;
mod trials;

pub use fuse::{CALLS, Call, Fuse, expect_panics};
pub use fused::{Fused, FusedJudge};

use crate::met::Met;
use arbitrary::{Arbitrary, Result, Unstructured};

/// Held against: V(p, d) by its definition, for the answer of what was completed and for every
/// entry that is left in the table.
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
pub fn examine(u: &mut Unstructured<'_>) -> Result<Met> {
    expect_panics();
    if bool::arbitrary(u)? {
        trials::check::<true, false>(u)
    } else {
        trials::check::<false, true>(u)
    }
}
