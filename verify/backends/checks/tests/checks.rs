//! The targets over the scheduler: their inputs, and what threads do under them.

mod limits;
mod schedule;
mod signature;
