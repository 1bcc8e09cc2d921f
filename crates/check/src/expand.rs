//! [`Expansion`]: the positions that the proof of a record needs.

#![deny(clippy::arithmetic_side_effects)]

use crate::block::{MOST_BYTES, NodeRecord};
use crate::claim::{for_stand_in, is_value, one_ply_down, seen_by};
use crate::error::{Error, RecordFault};
use crate::header::Header;
use crate::{Codec, Move};
use eldest::{Bounds, MoveList, Position, Side};
use std::fmt;

/// A position that a record needs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Need<'a> {
    /// Its code.
    pub code: &'a [u8],
    /// The least value that the position with this code must have for the prover. -8,000,000 holds
    /// for every position; 8,000,001, the greatest, for none.
    pub least: i32,
    /// The number of plies left there, if [requested](Expansion::with_plies_left) and if the rules
    /// give it.
    pub plies_left: Option<u32>,
}

/// Refuses a value out of range.
fn value(least: i32) -> Result<(), RecordFault> {
    if is_value(least) { Ok(()) } else { Err(RecordFault::Value { least }) }
}

/// Receives the positions that a record needs.
type OnNeed<'a> = dyn FnMut(Need<'_>) + 'a;

/// The rules of one game behind a trait object, so that the checker is compiled only once.
pub(crate) trait ErasedGame {
    /// Reports what the claim of the header needs.
    fn root(&mut self, header: &Header, needs: &mut OnNeed<'_>) -> Result<(), Error>;
    /// Reports what a record needs.
    fn record(&mut self, record: NodeRecord<'_>, needs: &mut OnNeed<'_>)
    -> Result<(), RecordFault>;
    /// The position with this code as text; the code in hexadecimal if it cannot be decoded.
    fn shown(&self, code: &[u8]) -> String;
}

impl<C: Codec> ErasedGame for Expansion<'_, C> {
    fn root(&mut self, header: &Header, needs: &mut OnNeed<'_>) -> Result<(), Error> {
        let root = header.root(self.codec)?;
        let fault = self.root(&root, header.claim.least.get(), needs);
        let position = || header.position.clone();
        fault.map_err(|fault| Error::Refused { record: 0, position: position(), fault })
    }

    fn record(
        &mut self,
        record: NodeRecord<'_>,
        needs: &mut OnNeed<'_>,
    ) -> Result<(), RecordFault> {
        self.record(record, needs)
    }

    fn shown(&self, code: &[u8]) -> String {
        let hexadecimal = || code.iter().map(|byte| format!("{byte:02x}")).collect();
        let position = self.codec.decode(code);
        position.map_or_else(hexadecimal, |position| self.codec.format(&position))
    }
}

/// Plays the moves of a record by the rules and reports the positions that its proof needs.
///
/// The checker uses it; a writer can use it to learn what to prove next.
pub struct Expansion<'a, C: Codec> {
    codec: &'a C,
    prover: Side,
    rules: u64,
    trusts_bounds: bool,
    wants_plies: bool,
    moves: MoveList<<C::Position as Position>::Move>,
    code: Vec<u8>,
}

impl<'a, C: Codec> Expansion<'a, C> {
    /// Expands records of the certificate with this header.
    #[must_use]
    pub fn new(codec: &'a C, header: &Header) -> Self {
        let Header { rules, trusts_bounds, claim, .. } = *header;
        let prover = claim.prover;
        let (moves, code) = (MoveList::default(), Vec::new());
        Self { codec, prover, rules, trusts_bounds, wants_plies: false, moves, code }
    }

    /// Also sets [`Need::plies_left`] in the needs that are reported.
    #[must_use]
    pub fn with_plies_left(self) -> Self {
        Self { wants_plies: true, ..self }
    }

    /// Reports what the claim of the header needs: that `root` is worth `least`, unless the rules
    /// decide it.
    ///
    /// # Errors
    /// If the rules refute the claim, or `least` is beyond ±8,000,000.
    pub fn root(
        &mut self,
        root: &C::Position,
        least: i32,
        needs: &mut OnNeed<'_>,
    ) -> Result<(), RecordFault> {
        value(least)?;
        self.need(root, least, needs)
    }

    /// Reports what `record` needs: where the prover is to move, all replies to its move; elsewhere
    /// all moves. Positions that the rules decide at once are not reported.
    ///
    /// # Errors
    /// Returns what is wrong with the record. The needs reported before that are meaningless.
    pub fn record(
        &mut self,
        record: NodeRecord<'_>,
        needs: &mut OnNeed<'_>,
    ) -> Result<(), RecordFault> {
        value(record.least)?;
        let mut position = self.position(record.code)?;
        match (position.side() == self.prover, record.mv) {
            (true, []) => Err(RecordFault::NoMove),
            (false, [_, ..]) => Err(RecordFault::NotToMove),
            (false, []) => self.answers(&mut position, record.least, needs),
            (true, code) => {
                let mv = self.legal_move(&position, code)?;
                let _ = position.play(mv);
                self.below(&mut position, one_ply_down::<C::Position>(record.least), needs)
            }
        }
    }

