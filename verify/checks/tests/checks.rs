//! The targets on checked-in and fresh inputs, the events there, and tests of their oracles.

mod coverage;

mod abort;
mod corpus;
mod databases;
mod fresh;
mod games;
mod giants;
mod graph;
mod meta;
mod resources;
mod shared;
mod spans;
mod table;
