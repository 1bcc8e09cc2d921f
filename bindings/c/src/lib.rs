//! The C interface of `eldest`.
