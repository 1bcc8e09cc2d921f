//! The rules of a game as a table of callbacks.

use crate::versioned::Versioned;
use eldest_bindings::{Moves, Score};
use std::ffi::{c_char, c_void};
use std::mem::offset_of;

/// A flag of `eldest_rules`: values depend on how a position was reached, in a way that the key does
/// not express. Reports then call no value proved or exact, and `eldest_certify` fails.
pub const ELDEST_PATH_DEPENDENT: u32 = 1;
/// A flag of `eldest_rules`: the game is scored in points, and `least_value` and `greatest_value` are
/// set.
pub const ELDEST_HAS_RANGE: u32 = 2;
/// A flag of `eldest_rules`: positions may repeat, and a play without end is worth `endless`.
pub const ELDEST_HAS_ENDLESS: u32 = 4;

/// The score of a game that is won. A win in n plies is `ELDEST_WIN - n`.
pub const ELDEST_WIN: i32 = 8_000_000;
/// The score of a game that is lost. A loss in n plies is `ELDEST_LOSS + n`.
pub const ELDEST_LOSS: i32 = -8_000_000;
/// The largest number of points; the least is its negative.
pub const ELDEST_MAX_POINTS: i32 = 4_000_000;
/// No score: what `over` finds in its `score`, and leaves there while the game goes on.
pub const ELDEST_NO_SCORE: i32 = -2_147_483_648;
/// No bound on the plies left: what `plies_left` finds in its `plies`.
pub const ELDEST_NO_PLIES: u32 = 4_294_967_295;

/// The list that a callback adds moves to with `eldest_push`. It lives as long as the call of the
/// callback.
#[derive(Debug)]
pub struct MoveList {
    _opaque: [u8; 0],
}

