//! How a function fails: a code that it returns, and a message that the thread keeps.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The reason why a function fails.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    code: i32,
    message: String,
    callback_code: i32,
}

impl Failure {
    /// Creates a failure with one of the codes `ELDEST_…`.
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), callback_code: 0 }
    }

    /// Creates the failure of an argument that must not be null.
    pub(crate) fn null(argument: &str) -> Self {
        Self::new(crate::ELDEST_NULL_POINTER, format!("{argument} is a null pointer"))
    }

    /// Sets what the callback returned.
    pub(crate) fn with_callback_code(self, callback_code: i32) -> Self {
        Self { callback_code, ..self }
    }

    /// Returns the code.
    #[cfg(test)]
    pub(crate) fn code(&self) -> i32 {
        self.code
    }

    fn panicked(panic: &(dyn Any + Send)) -> Self {
        let message = panic.downcast_ref::<&str>().copied();
        let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message = message.unwrap_or("without a message");
        Self::new(crate::ELDEST_PANICKED, format!("the library panicked: {message}"))
    }
}

thread_local! {
    /// The message of the last failure on this thread.
    static LAST: RefCell<CString> = RefCell::default();
    /// What the callback returned that caused it; 0 if none did.
    static CALLBACK_CODE: Cell<i32> = const { Cell::new(0) };
    /// The message that a callback has left on this thread.
    static CALLBACK: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs the body of a function of the interface: returns its code, and keeps its message. No panic
/// leaves it.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    let outcome = catch_unwind(AssertUnwindSafe(body));
    let failure = match outcome {
        Ok(Ok(())) => return crate::ELDEST_OK,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::panicked(&*panic),
    };
    keep(&failure);
    failure.code
}

/// Runs the body of a function that frees something; a panic is caught, and forgotten.
pub(crate) fn release<T>(body: impl FnOnce() -> T) {
    let _ = catch_unwind(AssertUnwindSafe(|| drop(body())));
}

/// As [`guard`], for a function that returns a pointer: null after a failure.
pub(crate) fn guard_pointer<T>(body: impl FnOnce() -> Result<*const T, Failure>) -> *const T {
    let mut pointer = std::ptr::null();
    guard(|| body().map(|found| pointer = found));
    pointer
}

/// Keeps a message on this thread that is not that of a failure.
pub(crate) fn note(message: &str) {
    keep(&Failure::new(crate::ELDEST_OK, message));
}

/// Keeps the message of a failure on this thread; a thread that ends keeps none.
fn keep(failure: &Failure) {
    let text = to_c(&failure.message);
    CALLBACK_CODE.set(failure.callback_code);
    let _ = LAST.try_with(|last| *last.borrow_mut() = text);
}

/// Returns the text as C has it: up to its first zero byte, if there is one.
pub(crate) fn to_c(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default()
}

/// Returns the message of the last failure on this thread.
pub(crate) fn last() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Returns what the callback returned that caused the last failure on this thread; 0 if none did.
pub(crate) fn last_callback_code() -> i32 {
    CALLBACK_CODE.get()
}

/// Keeps the message of a callback that is about to fail on this thread.
pub(crate) fn set_callback_message(message: String) {
    let _ = CALLBACK.try_with(|kept| *kept.borrow_mut() = Some(message));
}

/// Takes the message of the callback that has just failed on this thread.
pub(crate) fn take_callback_message() -> Option<String> {
    CALLBACK.try_with(|kept| kept.borrow_mut().take()).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn last_text() -> String {
        // SAFETY: the message is kept until the next failure on this thread.
        unsafe { CStr::from_ptr(last()) }.to_string_lossy().into_owned()
    }

    #[test]
    fn a_panic_becomes_a_code_and_a_message() {
        let code = guard(|| panic!("a shelf of {}", 3));
        assert_eq!(code, crate::ELDEST_PANICKED);
        assert_eq!(last_text(), "the library panicked: a shelf of 3");
    }

    #[test]
    fn a_message_ends_at_its_first_zero() {
        let code = guard(|| Err(Failure::new(7, "before\0after")));
        assert_eq!((code, last_text()), (7, "before".to_owned()));
    }

    #[test]
    fn each_thread_has_messages_of_its_own() {
        guard(|| Err(Failure::new(7, "here")));
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(last_text(), ""));
        });
        assert_eq!(guard(|| Ok(())), crate::ELDEST_OK);
        assert_eq!(last_text(), "here");
    }

    #[test]
    fn the_message_of_a_callback_is_taken_once() {
        set_callback_message("no such cell".to_owned());
        assert_eq!(take_callback_message().as_deref(), Some("no such cell"));
        assert_eq!(take_callback_message(), None);
    }
}
