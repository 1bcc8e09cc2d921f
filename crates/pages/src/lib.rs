//! Requests huge pages for the memory of a slice; with the feature `map` also maps files into
//! memory, and tables into files.
//!
//! A transposition table is read at random addresses, and with pages of 4 KiB nearly every read
//! also misses the processor's TLB. Huge pages avoid these misses: solving Connect Four with a
//! table of 64 MiB takes a tenth less time. Linux grants huge pages to any process that requests
//! them, but the request is a system call on an address, for which the standard library has no safe
//! function. This crate makes the call, so that the search core itself can forbid unsafe code. For
//! the same reason it maps the files of databases, which are read at random addresses too.

#[cfg(feature = "map")]
mod map;
#[cfg(feature = "map")]
mod zeros;

#[cfg(feature = "map")]
pub use map::{Mapping, map};
#[cfg(feature = "map")]
pub use zeros::Zeros;

/// The size and alignment of a huge page, in bytes.
pub const HUGE_PAGE: usize = 2 << 20;

/// Requests huge pages for the part of `memory` that is aligned to them. Call it before the memory
/// is first written. The contents of the memory never change, even if the system refuses.
///
/// Does nothing on systems other than Linux, and for slices that hold no whole huge page.
///
/// ```
/// let table = vec![0_u64; 1 << 20];
/// eldest_pages::prefer_huge(&table);
/// assert!(table.iter().all(|&word| word == 0));
/// ```
pub fn prefer_huge<T>(memory: &[T]) {
    let start = memory.as_ptr().addr().next_multiple_of(HUGE_PAGE);
    let end = memory.as_ptr_range().end.addr() / HUGE_PAGE * HUGE_PAGE;
    if start < end {
        advise(memory, start, end - start);
    }
}

/// Requests huge pages for the `length` bytes at address `start`, which lie within `memory`.
#[cfg(target_os = "linux")]
fn advise<T>(memory: &[T], start: usize, length: usize) {
    let start = memory.as_ptr().with_addr(start).cast_mut().cast();
    // SAFETY: `start` is aligned to a page, and the range lies within a live allocation, since the
    // caller has rounded inwards and `memory` is borrowed. MADV_HUGEPAGE changes how the kernel
    // backs the range, never its contents, so it does not affect any reference. If the kernel
    // refuses, nothing has changed, and the result can be ignored.
    let _ = unsafe { libc::madvise(start, length, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &[T], _: usize, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_survive_at_every_size_and_offset() {
        for words in [0, 1, HUGE_PAGE / 8 - 1, HUGE_PAGE / 8, HUGE_PAGE / 8 + 1, HUGE_PAGE] {
            let memory: Vec<u64> = (0..words as u64).collect();
            for offset in [0, 1, 511, 512].into_iter().filter(|&offset| offset <= words) {
                prefer_huge(&memory[offset..]);
            }
            assert!(memory.iter().zip(0..).all(|(&word, i)| word == i));
        }
    }
}
