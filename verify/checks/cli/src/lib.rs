//! The target `command_lines`: what the program reads.
//!
//! | what | held against |
//! |---|---|
//! | commands with options | taken exactly if every word of them is right |
//! | words in any order | no panic, and what is refused is refused with a message |
//! | lines of input, any text | taken or refused; no panic, and a place within the text |
//! | boards of Domineering as the game prints them | the moves of the game |
//! | files of several lines, whichever system ends them | each line alone |

mod lines;
mod options;

use arbitrary::{Result, Unstructured};
use eldest_checks::FuzzTarget;

/// The only target of this crate.
pub const COMMAND_LINES: FuzzTarget = FuzzTarget::new(
    "command_lines",
    "lists of words that are right, and of words that are not",
    check,
);

/// Checks whatever the first byte of the input says.
///
/// # Errors
/// Those of `arbitrary`: the bytes are no input.
///
/// # Panics
/// If something is read that is wrong, or refused though it is right.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    u.choose(&[lines::lines, options::options, options::nonsense])?(u)
}
