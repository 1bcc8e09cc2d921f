//! [`GameArg`]: the games that can be named on the command line.
//!
//! A new game is a variant of [`Named`], a row of [`GAMES`], and an arm of [`GameArg::visit`].

use super::any::{AnyGame, Board};
use super::either::Either;
use super::error::GameError;
use super::noted::Noted;
use super::tree::TreeGame;
use super::{Game, Visitor};
use clap::builder::{PossibleValue, TypedValueParser, ValueParserFactory};
use eldest::selective::{Selection, Selective};
use eldest::{Options, ZeroEvaluator};
use eldest_games::chess::{Chess, Draws, FiftyMoves, Full, Nnue, Pesto, Timeless, Tuned};
use eldest_games::connect4::{self, AnySize, ConnectFour, Shape, Standard};
use eldest_games::domineering::{self, Domineering};
use eldest_games::dots::{self, Dots};
use eldest_games::kalah::{self, Kalah};
use eldest_games::nim::Nim;
use eldest_games::notation::{Notation, NotationError, OnlyVariant};
use eldest_games::othello::{self, Iago, Othello, Rules};
use eldest_games::tictactoe::TicTacToe;
use eldest_games::trees::AnyTree;
use std::ffi::OsStr;
use std::str::FromStr;

/// A game as it was named: `connect4`, `connect4:6x4`.
#[derive(Clone, Debug)]
pub struct GameArg(Named);

#[derive(Clone, Debug)]
enum Named {
    TicTacToe,
    ConnectFour(AnySize),
    Nim,
    Othello(Rules),
    Kalah(kalah::Rules),
    Domineering(domineering::Board),
    Dots(dots::Board),
    Chess,
    ChessOfFiftyMoves,
    ChessInFull,
    Tree(AnyTree),
}

/// How the variant of a game is read.
type Read = fn(&str) -> Result<Named, GameError>;

/// All games by their names.
const GAMES: [(&str, Read); 9] = [
    (TicTacToe::NAME, |variant| read::<TicTacToe>(variant).map(|_| Named::TicTacToe)),
    (<ConnectFour>::NAME, |variant| read::<ConnectFour<AnySize>>(variant).map(Named::ConnectFour)),
    (Nim::NAME, |variant| read::<Nim>(variant).map(|_| Named::Nim)),
    (Othello::NAME, |variant| read::<Othello>(variant).map(Named::Othello)),
    (Kalah::NAME, |variant| read::<Kalah>(variant).map(Named::Kalah)),
    (Domineering::NAME, |variant| read::<Domineering>(variant).map(Named::Domineering)),
    (Dots::NAME, |variant| read::<Dots>(variant).map(Named::Dots)),
    (<Chess>::NAME, chess_by),
    (TreeGame::NAME, |variant| TreeGame::read(variant).map(Named::Tree)),
];

