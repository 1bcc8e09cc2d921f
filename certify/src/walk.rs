//! [`write()`]: the proof, from the top down.

use crate::oracle::{Answer, Oracle};
use eldest::{Position, Score};
use eldest_check::{Claim, Codec, Expansion, Fault, Header, Needs, Record, Writer, Written};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// How a certificate is written.
#[derive(Clone, Debug)]
pub struct Options {
    memory: usize,
    folder: Option<PathBuf>,
    trust_bounds: bool,
}

impl Default for Options {
    /// 256 MiB, files where the system has such, and no trust.
    fn default() -> Self {
        Self { memory: 256 << 20, folder: None, trust_bounds: false }
    }
}

/// Into so many parts is the memory cut, each for positions of one height: there are many heights, and few of
/// them have many positions at a time.
const PARTS: usize = 8;

impl Options {
    /// 256 MiB of memory, files where the system has such, and no trust in static bounds.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// About so many bytes of positions wait in memory, twice as many at worst; what goes beyond waits on disk.
    #[must_use]
    pub fn memory_bytes(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// The folder of the nameless files for what waits on disk.
    #[must_use]
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..self }
    }

    /// Whether the proof may end where static bounds of the game decide ([`Position::bounds`]). It is much
    /// shorter then, and proves no more than that the value follows from these bounds.
    #[must_use]
    pub fn trust_bounds(self, trust_bounds: bool) -> Self {
        Self { trust_bounds, ..self }
    }
}

/// How far the writing has come.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Records that have been written.
    pub records: u64,
    /// The height at which they are now; it falls to 1, slowly in the middle.
    pub height: u32,
}

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The search has failed.
    #[error(transparent)]
    Search(#[from] eldest::Error),
    /// A position is not all there is to say about a value.
    #[error(transparent)]
    Game(#[from] eldest_check::Error),
    /// Nothing says how many plies are left.
    #[error(
        "the rules do not say how many plies are left (Position::plies_left); \
         heights, by which a proof is no circle, are taken from there"
    )]
    NoHeight,
    /// No code is known for the positions of this game.
    #[error("positions of this game have no code (Codec::encode), and a proof could not name them")]
    NoCode,
    /// The claim is not true.
    #[error("{position} is not worth that much: the claim '{claim}' is not true")]
    False {
        /// The position.
        position: String,
        /// What was claimed of it.
        claim: String,
    },
    /// The oracle has contradicted itself, or the rules.
    #[error(
        "{position} is to be proved at least {least} for the prover: {what}; the search, or the rules, are wrong"
    )]
    Contradiction {
        /// The position.
        position: String,
        /// What an earlier answer takes for true there.
        least: i32,
        /// What speaks against it.
        what: String,
    },
    /// A limit has ended a search.
    #[error("a limit has ended the search before the proof was complete")]
    Unfinished,
    /// Whoever watches wants no more.
    #[error("the writing was stopped")]
    Stopped,
}

/// Writes the proof of `claim` about `root` to `to`, by the moves that `oracle` names.
///
/// Nothing is kept in memory but the positions that are still to be proved, and these beyond the
/// [stated memory](Options::memory_bytes) on disk: on their way they take 30 bytes and their code.
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
    mut watch: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Written, Error> {
    if C::Position::PATH_DEPENDENT {
        return Err(eldest_check::Error::PathDependent.into());
    }
    let header = Header::new(codec, root, claim, options.trust_bounds);
    let expansion = Expansion::new(codec, &header);
    let waiting = Waiting { levels: BTreeMap::new(), options, failure: None };
    let writer = Writer::new(to, &header)?;
    let mut walk =
        Walk { codec, claim, oracle, expansion, waiting, writer, done: Progress::default() };
    walk.begin(root)?;
    while let Some((height, needs)) = walk.waiting.levels.pop_last() {
        walk.level(height, needs, &mut watch)?;
    }
    Ok(walk.writer.finish()?.1)
}

struct Walk<'a, C: Codec, W> {
    codec: &'a C,
    claim: Claim,
    oracle: &'a mut dyn Oracle<C::Position>,
    expansion: Expansion<'a, C>,
    waiting: Waiting<'a>,
    writer: Writer<W>,
    done: Progress,
}

