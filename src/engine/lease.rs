//! [`Lease`]: the use of a table by a search.

use super::Error;
use crate::sync::{Arc, Mutex, lock};
use crate::table::Table;

/// A table in use by a search, until this is dropped.
pub(super) struct Lease<T: Table> {
    table: Arc<T>,
    /// The searches that share the table, and the round that this search belongs to.
    shared: Option<(Arc<Tenancy>, u64)>,
}

impl<T: Table> Lease<T> {
    /// Binds the table to entries about this game and this evaluator; jointly with the searches of
    /// `tenancy`, if given.
    pub(super) fn take(
        table: &Arc<T>,
        fingerprint: u64,
        tenancy: Option<Arc<Tenancy>>,
    ) -> Result<Self, Error> {
        let table = Arc::clone(table);
        if let Some(tenancy) = tenancy {
            let round = tenancy.enter(&*table, fingerprint)?;
            return Ok(Self { table, shared: Some((tenancy, round)) });
        }
        table.bind(fingerprint)?;
        let lease = Self { table, shared: None };
        lease.table.new_search();
        Ok(lease)
    }
}

impl<T: Table> Drop for Lease<T> {
    fn drop(&mut self) {
        match &self.shared {
            Some((tenancy, round)) => tenancy.leave(&*self.table, *round),
            None => self.table.release(),
        }
    }
}

/// A table shared by several searches: bound when the first of them begins, released when the last
/// ends. The [batch threads](super::batch_threads) only run searches with the same rules together.
#[derive(Debug, Default)]
pub(super) struct Tenancy(Mutex<Holders>);

/// The searches that use the table. A new search begins a new round, and with it a generation of
/// the table, once all searches have ended that were under way when the present round began. So the
/// entries of a search under way are never older than one generation, and consecutive searches get
/// a generation each.
#[derive(Debug, Default)]
struct Holders {
    fingerprint: u64,
    round: u64,
    /// Searches under way of this round, and of the previous one.
    younger: usize,
    older: usize,
}

impl Tenancy {
    /// Enters another search; returns its round. Never waits.
    fn enter(&self, table: &impl Table, fingerprint: u64) -> Result<u64, Error> {
        let mut holders = lock(&self.0);
        if holders.is_empty() {
            table.bind(fingerprint)?;
            holders.fingerprint = fingerprint;
        }
        debug_assert_eq!(holders.fingerprint, fingerprint, "searches with other rules begin later");
        if holders.older == 0 {
            table.new_search();
            holders.next_round();
        }
        holders.younger += 1;
        Ok(holders.round)
    }

    /// Removes a search of `round` that has ended.
    fn leave(&self, table: &impl Table, round: u64) {
        let mut holders = lock(&self.0);
        if holders.round == round {
            holders.younger -= 1;
        } else {
            holders.older -= 1;
        }
        if holders.is_empty() {
            table.release();
        }
    }
}

impl Holders {
    fn is_empty(&self) -> bool {
        self.younger + self.older == 0
    }

    fn next_round(&mut self) {
        self.round += 1;
        self.older = std::mem::take(&mut self.younger);
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;
    use crate::table::{Entry, NewEntry};
    use crate::{Depth, sync::AtomicU32, sync::Ordering};

    /// Counts calls of `bind`, `release` and `new_search`.
    #[derive(Debug, Default)]
    struct Counted([AtomicU32; 3]);

    impl Counted {
        fn count(&self, which: usize) {
            self.0[which].fetch_add(1, Ordering::Relaxed);
        }

        fn counts(&self) -> [u32; 3] {
            self.0.each_ref().map(|count| count.load(Ordering::Relaxed))
        }
    }

    impl Table for Counted {
        type Slot = ();
        fn slot(&self, _: u64) {}
        fn probe(&self, (): (), _: Depth) -> Option<Entry> {
            None
        }
        fn store(&self, (): (), _: NewEntry) {}
        fn new_search(&self) {
            self.count(2);
        }
        fn clear(&self) {}
        fn hashfull(&self) -> u32 {
            0
        }
        fn bytes(&self) -> usize {
            0
        }
        fn bind(&self, _: u64) -> Result<bool, crate::table::TableInUse> {
            self.count(0);
            Ok(false)
        }
        fn release(&self) {
            self.count(1);
        }
    }

    #[test]
    fn searches_one_after_the_other_have_a_lease_and_a_generation_each() {
        let (tenancy, table) = (Tenancy::default(), Counted::default());
        for _ in 0..3 {
            let round = tenancy.enter(&table, 1).unwrap();
            tenancy.leave(&table, round);
        }
        assert_eq!(table.counts(), [3, 3, 3]);
    }

    /// One search goes on while many others come and go: the table sees one generation.
    #[test]
    fn searches_side_by_side_hold_the_table_together() {
        let (tenancy, table) = (Tenancy::default(), Counted::default());
        let enter = || tenancy.enter(&table, 1).unwrap();
        let long = enter();
        for _ in 0..40 {
            let short = enter();
            tenancy.leave(&table, short);
        }
        assert_eq!(table.counts(), [1, 0, 2]);
        tenancy.leave(&table, long);
        assert_eq!(table.counts(), [1, 1, 2]);
        enter();
        assert_eq!(table.counts(), [2, 1, 3]);
    }
}
