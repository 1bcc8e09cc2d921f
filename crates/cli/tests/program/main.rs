//! The program as its users run it.

mod bench;
mod certificates;
mod databases;
#[cfg(target_os = "linux")]
mod full;
mod help;
mod interrupt;
mod matches;
mod play;
mod prove;
mod run;
mod saving;
mod search;
mod solve;
mod spsa;
mod stdin;
mod terminal;
mod timeline;
mod tree;
