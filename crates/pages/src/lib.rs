//! Asks the system for huge pages under a slice.
//!
//! A transposition table is read at random places, and with pages of 4 KiB nearly every read also
//! misses the processor's table of pages. With huge ones it does not: solving Connect Four with a
//! table of 64 MiB takes a tenth less time. Linux gives them to whoever asks, but asking is a
//! system call on an address, which no safe function of the standard library makes. So it is made
//! here, and the search core itself forbids unsafe code.

/// The size that is asked for, and the alignment that it needs, in bytes.
pub const HUGE_PAGE: usize = 2 << 20;

/// Asks for huge pages under the part of `memory` that is aligned to them. Best done before the
/// memory is first written. Whether the system agrees does not matter to what the memory holds.
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

/// Asks for huge pages under the `length` bytes at address `start`, which lie within `memory`.
#[cfg(target_os = "linux")]
fn advise<T>(memory: &[T], start: usize, length: usize) {
    let start = memory.as_ptr().with_addr(start).cast_mut().cast();
    // SAFETY: `start` is aligned to a page, and the range lies within a live allocation, since the
    // caller has rounded inwards and `memory` is borrowed. MADV_HUGEPAGE changes how the kernel
    // backs the range, never what can be read there, so no reference anywhere can notice. If the
    // kernel refuses, nothing has happened: the result is of no interest.
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
