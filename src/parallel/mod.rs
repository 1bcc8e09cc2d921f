//! The parallel searches: one kernel, and answers to "how are the younger siblings searched".
//!
//! | file | |
//! |---|---|
//! | [`policy`] | the policy: the serial loop, until a node is worth sharing |
//! | [`split_point`], [`split`], [`help`] | Young Brothers Wait, PV-splitting and root splitting: one mechanism, three predicates |
//! | [`root_race`], [`abdada`], [`marks`], [`lazy`] | ABDADA and Lazy SMP: every thread searches the root |
//! | [`team`], [`idle`], [`mailbox`], [`serve`] | the threads of a search: who is idle, how they are handed work, how they go home |
//!
//! `docs/split-points.md` tells the protocol: the states, who writes what, the races by name.

mod abdada;
mod help;
mod idle;
mod lazy;
pub(crate) mod link;
mod mailbox;
mod marks;
#[cfg(loom)]
pub mod models;
pub(crate) mod policy;
mod root_race;
pub(crate) mod serve;
mod split;
mod split_point;
pub(crate) mod team;