impl GameArg {
    /// The names that may stand before the colon.
    pub fn names() -> impl Iterator<Item = &'static str> {
        GAMES.iter().map(|(name, _)| *name)
    }

    /// Lets `visitor` do what it does with this game. Those that are searched in an instant, or for
    /// experiments only, share their types.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match &self.0 {
            Named::TicTacToe => {
                visitor.visit(&AnyGame::<true>::new(Noted::<TicTacToe>::new(OnlyVariant)))
            }
            Named::ConnectFour(size) if *size == AnySize::default() => {
                visitor.visit(&four_in_a_row::<Standard>(Standard))
            }
            Named::ConnectFour(size) => visitor.visit(&four_in_a_row::<AnySize>(*size)),
            Named::Nim => visitor.visit(&AnyGame::<true>::new(Noted::<Nim>::new(OnlyVariant))),
            Named::Othello(rules) => {
                let exact = Selective::new(Iago::new(*rules), Selection::NONE);
                let judged = Noted::<Othello>::new(*rules).judged(exact);
                let judged = judged.selective(othello::selection());
                visitor.visit(&judged.options(othello::options(), Options::default()))
            }
            Named::Kalah(rules) => visitor.visit(&sowing(*rules)),
            Named::Domineering(_) | Named::Dots(_) | Named::Tree(_) => {
                visitor.visit(&self.of_points())
            }
            Named::Chess => visitor.visit(&chess(Timeless)),
            Named::ChessOfFiftyMoves => visitor.visit(&chess(FiftyMoves)),
            Named::ChessInFull => visitor.visit(&chess_in_full()),
        }
    }

    /// One of the games whose scores are points, behind the type that they share. A visitor meets it in one place,
    /// so that what he does with it is compiled once.
    fn of_points(&self) -> AnyGame<false> {
        match &self.0 {
            Named::Domineering(board) => AnyGame::new(Noted::<Domineering>::new(*board)),
            Named::Dots(board) => AnyGame::new(boxes(*board)),
            Named::Tree(root) => AnyGame::new(TreeGame(root.clone())),
            _ => unreachable!("visited as a type of its own"),
        }
    }

    /// What it is called, as in `connect4:7x6`.
    pub fn name(&self) -> String {
        self.visit(NameOf)
    }

    /// The same game with all rules that end it, where a search to a depth can do without them.
    pub fn for_play(&self) -> Self {
        match &self.0 {
            Named::Chess => Self(Named::ChessInFull),
            _ => self.clone(),
        }
    }

    /// The position that is written `text`.
    ///
    /// # Errors
    /// If `text` is no position of this game.
    pub fn board(&self, text: &str) -> Result<Box<dyn Board>, NotationError> {
        self.visit(BoardOf(text))
    }

    /// Whether it is a synthetic tree.
    #[must_use]
    pub fn is_synthetic(&self) -> bool {
        matches!(self.0, Named::Tree(_))
    }
}

/// Chess by the rules that are written `variant`.
fn chess_by(variant: &str) -> Result<Named, GameError> {
    read::<Chess>(variant)
        .map(|_| Named::Chess)
        .or_else(|_| read::<Chess<FiftyMoves>>(variant).map(|_| Named::ChessOfFiftyMoves))
        .or_else(|_| read::<Chess<Full>>(variant).map(|_| Named::ChessInFull))
}

struct BoardOf<'a>(&'a str);

impl Visitor for BoardOf<'_> {
    type Output = Result<Box<dyn Board>, NotationError>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        Ok(game.erased(&game.parse(self.0)?))
    }
}

struct NameOf;

impl Visitor for NameOf {
    type Output = String;

    fn visit<G: Game>(self, game: &G) -> String {
        game.name()
    }
}

/// Connect Four with the options that measured best.
fn four_in_a_row<S>(shape: S) -> Noted<ConnectFour<S>, ZeroEvaluator, true>
where
    S: Shape,
    ConnectFour<S>: Notation<Variant = S>,
{
    Noted::new(shape).options(connect4::options(), connect4::options_to_depth()).dense()
}

/// Kalah with the options that measured best, judged by the stores.
fn sowing(rules: kalah::Rules) -> Noted<Kalah> {
    Noted::new(rules).options(kalah::options(), kalah::options())
}

/// Dots and Boxes with the options that measured best, judged by the boxes that are taken.
fn boxes(board: dots::Board) -> Noted<Dots> {
    Noted::new(board).options(dots::options(), dots::options())
}

/// Chess, judged by quiet positions.
fn chess<D: Draws>(draws: D) -> Noted<Chess<D>, Pesto> {
    Noted::new(draws).judged(Pesto::default())
}

/// What judges chess as it is played.
type ChessJudge = Selective<Either<Pesto, Either<Tuned, Nnue>>>;

/// Chess as it is played. What may be left out of its searches is told.
fn chess_in_full() -> Noted<Chess<Full>, ChessJudge> {
    let nnue = judge_of_chess("nnue").expect("an evaluator");
    Noted::new(Full).judged(nnue).selective(Selection::default()).named(judge_of_chess)
}

fn judge_of_chess(name: &str) -> Option<ChessJudge> {
    let either = match name {
        "pesto" => Either::One(Pesto::default()),
        "tuned" => Either::Other(Either::One(Tuned::default())),
        "nnue" => Either::Other(Either::Other(Nnue::default())),
        _ => return None,
    };
    Some(Selective::new(either, Selection::NONE))
}

/// Reads a game of the command line. Completions offer its names; behind a colon a variant may follow.
#[derive(Clone, Debug)]
pub struct GameParser;

