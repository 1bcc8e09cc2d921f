//! [`CertificateBuilder`]: produces the records of a certificate, one at a time.

use crate::Error;
use crate::oracle::{Oracle, OracleAnswer};
use eldest::{Position, Score};
use eldest_check::{Claim, Codec, Expansion, Header, Move, Need, NodeRecord};

/// Receives the positions that the proof needs.
pub(crate) type OnNeed<'a> = dyn FnMut(Need<'_>) + 'a;

/// Proves one position at a time, behind a trait object, so that the writer is compiled only once.
pub(crate) trait Steps {
    /// Reports what the claim needs.
    fn begin(&mut self, needs: &mut OnNeed<'_>) -> Result<(), Error>;

    /// Proves that the position with this height and code is worth at least the given value. Writes
    /// the move to `mv` if the prover is to move, and reports the positions that the proof needs.
    fn step(
        &mut self,
        position: (u32, &[u8], i32),
        mv: &mut Vec<u8>,
        needs: &mut OnNeed<'_>,
    ) -> Result<(), Error>;
}

pub(crate) struct CertificateBuilder<'a, C: Codec> {
    codec: &'a C,
    root: &'a C::Position,
    claim: Claim,
    oracle: &'a mut dyn Oracle<C::Position>,
    expansion: Expansion<'a, C>,
    has_begun: bool,
}

impl<'a, C: Codec> CertificateBuilder<'a, C> {
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
        // Values out of range are clamped: they are met by no position, or by all.
        let most = Score::WIN.get() + 1;
        let score = Score::new(least.clamp(-most, most));
        match self.oracle.proving_move(position, score)? {
            OracleAnswer::Proves(mv) => Ok(mv),
            OracleAnswer::Unknown => Err(Error::Unfinished),
            OracleAnswer::False if !self.has_begun => Err(self.not_true()),
            OracleAnswer::False => {
                Err(self.contradiction(position, least, "a search refutes it".to_owned()))
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

impl<C: Codec> Steps for CertificateBuilder<'_, C> {
    fn begin(&mut self, needs: &mut OnNeed<'_>) -> Result<(), Error> {
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
        needs: &mut OnNeed<'_>,
    ) -> Result<(), Error> {
        let position = self.codec.decode(code).ok_or(Error::NoCode)?;
        if position.side() == self.claim.prover {
            let found = self.proving_move(&position, least)?;
            self.codec.encode_move(&position, found, mv);
        }
        let needed = self.expansion.record(NodeRecord::new(height, code, least, mv), needs);
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        needed.map_err(|fault| match is_first {
            true => self.not_true(),
            false => self.contradiction(&position, least, fault.to_string()),
        })
    }
}
