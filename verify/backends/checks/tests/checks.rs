//! The target `schedule`: its inputs, and what threads do under them.

mod schedule;
mod signature;
