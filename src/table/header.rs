//! [`Header`]: what every table keeps beside its entries.

use crate::sync::{AtomicU32, AtomicU64, Ordering};

/// A table's fingerprint and its generation, the number of searches it has seen.
#[derive(Debug, Default)]
pub(super) struct Header {
    fingerprint: AtomicU64,
    generation: AtomicU32,
}

impl Header {
    /// The generation; tables keep as many of its low bits as they have room for.
    #[inline]
    pub(super) fn generation(&self) -> u32 {
        self.generation.load(Ordering::Relaxed)
    }

    pub(super) fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes on `fingerprint`; if the entries so far belong to another one, they are cleared.
    pub(super) fn bind(&self, fingerprint: u64, clear: impl FnOnce()) -> bool {
        let before = self.fingerprint.swap(fingerprint, Ordering::Relaxed);
        let foreign = before != fingerprint && self.generation() > 0;
        if foreign {
            clear();
        }
        foreign
    }
}
