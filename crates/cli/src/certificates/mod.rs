//! `eldest certify` and `eldest check`: proofs of what positions are worth.

pub(crate) mod certify;
mod check;
mod file;
mod told;

pub(crate) use certify::run as certify;
pub(crate) use check::run as check;
pub(crate) use file::target;
pub(crate) use told::Told;
