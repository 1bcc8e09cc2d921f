//! Certificates of real games, written and checked.

mod games;
mod known;
mod noted;
mod walk;
