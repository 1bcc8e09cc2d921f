//! [`CRules`]: the rules of a game in C, as the bindings call them.

use crate::callbacks::{Callbacks, outcome};
use crate::failure::{Failure, to_c};
use crate::pointers::optional_text;
use crate::state::CState;
use crate::{
    ELDEST_BAD_POSITION, ELDEST_HAS_ENDLESS, ELDEST_HAS_RANGE, ELDEST_PATH_DEPENDENT, Rules,
};
use eldest_bindings::{Declared, Error, Exclusive, Failure as Foreign, State};
use std::ffi::c_void;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ptr;
use std::sync::Arc;

/// The rules of a game in C, with the position at the start.
pub(crate) struct CRules {
    callbacks: Arc<Callbacks>,
    declared: Declared,
    start: Option<Exclusive<Box<dyn State>>>,
}

impl CRules {
    /// Checks a table, and copies what it points to.
    ///
    /// # Safety
    /// The pointers in `rules` are as `eldest_rules` describes.
    pub(crate) unsafe fn new(rules: &Rules) -> Result<Self, Failure> {
        // SAFETY: the contract of this function is that of `Callbacks::new`, and more.
        let callbacks = Arc::new(unsafe { Callbacks::new(rules) }?);
        // SAFETY: by the contract, `name` is null or a text.
        let name = unsafe { optional_text(rules.name, "rules.name") }?.unwrap_or("game");
        // SAFETY: by the contract, a start that is not null points to a position.
        let copied = || unsafe { state(&callbacks, rules.start, "rules.start") };
        let start = (!rules.start.is_null()).then(copied).transpose()?;
        let start = start.map(|start| Exclusive::new("the start", start));
        Ok(Self { callbacks, declared: declare(rules, name), start })
    }

    /// Returns the table.
    pub(crate) fn callbacks(&self) -> &Arc<Callbacks> {
        &self.callbacks
    }
}

impl eldest_bindings::Rules for CRules {
    fn declared(&self) -> Declared {
        self.declared.clone()
    }

    /// What tables have in common, if they have the same callbacks over the same data.
    fn identity(&self) -> Option<u64> {
        let table = self.callbacks.table();
        let table = Rules { size: 0, name: ptr::null(), start: ptr::null(), ..*table };
        let mut hasher = DefaultHasher::new();
        format!("{table:?}").hash(&mut hasher);
        Some(hasher.finish())
    }

    fn start(&self) -> Result<Box<dyn State>, Foreign> {
        let missing = || Foreign::new("the field start of eldest_rules is null: no start is known");
        let start = self.start.as_ref().ok_or_else(missing)?;
        start.with(|start| start.copy()).map_err(|refused| Foreign::new(refused.to_string()))?
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

/// Creates the state of a position of the caller.
///
/// # Safety
/// `position` is null, or points to a position of the game.
pub(crate) unsafe fn state(
    callbacks: &Arc<Callbacks>,
    position: *const c_void,
    argument: &str,
) -> Result<Box<dyn State>, Failure> {
    if position.is_null() {
        return Err(Failure::null(argument));
    }
    // SAFETY: it is not null, so by the contract it points to a position.
    let state = unsafe { CState::copied(callbacks, position) };
    Ok(Box::new(state.map_err(Error::from)?))
}

/// Returns what the table declares of the game.
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
