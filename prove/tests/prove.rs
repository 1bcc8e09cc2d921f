//! The manager of proofs, over real and simulated executors.

#[path = "prove/giants.rs"]
mod giants;
