//! A random game with cycles, and databases of it from end to end.

#[cfg(not(shuttle))]
mod end_to_end;
pub(crate) mod graph;
#[cfg(not(shuttle))]
pub(crate) mod numbers;
