//! What the programs `eldest` and `eldest-cluster` do with positions: solve many of them, prove the value of a hard one,
//! and write certificates of what is proved.
//!
//! What searches is not decided here: [`solve`] has a trait for it, and [`prove`] takes an executor of other processes, if
//! there is one.
#![forbid(unsafe_code)]

pub mod certificate;
mod certificate_record;
pub mod engines;
pub mod prove;
mod solution;
pub mod solve;

pub use certificate_record::CertificateRecord;
pub use solution::Solution;
