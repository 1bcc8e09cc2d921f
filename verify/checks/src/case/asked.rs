//! [`NullWindowLog`]: with which windows searches ask.

use eldest::{Side, Window};
use std::collections::BTreeSet;
use std::mem::take;
use std::sync::{Mutex, PoisonError};

/// The lower ends of the null windows that were asked, as the first side sees them; but for those
/// at wins and losses, which may be others in each ply.
#[derive(Debug, Default)]
pub(super) struct NullWindowLog(Mutex<BTreeSet<i32>>);

impl NullWindowLog {
    /// `side` is asked with `window`, a null window.
    pub(super) fn note(&self, side: Side, window: Window) {
        let window = if side == Side::First { window } else { -window };
        if [window.alpha(), window.beta()].iter().all(|end| end.distance().is_none()) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(window.alpha().get());
        }
    }

    /// How many different ones there were since this was asked last.
    pub(super) fn take(&self) -> usize {
        take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).len()
    }
}
