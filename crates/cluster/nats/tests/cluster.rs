//! Runs jobs over a real server on a loopback port. Without `nats-server` the tests are skipped.
#![allow(clippy::print_stderr)]

#[path = "cluster/accounts.rs"]
mod accounts;
#[path = "cluster/answers.rs"]
mod answers;
#[path = "cluster/faults.rs"]
mod faults;
#[path = "cluster/here.rs"]
mod here;
#[path = "cluster/liars.rs"]
mod liars;
#[path = "cluster/news.rs"]
mod news;
#[path = "cluster/strangers.rs"]
mod strangers;
#[path = "cluster/streams.rs"]
mod streams;
#[path = "cluster/tls.rs"]
mod tls;
