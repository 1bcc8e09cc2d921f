//! The version of the interface, and the codes of errors with their messages.

use crate::failure::{self, Failure, guard};
use crate::pointers::text;
use eldest_bindings::{Error, Failure as Foreign};
use std::ffi::{CStr, c_char};

/// The version of the interface that this header declares. A later version with this number only
/// adds functions, codes, and fields at the end of structs.
pub const ELDEST_ABI_VERSION: u32 = 1;

/// The call succeeded.
pub const ELDEST_OK: i32 = 0;
/// No shipped game has the name, or not this variant.
pub const ELDEST_BAD_GAME: i32 = 1;
/// A text or a state is not a position of the game.
pub const ELDEST_BAD_POSITION: i32 = 2;
/// A text is not a legal move of the position.
pub const ELDEST_BAD_MOVE: i32 = 3;
/// An option or a limit is invalid.
pub const ELDEST_BAD_OPTION: i32 = 4;
/// The search cannot begin, or was ended by an error of its own: no cap on plies, no memory, no
/// thread.
pub const ELDEST_SEARCH_FAILED: i32 = 5;
/// The rules of a game break a promise.
pub const ELDEST_BROKEN_CONTRACT: i32 = 6;
/// A callback returned a code other than `ELDEST_OK`.
pub const ELDEST_CALLBACK_FAILED: i32 = 7;
/// The library panicked: an error in it.
pub const ELDEST_PANICKED: i32 = 8;
/// The engine is searching, so that it cannot begin another search.
pub const ELDEST_BUSY: i32 = 9;
/// A file or a directory cannot be read or written.
pub const ELDEST_FILE: i32 = 10;
/// The game does not support the call.
pub const ELDEST_UNSUPPORTED: i32 = 11;
/// A claim is false, or a file does not prove what it claims.
pub const ELDEST_FALSE: i32 = 12;
/// A limit or a stop ended a call that has no partial result.
pub const ELDEST_UNFINISHED: i32 = 13;
/// A pointer is null that must not be.
pub const ELDEST_NULL_POINTER: i32 = 101;
/// The field `size` of a struct is not that of a version, or fields are set that this version of
/// the library does not know.
pub const ELDEST_BAD_SIZE: i32 = 102;
/// A text is not UTF-8.
pub const ELDEST_BAD_TEXT: i32 = 103;
/// The header and the library have different versions of the interface.
pub const ELDEST_BAD_ABI: i32 = 104;
/// The time is over, and the search is not.
pub const ELDEST_TIMEOUT: i32 = 105;
/// There are no more reports.
pub const ELDEST_END: i32 = 106;
/// There is no element with this index.
pub const ELDEST_BAD_INDEX: i32 = 107;
/// The call would wait for what waits for the callback that makes it.
pub const ELDEST_IN_CALLBACK: i32 = 108;

/// The codes with their names.
const NAMES: [(i32, &CStr); 22] = [
    (ELDEST_OK, c"ELDEST_OK"),
    (ELDEST_BAD_GAME, c"ELDEST_BAD_GAME"),
    (ELDEST_BAD_POSITION, c"ELDEST_BAD_POSITION"),
    (ELDEST_BAD_MOVE, c"ELDEST_BAD_MOVE"),
    (ELDEST_BAD_OPTION, c"ELDEST_BAD_OPTION"),
    (ELDEST_SEARCH_FAILED, c"ELDEST_SEARCH_FAILED"),
    (ELDEST_BROKEN_CONTRACT, c"ELDEST_BROKEN_CONTRACT"),
    (ELDEST_CALLBACK_FAILED, c"ELDEST_CALLBACK_FAILED"),
    (ELDEST_PANICKED, c"ELDEST_PANICKED"),
    (ELDEST_BUSY, c"ELDEST_BUSY"),
    (ELDEST_FILE, c"ELDEST_FILE"),
    (ELDEST_UNSUPPORTED, c"ELDEST_UNSUPPORTED"),
    (ELDEST_FALSE, c"ELDEST_FALSE"),
    (ELDEST_UNFINISHED, c"ELDEST_UNFINISHED"),
    (ELDEST_NULL_POINTER, c"ELDEST_NULL_POINTER"),
    (ELDEST_BAD_SIZE, c"ELDEST_BAD_SIZE"),
    (ELDEST_BAD_TEXT, c"ELDEST_BAD_TEXT"),
    (ELDEST_BAD_ABI, c"ELDEST_BAD_ABI"),
    (ELDEST_TIMEOUT, c"ELDEST_TIMEOUT"),
    (ELDEST_END, c"ELDEST_END"),
    (ELDEST_BAD_INDEX, c"ELDEST_BAD_INDEX"),
    (ELDEST_IN_CALLBACK, c"ELDEST_IN_CALLBACK"),
];

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let foreign = if let Error::Foreign(Foreign { code, .. }) = error { code } else { 0 };
        let code = match error {
            Error::Deadlock(_) => ELDEST_IN_CALLBACK,
            _ => error.code(),
        };
        let own = i32::try_from(foreign).unwrap_or_default();
        Self::new(code, error.to_string()).with_callback_code(own)
    }
}

