//! The smallest trees on which published forms of NegaScout and PVS are wrong.
//!
//! ```text
//! cargo run --release --example pseudocode
//! cargo run --release --example pseudocode -- svg > docs/img/published-pseudocode.svg
//! ```
//! Prints the table of `docs/published-pseudocode.md`, or draws its trees.
#![allow(clippy::print_stdout)]

mod cases;
mod draw;
mod forms;
mod small;

fn main() {
    if std::env::args().nth(1).is_some_and(|what| what == "svg") {
        println!("{}", draw::all());
    } else {
        println!("{}", cases::table());
    }
}
