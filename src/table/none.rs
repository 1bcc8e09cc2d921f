//! [`NoTable`]: nothing is remembered.

use super::{Entry, NewEntry, Table, TableInUse};
use crate::Depth;

/// The table that keeps nothing, and costs nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoTable;

impl Table for NoTable {
    const KEEPS: bool = false;

    type Slot = ();

    #[inline]
    fn slot(&self, _: u64) {}
    #[inline]
    fn probe(&self, (): (), _: Depth) -> Option<Entry> {
        None
    }
    #[inline]
    fn store(&self, (): (), _: NewEntry) {}
    fn new_search(&self) {}
    fn clear(&self) {}
    fn hashfull(&self) -> u32 {
        0
    }
    fn bytes(&self) -> usize {
        0
    }
    fn bind(&self, _: u64) -> Result<bool, TableInUse> {
        Ok(false)
    }
    fn release(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_takes_no_memory_and_has_nothing_to_forget() {
        assert_eq!((NoTable.bytes(), NoTable.bind(1), NoTable.bind(2)), (0, Ok(false), Ok(false)));
    }
}
