//! [`Callbacks`]: a table of callbacks that was checked; and what a callback returns, as a result.

use crate::failure::{Failure, take_callback_message};
use crate::{
    ELDEST_BAD_OPTION, ELDEST_HAS_ENDLESS, ELDEST_HAS_RANGE, ELDEST_OK, ELDEST_PATH_DEPENDENT,
    Rules,
};
use eldest_bindings::Failure as Foreign;
use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// The largest position, in bytes.
const LARGEST: usize = 1 << 16;
/// All flags.
const FLAGS: u32 = ELDEST_PATH_DEPENDENT | ELDEST_HAS_RANGE | ELDEST_HAS_ENDLESS;

/// A pointer that the caller shares with all threads.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Shared(pub(crate) *mut c_void);

// SAFETY: the library never uses what it points to. It passes the pointer to callbacks, and the
// header requires that these may be called on any thread, at the same time.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl Shared {
    /// Returns the pointer. A method, so that closures capture the whole.
    pub(crate) fn get(self) -> *mut c_void {
        self.0
    }
}

/// A table of callbacks whose required ones are there.
pub(crate) struct Callbacks {
    table: Table,
    pub(crate) user: Shared,
    /// Whether `drop_user` is called at the end.
    owns_user: AtomicBool,
}

/// The callbacks. Those that are required are set.
#[derive(Copy, Clone)]
pub(crate) struct Table(Rules);

// SAFETY: the pointers in it are not used through it: `CRules` has copied what they point to, and
// `user` is `Shared`. Functions may be called on any thread, which the header requires.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Callbacks {
    /// Checks a table: its required callbacks are set, and its fields are in range.
    ///
    /// # Safety
    /// The functions and `user` are as `eldest_rules` describes.
    pub(crate) unsafe fn new(rules: &Rules) -> Result<Self, Failure> {
        check(rules)?;
        let owns_user = AtomicBool::new(false);
        Ok(Self { table: Table(*rules), user: Shared(rules.user), owns_user })
    }

    /// From now on `user` is dropped with the last position.
    pub(crate) fn own_user(&self) {
        self.owns_user.store(true, Ordering::Relaxed);
    }

    /// Returns the table.
    pub(crate) fn table(&self) -> &Rules {
        &self.table.0
    }
}

impl fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callbacks").field("user", &self.user).finish_non_exhaustive()
    }
}

impl Drop for Callbacks {
    fn drop(&mut self) {
        let drop_user = self.table().drop_user.filter(|_| *self.owns_user.get_mut());
        if let Some(drop_user) = drop_user {
            // SAFETY: the header describes this call, the last one: all states hold this table.
            unsafe { drop_user(self.user.get()) }
        }
    }
}

/// Returns what a callback returned as a result.
#[inline]
pub(crate) fn outcome(callback: &str, code: i32) -> Result<(), Foreign> {
    if code == ELDEST_OK { Ok(()) } else { Err(failed(callback, code)) }
}

#[cold]
fn failed(callback: &str, code: i32) -> Foreign {
    let message = match take_callback_message() {
        Some(message) => format!("the callback {callback} failed: {message}"),
        None => format!("the callback {callback} returned {code}"),
    };
    Foreign::new(message).with_code(code.into())
}

/// Returns the failure of a callback that has written what is not allowed.
#[cold]
pub(crate) fn wrong(callback: &str, what: impl fmt::Display, right: &str) -> Foreign {
    Foreign::new(format!("the callback {callback} wrote {what}; {right} is expected"))
}

fn check(rules: &Rules) -> Result<(), Failure> {
    let required = [
        ("side", rules.side.is_none()),
        ("key", rules.key.is_none()),
        ("over", rules.over.is_none()),
        ("moves", rules.moves.is_none()),
        ("play", rules.play.is_none()),
    ];
    if let Some((name, _)) = required.iter().find(|(_, is_missing)| *is_missing) {
        return Err(Failure::null(&format!("the required callback rules.{name}")));
    }
    let wrong = |field: &str, value: u64, right: &str| {
        let message = format!("rules.{field} is {value}; {right} is expected");
        Err(Failure::new(ELDEST_BAD_OPTION, message))
    };
    if !(1..=LARGEST).contains(&rules.position_size) {
        return wrong("position_size", rules.position_size as u64, "1 to 65536");
    }
    if rules.flags & !FLAGS != 0 {
        return wrong("flags", rules.flags.into(), "a sum of flags of this version");
    }
    if rules.key_bits > 64 {
        return wrong("key_bits", rules.key_bits.into(), "0 to 64");
    }
    if rules.reserved != 0 {
        return wrong("reserved", rules.reserved.into(), "0");
    }
    Ok(())
}
