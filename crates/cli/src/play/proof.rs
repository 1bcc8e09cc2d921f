//! Plays a game against a proof.

use super::brain::{BestMove, Brain, brain};
use super::level::Level;
use super::session::{PlaySession, PlayStart};
use super::thinker::Manner;
use crate::play::record::Seat;
use anyhow::{Context, Result};
use eldest::{Limits, Side};
use eldest_catalog::games::{Board, Catalog, Game, Ordinal, Visitor};
use eldest_check::CertificateReader;
use eldest_contest::PlayerSetting;
use eldest_terminal::{Format, Interrupt, Status};
use std::fs::File;

/// The table size of the engine for hints and the other side, in bytes.
const TABLE: usize = 64 << 20;

/// Plays against the checked proof in `reader`, from the position that it is about.
pub(crate) fn play<C: Catalog>(
    game: &C,
    reader: CertificateReader<File>,
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

/// The parts that depend on the game.
struct ProvedGame {
    players: [&'static str; 2],
    start: Box<dyn Board>,
    decode: Decode,
    engine: Box<dyn Brain>,
}

/// Returns the position with a code.
type Decode = Box<dyn Fn(&[u8]) -> Option<Box<dyn Board>>>;

/// Prepares the game from the text of a position.
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

/// Plays the moves of the proof for the prover. Searches with an engine for the other side, and
/// where the proof ends before the game because bounds were trusted.
struct ProofPlayer {
    decode: Decode,
    reader: CertificateReader<File>,
    prover: Side,
    engine: Box<dyn Brain>,
}

impl ProofPlayer {
    /// Returns the proof's move on `board`, if it has one.
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

/// Returns the code of the position after a move, and the points that the move takes. Both are the
/// same for a position and its mirror image, which share a code.
fn after(board: &dyn Board, mv: Ordinal) -> (Vec<u8>, Option<i32>) {
    let mut child = board.copy();
    child.play(mv);
    let sign = if child.side() == board.side() { 1 } else { -1 };
    let taken = child.taken().zip(board.taken()).map(|(after, before)| sign * after - before);
    (code(&*child), taken)
}
