//! The target `command_lines`: what the program reads.
//!
//! | input | expectation |
//! |---|---|
//! | commands with options | accepted exactly if every word is valid |
//! | words in any order | no panic, and every refusal has a message |
//! | lines of input, any text | accepted, or refused with a column within the text; no panic |
//! | boards of Domineering as the game prints them | all moves can be read |
//! | files of several lines, with any line ending | each is read as if it stood alone |

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

/// Runs the check that the first byte selects.
///
/// # Errors
/// Those of `arbitrary`, if the input is too short.
///
/// # Panics
/// If the program accepts invalid input, or refuses valid input.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    u.choose(&[lines::lines, options::options, options::nonsense])?(u)
}
