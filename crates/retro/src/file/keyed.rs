//! [`KeyedWriter`]: writes a keyed file.

use super::block::KEYED_BLOCK;
use super::target::{Scores, Target, check};
use super::{FileKind, Heading, Summary, Tally, block};
use crate::code::Code;
use crate::error::WriteError;
use eldest::{Score, StopToken};
use rayon::prelude::*;
use std::path::Path;

/// The keys that are compressed before they are written: some MiB.
const GROUP: usize = 2_048 * KEYED_BLOCK;

/// Writes a keyed file. Dropped before [`finish`](Self::finish) it leaves nothing.
pub(crate) struct KeyedWriter {
    target: Target,
    endless: Score,
    stop: StopToken,
    scores: Scores,
    tally: Tally,
    len: u64,
    last: Option<u64>,
    /// Keys and indices that are not yet written.
    keys: Vec<u64>,
    indices: Vec<u16>,
}

impl KeyedWriter {
    /// Creates the file, which replaces `path` when it is complete.
    ///
    /// # Errors
    /// If the system refuses, or a name is too long.
    pub(crate) fn create(
        path: &Path,
        heading: &Heading,
        endless: Score,
        stop: &StopToken,
    ) -> Result<Self, WriteError> {
        Ok(Self {
            target: Target::create(path, heading, FileKind::Keyed, endless)?,
            endless,
            stop: stop.clone(),
            scores: Scores::default(),
            tally: Tally::default(),
            len: 0,
            last: None,
            keys: Vec::new(),
            indices: Vec::new(),
        })
    }

    /// Appends keys with their codes. Keys with [`Code::NONE`] are left out.
    ///
    /// # Errors
    /// If the system refuses, a key is not above the one before, or the token is set.
    pub(crate) fn push(&mut self, batch: &[(u64, Code)]) -> Result<(), WriteError> {
        for &(key, code) in batch {
            let Some(score) = code.score(self.endless) else { continue };
            if let Some(before) = self.last.filter(|&last| last >= key) {
                return Err(WriteError::Order { before, key });
            }
            (self.last, self.len) = (Some(key), self.len + 1);
            self.tally.count(key, score);
            self.keys.push(key);
            self.indices.push(self.scores.add(code, score));
            if self.keys.len() == GROUP {
                self.write()?;
            }
        }
        Ok(())
    }

    /// Writes the rest, and renames the file.
    ///
    /// # Errors
    /// If the system refuses, or the token is set.
    pub(crate) fn finish(mut self) -> Result<Summary, WriteError> {
        self.write()?;
        self.target.finish(&self.scores.list, self.tally, self.len, KEYED_BLOCK)
    }

    fn write(&mut self) -> Result<(), WriteError> {
        check(&self.stop)?;
        let parts = self.keys.par_chunks(KEYED_BLOCK).zip(self.indices.par_chunks(KEYED_BLOCK));
        let blocks = parts.map(|(keys, indices)| {
            let mut out = Vec::new();
            block::encode(indices, keys, &mut out);
            (keys[0], out)
        });
        let blocks: Vec<(u64, Vec<u8>)> = blocks.collect();
        self.keys.clear();
        self.indices.clear();
        blocks.iter().try_for_each(|(first, block)| self.target.push(block, Some(*first)))
    }
}
