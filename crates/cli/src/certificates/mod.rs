//! `eldest certify` and `eldest check`: proofs of what positions are worth.

mod certify;
mod check;
mod file;

pub(crate) use certify::run as certify;
pub(crate) use check::run as check;
