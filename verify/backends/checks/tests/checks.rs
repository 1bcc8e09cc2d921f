//! The targets that run over the scheduler, and the behaviour of threads under them.

mod limits;
mod schedule;
mod signature;
