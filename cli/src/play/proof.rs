//! A game against a proof.

use super::brain::{Brain, Found, brain};
use super::level::Level;
use super::session::{Given, Manner, Session};
use crate::args::{Format, Seat};
use crate::certificates::{File, GameCodec};
use crate::games::{Board, Game};
use crate::matches::Setting;
use crate::status::Status;
use crate::stop::Interrupt;
use anyhow::{Context, Result};
use eldest::{Limits, Position, Side};
use eldest_check::{Codec, Reader};

/// The table of the engine that gives hints, in bytes.
const TABLE: usize = 64 << 20;

/// Plays against the proof in `reader`, which has been checked, from the position that it is about.
pub(crate) fn play<G: Game>(
    game: &G,
    reader: Reader<File>,
    format: Format,
    interrupt: &Interrupt,
) -> Result<Status> {
    let (prover, codec) = (reader.header().claim.prover, GameCodec(game));
    let start = codec.parse(&reader.header().position).context("the position of the proof")?;
    let start = game.erased(&start);
    let engine = brain(game, &Setting::of_play("")?, TABLE)?;
    let brain = Box::new(Proof { game: game.clone(), reader, prover, engine });
    let mut seats = [Seat::Person; 2];
    seats[prover.index()] = Seat::Engine;
    let manner = Manner { seats, level: Level::OF_HINTS, time: None, seed: 1, format };
    let given = Given { players: game.players(), start, brain };
    Session::new(given, manner, interrupt)?.run()
}

/// Plays what the proof says for the prover. For the other side, and where bounds were trusted and the proof
/// ends before the game, an engine does what it can.
struct Proof<G: Game> {
    game: G,
    reader: Reader<File>,
    prover: Side,
    engine: Box<dyn Brain>,
}

impl<G: Game> Proof<G> {
    fn known(&mut self, board: &dyn Board) -> Result<Option<Found>> {
        let (codec, position) = (GameCodec(&self.game), G::position_of(board));
        if position.side() != self.prover {
            return Ok(None);
        }
        let mut code = Vec::new();
        codec.encode(&position, &mut code);
        let Some(found) = self.reader.find(&code)? else { return Ok(None) };
        let stand_in = codec.decode(&code).context("a code of the proof")?;
        let mv = codec.decode_move(&stand_in, &found.mv).context("a move of the proof")?;
        let mv = same_move(&codec, (&stand_in, mv), &position);
        let mv = mv.context("a move that leads where that of the proof leads")?;
        Ok(Some(Found { mv: G::ordinal_of(board, mv), judgement: None, is_exact: true }))
    }
}

impl<G: Game> Brain for Proof<G> {
    fn forget(&mut self) {
        self.engine.forget();
    }

    fn search(&mut self, board: &dyn Board, limits: &Limits, to_end: bool) -> Result<Found> {
        match self.known(board)? {
            Some(found) => Ok(found),
            None => self.engine.search(board, limits, to_end),
        }
    }
}

/// The move of `position` that leads to the code to which `mv` leads from the position that has its code: one
/// may be the mirror image of the other.
fn same_move<C: Codec>(
    codec: &C,
    (stand_in, mv): (&C::Position, eldest_check::Move<C>),
    position: &C::Position,
) -> Option<eldest_check::Move<C>> {
    let after = |position: &C::Position, mv| {
        let (mut child, mut code) = (position.clone(), Vec::new());
        child.play(mv);
        codec.encode(&child, &mut code);
        code
    };
    let wanted = after(stand_in, mv);
    let taken = |position: &C::Position, mv| {
        let mut child = position.clone();
        child.play(mv);
        let sign = if child.side() == position.side() { 1 } else { -1 };
        child.taken().map(|taken| sign * taken - position.taken().unwrap_or_default())
    };
    let moves = eldest::Moves::collect(|out| position.moves(out));
    let is_it =
        |&own: &_| after(position, own) == wanted && taken(position, own) == taken(stand_in, mv);
    moves.into_iter().find(is_it)
}