    /// Decodes a position where the game is not over.
    fn position(&mut self, code: &[u8]) -> Result<C::Position, RecordFault> {
        let position = self.codec.decode(code).ok_or(RecordFault::NoPosition)?;
        self.code.clear();
        self.codec.encode(&position, &mut self.code);
        if self.code != code {
            Err(RecordFault::OtherCode)
        } else if position.fingerprint() != self.rules {
            Err(RecordFault::OtherRules)
        } else if position.over().is_some() {
            Err(RecordFault::Over)
        } else {
            Ok(position)
        }
    }

    /// Decodes a legal move, and refuses any code but its own.
    fn legal_move(&mut self, position: &C::Position, code: &[u8]) -> Result<Move<C>, RecordFault> {
        let mv = self.codec.decode_move(position, code).ok_or(RecordFault::IllegalMove)?;
        self.moves.refill(|out| position.moves(out));
        self.moves.iter().find(|legal| *legal == mv).ok_or(RecordFault::IllegalMove)?;
        self.code.clear();
        self.codec.encode_move(position, mv, &mut self.code);
        if self.code == code { Ok(mv) } else { Err(RecordFault::OtherMoveCode) }
    }

    /// Handles the position after the prover's move. If the other side is to move, plays all of its
    /// moves at once, so that its positions need no record.
    fn below(
        &mut self,
        position: &mut C::Position,
        least: i32,
        needs: &mut OnNeed<'_>,
    ) -> Result<(), RecordFault> {
        if position.side() == self.prover {
            self.need(position, least, needs)
        } else if self.is_decided(position, least)? {
            Ok(())
        } else {
            self.answers(position, least, needs)
        }
    }

    /// Reports what all moves of the other side lead to.
    fn answers(
        &mut self,
        position: &mut C::Position,
        least: i32,
        needs: &mut OnNeed<'_>,
    ) -> Result<(), RecordFault> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.refill(|out| position.moves(out));
        let least = one_ply_down::<C::Position>(least);
        let each = moves.iter().try_for_each(|mv| {
            let undo = position.play(mv);
            let needed = self.need(position, least, needs);
            position.undo(mv, undo);
            needed
        });
        let is_stuck = moves.is_empty();
        self.moves = moves;
        if is_stuck { Err(RecordFault::Stuck) } else { each }
    }

    /// Reports that `position` must be worth `least`, unless the rules or trusted bounds decide it.
    fn need(
        &mut self,
        position: &C::Position,
        least: i32,
        needs: &mut OnNeed<'_>,
    ) -> Result<(), RecordFault> {
        if self.is_decided(position, least)? {
            return Ok(());
        }
        self.code.clear();
        self.codec.encode(position, &mut self.code);
        let length = self.code.len();
        if !(1..=MOST_BYTES).contains(&length) {
            return Err(RecordFault::CodeLength { length });
        }
        let least = self.of_stand_in(position, least)?;
        let plies_left = if self.wants_plies { position.plies_left() } else { None };
        needs(Need { code: &self.code, least, plies_left });
        Ok(())
    }

    /// Converts the value needed of `position` to that of the position with the same code.
    fn of_stand_in(&self, position: &C::Position, least: i32) -> Result<i32, RecordFault> {
        if position.taken().is_none() {
            return Ok(least);
        }
        let stand_in = self.codec.decode(&self.code).ok_or(RecordFault::NoPosition)?;
        Ok(for_stand_in(self.prover, position, &stand_in, least))
    }

    /// Whether the game is over, or decided by trusted bounds, with enough for the prover.
    fn is_decided(&self, position: &C::Position, needed: i32) -> Result<bool, RecordFault> {
        let side = position.side();
        if let Some(score) = position.over() {
            let found = seen_by(self.prover, side, score);
            let position = || self.codec.format(position);
            return match found >= needed {
                true => Ok(true),
                false => Err(RecordFault::Outcome { position: position(), found, needed }),
            };
        }
        let bounds = self.trusts_bounds.then(|| position.bounds());
        let worst = |bounds: Bounds| {
            if side == self.prover { bounds.lower() } else { bounds.upper() }
        };
        Ok(bounds.is_some_and(|bounds| seen_by(self.prover, side, worst(bounds)) >= needed))
    }
}

impl<C: Codec> fmt::Debug for Expansion<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expansion").field("prover", &self.prover).finish_non_exhaustive()
    }
}
