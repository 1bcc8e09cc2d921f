//! [`Scores`]: the scores of a file that is written, and the index of each code.

use crate::code::Code;
use eldest::Score;

const CODES: usize = 1 << 16;

/// The scores of a file in the order in which they were added. Codes with equal scores share an
/// index: finished and endless draws.
pub(super) struct Scores {
    pub(super) list: Vec<Score>,
    /// The index of each code, plus 1; 0 for none.
    indices: Vec<u32>,
}

impl Default for Scores {
    fn default() -> Self {
        Self { list: Vec::new(), indices: vec![0; CODES] }
    }
}

impl Scores {
    /// Adds a code with its score, unless it is there. Returns its index.
    #[inline]
    pub(super) fn add(&mut self, code: Code, score: Score) -> u16 {
        let index = &mut self.indices[usize::from(code.raw())];
        if *index == 0 {
            let known = self.list.iter().position(|&known| known == score);
            *index = 1 + known.unwrap_or(self.list.len()) as u32;
            if known.is_none() {
                self.list.push(score);
            }
        }
        (*index - 1) as u16
    }

    /// Returns the index of a code; `None` if it was not added.
    #[inline]
    pub(super) fn index(&self, code: Code) -> Option<u16> {
        self.indices[usize::from(code.raw())].checked_sub(1).map(|index| index as u16)
    }
}