/// The rules of a game, as callbacks. Set `size` to `sizeof(eldest_rules)` and all fields that are
/// not used to zero.
///
/// Each callback gets `user`, and returns `ELDEST_OK`, or any other number to end the search, which
/// then fails with `ELDEST_CALLBACK_FAILED`. `eldest_fail` adds a message. A position is a block of
/// `position_size` bytes, aligned to 16, in memory of the library.
///
/// Threads: several threads call callbacks at the same time, those of the engine and those that call
/// functions of the library. No two of them use the same position at the same time. So a callback
/// may write to the position that it is given to write to, and must not write to anything else, such
/// as what `user` points to, without a lock.
///
/// A callback must not throw an exception, and must not be left by `longjmp`. It may stop the search
/// that calls it. It must not wait for that search: `eldest_handle_wait` and `eldest_reports_next`
/// fail with `ELDEST_IN_CALLBACK`, and another search on the engine with `ELDEST_BUSY`.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct Rules {
    /// `sizeof(eldest_rules)`.
    pub size: usize,
    /// The bytes of a position, 1 to 65,536.
    pub position_size: usize,
    /// Passed to every callback. It is in use until `drop_user` is called.
    pub user: *mut c_void,
    /// The name of the game; null for "game". Copied.
    pub name: *const c_char,
    /// The position at the start, of `position_size` bytes; null if there is none. Copied.
    pub start: *const c_void,
    /// The sum of flags, such as `ELDEST_HAS_RANGE`.
    pub flags: u32,
    /// The bits of a key, 1 to 64, if different positions never have the same key; 0 for a hash.
    pub key_bits: u32,
    /// The plies of the longest game; 0 if unknown. A search to the end needs it, or `plies_left`.
    pub max_ply: u32,
    /// The step of the grid of values, which begins at `least_value`; 0 if nothing is known.
    pub granularity: u32,
    /// The least value of any position for either side, with `ELDEST_HAS_RANGE`.
    pub least_value: i32,
    /// The greatest value of any position for either side, with `ELDEST_HAS_RANGE`.
    pub greatest_value: i32,
    /// The worth of a play without end for the first player, with `ELDEST_HAS_ENDLESS`.
    pub endless: i32,
    /// Zero.
    pub reserved: u32,
    /// Distinguishes variants of the rules: everything on which keys and values depend.
    pub fingerprint: u64,

    /// Required. Writes the side to move: 0 for the player that begins the game, else 1.
    pub side: Option<
        unsafe extern "C" fn(user: *mut c_void, position: *const c_void, side: *mut i32) -> i32,
    >,
    /// Required. Writes the key. Positions with equal keys must have equal values, so the side to
    /// move usually belongs in it.
    pub key: Option<
        unsafe extern "C" fn(user: *mut c_void, position: *const c_void, key: *mut u64) -> i32,
    >,
    /// Required. If the game is over, writes the score for the side to move: points, `ELDEST_WIN` or
    /// `ELDEST_LOSS`.
    pub over: Option<
        unsafe extern "C" fn(user: *mut c_void, position: *const c_void, score: *mut i32) -> i32,
    >,
    /// Required. Adds all legal moves, at least one, with `eldest_push`. Not called where the game
    /// is over.
    pub moves: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            moves: *mut MoveList,
        ) -> i32,
    >,
    /// Required. Plays a legal move.
    pub play:
        Option<unsafe extern "C" fn(user: *mut c_void, position: *mut c_void, number: u64) -> i32>,
    /// Takes back the last move played. Null: the library keeps a copy of each position before a
    /// move, which is as fast for positions of a few words.
    pub undo:
        Option<unsafe extern "C" fn(user: *mut c_void, position: *mut c_void, number: u64) -> i32>,
    /// Makes a copy of a position in `copy`, whose bytes are not initialised. Null: the bytes are
    /// copied. Also after a copy by this callback, the library may move the bytes of a position.
    pub copy: Option<
        unsafe extern "C" fn(user: *mut c_void, position: *const c_void, copy: *mut c_void) -> i32,
    >,
    /// Releases what a position owns. Called once for each copy. Null: nothing.
    pub release: Option<unsafe extern "C" fn(user: *mut c_void, position: *mut c_void)>,
    /// Releases what `user` points to: no callback is called afterwards. Called once, when the
    /// engine and all its searches and positions are freed; never if `eldest_engine_of` fails. Null:
    /// nothing.
    pub drop_user: Option<unsafe extern "C" fn(user: *mut c_void)>,
    /// Writes an upper bound on the plies until the game is over; it decreases with every move.
    pub plies_left: Option<
        unsafe extern "C" fn(user: *mut c_void, position: *const c_void, plies: *mut u32) -> i32,
    >,
    /// Writes bounds on the value, found without a search, where there are any; the score twice if
    /// the game is over. Called instead of `over` in searches to the end.
    pub bounds: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            lower: *mut i32,
            upper: *mut i32,
        ) -> i32,
    >,
    /// Writes bounds that decide every window that `bounds` decide, for the window from `alpha` to
    /// `beta`. Null: `bounds`.
    pub bounds_for: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            alpha: i32,
            beta: i32,
            lower: *mut i32,
            upper: *mut i32,
        ) -> i32,
    >,
    /// Adds legal moves that contain a best one, for searches to the end. Null: all.
    pub relevant_moves: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            moves: *mut MoveList,
        ) -> i32,
    >,
    /// Writes a small name for a legal move, from 1 on, under which the table and the ordering of
    /// moves remember it; 0 for none. Moves of one position should have different codes, those of
    /// similar positions the same. Null: the number of the move plus 1.
    pub move_code: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            number: u64,
            code: *mut u16,
        ) -> i32,
    >,
    /// Writes the key after a legal move, if computing it is cheaper than playing the move. Null: it
    /// is not.
    pub key_after: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            number: u64,
            key: *mut u64,
        ) -> i32,
    >,
    /// For games scored in points: writes the points of the side to move so far, less those of its
    /// opponent. Leave them out of the key then. Null: for all other games.
    pub taken: Option<
        unsafe extern "C" fn(user: *mut c_void, position: *const c_void, points: *mut i32) -> i32,
    >,
    /// Judges a position at the horizon, for the side to move, in points. Null: what is `taken`, or
    /// else all are even.
    pub evaluate: Option<
        unsafe extern "C" fn(user: *mut c_void, position: *const c_void, score: *mut i32) -> i32,
    >,
    /// Writes the text of a legal move, which ends with a zero, into at most `capacity` bytes. Null:
    /// its number.
    pub move_text: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            number: u64,
            text: *mut c_char,
            capacity: usize,
        ) -> i32,
    >,
    /// Writes the text of a position likewise. Null: positions have no text.
    pub text: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            position: *const c_void,
            text: *mut c_char,
            capacity: usize,
        ) -> i32,
    >,
    /// Reads a position: initialises `position`. Returns `ELDEST_BAD_POSITION` if the text is none,
    /// and then leaves nothing to release. Null: positions cannot be read.
    pub parse: Option<
        unsafe extern "C" fn(user: *mut c_void, text: *const c_char, position: *mut c_void) -> i32,
    >,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers, pointers and optional
// functions. A C compiler writes numbers, pointers and functions there.
unsafe impl Versioned for Rules {
    const NAME: &'static str = "eldest_rules";
    const LEAST: usize = offset_of!(Self, parse) + size_of::<usize>();
}

/// Adds a move with its rank to a list: moves of a higher rank are searched first. Ranks change no
/// value; those beyond ±1,000,000 count as that.
///
/// Errors: `ELDEST_NULL_POINTER`.
///
/// # Safety
/// `moves` is null, or the list that a callback was given, during its call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_push(moves: *mut MoveList, number: u64, rank: i32) -> i32 {
    let Some(list) = std::ptr::NonNull::new(moves.cast::<Moves<'_, u64>>()) else {
        return crate::failure::guard(|| Err(crate::failure::Failure::null("moves")));
    };
    // SAFETY: `CState::list` passes a pointer to a list that it borrows during the call of the
    // callback, which is the only time at which the pointer may be used, on one thread.
    unsafe { &mut *list.as_ptr() }.push_ranked(number, rank);
    crate::ELDEST_OK
}

/// The constants are those of `Score`.
const _: () = {
    assert!(ELDEST_WIN == Score::WIN.get() && ELDEST_LOSS == Score::LOSS.get());
    assert!(ELDEST_MAX_POINTS == Score::MAX_VALUE.get());
};
