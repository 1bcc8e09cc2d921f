//! Tests of the engine's parts, and of the program through its pipes. None depends on its speed.

#[path = "uci/child.rs"]
mod child;
#[path = "uci/clock.rs"]
mod clock;
#[path = "uci/draws.rs"]
mod draws;
#[path = "uci/endings.rs"]
mod endings;
#[path = "uci/hostile.rs"]
mod hostile;
#[path = "uci/mates.rs"]
mod mates;
#[path = "uci/perft.rs"]
mod perft;
#[path = "uci/reading.rs"]
mod reading;
#[path = "uci/sessions.rs"]
mod sessions;
#[path = "uci/timer.rs"]
mod timer;