/// Returns the version of the interface of this library.
#[unsafe(no_mangle)]
pub extern "C" fn eldest_abi_version() -> u32 {
    ELDEST_ABI_VERSION
}

/// Returns the version of the library, as in "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn eldest_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Checks that a program was compiled with the header of this library: call it first, with
/// `ELDEST_ABI_VERSION`.
///
/// Errors: `ELDEST_BAD_ABI`.
#[unsafe(no_mangle)]
pub extern "C" fn eldest_check_abi(version: u32) -> i32 {
    guard(|| match version {
        ELDEST_ABI_VERSION => Ok(()),
        other => {
            let message = format!(
                "the program was compiled for version {other} of the interface, and the library has \
                 version {ELDEST_ABI_VERSION}; compile it with the header of the library"
            );
            Err(Failure::new(ELDEST_BAD_ABI, message))
        }
    })
}

/// Returns the name of a code, as in "ELDEST_BUSY"; "unknown code" for any other number.
#[unsafe(no_mangle)]
pub extern "C" fn eldest_code_name(code: i32) -> *const c_char {
    let found = NAMES.iter().find(|(known, _)| *known == code);
    found.map_or(c"unknown code", |(_, name)| name).as_ptr()
}

/// Returns the message of the last call on this thread that failed; empty if none did. It lives
/// until another call on this thread fails.
#[unsafe(no_mangle)]
pub extern "C" fn eldest_last_error() -> *const c_char {
    failure::last()
}

/// Returns what the callback returned, if the last call on this thread that failed did so with
/// `ELDEST_CALLBACK_FAILED`; else 0.
#[unsafe(no_mangle)]
pub extern "C" fn eldest_last_callback_code() -> i32 {
    failure::last_callback_code()
}

/// For callbacks: keeps a message for the error that the callback is about to return, and returns
/// `ELDEST_CALLBACK_FAILED`. A callback may also return a number of its own after this.
///
/// Errors: `ELDEST_NULL_POINTER` and `ELDEST_BAD_TEXT`, which end the search as well.
///
/// # Safety
/// `message` is null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_fail(message: *const c_char) -> i32 {
    let code = guard(|| {
        // SAFETY: the contract of this function is that of `text`.
        let message = unsafe { text(message, "message") }?;
        failure::set_callback_message(message.to_owned());
        Ok(())
    });
    if code == ELDEST_OK { ELDEST_CALLBACK_FAILED } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_name() {
        for (index, (code, name)) in NAMES.iter().enumerate() {
            assert!(NAMES[index + 1..].iter().all(|(other, _)| other != code), "{name:?}");
        }
        // SAFETY: names are static.
        let name = |code| unsafe { CStr::from_ptr(eldest_code_name(code)) };
        assert_eq!(name(ELDEST_BUSY), c"ELDEST_BUSY");
        assert_eq!(name(-3), c"unknown code");
    }

    #[test]
    fn the_shared_library_is_named_after_the_version() {
        assert_eq!(env!("ELDEST_SONAME"), format!("libeldest.so.{ELDEST_ABI_VERSION}"));
    }

    #[test]
    fn another_version_of_the_interface_is_refused() {
        assert_eq!(eldest_check_abi(eldest_abi_version()), ELDEST_OK);
        assert_eq!(eldest_check_abi(2), ELDEST_BAD_ABI);
    }
}
