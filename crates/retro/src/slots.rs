//! [`Slots`]: a hash table of unique keys.

use crate::build_error::BuildError;
use crate::sync::{AtomicU64, Storage, Zeros, zeroed};
use std::sync::atomic::Ordering::Relaxed;

/// The keys that are looked up at once: as many reads of a table larger than the caches are under
/// way together.
pub(crate) const AT_ONCE: usize = 16;

/// A hash table of unique keys with linear probing (Knuth 1973, section 6.4): a key plus 1 in each
/// slot in use, else 0. The number of a key is its slot.
pub(crate) struct Slots(Zeros<AtomicU64>);

/// A slot, and what was read there: it may be in use meanwhile if it was not, and never changes
/// otherwise.
#[derive(Copy, Clone, Default)]
struct Read {
    slot: usize,
    content: u64,
}

impl Slots {
    pub(crate) fn empty(len: usize, storage: Storage<'_>) -> Result<Self, BuildError> {
        zeroed(len as u64, storage).map(Self)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the bytes of the table.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.0[..]) as u64
    }

    /// Returns the key in a slot.
    #[inline]
    pub(crate) fn key(&self, slot: usize) -> Option<u64> {
        self.0[slot].load(Relaxed).checked_sub(1)
    }

    /// Returns the slot of a key; `None` if it is not there.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u64> {
        self.find_from(self.read(home(key, self.len())), key)
    }

    /// Calls `found` with the index and the slot of each of the keys that is there; at most
    /// [`AT_ONCE`] keys.
    #[inline]
    pub(crate) fn find_all(&self, keys: &[u64], mut found: impl FnMut(usize, u64)) {
        debug_assert!(keys.len() <= AT_ONCE);
        let reads = self.first_reads(keys);
        for (at, (&key, &read)) in keys.iter().zip(&reads).enumerate() {
            if let Some(slot) = self.find_from(read, key) {
                found(at, slot);
            }
        }
    }

    /// Adds keys. Calls `new` with each that is new.
    #[inline]
    pub(crate) fn insert_all(&self, keys: &[u64], mut new: impl FnMut(u64)) {
        for keys in keys.chunks(AT_ONCE) {
            let reads = self.first_reads(keys);
            for (&key, &read) in keys.iter().zip(&reads) {
                if self.insert_from(read, key) {
                    new(key);
                }
            }
        }
    }

    /// Reads the first slots of keys, at most [`AT_ONCE`].
    #[inline]
    fn first_reads(&self, keys: &[u64]) -> [Read; AT_ONCE] {
        let mut reads = [Read::default(); AT_ONCE];
        for (read, &key) in reads.iter_mut().zip(keys) {
            *read = self.read(home(key, self.len()));
        }
        reads
    }

    #[inline(always)]
    fn read(&self, slot: usize) -> Read {
        Read { slot, content: self.0[slot].load(Relaxed) }
    }

    #[inline]
    fn find_from(&self, mut read: Read, key: u64) -> Option<u64> {
        loop {
            match read.content {
                0 => return None,
                found if found == key.wrapping_add(1) => return Some(read.slot as u64),
                _ => read = self.read(self.next(read.slot)),
            }
        }
    }

    #[inline]
    fn insert_from(&self, mut read: Read, key: u64) -> bool {
        loop {
            if read.content == 0 {
                match self.0[read.slot].compare_exchange(0, key + 1, Relaxed, Relaxed) {
                    Ok(_) => return true,
                    Err(other) => read.content = other,
                }
            }
            if read.content == key + 1 {
                return false;
            }
            read = self.read(self.next(read.slot));
        }
    }

    /// Returns the slot to look at after `slot`.
    #[inline]
    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.len() { 0 } else { slot + 1 }
    }
}

/// Returns the first slot to look at: the high half of a product, after Lemire 2019, "Fast random
/// integer generation in an interval".
#[inline]
fn home(key: u64, slots: usize) -> usize {
    let mixed = eldest::table::mixed([key]);
    ((u128::from(mixed) * slots as u128) >> 64) as usize
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Keys that are added together want the same slots.
    #[test]
    fn keys_that_are_added_together_are_all_added() {
        for round in 0..100 {
            let slots = Slots::empty(50, Storage::Memory).unwrap();
            let scattered = |number: u64| number.pow(2).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1;
            let keys: Vec<u64> = (round * 40..(round + 1) * 40).map(scattered).collect();
            let mut new = Vec::new();
            slots.insert_all(&keys, |key| new.push(key));
            assert_eq!(new, keys);
        }
    }

    /// Keys that come twice, in one call and in two; the table becomes nearly full.
    #[test]
    fn keys_are_new_once_and_found_where_they_are() {
        let slots = Slots::empty(1_000, Storage::Memory).unwrap();
        let (mut added, mut new) = (BTreeSet::new(), Vec::new());
        for start in (0..1_900).step_by(50) {
            let keys: Vec<u64> = (start..start + 100).map(|key| key / 2 * 7).collect();
            slots.insert_all(&keys, |key| new.push(key));
            added.extend(keys);
        }
        assert!(new.iter().eq(&added) && added.len() > 970, "{}", added.len());
        let all: Vec<u64> = (0..7_000).collect();
        for keys in all.chunks(AT_ONCE) {
            let mut found = BTreeSet::new();
            slots.find_all(keys, |at, slot| _ = found.insert((keys[at], slot)));
            let one_by_one = keys.iter().filter_map(|key| Some((*key, slots.find(*key)?)));
            assert_eq!(found, one_by_one.collect());
            assert!(found.iter().all(|(key, slot)| slots.key(*slot as usize) == Some(*key)));
            assert!(
                keys.iter().filter(|key| added.contains(key)).eq(found.iter().map(|(key, _)| key))
            );
        }
    }
}
