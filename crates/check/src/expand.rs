//! [`Expansion`]: what one record rests on.

#![deny(clippy::arithmetic_side_effects)]

use crate::block::{MOST_BYTES, NodeRecord};
use crate::claim::{for_stand_in, is_value, one_ply_down, seen_by};
use crate::error::{Error, RecordFault};
use crate::header::Header;
use crate::{Codec, Move};
use eldest::{Bounds, MoveList, Position, Side};
use std::fmt;

/// A position that a record rests on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Need<'a> {
    /// Its code.
    pub code: &'a [u8],
    /// What the position that the code stands for must be worth to the prover: -8,000,000 is true of every position;
    /// 8,000,001, the greatest, of none.
    pub least: i32,
    /// How many plies are left there, if that was [asked for](Expansion::with_plies_left), and the rules say it.
    pub plies_left: Option<u32>,
}

/// Refuses what no position is worth.
fn value(least: i32) -> Result<(), RecordFault> {
    if is_value(least) { Ok(()) } else { Err(RecordFault::Value { least }) }
}

/// Whoever hears of the positions that a record rests on.
type Hears<'a> = dyn FnMut(Need<'_>) + 'a;

/// The rules of one game, behind a type that is the same for all: the checker is compiled once.
pub(crate) trait ErasedGame {
    /// What the claim of the header rests on.
    fn root(&mut self, header: &Header, needs: &mut Hears<'_>) -> Result<(), Error>;
    /// What a record rests on.
    fn record(&mut self, record: NodeRecord<'_>, needs: &mut Hears<'_>) -> Result<(), RecordFault>;
    /// A position as people write it; its code if it is none.
    fn shown(&self, code: &[u8]) -> String;
}

impl<C: Codec> ErasedGame for Expansion<'_, C> {
    fn root(&mut self, header: &Header, needs: &mut Hears<'_>) -> Result<(), Error> {
        let root = header.root(self.codec)?;
        let fault = self.root(&root, header.claim.least.get(), needs);
        let position = || header.position.clone();
        fault.map_err(|fault| Error::Refused { record: 0, position: position(), fault })
    }

    fn record(&mut self, record: NodeRecord<'_>, needs: &mut Hears<'_>) -> Result<(), RecordFault> {
        self.record(record, needs)
    }

    fn shown(&self, code: &[u8]) -> String {
        let hexadecimal = || code.iter().map(|byte| format!("{byte:02x}")).collect();
        let position = self.codec.decode(code);
        position.map_or_else(hexadecimal, |position| self.codec.format(&position))
    }
}

/// What records rest on: plays, by the rules, what has to be played at each of them.
///
/// The checker goes by it, and so can a writer, which learns from it what is to be proved next.
pub struct Expansion<'a, C: Codec> {
    codec: &'a C,
    prover: Side,
    rules: u64,
    trusts_bounds: bool,
    tells_plies: bool,
    moves: MoveList<<C::Position as Position>::Move>,
    code: Vec<u8>,
}

impl<'a, C: Codec> Expansion<'a, C> {
    /// For records of the certificate with this header.
    #[must_use]
    pub fn new(codec: &'a C, header: &Header) -> Self {
        let Header { rules, trusts_bounds, claim, .. } = *header;
        let prover = claim.prover;
        let (moves, code) = (MoveList::default(), Vec::new());
        Self { codec, prover, rules, trusts_bounds, tells_plies: false, moves, code }
    }

    /// The same, which tells how many plies are left at the positions that are needed.
    #[must_use]
    pub fn with_plies_left(self) -> Self {
        Self { tells_plies: true, ..self }
    }

    /// What the claim of the header rests on: on `root` being worth `least`, unless the rules decide it.
    ///
    /// # Errors
    /// If they decide it otherwise, or `least` lies beyond ±8,000,000.
    pub fn root(
        &mut self,
        root: &C::Position,
        least: i32,
        needs: &mut Hears<'_>,
    ) -> Result<(), RecordFault> {
        value(least)?;
        self.need(root, least, needs)
    }

    /// What `record` rests on: where the prover is to move, on all answers to its move; else on all moves.
    /// What the rules decide at once is not told to `needs`.
    ///
    /// # Errors
    /// What is wrong with the record; what `needs` has heard then, means nothing.
    pub fn record(
        &mut self,
        record: NodeRecord<'_>,
        needs: &mut Hears<'_>,
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

    /// The position with this code, where the game goes on.
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

    /// The legal move with this code, which is written in one way only.
    fn legal_move(&mut self, position: &C::Position, code: &[u8]) -> Result<Move<C>, RecordFault> {
        let mv = self.codec.decode_move(position, code).ok_or(RecordFault::IllegalMove)?;
        self.moves.refill(|out| position.moves(out));
        self.moves.iter().find(|legal| *legal == mv).ok_or(RecordFault::IllegalMove)?;
        self.code.clear();
        self.codec.encode_move(position, mv, &mut self.code);
        if self.code == code { Ok(mv) } else { Err(RecordFault::OtherMoveCode) }
    }

    /// After the prover's move: if the other side is to move, all of its moves are played at once, so that
    /// no record has to be written for its positions.
    fn below(
        &mut self,
        position: &mut C::Position,
        least: i32,
        needs: &mut Hears<'_>,
    ) -> Result<(), RecordFault> {
        if position.side() == self.prover {
            self.need(position, least, needs)
        } else if self.is_decided(position, least)? {
            Ok(())
        } else {
            self.answers(position, least, needs)
        }
    }

    /// All moves of the other side.
    fn answers(
        &mut self,
        position: &mut C::Position,
        least: i32,
        needs: &mut Hears<'_>,
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

    /// Tells that `position` must be worth `least`, unless it is decided where it stands.
    fn need(
        &mut self,
        position: &C::Position,
        least: i32,
        needs: &mut Hears<'_>,
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
        let plies_left = if self.tells_plies { position.plies_left() } else { None };
        needs(Need { code: &self.code, least, plies_left });
        Ok(())
    }

    /// What the position that has the same code must be worth.
    fn of_stand_in(&self, position: &C::Position, least: i32) -> Result<i32, RecordFault> {
        if position.taken().is_none() {
            return Ok(least);
        }
        let stand_in = self.codec.decode(&self.code).ok_or(RecordFault::NoPosition)?;
        Ok(for_stand_in(self.prover, position, &stand_in, least))
    }

    /// Whether the game is over, or decided by bounds that are trusted, with enough for the prover.
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
