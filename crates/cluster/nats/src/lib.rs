//! Jobs of [`eldest_prove`], done by many machines over [NATS JetStream](https://docs.nats.io/nats-concepts/jetstream).
//!
//! A [`Cluster`] is an executor like any other: whoever manages a proof hands it jobs, and takes what comes of them. A
//! [`Worker`] does jobs of any number of managers and games, and may come and go as it likes. Both block; what goes on
//! between them and the server is nobody's business but theirs. Which messages travel, what each failure costs and how a
//! server is set up is told in `docs/cluster.md`.
#![forbid(unsafe_code)]

mod answers;
mod cluster;
mod error;
mod link;
mod manager;
mod messages;
mod names;
mod notice;
mod roll;
mod server;
mod stream;
mod worker;

pub use cluster::{Cluster, Connecting};
pub use error::Error;
pub use notice::Notice;
pub use server::Server;
pub use worker::{Desk, Worker};
