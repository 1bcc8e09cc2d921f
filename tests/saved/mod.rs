//! Tables as streams of bytes: what they keep, and what is refused.

mod origins;
mod refused;
mod table;
