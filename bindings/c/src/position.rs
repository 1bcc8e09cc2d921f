//! [`Position`]: a position that plays moves.

use crate::access::at;
use crate::failure::{Failure, guard, guard_pointer, release, to_c};
use crate::pointers::{borrow, borrow_mut, empty, give, take, text};
use crate::{ELDEST_NO_SCORE, Engine, Query, versioned};
use eldest_bindings::{Move, Side};
use std::ffi::{CString, c_char};

/// A position of the game of an engine, with its legal moves. One thread uses it at a time.
#[derive(Debug)]
pub struct Position(pub(crate) eldest_bindings::Position, Texts);

/// What a position has as texts.
#[derive(Debug)]
struct Texts {
    moves: Vec<(Move, CString)>,
    text: CString,
    drawing: CString,
}

impl Position {
    fn new(position: eldest_bindings::Position) -> Result<Self, Failure> {
        let moves = position.moves()?.into_iter();
        let texts = Texts {
            moves: moves.map(|mv| (mv.clone(), to_c(&mv.name))).collect(),
            text: to_c(&position.text()?),
            drawing: to_c(&position.drawing()?),
        };
        Ok(Self(position, texts))
    }
}

/// Creates the position of a query, of which all other fields are ignored.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_OPTION`,
/// `ELDEST_BAD_POSITION`, `ELDEST_CALLBACK_FAILED`, `ELDEST_UNSUPPORTED` for a state of a shipped
/// game. Then `*position` is null.
///
/// # Safety
/// `engine` is null or live; the other pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_of(
    engine: *const Engine,
    query: *const Query,
    position: *mut *mut Position,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `position` can be written to.
        let out = unsafe { empty(position, "position") }?;
        // SAFETY: by the contract, the engine is live, and the query as described.
        let (engine, query) =
            unsafe { (borrow(engine, "engine")?, versioned::read(query, "query")?) };
        // SAFETY: as above.
        *out = give(Position::new(unsafe { query.position(engine) }?)?);
        Ok(())
    })
}

/// Plays a legal move, by its text. Texts that were returned for the position are freed.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_MOVE`, `ELDEST_CALLBACK_FAILED`.
/// Then the position has not changed.
///
/// # Safety
/// `position` is null or live, and used by this thread alone; `mv` is null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_play(position: *mut Position, mv: *const c_char) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the position is live, and used here alone.
        let position = unsafe { borrow_mut(position, "position") }?;
        // SAFETY: by the contract, the move is a text.
        let mv = position.0.find(unsafe { text(mv, "mv") }?)?;
        *position = Position::new(position.0.after(&mv)?)?;
        Ok(())
    })
}

/// Writes the side to move, 0 for the player that begins the game, and the score for it if the game
/// is over, else `ELDEST_NO_SCORE`. Either may be null.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_CALLBACK_FAILED`.
///
/// # Safety
/// `position` is null or live; `side` and `score` are null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_state(
    position: *const Position,
    side: *mut i32,
    score: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the position is live.
        let position = &unsafe { borrow(position, "position") }?.0;
        let to_move = i32::from(position.side()? == Side::Second);
        let found = position.over()?.map_or(ELDEST_NO_SCORE, eldest_bindings::Score::get);
        // SAFETY: by the contract, what is not null can be written to.
        unsafe {
            side.as_mut().into_iter().for_each(|side| *side = to_move);
            score.as_mut().into_iter().for_each(|score| *score = found);
        }
        Ok(())
    })
}

/// Returns the text of the legal move at `index`, and writes its number to `number`, unless that is
/// null. Returns null after an error: `ELDEST_BAD_INDEX` after the last move.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_INDEX`.
///
/// # Safety
/// `position` is null or live; `number` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_move(
    position: *const Position,
    index: usize,
    number: *mut u64,
) -> *const c_char {
    guard_pointer(|| {
        // SAFETY: by the contract, the position is live.
        let position = unsafe { borrow(position, "position") }?;
        let (mv, text) = at(&position.1.moves, index, "legal move")?;
        // SAFETY: by the contract, `number` is null or can be written to.
        unsafe { number.as_mut().into_iter().for_each(|number| *number = mv.number) };
        Ok(text.as_ptr())
    })
}

/// Returns the number of legal moves; 0 if the game is over, or for null.
///
/// # Safety
/// `position` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_move_count(position: *const Position) -> usize {
    // SAFETY: by the contract, the position is null or live.
    unsafe { position.as_ref() }.map_or(0, |position| position.1.moves.len())
}

/// Returns the text of a position; empty if positions of the game have none; null for null.
///
/// # Safety
/// `position` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_text(position: *const Position) -> *const c_char {
    // SAFETY: by the contract, the position is null or live.
    guard_pointer(|| Ok(unsafe { borrow(position, "position") }?.1.text.as_ptr()))
}

/// Returns a drawing of a position in several lines; null for null.
///
/// # Safety
/// `position` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_drawing(position: *const Position) -> *const c_char {
    // SAFETY: by the contract, the position is null or live.
    guard_pointer(|| Ok(unsafe { borrow(position, "position") }?.1.drawing.as_ptr()))
}

/// Frees a position, with all texts that were returned for it. Does nothing for null. Freeing it
/// twice is undefined behaviour.
///
/// # Safety
/// `position` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_position_free(position: *mut Position) {
    // SAFETY: by the contract, it is null or live, and not used any more.
    release(|| unsafe { take(position) });
}
