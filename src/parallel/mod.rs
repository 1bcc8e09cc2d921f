//! The parallel searches: one kernel, and answers to "how are the younger siblings searched".
//!
//! | file | |
//! |---|---|
//! | [`policy`] | the sibling policy: the serial loop, until a node is worth sharing; then what the algorithm does |
//! | [`split_point`], [`split`] | Young Brothers Wait, PV-splitting and root splitting: one mechanism, three predicates |
//! | [`root_race`], [`abdada`], [`marks`], [`lazy`] | ABDADA and Lazy SMP: every thread searches the root |
//! | [`team`], [`tasks`], [`helper`] | the threads of a search: who is idle, how they are handed work, how they go home |
//!
//! `docs/split-points.md` tells the protocol: the states, who writes what, the races by name.

mod abdada;
pub(crate) mod helper;
mod lazy;
mod marks;
#[cfg(loom)]
pub mod models;
pub(crate) mod policy;
mod root_race;
mod split;
mod split_point;
mod tasks;
pub(crate) mod team;
