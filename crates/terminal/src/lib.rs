//! What the programs `eldest` and `eldest-cluster` share at the terminal: arguments, results and messages, progress,
//! interrupts, files that are replaced as a whole, and the exit status.
#![forbid(unsafe_code)]

pub mod args;
pub mod input;
mod interrupt;
mod output;
pub mod progress;
mod status;
mod target;
pub mod typed;

pub use interrupt::{Interrupt, Removal};
pub use output::{ENDLESS, Format, Output, causes, complain};
pub use status::{Status, ended};
pub use target::Target;
