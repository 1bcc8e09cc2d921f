//! [`Engine`]: solves and searches positions of one game.

use crate::callbacks::Callbacks;
use crate::failure::{Failure, guard, release};
use crate::game::{self, CRules};
use crate::pointers::{borrow, empty, give, take, text};
use crate::query::Asked;
use crate::report::Report;
use crate::versioned;
use crate::{Options, Query, Rules};
use eldest_bindings::{EngineOptions, Error};
use std::ffi::{c_char, c_void};
use std::sync::Arc;

/// An engine: a game with a table and threads. It searches one position at a time, or many of
/// `eldest_solve_many`; a call during a search fails with `ELDEST_BUSY`. Several threads may call
/// functions with it at the same time.
#[derive(Debug)]
pub struct Engine {
    pub(crate) engine: eldest_bindings::Engine,
    /// The callbacks of a game in C.
    callbacks: Option<Arc<Callbacks>>,
}

impl Engine {
    /// Reads a position.
    pub(crate) fn parse(&self, text: &str) -> Result<eldest_bindings::Position, Failure> {
        Ok(self.engine.game().position(text)?)
    }

    /// Returns a position of a game in C.
    ///
    /// # Safety
    /// `state` is null, or points to a position of the game.
    pub(crate) unsafe fn position_of(
        &self,
        state: *const c_void,
        argument: &str,
    ) -> Result<eldest_bindings::Position, Failure> {
        let shipped = || Error::Unsupported("a state is a position of a game by callbacks".into());
        let callbacks = self.callbacks.as_ref().ok_or_else(shipped)?;
        // SAFETY: the contract of this function is that of `game::state`.
        let state = unsafe { game::state(callbacks, state, argument) }?;
        Ok(self.engine.game().position_of(state)?)
    }

    /// Returns the bytes from one state to the next in an array of the caller.
    pub(crate) fn state_size(&self) -> usize {
        self.callbacks.as_ref().map_or(0, |callbacks| callbacks.table().position_size)
    }

    /// Creates an engine of rules in C.
    fn of(rules: CRules, options: &EngineOptions) -> Result<Self, Failure> {
        let callbacks = Arc::clone(rules.callbacks());
        let engine = eldest_bindings::Engine::of(Arc::new(rules), options)?;
        callbacks.own_user();
        Ok(Self { engine, callbacks: Some(callbacks) })
    }
}

/// Creates an engine for a shipped game by its name and variant, as in "connect4" and
/// "connect4:6x5". `options` is null for the defaults.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_GAME`,
/// `ELDEST_BAD_OPTION`, `ELDEST_SEARCH_FAILED` if there is not enough memory, `ELDEST_FILE` and
/// `ELDEST_UNSUPPORTED` if the database cannot be used. Then `*engine` is null.
///
/// # Safety
/// The pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_engine_open(
    game: *const c_char,
    options: *const Options,
    engine: *mut *mut Engine,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `engine` can be written to.
        let out = unsafe { empty(engine, "engine") }?;
        // SAFETY: by the contract, `game` is a text, and `options` as described.
        let (game, options) = unsafe { (text(game, "game")?, Options::read(options)?) };
        let engine = eldest_bindings::Engine::open(game, &options)?;
        *out = give(Engine { engine, callbacks: None });
        Ok(())
    })
}

/// Creates an engine for a game by callbacks. `options` is null for the defaults.
///
/// Errors: as `eldest_engine_open`; `ELDEST_NULL_POINTER` also if a required callback is null.
///
/// # Safety
/// The pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_engine_of(
    rules: *const Rules,
    options: *const Options,
    engine: *mut *mut Engine,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `engine` can be written to.
        let out = unsafe { empty(engine, "engine") }?;
        // SAFETY: by the contract, `rules` and `options` are as described.
        let (rules, options) =
            unsafe { (versioned::read(rules, "rules")?, Options::read(options)?) };
        // SAFETY: as above.
        let engine = Engine::of(unsafe { CRules::new(&rules) }?, &options)?;
        *out = give(engine);
        Ok(())
    })
}

/// Solves a position: finds its value to the end of the game. If a limit ends the search, the bounds
/// in the report are proved all the same. `on_iteration` is not called.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_OPTION`,
/// `ELDEST_BAD_POSITION`, `ELDEST_BAD_MOVE` for root moves, `ELDEST_BUSY`, `ELDEST_SEARCH_FAILED`,
/// `ELDEST_BROKEN_CONTRACT`, `ELDEST_CALLBACK_FAILED`, `ELDEST_UNSUPPORTED` for a state of a shipped
/// game. Then `*report` is null.
///
/// # Safety
/// `engine` is null or live; the other pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_solve(
    engine: *const Engine,
    query: *const Query,
    report: *mut *mut Report,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `report` can be written to.
        let out = unsafe { empty(report, "report") }?;
        // SAFETY: by the contract, the engine is live, and the query as described.
        let asked = unsafe { Asked::read(engine, query) }?;
        *out = give(Report::new(&asked.engine.solve(&asked.position, &asked.limits)?));
        Ok(())
    })
}

/// Searches a position deeper and deeper, until a limit is reached or the value is proved, and calls
/// `on_iteration` after each iteration.
///
/// Errors: as `eldest_solve`.
///
/// # Safety
/// As `eldest_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_search(
    engine: *const Engine,
    query: *const Query,
    report: *mut *mut Report,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `report` can be written to.
        let out = unsafe { empty(report, "report") }?;
        // SAFETY: by the contract, the engine is live, and the query as described.
        let asked = unsafe { Asked::read(engine, query) }?;
        let Asked { engine, position, limits, on_iteration } = asked;
        *out = give(Report::new(&engine.search(&position, &limits, on_iteration)?));
        Ok(())
    })
}

/// Forgets all that earlier searches of the engine have found.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BUSY`.
///
/// # Safety
/// `engine` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_engine_clear(engine: *const Engine) -> i32 {
    // SAFETY: by the contract, it is null or live.
    guard(|| Ok(unsafe { borrow(engine, "engine") }?.engine.clear()?))
}

/// Frees an engine. Does nothing for null. Searches and positions of the engine live on. The engine
/// must not be used any more, nor be in use by a call of another thread; freeing it twice is
/// undefined behaviour.
///
/// # Safety
/// `engine` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_engine_free(engine: *mut Engine) {
    // SAFETY: by the contract, it is null or live, and not used any more.
    release(|| unsafe { take(engine) });
}
