//! Certificates that the checker accepts, and those that it refuses.

mod damaged;
mod files;
mod forged;
mod game;
mod large;
mod ranges;
