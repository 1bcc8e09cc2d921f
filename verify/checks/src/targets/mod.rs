//! The bodies of the targets.

#[cfg(not(schedule))]
pub mod abort;
#[cfg(not(schedule))]
pub mod certificates;
#[cfg(not(schedule))]
pub mod databases;
#[cfg(not(schedule))]
mod deeper;
#[cfg(not(schedule))]
pub mod exchange;
#[cfg(not(schedule))]
pub mod games;
#[cfg(not(schedule))]
pub mod giants;
#[cfg(schedule)]
pub mod limits;
#[cfg(not(schedule))]
mod on_graph;
#[cfg(not(schedule))]
pub mod parallel;
#[cfg(not(schedule))]
pub mod prove;
#[cfg(not(schedule))]
pub mod resources;
#[cfg(schedule)]
pub mod schedule;
#[cfg(schedule)]
pub mod selections;
#[cfg(not(schedule))]
pub mod selective;
#[cfg(not(schedule))]
pub mod serial;
#[cfg(not(schedule))]
mod session;
#[cfg(not(schedule))]
pub mod shared;
#[cfg(not(schedule))]
mod subject;
#[cfg(not(schedule))]
pub mod table;
#[cfg(not(schedule))]
pub mod textbook;
