//! The manager of proofs, over real and simulated executors.

#[path = "prove/alarm.rs"]
mod alarm;
#[path = "prove/answers.rs"]
mod answers;
#[path = "prove/checked.rs"]
mod checked;
#[path = "prove/damaged.rs"]
mod damaged;
#[path = "prove/giants.rs"]
mod giants;
#[path = "prove/graphs.rs"]
mod graphs;
#[path = "prove/joined.rs"]
mod joined;
#[path = "prove/kept.rs"]
mod kept;
#[path = "prove/learnt.rs"]
mod learnt;
#[path = "prove/panics.rs"]
mod panics;
#[path = "prove/refused.rs"]
mod refused;
#[path = "prove/values.rs"]
mod values;
#[path = "prove/written.rs"]
mod written;
