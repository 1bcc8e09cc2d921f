//! [`Callbacks`]: a table of callbacks that was checked, behind the rules of a foreign game.

use crate::failure::{Failure, take_callback_message, to_c};
use crate::pointers::optional_text;
use crate::state::CState;
use crate::{
    ELDEST_BAD_OPTION, ELDEST_BAD_POSITION, ELDEST_HAS_ENDLESS, ELDEST_HAS_RANGE, ELDEST_OK,
    ELDEST_PATH_DEPENDENT, Rules,
};
use eldest_bindings::{Declared, Failure as Foreign, State};
use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
    declared: Declared,
    /// Whether `drop_user` is called at the end.
    owns_user: AtomicBool,
}

/// The callbacks. Those that are required are set.
#[derive(Copy, Clone)]
pub(crate) struct Table(Rules);

// SAFETY: the pointers in it are not used through it: `Callbacks` has copied what they point to,
// and `user` is `Shared`. Functions may be called on any thread, which the header requires.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Callbacks {
    /// Checks a table, and copies what it points to.
    ///
    /// # Safety
    /// The pointers in `rules` are as `eldest_rules` describes.
    unsafe fn new(rules: &Rules) -> Result<Arc<Self>, Failure> {
        check(rules)?;
        // SAFETY: by the contract, `name` is null or a text.
        let name = unsafe { optional_text(rules.name, "rules.name") }?.unwrap_or("game");
        let (user, declared) = (Shared(rules.user), declare(rules, name));
        let owns_user = AtomicBool::new(false);
        Ok(Arc::new(Self { table: Table(*rules), user, declared, owns_user }))
    }

    /// From now on `user` is dropped with the last position.
    pub(crate) fn own_user(&self) {
        self.owns_user.store(true, Ordering::Relaxed);
    }

    /// Returns the table.
    pub(crate) fn table(&self) -> &Rules {
        &self.table.0
    }

    /// Creates the state of a position of the caller.
    ///
    /// # Safety
    /// `position` is null, or points to a position of the game.
    pub(crate) unsafe fn state(
        self: &Arc<Self>,
        position: *const c_void,
        argument: &str,
    ) -> Result<Box<dyn State>, Failure> {
        if position.is_null() {
            return Err(Failure::null(argument));
        }
        // SAFETY: it is not null, so by the contract it points to a position.
        let state = unsafe { CState::copied(self, position) };
        Ok(Box::new(state.map_err(eldest_bindings::Error::from)?))
    }
}

impl fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callbacks").field("declared", &self.declared).finish_non_exhaustive()
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

impl eldest_bindings::Rules for CRules {
    fn declared(&self) -> Declared {
        self.callbacks.declared.clone()
    }

    fn start(&self) -> Result<Box<dyn State>, Foreign> {
        let missing = || Foreign::new("the field start of eldest_rules is null: no start is known");
        let start = self.start.as_ref().ok_or_else(missing)?;
        start.lock().unwrap_or_else(PoisonError::into_inner).copy()
    }

    fn parse(&self, text: &str) -> Result<Option<Box<dyn State>>, Foreign> {
        let Some(parse) = self.callbacks.table().parse else { return Ok(None) };
        let text = to_c(text);
        let state = CState::new_by(&self.callbacks, |position| {
            // SAFETY: the header describes this call: `position` has the size of a position.
            let code = unsafe { parse(self.callbacks.user.get(), text.as_ptr(), position) };
            if code == ELDEST_BAD_POSITION {
                Ok(false)
            } else {
                outcome("parse", code).map(|()| true)
            }
        });
        Ok(state?.map(|state| Box::new(state) as Box<dyn State>))
    }
}

/// The rules of a game in C, with the position at the start.
pub(crate) struct CRules {
    callbacks: Arc<Callbacks>,
    start: Option<Mutex<Box<dyn State>>>,
}

impl CRules {
    /// Checks a table, and copies what it points to.
    ///
    /// # Safety
    /// The pointers in `rules` are as `eldest_rules` describes.
    pub(crate) unsafe fn new(rules: &Rules) -> Result<Self, Failure> {
        // SAFETY: the contract of this function is that of `Callbacks::new`.
        let callbacks = unsafe { Callbacks::new(rules)? };
        // SAFETY: by the contract, a start that is not null points to a position.
        let copied = || unsafe { callbacks.state(rules.start, "rules.start") };
        let start = (!rules.start.is_null()).then(copied).transpose()?.map(Mutex::new);
        Ok(Self { callbacks, start })
    }

    /// Returns the table.
    pub(crate) fn callbacks(&self) -> &Arc<Callbacks> {
        &self.callbacks
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

fn declare(rules: &Rules, name: &str) -> Declared {
    let has = |flag| rules.flags & flag != 0;
    Declared {
        path_dependent: has(ELDEST_PATH_DEPENDENT),
        unique_key_bits: (rules.key_bits != 0).then_some(rules.key_bits),
        max_ply: (rules.max_ply != 0).then_some(rules.max_ply),
        range: has(ELDEST_HAS_RANGE).then_some([rules.least_value, rules.greatest_value]),
        granularity: rules.granularity.max(1),
        fingerprint: rules.fingerprint,
        endless: has(ELDEST_HAS_ENDLESS).then_some(rules.endless),
        ..Declared::new(name)
    }
}
