//! The serial search: its values, its answers, its limits, its table, what breaks it.

mod answer;
#[cfg(debug_assertions)]
mod broken_contracts;
mod builders;
mod cycles;
mod known;
mod limits;
mod memory;
mod points;
mod robust;
mod root;
mod selective;
mod table;
mod value;
