//! [`PlaySession`]: runs a game, turn by turn.

use super::brain::Brain;
use super::command::{HELP, PlayCommand};
use super::event::{GameEvent, MoveEvent, ResultEvent};
use super::level::Level;
use super::reader::{LineReader, Typed};
use super::record::{GameHistory, GameOutcome};
use super::thinker::{Manner, Thinker, Thought};
use crate::play::record::Seat;
use anyhow::Result;
use eldest::{Score, Side};
use eldest_catalog::games::Board;
use eldest_catalog::text::several;
use eldest_terminal::{Interrupt, Output, Status};
use indicatif::ProgressBar;

/// A game, or several, between the same players.
pub(super) struct PlaySession<'a> {
    /// The names of the players.
    players: [&'static str; 2],
    seats: [Seat; 2],
    record: GameHistory,
    thinker: Thinker,
    reader: LineReader,
    output: Output,
    interrupt: &'a Interrupt,
    /// Whether the last input was Ctrl-C.
    was_interrupted: bool,
}

/// The parts that depend on the game.
pub(super) struct PlayStart {
    pub(super) players: [&'static str; 2],
    pub(super) start: Box<dyn Board>,
    pub(super) brain: Box<dyn Brain>,
}

impl<'a> PlaySession<'a> {
    pub(super) fn new(given: PlayStart, manner: Manner, interrupt: &'a Interrupt) -> Result<Self> {
        let Manner { seats, format, .. } = manner;
        Ok(Self {
            players: given.players,
            seats,
            record: GameHistory::new(given.start),
            thinker: Thinker::new(given.brain, manner),
            reader: LineReader::new(format)?,
            output: Output::new(format, ProgressBar::hidden()),
            interrupt,
            was_interrupted: false,
        })
    }

    /// Plays until the game is over and no person is there, or the person leaves.
    pub(super) fn run(mut self) -> Result<Status> {
        if self.has_person() {
            self.interrupt.goes_on();
            self.output.put(&GameEvent::remark("Type a move, or help."))?;
        }
        self.board()?;
        self.show_result()?;
        loop {
            let left = if self.record.outcome().is_none() && self.seat() == Seat::Engine {
                self.answer()?
            } else if self.has_person() {
                self.ask()?
            } else {
                Some(Status::Done)
            };
            if let Some(status) = left {
                return Ok(status);
            }
        }
    }

    fn has_person(&self) -> bool {
        self.seats.contains(&Seat::Person)
    }

    fn side(&self) -> Side {
        self.record.board().side()
    }

    /// Returns the seat of the side to move.
    fn seat(&self) -> Seat {
        self.seats[self.side().index()]
    }

    fn player(&self) -> &'static str {
        self.name(self.side())
    }

