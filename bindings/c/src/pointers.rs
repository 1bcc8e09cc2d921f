//! Pointers from C: each is checked for null before it is used.

use crate::failure::Failure;
use std::ffi::{CStr, c_char};
use std::path::PathBuf;

/// Borrows what a handle points to.
///
/// # Safety
/// `pointer` is null, or comes from [`give`] and has not been freed, nor will be while the result
/// is in use.
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T, argument: &str) -> Result<&'a T, Failure> {
    // SAFETY: by the contract, a pointer that is not null points to a live value.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::null(argument))
}

/// Borrows what a handle points to, for a change.
///
/// # Safety
/// As [`borrow`], and no other thread uses the handle at the same time.
pub(crate) unsafe fn borrow_mut<'a, T>(
    pointer: *mut T,
    argument: &str,
) -> Result<&'a mut T, Failure> {
    // SAFETY: by the contract, a pointer that is not null points to a live value, used here alone.
    unsafe { pointer.as_mut() }.ok_or_else(|| Failure::null(argument))
}

/// Writes null where a handle will be written, so that a failure leaves null there.
///
/// # Safety
/// `out` is null, or a pointer can be written there; the result is used only so long as that holds.
pub(crate) unsafe fn empty<'a, T>(
    out: *mut *mut T,
    argument: &str,
) -> Result<&'a mut *mut T, Failure> {
    if out.is_null() {
        return Err(Failure::null(argument));
    }
    // SAFETY: it is not null, so a pointer can be written there, after which it is initialised.
    unsafe {
        out.write(std::ptr::null_mut());
        Ok(&mut *out)
    }
}

/// Makes a handle of a value. [`take`] frees it.
pub(crate) fn give<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Takes a handle back; `None` for null.
///
/// # Safety
/// `pointer` is null, or comes from [`give`] and was never taken before.
pub(crate) unsafe fn take<T>(pointer: *mut T) -> Option<Box<T>> {
    // SAFETY: by the contract, a pointer that is not null is that of a box, and used last here.
    (!pointer.is_null()).then(|| unsafe { Box::from_raw(pointer) })
}

/// Reads a text.
///
/// # Safety
/// `pointer` is null, or points to bytes that end with a zero and live as long as the result.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, argument: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::null(argument));
    }
    // SAFETY: it is not null, so by the contract it points to a text that ends with a zero.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|error| {
        let message = format!("{argument} is not UTF-8: {error}");
        Failure::new(crate::ELDEST_BAD_TEXT, message)
    })
}

/// Reads a text that may be missing.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn optional_text<'a>(
    pointer: *const c_char,
    argument: &str,
) -> Result<Option<&'a str>, Failure> {
    // SAFETY: the contract of this function is that of `text`.
    (!pointer.is_null()).then(|| unsafe { text(pointer, argument) }).transpose()
}

/// Reads a path.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn path(pointer: *const c_char, argument: &str) -> Result<PathBuf, Failure> {
    // SAFETY: the contract of this function is that of `text`.
    unsafe { text(pointer, argument) }.map(PathBuf::from)
}

/// Reads texts; none if there are 0.
///
/// # Safety
/// `pointer` is null, or points to `count` pointers, each as in [`text`].
pub(crate) unsafe fn texts(
    pointer: *const *const c_char,
    count: usize,
    argument: &str,
) -> Result<Vec<String>, Failure> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if pointer.is_null() {
        return Err(Failure::null(argument));
    }
    // SAFETY: it is not null, so by the contract it points to `count` pointers.
    let pointers = unsafe { std::slice::from_raw_parts(pointer, count) };
    let read = |(index, &pointer)| {
        // SAFETY: by the contract, each is null or points to a text.
        unsafe { text(pointer, &format!("{argument}[{index}]")) }.map(str::to_owned)
    };
    pointers.iter().enumerate().map(read).collect()
}
