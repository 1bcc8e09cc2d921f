//! The search itself: one kernel, and what surrounds it.
//!
//! [`kernel`] is the principal variation search; [`siblings`] asks the sibling policy how the younger
//! siblings are searched; [`root`] does the same for the root and keeps its list of moves;
//! [`driver`] chooses the windows of successive passes, [`deepening`] the depths.

pub(crate) mod algorithm;
#[cfg(any(test, loom))]
mod bare;
pub(crate) mod continuations;
pub(crate) mod contract;
pub(crate) mod control;
pub(crate) mod deepening;
pub(crate) mod driver;
mod kernel;
mod learnt;
pub(crate) mod limit_check;
pub(crate) mod log;
mod lookup;
pub(crate) mod memory;
pub(crate) mod node;
pub(crate) mod observer;
pub(crate) mod options;
mod order;
mod quiescence;
pub(crate) mod resolve;
pub(crate) mod root;
pub(crate) mod root_moves;
pub(crate) mod selectivity;
pub(crate) mod sharing;
pub(crate) mod siblings;
pub(crate) mod stack;
pub(crate) mod statistics;
pub(crate) mod survey;
pub(crate) mod timeline;
pub(crate) mod trace;
pub(crate) mod worker;

/// The search was stopped: there is no value. It cannot be mistaken for one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aborted;
