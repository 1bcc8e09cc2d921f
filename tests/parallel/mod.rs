//! The parallel searches: their values, their answers, their limits, what breaks them.

mod answer;
mod drop;
mod limits;
mod nested;
mod passes;
mod robust;
mod value;
