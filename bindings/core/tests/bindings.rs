//! The bindings as their callers see them.

#[path = "bindings/errors.rs"]
mod errors;
#[path = "bindings/foreign.rs"]
mod foreign;
#[path = "bindings/games.rs"]
mod games;
#[path = "bindings/nim.rs"]
mod nim;
#[path = "bindings/shipped.rs"]
mod shipped;
#[path = "bindings/stops.rs"]
mod stops;