impl TypedValueParser for GameParser {
    type Value = GameArg;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<GameArg, clap::Error> {
        TypedValueParser::parse_ref(&GameArg::from_str, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GameArg::names().map(PossibleValue::new)))
    }
}

impl ValueParserFactory for GameArg {
    type Parser = GameParser;

    fn value_parser() -> GameParser {
        GameParser
    }
}

impl FromStr for GameArg {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let (name, variant) = text.split_once(':').unwrap_or((text, ""));
        match GAMES.iter().find(|(known, _)| *known == name) {
            Some((_, read)) => read(variant).map(Self),
            None => {
                Err(GameError::Unknown { name: name.to_owned(), known: Self::names().collect() })
            }
        }
    }
}

/// The variant of a game that is written `text`.
fn read<N: Notation>(text: &str) -> Result<N::Variant, GameError> {
    text.parse().map_err(|error: NotationError| GameError::Variant(error.reason.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<GameArg>().unwrap_err().to_string()
    }

    #[test]
    fn games_are_named_with_their_variant() {
        assert!(matches!("tictactoe".parse(), Ok(GameArg(Named::TicTacToe))));
        assert!(
            matches!("connect4:6x4".parse(), Ok(GameArg(Named::ConnectFour(size))) if size.to_string() == "6x4")
        );
        assert!(matches!("nim".parse(), Ok(GameArg(Named::Nim))));
        assert!(matches!("chess".parse(), Ok(GameArg(Named::Chess))));
        assert!(matches!("chess:fifty".parse(), Ok(GameArg(Named::ChessOfFiftyMoves))));
        assert!(matches!("chess:full".parse(), Ok(GameArg(Named::ChessInFull))));
    }

    #[test]
    fn the_name_of_a_game_has_its_variant_if_there_is_one() {
        let name = |text: &str| text.parse::<GameArg>().unwrap().name();
        assert_eq!(
            ["nim", "nim:", "chess", "chess:full"].map(name),
            ["nim", "nim", "chess", "chess:full"]
        );
        assert_eq!(["connect4", "tree:[[3 5] 4]"].map(name), ["connect4:7x6", "tree:[[3 5] 4]"]);
    }

    /// Whether the dense table is compiled for a game, and whether one of some size serves it.
    struct IsDense;

    impl Visitor for IsDense {
        type Output = (bool, bool);

        fn visit<G: Game>(self, game: &G) -> (bool, bool) {
            let start = game.start().0;
            let mut tables =
                [20, 26].map(|bits| crate::games::dense(1 << bits, &start)).into_iter();
            (G::DENSE, tables.any(|table| matches!(table, Ok(Some(_)))))
        }
    }

    #[test]
    fn the_dense_table_is_compiled_where_it_serves() {
        let told = |text: &str| text.parse::<GameArg>().unwrap().visit(IsDense);
        for game in ["tictactoe", "nim", "othello:4x4", "kalah:1x1", "chess:fifty"] {
            assert_eq!(told(game), (false, false), "{game}");
        }
        for game in ["connect4", "connect4:6x4", "dots:5x5", "tree:[[3 5] [2 9]]"] {
            assert_eq!(told(game), (true, true), "{game}");
        }
    }

    #[test]
    fn a_misspelt_game_is_guessed() {
        for (typed, meant) in [
            ("conect4", "connect4"),
            ("Connect4", "connect4"),
            ("tic-tac-toe", "tictactoe"),
            ("otello", "othello"),
            ("ches", "chess"),
            ("nm", "nim"),
        ] {
            assert!(error(typed).ends_with(&format!(". Did you mean {meant}?")), "{typed}");
        }
        for typed in ["go", "draughts", "", "x"] {
            assert!(!error(typed).contains("Did you mean"), "{typed}");
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        assert!(error("go").contains("there are tictactoe, connect4, nim, othello, kalah"));
        assert!(error("chess:blitz").contains("nothing, 'fifty' or 'full'"));
        assert!(error("connect4:2x2").contains("COLUMNSxROWS such as 6x4"));
        assert!(error("nim:misere").contains("no variants"));
        assert!(error("tree").contains("such as uniform:width=3,depth=5"));
        assert!(error("tree:uniform:width=0").contains("from 1 to 65535"));
        assert!(error("tree:[[3 5] x]").contains("column 8"));
    }
}
