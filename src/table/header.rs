//! [`Header`]: what every table keeps beside its entries.

use crate::sync::{AtomicU32, AtomicU64, Ordering};

/// No table tells more generations apart, and each tells a divisor of them.
#[cfg(feature = "save")]
const GENERATIONS: u32 = 32;

/// A table's fingerprint and its generation, the number of searches it has seen.
#[cfg_attr(not(feature = "save"), allow(unreachable_pub, reason = "the trait that shows it"))]
#[derive(Debug, Default)]
pub struct Header {
    fingerprint: AtomicU64,
    generation: AtomicU32,
    /// The generation when entries were last loaded; 0 if none ever were.
    #[cfg(feature = "save")]
    loaded: AtomicU32,
    /// How often it was cleared for the findings of another.
    rebound: AtomicU32,
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

    /// Whether a search has used the table since it was made.
    pub(super) fn is_bound(&self) -> bool {
        self.generation() > 0
    }

    /// Whose findings the table holds, if it is bound.
    #[cfg(feature = "save")]
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint.load(Ordering::Relaxed)
    }

    /// The generation of the youngest entries: those of the last search, or those that were loaded since.
    #[cfg(feature = "save")]
    pub(super) fn youngest(&self) -> u32 {
        let generation = self.generation();
        let is_loaded = generation == self.loaded.load(Ordering::Relaxed);
        generation.wrapping_add(is_loaded.into())
    }

    /// How often the table was cleared because it held the findings of another.
    #[cfg(feature = "save")]
    pub(super) fn rebound(&self) -> u32 {
        self.rebound.load(Ordering::Relaxed)
    }

    /// Belongs to `fingerprint` from now on, whatever was before. Entries of `generation` will be those of
    /// the next search.
    #[cfg(feature = "save")]
    pub(super) fn adopt(&self, fingerprint: u64, generation: u32) {
        self.fingerprint.store(fingerprint, Ordering::Relaxed);
        let before_next = generation % GENERATIONS + (GENERATIONS - 1);
        self.generation.store(before_next, Ordering::Relaxed);
        self.loaded.store(before_next, Ordering::Relaxed);
    }

    /// Takes on `fingerprint`; if the entries so far belong to another one, they are cleared.
    pub(super) fn bind(&self, fingerprint: u64, clear: impl FnOnce()) -> bool {
        let before = self.fingerprint.swap(fingerprint, Ordering::Relaxed);
        let foreign = before != fingerprint && self.is_bound();
        if foreign {
            self.rebound.fetch_add(1, Ordering::Relaxed);
            clear();
        }
        foreign
    }
}
