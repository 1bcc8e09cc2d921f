//! Games on the `eldest` search core.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod trees;
