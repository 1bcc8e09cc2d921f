//! The targets on the inputs that are checked in and on fresh ones, what they meet there, and the
//! oracles that they rest on.

mod coverage;

mod abort;
mod corpus;
mod fresh;
mod games;
mod giants;
mod graph;
mod meta;
mod resources;
mod shared;
mod spans;
mod table;
