//! Stands for `databases.rs` without the feature `databases`: no game has any.

#[derive(Debug)]
pub(super) enum Databases {}

pub(super) const DOBUTSU: Option<Databases> = None;
pub(super) const CHESS: Option<Databases> = None;
