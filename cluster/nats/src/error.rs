//! [`Error`]: why there is no cluster.

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
        "{server} keeps no jobs: {reason}; was it started with JetStream, as in `nats-server -js -sd DIR`?"
    )]
    JetStream {
        /// Where it is.
        server: String,
        /// What is wrong.
        reason: String,
    },
    /// The system.
    #[error("{0}")]
    Io(#[from] io::Error),
}
