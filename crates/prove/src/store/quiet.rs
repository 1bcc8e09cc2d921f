//! [`quietly`]: a panic of the database is an error, and nothing is printed about it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is expected.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Does `work`; `None` if it panics. The program's panic hook is not called for that panic, and for all others as before: the
/// first call puts a hook in front of it that leaves out panics in here, on this thread.
pub(super) fn quietly<T>(work: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                before(panic);
            }
        }));
    });
    let was_quiet = IS_QUIET.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(was_quiet);
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static SEEN: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn only_panics_in_here_are_left_out() {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if panic.payload().downcast_ref() == Some(&"it is told") {
                SEEN.fetch_add(1, Ordering::Relaxed);
            } else {
                before(panic);
            }
        }));
        let told = || drop(catch_unwind(|| std::panic::panic_any("it is told")));
        told();
        assert_eq!(quietly(|| std::panic::panic_any("it is told")).map(|(): ()| ()), None);
        assert_eq!(SEEN.load(Ordering::Relaxed), 1);
        told();
        assert_eq!(SEEN.load(Ordering::Relaxed), 2);
    }
}
