//! [`write()`]: the proof, from the top down.

use crate::Error;
use crate::builder::{CertificateBuilder, Steps};
use crate::oracle::Oracle;
use eldest::Position;
use eldest_check::{Claim, Codec, Header, Need, Needs, NodeRecord, Options, Writer, Written};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// How far the writing has come.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Records that have been written.
    pub records: u64,
    /// The height at which they are now; it falls to 1, slowly in the middle.
    pub height: u32,
}

/// Writes the proof of `claim` about `root` to `to`, by the moves that `oracle` names.
///
/// Nothing is kept in memory but the positions that are still to be proved, and these beyond the
/// [stated memory](Options::memory_bytes) on disk: in memory each takes 43 bytes and its code, on disk 27.
///
/// # Errors
/// If the claim is not true, or could not be proved; nothing that can be read as a certificate is written then.
pub fn write<C: Codec, W: Write>(
    codec: &C,
    root: &C::Position,
    claim: Claim,
    oracle: &mut dyn Oracle<C::Position>,
    options: &Options,
    to: W,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Written, Error> {
    if C::Position::PATH_DEPENDENT {
        return Err(eldest_check::Error::PathDependent.into());
    }
    let header = Header::new(codec, root, claim, options.trusts_bounds());
    let mut builder = CertificateBuilder::new(codec, root, &header, oracle);
    let waiting = HeightQueue { levels: BTreeMap::new(), filled: 0, options, failure: None };
    let writer = Writer::new(to, &header)?;
    CertificateWalk { builder: &mut builder, waiting, writer, done: Progress::default() }.run(watch)
}

struct CertificateWalk<'a, W> {
    builder: &'a mut dyn Steps,
    waiting: HeightQueue<'a>,
    writer: Writer<W>,
    done: Progress,
}

impl<W: Write> CertificateWalk<'_, W> {
    fn run(
        mut self,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Written, Error> {
        let Self { builder, waiting, .. } = &mut self;
        builder.begin(&mut |need| waiting.add(need))?;
        waiting.outcome()?;
        while let Some((height, needs)) = self.waiting.highest() {
            self.level(height, needs, watch)?;
        }
        Ok(self.writer.finish()?.1)
    }

    /// Writes the records of one height; whatever they need is lower.
    fn level(
        &mut self,
        height: u32,
        needs: Needs,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut sorted = needs.sorted()?;
        let mut mv = Vec::new();
        while let Some((code, least)) = sorted.next_need()? {
            let Self { builder, waiting, .. } = self;
            mv.clear();
            builder.step((height, code, least), &mut mv, &mut |need| {
                waiting.add_below(height, need);
            })?;
            waiting.outcome()?;
            self.writer.push(NodeRecord::new(height, code, least, &mv))?;
            self.done.records += 1;
            self.done.height = height;
            if watch(&self.done).is_break() {
                return Err(Error::Stopped);
            }
        }
        Ok(())
    }
}

/// Positions that are still to be proved, by their heights.
struct HeightQueue<'a> {
    levels: BTreeMap<u32, Needs>,
    /// The bytes of memory that all of them fill, but for those of the highest.
    filled: usize,
    options: &'a Options,
    /// Why the last that came is not here.
    failure: Option<Error>,
}

impl HeightQueue<'_> {
    fn add(&mut self, Need { code, least, plies_left, .. }: Need<'_>) {
        let added = match plies_left {
            Some(height) => self.add_at(height, code, least),
            None => Err(Error::NoHeight),
        };
        self.failure = self.failure.take().or(added.err());
    }

    /// The same of a position to which one of `height` leads.
    fn add_below(&mut self, height: u32, need: Need<'_>) {
        match need.plies_left {
            Some(plies) if plies >= height => {
                let what = "the plies left do not get less (Position::plies_left)".to_owned();
                let position = format!("a position with {plies} plies left, {:02x?},", need.code);
                let least = need.least;
                self.failure = Some(Error::Contradiction { position, least, what });
            }
            _ => self.add(need),
        }
    }

    fn add_at(&mut self, height: u32, code: &[u8], least: i32) -> Result<(), Error> {
        let (memory, folder) = (self.options.memory(), self.options.temporary_folder());
        let needs = self.levels.entry(height);
        let needs = needs.or_insert_with(|| Needs::new(memory / 2, folder.map(Path::to_path_buf)));
        let before = needs.bytes();
        needs.push(code, least)?;
        self.filled = self.filled + needs.bytes() - before;
        // A quarter: as much may be empty, and half is for those that are being proved.
        if self.filled > memory / 4 { self.spill() } else { Ok(()) }
    }

    /// Takes those of the greatest height.
    fn highest(&mut self) -> Option<(u32, Needs)> {
        let (height, needs) = self.levels.pop_last()?;
        self.filled -= needs.bytes();
        Some((height, needs))
    }

    /// The most that wait at one height wait on disk.
    fn spill(&mut self) -> Result<(), Error> {
        let most = self.levels.values_mut().max_by_key(|needs| needs.bytes());
        let Some(most) = most else { return Ok(()) };
        self.filled -= most.bytes();
        Ok(most.spill()?)
    }

    fn outcome(&mut self) -> Result<(), Error> {
        self.failure.take().map_or(Ok(()), Err)
    }
}
