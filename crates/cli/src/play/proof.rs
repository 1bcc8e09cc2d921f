//! A game against a proof.

use super::brain::{BestMove, Brain, brain};
use super::level::Level;
use super::session::{PlaySession, PlayStart};
use super::thinker::Manner;
use crate::play::record::Seat;
use anyhow::{Context, Result};
use eldest::{Limits, Side};
use eldest_catalog::games::{Board, Catalog, Game, Ordinal, Visitor};
use eldest_check::Reader;
use eldest_contest::PlayerSetting;
use eldest_terminal::{Format, Interrupt, Status};
use std::fs::File;

/// The table of the engine that gives hints, in bytes.
const TABLE: usize = 64 << 20;

/// Plays against the proof in `reader`, which has been checked, from the position that it is about.
pub(crate) fn play<C: Catalog>(
    game: &C,
    reader: Reader<File>,
    format: Format,
    interrupt: &Interrupt,
) -> Result<Status> {
    let prover = reader.header().claim.prover;
    let ProvedGame { players, start, decode, engine } =
        game.visit(Read(&reader.header().position))?;
    let brain = Box::new(ProofPlayer { decode, reader, prover, engine });
    let mut seats = [Seat::Person; 2];
    seats[prover.index()] = Seat::Engine;
    let manner = Manner { seats, level: Level::OF_HINTS, time: None, seed: 1, format };
    PlaySession::new(PlayStart { players, start, brain }, manner, interrupt)?.run()
}

/// What depends on the game.
struct ProvedGame {
    players: [&'static str; 2],
    start: Box<dyn Board>,
    decode: Decode,
    engine: Box<dyn Brain>,
}

/// The position that has a code.
type Decode = Box<dyn Fn(&[u8]) -> Option<Box<dyn Board>>>;

/// The position that is written so.
struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = Result<ProvedGame>;

    fn visit<G: Game>(self, game: &G) -> Result<ProvedGame> {
        let start = game.erased(&game.parse(self.0)?);
        let engine = brain(game, &PlayerSetting::of_play("")?, TABLE)?;
        let (players, game) = (game.players(), game.clone());
        let decode = move |code: &[u8]| game.decode(code).map(|position| game.erased(&position));
        Ok(ProvedGame { players, start, decode: Box::new(decode), engine })
    }
}

/// Plays what the proof says for the prover. For the other side, and where bounds were trusted and the proof
/// ends before the game, an engine does what it can.
struct ProofPlayer {
    decode: Decode,
    reader: Reader<File>,
    prover: Side,
    engine: Box<dyn Brain>,
}

impl ProofPlayer {
    /// The move that the proof has.
    fn known(&mut self, board: &dyn Board) -> Result<Option<Ordinal>> {
        if board.side() != self.prover {
            return Ok(None);
        }
        let Some(found) = self.reader.find(&code(board))? else { return Ok(None) };
        let stand_in =
            (self.decode)(&code(board)).context("no position has a code of the proof")?;
        let mv = stand_in.parse_move(&String::from_utf8(found.mv)?)?;
        let leads_there = |own: &Ordinal| after(board, *own) == after(&*stand_in, mv);
        Ok(board.all_moves().into_iter().find(leads_there))
    }
}

impl Brain for ProofPlayer {
    fn forget(&mut self) {
        self.engine.forget();
    }

    fn search(&mut self, board: &dyn Board, limits: &Limits, to_end: bool) -> Result<BestMove> {
        match self.known(board)? {
            Some(mv) => Ok(BestMove { mv, judgement: None, is_exact: true }),
            None => self.engine.search(board, limits, to_end),
        }
    }
}

fn code(board: &dyn Board) -> Vec<u8> {
    let mut code = Vec::new();
    board.encode(&mut code);
    code
}

/// Where a move leads, and what it takes: the same for a position and for its mirror image, which has its code.
fn after(board: &dyn Board, mv: Ordinal) -> (Vec<u8>, Option<i32>) {
    let mut child = board.copy();
    child.play(mv);
    let sign = if child.side() == board.side() { 1 } else { -1 };
    let taken = child.taken().zip(board.taken()).map(|(after, before)| sign * after - before);
    (code(&*child), taken)
}
