//! What panicking code has said, and how a search breaks off where it sees a promise broken.

use std::any::Any;
use std::panic::resume_unwind;

/// What a search breaks off with: the promise of the game or the evaluator that it has seen broken.
#[derive(Debug)]
pub(crate) struct BrokenContract(pub(crate) String);

/// Breaks off: `message` says which promise is broken. The stack unwinds as in a panic, but no panic hook
/// is called: it is the caller of the engine who hears of it. Where panics abort nobody would, so there
/// the hook is called after all.
#[cold]
#[inline(never)]
pub(crate) fn break_off(message: String) -> ! {
    if cfg!(panic = "abort") {
        panic!("broken contract: {message}");
    }
    resume_unwind(Box::new(BrokenContract(message)))
}

/// The message of `panic`, if it has one in words.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "(no message)".to_owned())
}
