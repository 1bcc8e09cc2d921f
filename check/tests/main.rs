//! What the checker accepts, and what it refuses.

mod damaged;
mod files;
mod forged;
mod game;
