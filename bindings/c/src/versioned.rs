//! Structs with a version: their first field, `size`, is the number of bytes that the caller knows.

use crate::ELDEST_BAD_SIZE;
use crate::failure::Failure;
use std::mem::{MaybeUninit, size_of};

/// The largest struct that a caller may pass, in bytes: a size above it was never initialised.
const LARGEST: usize = 4096;

/// A struct whose first field is `size: usize`, the number of bytes of the struct.
///
/// # Safety
/// The type is `repr(C)`, its first field is of type `usize`, and zero bytes are a valid value of
/// all its fields, as are all bytes that a C compiler writes there.
pub(crate) unsafe trait Versioned: Copy {
    /// The name in C.
    const NAME: &'static str;
    /// The size in the first version of the interface.
    const LEAST: usize;
}

/// Returns the failure of a struct whose size was never that of a version.
fn bad_size<T: Versioned>(size: usize) -> Failure {
    let (name, least, known) = (T::NAME, T::LEAST, size_of::<T>());
    let message = format!(
        "the field size of {name} is {size}; set it to sizeof({name}), which is {known} in this \
         version and was never less than {least}"
    );
    Failure::new(ELDEST_BAD_SIZE, message)
}

/// Returns the failure of a struct of a later version, which has fields that are set.
fn newer<T: Versioned>(size: usize) -> Failure {
    let (name, known) = (T::NAME, size_of::<T>());
    let message = format!(
        "{name} has {size} bytes, and this version of the library knows {known} of them; the \
         others must be zero, or the library newer"
    );
    Failure::new(ELDEST_BAD_SIZE, message)
}

/// Returns the size that the caller gave.
///
/// # Safety
/// `pointer` is null or points to a `usize`.
unsafe fn size_at<T: Versioned>(pointer: *const T, argument: &str) -> Result<usize, Failure> {
    if pointer.is_null() {
        return Err(Failure::null(argument));
    }
    // SAFETY: the pointer is not null, so by the contract of this function a `usize` lies there.
    let size = unsafe { pointer.cast::<usize>().read() };
    if (T::LEAST..=LARGEST).contains(&size) { Ok(size) } else { Err(bad_size::<T>(size)) }
}

/// Copies a struct from the caller: the fields that the caller does not know are zero.
///
/// # Safety
/// `pointer` is null or points to a `usize`, the number of bytes that can be read there.
pub(crate) unsafe fn read<T: Versioned>(pointer: *const T, argument: &str) -> Result<T, Failure> {
    // SAFETY: the contract of this function is that of `size_at`.
    let size = unsafe { size_at(pointer, argument)? };
    // SAFETY: `size` bytes can be read there.
    let bytes = unsafe { std::slice::from_raw_parts(pointer.cast::<MaybeUninit<u8>>(), size) };
    // SAFETY: only bytes beyond the struct known here are read. The caller's compiler knows a later
    // struct, and has initialised them: the header requires that of all bytes.
    if bytes.iter().skip(size_of::<T>()).any(|byte| unsafe { byte.assume_init() } != 0) {
        return Err(newer::<T>(size));
    }
    let mut value = MaybeUninit::<T>::zeroed();
    let known = size.min(size_of::<T>());
    // SAFETY: both have `known` bytes, and do not overlap, as one is on this stack.
    unsafe {
        std::ptr::copy_nonoverlapping(pointer.cast::<u8>(), value.as_mut_ptr().cast(), known);
    };
    // SAFETY: `Versioned` promises that zero bytes are valid, and those of a C compiler too.
    Ok(unsafe { value.assume_init() })
}

/// Copies a struct to the caller: as many fields as the caller knows. The `size` stays.
///
/// # Safety
/// `pointer` is null or points to a `usize`, the number of bytes that can be written there.
pub(crate) unsafe fn write<T: Versioned>(
    pointer: *mut T,
    argument: &str,
    value: &T,
) -> Result<(), Failure> {
    // SAFETY: the contract of this function is that of `size_at`.
    let size = unsafe { size_at(pointer, argument)? };
    let known = size.min(size_of::<T>());
    // SAFETY: `size` bytes can be written there, which are at least `known`; `value` is elsewhere,
    // as it is borrowed.
    unsafe {
        std::ptr::copy_nonoverlapping((&raw const *value).cast::<u8>(), pointer.cast(), known);
    };
    // SAFETY: as above, for the bytes after those that are known here; the size was there before.
    unsafe {
        pointer.cast::<u8>().add(known).write_bytes(0, size - known);
        pointer.cast::<usize>().write(size);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Copy, Clone)]
    #[repr(C)]
    struct Pair {
        size: usize,
        first: u32,
        second: u32,
        third: u64,
    }

    // SAFETY: `repr(C)`, `size` is first, and all fields are numbers.
    unsafe impl Versioned for Pair {
        const NAME: &'static str = "pair";
        const LEAST: usize = 16;
    }

    fn pair(size: usize) -> Pair {
        Pair { size, first: 1, second: 2, third: 3 }
    }

    fn code(result: Result<Pair, Failure>) -> Option<i32> {
        result.err().map(|failure| failure.code())
    }

    #[test]
    fn fields_that_the_caller_does_not_know_are_zero() {
        // SAFETY: 16 of the 24 bytes are read.
        let read = unsafe { read(&pair(16), "pair") }.expect("a known size");
        assert_eq!((read.first, read.second, read.third), (1, 2, 0));
    }

    #[test]
    fn a_size_that_was_never_a_version_is_refused() {
        for size in [0, 8, 15, LARGEST + 1, usize::MAX] {
            // SAFETY: the size is refused before more is read.
            let read = unsafe { read(&pair(size), "pair") };
            assert_eq!(code(read), Some(ELDEST_BAD_SIZE), "{size}");
        }
        // SAFETY: null is allowed.
        let read = unsafe { read::<Pair>(std::ptr::null(), "pair") };
        assert_eq!(code(read), Some(crate::ELDEST_NULL_POINTER));
    }

    #[test]
    fn a_newer_struct_is_accepted_if_it_asks_for_nothing_new() {
        let mut newer = [pair(32), pair(0)];
        newer[1] = Pair { size: 0, first: 0, second: 0, third: 0 };
        // SAFETY: 32 of 48 bytes are read.
        assert_eq!(code(unsafe { read(newer.as_ptr(), "pair") }), None);
        newer[1].size = 1;
        // SAFETY: as above.
        let refused = unsafe { read(newer.as_ptr(), "pair") };
        assert_eq!(code(refused), Some(ELDEST_BAD_SIZE));
    }

    #[test]
    fn as_much_is_written_as_the_caller_knows() {
        let mut out = [pair(16), pair(9)];
        let value = Pair { size: 0, first: 7, second: 8, third: 9 };
        // SAFETY: 16 bytes of 48 are written.
        unsafe { write(out.as_mut_ptr(), "pair", &value) }.expect("a known size");
        assert_eq!((out[0].size, out[0].first, out[0].second, out[0].third), (16, 7, 8, 3));
        out[0].size = 40;
        // SAFETY: 40 bytes of 48 are written.
        unsafe { write(out.as_mut_ptr(), "pair", &value) }.expect("a known size");
        assert_eq!((out[0].size, out[0].third, out[1].size, out[1].second), (40, 9, 0, 0));
        assert_eq!(out[1].third, 3);
    }
}
