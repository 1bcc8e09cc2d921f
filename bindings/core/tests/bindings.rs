//! The bindings as their callers see them.

#[path = "bindings/conformance.rs"]
mod conformance;
#[path = "bindings/contests.rs"]
mod contests;
#[path = "bindings/errors.rs"]
mod errors;
#[path = "bindings/foreign.rs"]
mod foreign;
#[path = "bindings/games.rs"]
mod games;
#[path = "bindings/nim.rs"]
mod nim;
#[path = "bindings/pictures.rs"]
mod pictures;
#[path = "bindings/proofs.rs"]
mod proofs;
#[path = "bindings/shipped.rs"]
mod shipped;
#[path = "bindings/stops.rs"]
mod stops;
#[path = "bindings/waits.rs"]
mod waits;
