//! The parallel searches: one kernel, and answers to "how are the young brothers searched".
//!
//! | file | |
//! |---|---|
//! | [`together`] | the policy: the serial loop, until a node is worth sharing |
//! | [`split_point`], [`split`], [`help`] | Young Brothers Wait, PV-splitting and root splitting: one mechanism, three predicates |
//! | [`race`], [`abdada`], [`marks`], [`lazy`] | ABDADA and Lazy SMP: every thread searches the root |
//! | [`crew`], [`idle`], [`mailbox`], [`serve`] | the threads of a search: who is idle, how they are handed work, how they go home |
//!
//! `docs/split-points.md` tells the protocol: the states, who writes what, the races by name.

mod abdada;
pub(crate) mod crew;
mod help;
mod idle;
mod lazy;
mod mailbox;
mod marks;
#[cfg(loom)]
pub mod models;
mod race;
pub(crate) mod seat;
pub(crate) mod serve;
mod split;
mod split_point;
pub(crate) mod together;