impl<C: Codec, W: Write> Walk<'_, C, W> {
    fn begin(&mut self, root: &C::Position) -> Result<(), Error> {
        let mut code = Vec::new();
        self.codec.encode(root, &mut code);
        if code.is_empty() {
            return Err(Error::NoCode);
        }
        root.plies_left().ok_or(Error::NoHeight)?;
        let Self { expansion, waiting, claim, .. } = self;
        let needed = expansion.root(root, claim.least.get(), &mut |child, code, least| {
            waiting.add(child, code, least);
        });
        needed.map_err(|_| self.not_true(root))?;
        self.waiting.outcome()
    }

    /// Writes the records of one height; whatever they need is lower.
    fn level(
        &mut self,
        height: u32,
        needs: Needs,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut sorted = needs.sorted()?;
        while let Some((code, least)) = sorted.next_need()? {
            self.record(height, code, least)?;
            self.done.records += 1;
            self.done.height = height;
            if watch(&self.done).is_break() {
                return Err(Error::Stopped);
            }
        }
        Ok(())
    }

    fn record(&mut self, height: u32, code: &[u8], least: i32) -> Result<(), Error> {
        let position = self.codec.decode(code).ok_or(Error::NoCode)?;
        let mut mv = Vec::new();
        if position.side() == self.claim.prover {
            let found = self.proving_move(&position, least)?;
            self.codec.encode_move(&position, found, &mut mv);
        }
        let record = Record::new(height, code, least, &mv);
        let Self { expansion, waiting, .. } = self;
        let needed = expansion.record(record, &mut |child, code, least| {
            waiting.add_below(height, child, code, least);
        });
        needed.map_err(|fault| self.contradiction(&position, least, fault.to_string()))?;
        self.waiting.outcome()?;
        Ok(self.writer.push(record)?)
    }

    fn proving_move(
        &mut self,
        position: &C::Position,
        least: i32,
    ) -> Result<eldest_check::Move<C>, Error> {
        let is_score = least.unsigned_abs() < Score::INFINITY.get().unsigned_abs();
        let score = is_score.then(|| Score::new(least));
        let beyond = || self.contradiction(position, least, Fault::BeyondPoints.to_string());
        match self.oracle.proving_move(position, score.ok_or_else(beyond)?)? {
            Answer::Proves(mv) => Ok(mv),
            Answer::Unknown => Err(Error::Unfinished),
            Answer::False if self.done.records == 0 => Err(self.not_true(position)),
            Answer::False => {
                Err(self.contradiction(position, least, "a search says no".to_owned()))
            }
        }
    }

    fn not_true(&self, position: &C::Position) -> Error {
        Error::False { position: self.codec.format(position), claim: self.claim.to_string() }
    }

    fn contradiction(&self, position: &C::Position, least: i32, what: String) -> Error {
        Error::Contradiction { position: self.codec.format(position), least, what }
    }
}

/// Positions that are still to be proved, by their heights.
struct Waiting<'a> {
    levels: BTreeMap<u32, Needs>,
    options: &'a Options,
    /// Why the last that came is not here.
    failure: Option<Error>,
}

impl Waiting<'_> {
    fn add(&mut self, position: &impl Position, code: &[u8], least: i32) {
        let added = match position.plies_left() {
            Some(height) => self.add_at(height, code, least),
            None => Err(Error::NoHeight),
        };
        self.failure = self.failure.take().or(added.err());
    }

    /// The same of a position to which one of `height` leads.
    fn add_below(&mut self, height: u32, position: &impl Position, code: &[u8], least: i32) {
        match position.plies_left() {
            Some(own) if own >= height => {
                let what = "its plies left do not get less (Position::plies_left)".to_owned();
                let position = format!("a position with {own} plies left, {code:02x?},");
                self.failure = Some(Error::Contradiction { position, least, what });
            }
            _ => self.add(position, code, least),
        }
    }

    fn add_at(&mut self, height: u32, code: &[u8], least: i32) -> Result<(), Error> {
        let Options { memory, folder, .. } = self.options;
        let needs = self.levels.entry(height);
        let needs = needs.or_insert_with(|| Needs::new(memory / PARTS, folder.clone()));
        Ok(needs.push(code, least)?)
    }

    fn outcome(&mut self) -> Result<(), Error> {
        self.failure.take().map_or(Ok(()), Err)
    }
}
