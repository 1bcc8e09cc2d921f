//! Jobs over a real server, which is started on a port of this machine's loopback. Without one the tests are skipped.

#[path = "cluster/answers.rs"]
mod answers;
#[path = "cluster/faults.rs"]
mod faults;
#[path = "cluster/here.rs"]
mod here;
#[path = "cluster/strangers.rs"]
mod strangers;