    /// Returns the name of the player.
    fn name(&self, side: Side) -> &'static str {
        self.players[side.index()]
    }

    /// Returns the legal moves in the game's notation.
    fn moves(&self) -> Vec<String> {
        let (board, legal) = (self.record.board(), self.record.legal());
        let mut moves: Vec<_> = legal.into_iter().map(|mv| board.format_move(mv)).collect();
        moves.sort();
        moves
    }

    /// Lets the engine move. Ctrl-C makes it move at once, or ends the game if no person plays.
    fn answer(&mut self) -> Result<Option<Status>> {
        let has_person = self.has_person();
        let (thinker, board) = (&mut self.thinker, self.record.board());
        let thought = if has_person {
            self.interrupt.while_thinking(|stop| thinker.choose(board, stop))?
        } else {
            thinker.choose(board, self.interrupt.token())?
        };
        if self.interrupt.is_raised() {
            return Ok(Some(Status::Interrupted));
        }
        self.play(thought, Seat::Engine)?;
        Ok(None)
    }

    fn play(&mut self, Thought { mv, judgement }: Thought, by: Seat) -> Result<()> {
        let (player, board) = (self.player(), self.record.board());
        let (before, mv_text) = (board.drawing(), board.format_move(mv));
        self.record.play(mv, by);
        let drawings = [before, self.record.board().drawing()];
        let ply = self.record.plies();
        self.output.put(&GameEvent::Move(MoveEvent {
            ply,
            player,
            by,
            mv: mv_text,
            judgement,
            drawings,
        }))?;
        self.show_result()
    }

    /// Reads a command, and runs it.
    fn ask(&mut self) -> Result<Option<Status>> {
        let moves = self.moves();
        if !self.was_interrupted && !moves.is_empty() {
            self.show_turn(moves.clone())?;
        }
        let prompt =
            if moves.is_empty() { "> ".to_owned() } else { format!("{}> ", self.player()) };
        let typed = self.reader.read(&prompt, moves, self.interrupt)?;
        let was_interrupted =
            std::mem::replace(&mut self.was_interrupted, typed == Typed::Interrupted);
        match typed {
            Typed::Line(line) if line.trim().is_empty() => Ok(None),
            Typed::Line(line) => self.obey(&line),
            Typed::End => self.leave(),
            Typed::Interrupted if was_interrupted => Ok(Some(Status::Interrupted)),
            Typed::Interrupted => {
                self.output.put(&GameEvent::remark("Press Ctrl-C again to leave the game."))?;
                Ok(None)
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Option<Status>> {
        match PlayCommand::read(line) {
            Ok(PlayCommand::Quit) => return self.leave(),
            Ok(PlayCommand::Move(text)) => self.play_typed(&text)?,
            Ok(PlayCommand::Undo) => self.undo()?,
            Ok(PlayCommand::Hint) => self.hint()?,
            Ok(PlayCommand::Moves) => {} // They are listed before every prompt.
            Ok(PlayCommand::Board) => self.board()?,
            Ok(PlayCommand::Level(level)) => self.level(level)?,
            Ok(PlayCommand::New) => self.restart()?,
            Ok(PlayCommand::Resign) => self.resign()?,
            Ok(PlayCommand::Help) => self.output.put(&GameEvent::remark(HELP))?,
            Err(error) => self.output.complain(error),
        }
        Ok(None)
    }

    /// Plays the move `text`, as given or in lower case.
    fn play_typed(&mut self, text: &str) -> Result<()> {
        if self.record.outcome().is_some() {
            self.output.complain(format!("'{text}': the game is over; expected new, undo or quit"));
            return Ok(());
        }
        let parse = |text: &str| self.record.board().parse_move(text);
        match parse(text).or_else(|error| parse(&text.to_lowercase()).map_err(|_| error)) {
            Ok(mv) => self.play(Thought { mv, judgement: None }, Seat::Person),
            Err(error) => {
                self.output.complain(error.reason);
                Ok(())
            }
        }
    }

    fn undo(&mut self) -> Result<()> {
        let had_ended = self.record.outcome().is_some();
        let taken = self.record.take_back();
        if taken == 0 && self.record.outcome().is_some() == had_ended {
            return self.output.put(&GameEvent::remark("There is no move of yours to take back."));
        }
        self.board()
    }

    fn hint(&mut self) -> Result<()> {
        if self.record.outcome().is_some() {
            return self.output.put(&GameEvent::remark("The game is over."));
        }
        let (thinker, board) = (&mut self.thinker, self.record.board());
        let thought = self.interrupt.while_thinking(|stop| thinker.advise(board, stop))?;
        let mv = self.record.board().format_move(thought.mv);
        let (player, judgement) = (self.player(), thought.judgement);
        self.output.put(&GameEvent::Hint { player, mv, judgement })
    }

    fn level(&mut self, level: Option<Level>) -> Result<()> {
        if let Some(level) = level {
            self.thinker.set_level(level);
        }
        self.output
            .put(&GameEvent::remark(format!("The engine plays at {}.", self.thinker.level())))
    }

    fn restart(&mut self) -> Result<()> {
        self.record.restart();
        self.thinker.restart();
        self.board()
    }

    fn resign(&mut self) -> Result<()> {
        if self.record.outcome().is_some() {
            return self.output.put(&GameEvent::remark("The game is over."));
        }
        self.record.resign();
        self.show_result()
    }

    fn leave(&self) -> Result<Option<Status>> {
        if self.record.outcome().is_none() {
            let plies = several(self.record.plies(), "ply", "plies");
            self.output.put(&GameEvent::remark(format!("Game left after {plies}.")))?;
        }
        Ok(Some(Status::Done))
    }

    fn board(&self) -> Result<()> {
        self.output.put(&GameEvent::Board { drawing: self.record.board().drawing() })
    }

    fn show_turn(&self, moves: Vec<String>) -> Result<()> {
        self.output.put(&GameEvent::Turn { player: self.player(), moves })
    }

    /// Prints the result, if the game is over.
    fn show_result(&self) -> Result<()> {
        let Some(outcome) = self.record.outcome() else { return Ok(()) };
        let moves = self.record.moves();
        let (score, resigned) = match outcome {
            GameOutcome::Over(score) => (points(score), None),
            GameOutcome::Resigned(side) => (None, Some(self.name(side))),
        };
        let winner = outcome.winner().map(|side| self.name(side));
        self.output.put(&GameEvent::Result(ResultEvent { winner, score, resigned, moves }))
    }
}

/// Returns the score in points, in games that have points.
fn points(score: Score) -> Option<i32> {
    score.distance().is_none().then_some(score.get())
}
