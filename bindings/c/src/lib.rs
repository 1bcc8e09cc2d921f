//! The C interface of `eldest`: `include/eldest.h` is made of these declarations.
//!
//! Every function returns a code and keeps a message (`failure.rs`); no panic leaves it. Handles are
//! boxes; texts in a report live as long as it does. Structs begin with their size (`versioned.rs`).
//! `docs/c.md` is the contract with the caller. In the bindings, only this package has `unsafe` code.
#![allow(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks, clippy::missing_safety_doc, unsafe_op_in_unsafe_fn)]

mod access;
mod callbacks;
mod certificate;
mod codes;
mod conformance;
mod database;
mod engine;
mod failure;
mod game;
mod many;
mod options;
mod pointers;
mod position;
mod query;
mod report;
mod rules;
mod search;
mod state;
mod versioned;

pub use access::*;
pub use certificate::*;
pub use codes::*;
pub use conformance::*;
pub use database::*;
pub use engine::*;
pub use many::*;
pub use options::*;
pub use position::*;
pub use query::*;
pub use report::*;
pub use rules::*;
pub use search::*;

/// What the header permits to threads, the compiler checks.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    const fn is_sent<T: Send>() {}
    is_shared::<Engine>();
    is_shared::<Handle>();
    is_shared::<Report>();
    is_shared::<Database>();
    is_shared::<Position>();
    is_shared::<Proof>();
    is_sent::<Reports>();
};
