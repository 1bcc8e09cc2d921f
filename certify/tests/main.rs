//! Certificates of real games, written and checked.

mod games;
mod noted;
mod walk;
