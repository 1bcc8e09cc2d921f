//! [`Zeros`]: a table that begins with zeros, in memory or in a file.

use bytemuck::Zeroable;
use memmap2::MmapMut;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::ops::Deref;

/// The bytes that are written to a file at a time.
const AT_A_TIME: usize = 1 << 20;

/// A table of atomics, say, that begins with zeros.
///
/// On disk it is a file that the system caches as far as memory suffices: a table larger than the
/// memory still works, but each access beyond it waits for the disk.
///
/// ```
/// use eldest_pages::Zeros;
/// use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
///
/// let table = Zeros::<AtomicU16>::on_disk(1_000, tempfile::tempfile()?)?;
/// table[999].store(7, Relaxed);
/// assert_eq!((table.len(), table[0].load(Relaxed), table[999].load(Relaxed)), (1_000, 0, 7));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Zeros<T> {
    map: MmapMut,
    len: usize,
    values: PhantomData<T>,
}

impl<T: Zeroable> Zeros<T> {
    const FITS: () = assert!(align_of::<T>() <= 4_096 && !std::mem::needs_drop::<T>());

    /// Allocates `len` zeros in memory, in huge pages where the system gives them.
    ///
    /// # Errors
    /// If the system has no memory left.
    pub fn in_memory(len: usize) -> io::Result<Self> {
        let map = MmapMut::map_anon(bytes::<T>(len)?)?;
        let zeros = Self::of(map, len);
        crate::prefer_huge(&zeros);
        Ok(zeros)
    }

    /// Writes `len` zeros to a file and maps it. All of its blocks are allocated now, so the disk
    /// cannot be full later. Pass an empty file without a name, as `tempfile` creates them: no
    /// other process may modify or truncate it while the table lives.
    ///
    /// # Errors
    /// If the disk is full, or the system refuses.
    pub fn on_disk(len: usize, mut file: File) -> io::Result<Self> {
        let bytes = bytes::<T>(len)?;
        let zeros = vec![0; bytes.min(AT_A_TIME)];
        for begin in (0..bytes).step_by(AT_A_TIME) {
            file.write_all(&zeros[..zeros.len().min(bytes - begin)])?;
        }
        // SAFETY: the file has `bytes` bytes, all of them allocated, so no page lies beyond its
        // end. That no other process modifies or truncates it is what the documentation asks for.
        let map = unsafe { memmap2::MmapOptions::new().len(bytes).map_mut(&file) }?;
        Ok(Self::of(map, len))
    }

    fn of(map: MmapMut, len: usize) -> Self {
        let () = Self::FITS;
        Self { map, len, values: PhantomData }
    }
}

/// Returns the bytes of `len` values.
fn bytes<T>(len: usize) -> io::Result<usize> {
    let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| isize::try_from(bytes).is_ok());
    bytes.ok_or_else(|| io::ErrorKind::OutOfMemory.into())
}

impl<T: Zeroable> Deref for Zeros<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping has the bytes of `len` values, and is aligned to a page, which
        // suffices by `FITS`. Its first bytes are zeros, which are a value by `Zeroable`; later
        // ones are written through this slice only, by values with interior mutability: the
        // pointer is that of the mapping, not of a reference to its bytes, and no such reference
        // is ever made. Nothing has to be dropped, by `FITS`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T> fmt::Debug for Zeros<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zeros").field("len", &self.len).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

    fn each_value_is_kept(table: &Zeros<AtomicU64>, len: usize) {
        assert_eq!(table.len(), len);
        assert!(table.iter().all(|value| value.load(Relaxed) == 0));
        std::thread::scope(|threads| {
            let (low, high) = table.split_at(len / 2);
            let fill = |part: &[AtomicU64], from: usize| {
                (from..).zip(part).for_each(|(i, value)| value.store(i as u64 + 1, Relaxed));
            };
            threads.spawn(move || fill(low, 0));
            fill(high, len / 2);
        });
        assert!((1..).zip(table.iter()).all(|(i, value)| value.load(Relaxed) == i));
    }

    #[test]
    fn tables_begin_with_zeros_and_keep_what_is_stored() {
        for len in [0, 1, 511, 512, 513, 300_000] {
            each_value_is_kept(&Zeros::in_memory(len).unwrap(), len);
            each_value_is_kept(&Zeros::on_disk(len, tempfile::tempfile().unwrap()).unwrap(), len);
        }
    }

    #[test]
    fn a_table_that_no_address_space_holds_is_an_error() {
        assert!(Zeros::<AtomicU64>::in_memory(usize::MAX / 4).is_err());
        let file = tempfile::tempfile().unwrap();
        assert!(Zeros::<AtomicU8>::on_disk(usize::MAX, file).is_err());
    }

    /// The device is always full.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let error = Zeros::<AtomicU8>::on_disk(1, full).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
