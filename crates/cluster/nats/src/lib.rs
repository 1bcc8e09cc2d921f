//! Runs jobs of [`eldest_prove`] on many machines over
//! [NATS JetStream](https://docs.nats.io/nats-concepts/jetstream).
//!
//! A [`Cluster`] is an executor: the manager of a proof submits jobs to it and takes their results.
//! A [`Worker`] does jobs for any number of managers and games, and may join and leave at any time.
//! Both have blocking interfaces, and hide all traffic with the server. `docs/cluster.md` describes
//! the messages, the cost of each failure, and how to set up a server.
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

/// Why a cluster or a worker cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address of the server is invalid.
    #[error(
        "'{address}' is not a server address: {reason}; expected one such as nats://localhost:4222"
    )]
    Address {
        /// The given address, without its secrets.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server does not answer, or refuses the connection.
    #[error("cannot connect to {server}: {reason}")]
    Connection {
        /// The address of the server.
        server: String,
        /// The cause.
        reason: String,
    },
    /// JetStream is not available at the server.
    #[error(
        "{server} cannot store jobs: {reason}; is JetStream enabled, as in `nats-server -js -sd DIR`, and is this user \
         allowed to use it?"
    )]
    JetStream {
        /// The address of the server.
        server: String,
        /// The cause.
        reason: String,
    },
    /// The server refuses the stream of jobs, or has an incompatible one.
    #[error("{server} cannot store jobs: {reason}")]
    Stream {
        /// The address of the server.
        server: String,
        /// What differs, and what is expected.
        reason: String,
    },
    /// The name of a worker is invalid.
    #[error("'{name}' is not a worker name; expected 1 to 64 letters, digits, - and _")]
    Name {
        /// The given name.
        name: String,
    },
    /// The operating system has failed to start the runtime.
    #[error("{0}")]
    Io(#[from] io::Error),
}
