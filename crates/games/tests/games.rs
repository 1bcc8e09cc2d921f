//! Each game against its rules, what is published of it, and the promises that the search relies on.

#[cfg(feature = "chess")]
mod chess;
mod codes;
mod conformance;
mod connect4;
mod domineering;
mod dots;
mod kalah;
mod othello;
mod ranks;
mod solved;
mod texts;
