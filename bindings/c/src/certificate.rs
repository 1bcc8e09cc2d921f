//! Certificates: files that prove a bound on a value, and their check by the rules alone.

use crate::failure::{Failure, guard, guard_pointer, release, to_c};
use crate::pointers::{borrow, empty, give, path, take, texts};
use crate::query::Asked;
use crate::versioned;
use crate::{ELDEST_BAD_OPTION, Engine, KnownValue, Query};
use eldest_bindings::StopToken;
use eldest_bindings::certificate::{self, Checked, Claim};
use std::ffi::{CString, c_char};
use std::path::Path;

/// A claim of a certificate: the value for the side to move is at least a bound.
pub const ELDEST_AT_LEAST: i32 = 1;
/// A claim of a certificate: the value for the side to move is at most a bound.
pub const ELDEST_AT_MOST: i32 = -1;

/// What certificates prove, which were checked. Several threads may use it at the same time.
#[derive(Debug)]
pub struct Proof {
    checked: Checked,
    game: CString,
    position: CString,
}

fn claim(claim: i32, bound: i32) -> Result<Claim, Failure> {
    match claim {
        ELDEST_AT_LEAST => Ok(Claim::AtLeast(bound)),
        ELDEST_AT_MOST => Ok(Claim::AtMost(bound)),
        other => {
            let message = format!(
                "claim is {other}; ELDEST_AT_LEAST, which is 1, or ELDEST_AT_MOST, -1, is expected"
            );
            Err(Failure::new(ELDEST_BAD_OPTION, message))
        }
    }
}

/// Proves that the value of a position is at least or at most `bound`, and writes the proof to the
/// file `certificate`, which is replaced only by a complete proof. `claim` is `ELDEST_AT_LEAST` or
/// `ELDEST_AT_MOST`. The limits apply to each search.
///
/// Errors: as `eldest_solve`, `ELDEST_FALSE` if the claim is false, `ELDEST_UNFINISHED` if a limit
/// ended it, `ELDEST_UNSUPPORTED` for games without certificates, `ELDEST_FILE`.
///
/// # Safety
/// `engine` is null or live; the other pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_certify(
    engine: *const Engine,
    query: *const Query,
    claim: i32,
    bound: i32,
    certificate: *const c_char,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the engine is live, and the query as described.
        let asked = unsafe { Asked::read(engine, query) }?;
        // SAFETY: by the contract, `certificate` is a text.
        let out = unsafe { path(certificate, "certificate") }?;
        let claim = self::claim(claim, bound)?;
        certificate::certify(asked.engine, &asked.position, claim, &out, &asked.limits)?;
        Ok(())
    })
}

/// Checks `count` certificates about one position by the rules alone: a proof needs no trust in the
/// search. `engine` is that of a game by callbacks; null for the shipped game that the first file
/// names.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_OPTION` without a file,
/// `ELDEST_FALSE` if a file proves nothing, `ELDEST_FILE`, `ELDEST_BAD_GAME`. Then `*proof` is null.
///
/// # Safety
/// `engine` is null or live; `certificates` points to `count` texts; `proof` is null or can be
/// written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_check(
    engine: *const Engine,
    certificates: *const *const c_char,
    count: usize,
    proof: *mut *mut Proof,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `proof` can be written to.
        let out = unsafe { empty(proof, "proof") }?;
        // SAFETY: by the contract, there are `count` texts.
        let paths = unsafe { texts(certificates, count, "certificates") }?;
        let paths: Vec<_> = paths.iter().map(Path::new).collect();
        // SAFETY: by the contract, the engine is null or live.
        let game = unsafe { engine.as_ref() }.map(|engine| engine.engine.game());
        let checked = certificate::check(&paths, game, &StopToken::new())?;
        let (game, position) = (to_c(&checked.game), to_c(&checked.position));
        *out = give(Proof { checked, game, position });
        Ok(())
    })
}

/// Returns the name of the game of a proof; null for null. It lives as long as the proof.
///
/// # Safety
/// `proof` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_proof_game(proof: *const Proof) -> *const c_char {
    // SAFETY: by the contract, the proof is null or live.
    guard_pointer(|| Ok(unsafe { borrow(proof, "proof") }?.game.as_ptr()))
}

/// Returns the text of the position of a proof; null for null. It lives as long as the proof.
///
/// # Safety
/// `proof` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_proof_position(proof: *const Proof) -> *const c_char {
    // SAFETY: by the contract, the proof is null or live.
    guard_pointer(|| Ok(unsafe { borrow(proof, "proof") }?.position.as_ptr()))
}

/// Writes the bounds that are proved to `value`, for the player that begins the game.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`.
///
/// # Safety
/// `proof` is null or live; `value` is null or a struct whose `size` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_proof_value(proof: *const Proof, value: *mut KnownValue) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the proof is live.
        let proof = unsafe { borrow(proof, "proof") }?;
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { versioned::write(value, "value", &KnownValue::of(Some(proof.checked.value))) }
    })
}

/// Frees a proof. Does nothing for null. Freeing it twice is undefined behaviour.
///
/// # Safety
/// `proof` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_proof_free(proof: *mut Proof) {
    // SAFETY: by the contract, it is null or live, and not used any more.
    release(|| unsafe { take(proof) });
}
