//! [`GameArg`]: the games that can be named on the command line.
//!
//! A new game is a variant of it, a row of [`GAMES`], and an arm of [`GameArg::visit`].

use super::any::AnyGame;
use super::either::Either;
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
use std::fmt;
use std::str::FromStr;

/// A game as it was named: `connect4`, `connect4:6x4`.
#[derive(Clone, Debug)]
pub(crate) enum GameArg {
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
type Read = fn(&str) -> Result<GameArg, GameError>;

/// All games by their names.
const GAMES: [(&str, Read); 9] = [
    (TicTacToe::NAME, |variant| read::<TicTacToe>(variant).map(|_| GameArg::TicTacToe)),
    (<ConnectFour>::NAME, |variant| {
        read::<ConnectFour<AnySize>>(variant).map(GameArg::ConnectFour)
    }),
    (Nim::NAME, |variant| read::<Nim>(variant).map(|_| GameArg::Nim)),
    (Othello::NAME, |variant| read::<Othello>(variant).map(GameArg::Othello)),
    (Kalah::NAME, |variant| read::<Kalah>(variant).map(GameArg::Kalah)),
    (Domineering::NAME, |variant| read::<Domineering>(variant).map(GameArg::Domineering)),
    (Dots::NAME, |variant| read::<Dots>(variant).map(GameArg::Dots)),
    (<Chess>::NAME, GameArg::chess),
    (TreeGame::NAME, |variant| TreeGame::read(variant).map(GameArg::Tree)),
];

impl GameArg {
    /// The names that may stand before the colon.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        GAMES.iter().map(|(name, _)| *name)
    }

    /// Lets `visitor` do what it does with this game. Those that are searched in an instant, or for
    /// experiments only, share their types.
    pub(crate) fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            Self::TicTacToe => {
                visitor.visit(&AnyGame::<true>::new(Noted::<TicTacToe>::new(OnlyVariant)))
            }
            Self::ConnectFour(size) if *size == AnySize::default() => {
                visitor.visit(&four_in_a_row::<Standard>(Standard))
            }
            Self::ConnectFour(size) => visitor.visit(&four_in_a_row::<AnySize>(*size)),
            Self::Nim => visitor.visit(&AnyGame::<true>::new(Noted::<Nim>::new(OnlyVariant))),
            Self::Othello(rules) => {
                let exact = Selective::new(Iago::new(*rules), Selection::NONE);
                let judged = Noted::<Othello>::new(*rules).judged(exact);
                let judged = judged.selective(othello::selection());
                visitor.visit(&judged.options(othello::options(), Options::default()))
            }
            Self::Kalah(rules) => visitor.visit(&sowing(*rules)),
            Self::Domineering(_) | Self::Dots(_) | Self::Tree(_) => {
                visitor.visit(&self.of_points())
            }
            Self::Chess => visitor.visit(&chess(Timeless)),
            Self::ChessOfFiftyMoves => visitor.visit(&chess(FiftyMoves)),
            Self::ChessInFull => visitor.visit(&chess_in_full()),
        }
    }

    /// One of the games whose scores are points, behind the type that they share. A visitor meets it in one place,
    /// so that what he does with it is compiled once.
    fn of_points(&self) -> AnyGame<false> {
        match self {
            Self::Domineering(board) => AnyGame::new(Noted::<Domineering>::new(*board)),
            Self::Dots(board) => AnyGame::new(boxes(*board)),
            Self::Tree(root) => AnyGame::new(TreeGame(root.clone())),
            _ => unreachable!("visited as a type of its own"),
        }
    }

    /// What it is called, as in `connect4:7x6`.
    pub(crate) fn name(&self) -> String {
        self.visit(NameOf)
    }

    /// The same game with all rules that end it, where a search to a depth can do without them.
    pub(crate) fn for_play(&self) -> Self {
        match self {
            Self::Chess => Self::ChessInFull,
            game => game.clone(),
        }
    }

    /// Chess by the rules that are written `variant`.
    fn chess(variant: &str) -> Result<Self, GameError> {
        read::<Chess>(variant)
            .map(|_| Self::Chess)
            .or_else(|_| read::<Chess<FiftyMoves>>(variant).map(|_| Self::ChessOfFiftyMoves))
            .or_else(|_| read::<Chess<Full>>(variant).map(|_| Self::ChessInFull))
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

/// Why a text names no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameError {
    Unknown(String),
    Variant(String),
}

impl std::error::Error for GameError {}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names: Vec<_> = GameArg::names().collect();
                let (last, others) = names.split_last().expect("there are games");
                write!(
                    f,
                    "no game is called '{name}'; there are {} and {last}",
                    others.join(", ")
                )?;
                match nearest(name, &names) {
                    Some(meant) => write!(f, ". Did you mean {meant}?"),
                    None => Ok(()),
                }
            }
            Self::Variant(reason) => write!(f, "after the colon: {reason}"),
        }
    }
}

/// The one of `names` that most likely was meant by `typed`: no more than a third of its letters are wrong.
fn nearest<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let wrong = |name: &&'a str| (distance(&typed, name), *name);
    let (wrong, name) = names.iter().map(wrong).min_by_key(|(wrong, _)| *wrong)?;
    (wrong <= name.chars().count() / 3).then_some(name)
}

/// How many letters are to be changed, left out, or put in (V. Levenshtein, 1965).
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for letter in from.chars() {
        let mut corner = row[0];
        row[0] += 1;
        for (at, other) in to.chars().enumerate() {
            let changed = corner + usize::from(letter != other);
            corner = row[at + 1];
            row[at + 1] = changed.min(corner + 1).min(row[at] + 1);
        }
    }
    row[to.chars().count()]
}

/// Reads a game of the command line. Completions offer its names; behind a colon a variant may follow.
#[derive(Clone, Debug)]
pub(crate) struct GameParser;

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
            Some((_, read)) => read(variant),
            None => Err(GameError::Unknown(name.to_owned())),
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
        assert!(matches!("tictactoe".parse(), Ok(GameArg::TicTacToe)));
        assert!(
            matches!("connect4:6x4".parse(), Ok(GameArg::ConnectFour(size)) if size.to_string() == "6x4")
        );
        assert!(matches!("nim".parse(), Ok(GameArg::Nim)));
        assert!(matches!("chess".parse(), Ok(GameArg::Chess)));
        assert!(matches!("chess:fifty".parse(), Ok(GameArg::ChessOfFiftyMoves)));
        assert!(matches!("chess:full".parse(), Ok(GameArg::ChessInFull)));
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
                [20, 26].map(|bits| crate::table::dense(1 << bits, &start)).into_iter();
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
        assert_eq!(distance("kitten", "sitting"), 3);
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
