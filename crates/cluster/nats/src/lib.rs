//! Jobs of [`eldest_prove`], done by many machines over [NATS JetStream](https://docs.nats.io/nats-concepts/jetstream).
//!
//! A [`Cluster`] is an executor like any other: whoever manages a proof hands it jobs, and takes what comes of them. A
//! [`Worker`] does jobs of any number of managers and games, and may come and go as it likes. Both block; what goes on
//! between them and the server is nobody's business but theirs. Which messages travel, what each failure costs and how a
//! server is set up is told in `docs/cluster.md`.
#![forbid(unsafe_code)]

mod answers;
mod cluster;
mod link;
mod manager;
mod messages;
mod names;
mod notice;
mod peers;
mod server;
mod stream;
mod worker;

pub use cluster::{Cluster, Connecting};
pub use notice::Notice;
pub use server::Server;
pub use worker::{Assignment, Worker};

use std::io;

/// Why there is no cluster.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address says nothing.
    #[error(
        "'{address}' is no address of a server: {reason}; expected one such as nats://localhost:4222"
    )]
    Address {
        /// What was given, without what is secret in it.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server does not answer, or does not let us in.
    #[error("cannot connect to {server}: {reason}")]
    Connection {
        /// Where it is.
        server: String,
        /// What is wrong.
        reason: String,
    },
    /// The server keeps no streams.
    #[error(
        "{server} keeps no jobs: {reason}; was it started with JetStream, as in `nats-server -js -sd DIR`, and may this user \
         use it?"
    )]
    JetStream {
        /// Where it is.
        server: String,
        /// What is wrong.
        reason: String,
    },
    /// The server keeps streams, but not the one that is needed.
    #[error("{server} cannot keep jobs: {reason}")]
    Stream {
        /// Where it is.
        server: String,
        /// What is in the way, and what would be right.
        reason: String,
    },
    /// Not a name of a worker.
    #[error("'{name}' is no name of a worker; expected 1 to 64 letters, digits, - and _")]
    Name {
        /// What was given.
        name: String,
    },
    /// The system.
    #[error("{0}")]
    Io(#[from] io::Error),
}
