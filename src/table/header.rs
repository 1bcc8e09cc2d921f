//! [`Header`]: the state of a table beside its entries: the fingerprint they belong to, and the
//! searches that use it.

use super::TableInUse;
use crate::sync::{AtomicU32, Mutex, Ordering, lock};

/// The maximum number of low bits of its generation that a table stores with an entry.
pub(super) const GENERATION_BITS: u32 = 5;

/// The fingerprint of the entries, the holders of the table, and its generation: the number of
/// searches so far.
#[cfg_attr(not(feature = "save"), allow(unreachable_pub, reason = "the trait that shows it"))]
#[derive(Debug, Default)]
pub struct Header {
    tenancy: Mutex<Tenancy>,
    generation: AtomicU32,
    /// The generation at which entries were last loaded; 0 if none ever were.
    #[cfg(feature = "save")]
    loaded: AtomicU32,
}

/// The fingerprint of the entries, and the holders of the table. The fingerprint changes only while
/// there are none.
#[derive(Debug, Default)]
struct Tenancy {
    fingerprint: u64,
    /// The number of searches that use the table, and of threads that save it.
    holders: usize,
    /// Whether entries are being loaded, which excludes every other use.
    #[cfg(feature = "save")]
    is_loading: bool,
}

impl Tenancy {
    /// Whether the table is unavailable for `fingerprint` now.
    fn excludes(&self, fingerprint: u64) -> bool {
        #[cfg(feature = "save")]
        if self.is_loading {
            return true;
        }
        self.holders > 0 && self.fingerprint != fingerprint
    }
}

impl Header {
    /// Returns the generation; tables store as many of its low bits as they have room for.
    #[inline]
    pub(super) fn generation(&self) -> u32 {
        self.generation.load(Ordering::Relaxed)
    }

    pub(super) fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether a search has used the table since it was created.
    fn is_bound(&self) -> bool {
        self.generation() > 0
    }

    /// Adds a holder for `fingerprint`. Entries of another fingerprint are cleared before any other
    /// holder gets in; returns whether there were such.
    pub(super) fn bind(&self, fingerprint: u64, clear: impl FnOnce()) -> Result<bool, TableInUse> {
        let mut tenancy = lock(&self.tenancy);
        if tenancy.excludes(fingerprint) {
            return Err(TableInUse);
        }
        let foreign = tenancy.fingerprint != fingerprint && self.is_bound();
        if foreign {
            clear();
        }
        tenancy.fingerprint = fingerprint;
        tenancy.holders += 1;
        Ok(foreign)
    }

    /// Removes a holder.
    pub(super) fn release(&self) {
        let mut tenancy = lock(&self.tenancy);
        debug_assert!(tenancy.holders > 0, "a table is released as often as it was bound");
        tenancy.holders = tenancy.holders.saturating_sub(1);
    }
}

#[cfg(feature = "save")]
impl Header {
    /// Returns the generation of the youngest entries: those of the last search, or those loaded
    /// since.
    pub(super) fn youngest(&self) -> u32 {
        let generation = self.generation();
        let is_loaded = generation == self.loaded.load(Ordering::Relaxed);
        generation.wrapping_add(is_loaded.into())
    }

    /// Holds the table as it is while it is saved; `None` if its fingerprint is not `fingerprint`.
    pub(super) fn hold(&self, fingerprint: u64) -> Result<Option<HoldGuard<'_>>, TableInUse> {
        let mut tenancy = lock(&self.tenancy);
        if tenancy.is_loading {
            return Err(TableInUse);
        }
        let foreign = tenancy.fingerprint != fingerprint && self.is_bound();
        if foreign || tenancy.excludes(fingerprint) {
            return Ok(None);
        }
        tenancy.fingerprint = fingerprint;
        tenancy.holders += 1;
        Ok(Some(HoldGuard(self)))
    }

    /// Takes exclusive hold of the table while entries of `fingerprint` are loaded, whatever it
    /// held before; fails if it is in use. Entries of `generation` will count as those of the next
    /// search.
    pub(super) fn take_over(
        &self,
        fingerprint: u64,
        generation: u32,
    ) -> Result<TakeOverGuard<'_>, TableInUse> {
        let mut tenancy = lock(&self.tenancy);
        if tenancy.holders > 0 || tenancy.is_loading {
            return Err(TableInUse);
        }
        (tenancy.fingerprint, tenancy.is_loading) = (fingerprint, true);
        // Every table sees the generation before: this holds modulo every number of generations in
        // use.
        const GENERATIONS: u32 = 1 << GENERATION_BITS;
        let before_next = generation % GENERATIONS + (GENERATIONS - 1);
        self.generation.store(before_next, Ordering::Relaxed);
        self.loaded.store(before_next, Ordering::Relaxed);
        Ok(TakeOverGuard(self))
    }
}

/// A table that is being saved.
#[cfg(feature = "save")]
#[must_use]
pub(super) struct HoldGuard<'h>(&'h Header);

#[cfg(feature = "save")]
impl Drop for HoldGuard<'_> {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// A table that is being loaded.
#[cfg(feature = "save")]
#[must_use]
pub(super) struct TakeOverGuard<'h>(&'h Header);

#[cfg(feature = "save")]
impl Drop for TakeOverGuard<'_> {
    fn drop(&mut self) {
        lock(&self.0.tenancy).is_loading = false;
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn a_search_with_other_findings_waits_for_the_last_holder() {
        let header = Header::default();
        assert_eq!((header.bind(1, || ()), header.bind(1, || ())), (Ok(false), Ok(false)));
        header.new_search();
        for _ in 0..2 {
            assert_eq!(header.bind(2, || panic!("it is held")), Err(TableInUse));
            header.release();
        }
        let mut cleared = false;
        assert_eq!((header.bind(2, || cleared = true), cleared), (Ok(true), true));
    }

    #[cfg(feature = "save")]
    #[test]
    fn what_is_saved_stays_and_what_is_loaded_is_nobodys_else() {
        let header = Header::default();
        header.bind(1, || ()).unwrap();
        header.new_search();
        assert!(header.hold(2).unwrap().is_none() && header.take_over(1, 0).is_err());
        let held = header.hold(1).unwrap().expect("its own");
        header.release();
        assert_eq!(header.bind(2, || ()), Err(TableInUse));
        assert!(header.take_over(2, 0).is_err());
        drop(held);
        let taken = header.take_over(2, 7).expect("the table is not in use");
        assert_eq!((header.bind(2, || ()), header.hold(2).is_err()), (Err(TableInUse), true));
        drop(taken);
        assert_eq!(header.bind(2, || panic!("its own")), Ok(false));
    }
}
