//! Certificates of real games, written and checked.

mod codec;
mod games;
mod known;
mod walk;
