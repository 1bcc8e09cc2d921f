//! Checks each game against its rules, published results, and the contracts that the search relies
//! on.

mod chess;
mod codes;
mod conformance;
mod connect4;
mod dobutsu;
mod domineering;
mod dots;
mod kalah;
mod lists;
mod othello;
mod solved;
mod texts;
