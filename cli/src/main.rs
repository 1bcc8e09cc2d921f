//! The `eldest` program.
fn main() {}
