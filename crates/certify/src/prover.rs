//! [`Prover`]: the moves of one game.

use crate::oracle::{Answer, Oracle};
use eldest::{Position, Score};
use eldest_check::{Claim, Codec, Expansion, Header, Move, Need, Record};
use std::io;

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
    /// A position is not all there is to say about a value; or the positions that wait could not be sorted on disk.
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
    /// The oracle has contradicted itself, or the rules; or the claim is not true, and the other side moves first.
    #[error(
        "{position} is to be proved at least {least} for the prover: {what}; the claim is not true, or the search \
         or the rules are wrong"
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
    /// The caller has stopped the writing.
    #[error("the writing was stopped")]
    Stopped,
}

/// Receives the positions that the proof needs.
pub(crate) type Hears<'a> = dyn FnMut(Need<'_>) + 'a;

/// Proofs step by step, behind a type that is the same for all games.
pub(crate) trait Steps {
    /// What the claim rests on.
    fn begin(&mut self, needs: &mut Hears<'_>) -> Result<(), Error>;

    /// The move, if the prover has one, that proves a position of this height, with this code, to be worth so
    /// much; and what that rests on.
    fn step(
        &mut self,
        position: (u32, &[u8], i32),
        mv: &mut Vec<u8>,
        needs: &mut Hears<'_>,
    ) -> Result<(), Error>;
}

pub(crate) struct Prover<'a, C: Codec> {
    codec: &'a C,
    root: &'a C::Position,
    claim: Claim,
    oracle: &'a mut dyn Oracle<C::Position>,
    expansion: Expansion<'a, C>,
    has_begun: bool,
}

impl<'a, C: Codec> Prover<'a, C> {
    pub(crate) fn new(
        codec: &'a C,
        root: &'a C::Position,
        header: &Header,
        oracle: &'a mut dyn Oracle<C::Position>,
    ) -> Self {
        let expansion = Expansion::new(codec, header).with_plies_left();
        Self { codec, root, claim: header.claim, oracle, expansion, has_begun: false }
    }

    fn proving_move(&mut self, position: &C::Position, least: i32) -> Result<Move<C>, Error> {
        // Beyond all values a need is as hard to meet, or as easy, however far beyond it is.
        let most = Score::WIN.get() + 1;
        let score = Score::new(least.clamp(-most, most));
        match self.oracle.proving_move(position, score)? {
            Answer::Proves(mv) => Ok(mv),
            Answer::Unknown => Err(Error::Unfinished),
            Answer::False if !self.has_begun => Err(self.not_true()),
            Answer::False => {
                Err(self.contradiction(position, least, "a search says no".to_owned()))
            }
        }
    }

    fn not_true(&self) -> Error {
        let (position, claim) = (self.codec.format(self.root), self.claim.to_string());
        Error::False { position, claim }
    }

    fn contradiction(&self, position: &C::Position, least: i32, what: String) -> Error {
        Error::Contradiction { position: self.codec.format(position), least, what }
    }
}

impl<C: Codec> Steps for Prover<'_, C> {
    fn begin(&mut self, needs: &mut Hears<'_>) -> Result<(), Error> {
        let mut code = Vec::new();
        self.codec.encode(self.root, &mut code);
        if code.is_empty() {
            return Err(Error::NoCode);
        }
        let needed = self.expansion.root(self.root, self.claim.least.get(), needs);
        needed.map_err(|_| self.not_true())
    }

    fn step(
        &mut self,
        (height, code, least): (u32, &[u8], i32),
        mv: &mut Vec<u8>,
        needs: &mut Hears<'_>,
    ) -> Result<(), Error> {
        let position = self.codec.decode(code).ok_or(Error::NoCode)?;
        if position.side() == self.claim.prover {
            let found = self.proving_move(&position, least)?;
            self.codec.encode_move(&position, found, mv);
        }
        let needed = self.expansion.record(Record::new(height, code, least, mv), needs);
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        needed.map_err(|fault| match is_first {
            true => self.not_true(),
            false => self.contradiction(&position, least, fault.to_string()),
        })
    }
}
