//! [`GameArg`]: a game by its name, and [`GAMES`], the list of all.
//!
//! A new game is a row of [`GAMES`]. One whose searches deserve code of their own is also a variant of [`Variant`], and an
//! arm of [`GameArg::visit`].

use super::any::{AnyGame, Board};
use super::either::Either;
use super::error::GameError;
use super::noted::NotatedGame;
use super::own::{Catalog, GameName, GameParser, read};
use super::tree::TreeGame;
use super::{Game, Visitor};
use clap::builder::ValueParserFactory;
use eldest::selective::{Selection, Selective};
use eldest::{Options, ZeroEvaluator};
use eldest_games::chess::{Chess, Draws, FiftyMoves, Full, Nnue, Pesto, Timeless, Tuned};
use eldest_games::connect4::{self, AnySize, ConnectFour, Shape, Standard};
use eldest_games::domineering::Domineering;
use eldest_games::dots::{self, Dots};
use eldest_games::kalah::{self, Kalah};
use eldest_games::nim::Nim;
use eldest_games::notation::{Notation, NotationError};
use eldest_games::othello::{self, Iago, Othello};
use eldest_games::tictactoe::TicTacToe;
use std::fmt;
use std::str::FromStr;

/// A game as it was named: `connect4`, `connect4:6x4`.
#[derive(Clone)]
pub struct GameArg {
    row: &'static Listing,
    rules: Variant,
}

/// One of the games that the programs know.
#[derive(Debug)]
pub struct Listing {
    /// What stands before the colon.
    pub name: &'static str,
    /// What may stand behind it, the smallest boards among them: tests go through all of these.
    pub variants: &'static [&'static str],
    /// What it is called in the documentation.
    pub title: &'static str,
    /// What it asks of a search.
    pub asks: &'static str,
    /// The known values that the tests compare.
    pub tested: &'static str,
    /// The pages about it.
    pub pages: &'static [&'static str],
    read: fn(&str) -> Result<Variant, GameError>,
}

/// A game with its variant. Games that are searched in an instant share the first two types, which costs nothing to
/// compile.
#[derive(Clone)]
enum Variant {
    /// Wins and losses count their distance.
    OfDistance(AnyGame<true>),
    /// Scores are points.
    OfPoints(AnyGame<false>),
    ConnectFour(AnySize),
    Othello(othello::Rules),
    Kalah(kalah::Rules),
    Chess,
    ChessOfFiftyMoves,
    ChessInFull,
}

/// All games.
pub static GAMES: [Listing; 9] = [
    Listing {
        name: TicTacToe::NAME,
        variants: &[""],
        title: "tic-tac-toe",
        asks: "the smallest of its kind",
        tested: "by hand",
        pages: &[],
        read: |variant| Ok(Variant::OfDistance(AnyGame::new(noted::<TicTacToe>(variant)?))),
    },
    Listing {
        name: <ConnectFour>::NAME,
        variants: &["", "4x4", "9x6"],
        title: "Connect Four, 4 to 9 columns",
        asks: "short unique keys, mirror images, static bounds",
        tested: "published scores (`crates/games/suites/connect4`)",
        pages: &["tables.md", "options.md"],
        read: |variant| read::<ConnectFour<AnySize>>(variant).map(Variant::ConnectFour),
    },
    Listing {
        name: Nim::NAME,
        variants: &[""],
        title: "Nim",
        asks: "the smallest with a theory",
        tested: "by hand",
        pages: &[],
        read: |variant| Ok(Variant::OfDistance(AnyGame::new(noted::<Nim>(variant)?))),
    },
    Listing {
        name: Othello::NAME,
        variants: &["", "4x4", "6x6,discs"],
        title: "Othello, 8x8, 6x6, 4x4",
        asks: "passes, scores of discs on a grid of two",
        tested: "perft, 4x4, FFO endgames",
        pages: &["othello.md"],
        read: |variant| read::<Othello>(variant).map(Variant::Othello),
    },
    Listing {
        name: Kalah::NAME,
        variants: &["", "1x1", "4x3,no-empty-capture"],
        title: "Kalah, 1 to 7 houses",
        asks: "a side moves again and again: no alternation, no fixed length",
        tested: "(4,3) to (6,4)",
        pages: &["kalah.md"],
        read: |variant| read::<Kalah>(variant).map(Variant::Kalah),
    },
    Listing {
        name: Domineering::NAME,
        variants: &["", "1x1", "1x6", "6x1", "2x2"],
        title: "Domineering, up to 64 squares",
        asks: "nothing beyond README and [own-game.md](own-game.md)",
        tested: "winners of small boards",
        pages: &[],
        read: |variant| Ok(Variant::OfPoints(AnyGame::new(noted::<Domineering>(variant)?))),
    },
    Listing {
        name: Dots::NAME,
        variants: &["", "1x1", "4x3"],
        title: "Dots and Boxes, up to 5x5",
        asks: "points outside the key; the side that scores moves again; forced moves",
        tested: "minimax at every position of 3x3 and 2x4",
        pages: &["dots.md"],
        read: |variant| {
            let game = noted::<Dots>(variant)?.options(dots::options(), dots::options());
            Ok(Variant::OfPoints(AnyGame::new(game)))
        },
    },
    Listing {
        name: <Chess>::NAME,
        variants: &["", "fifty", "full"],
        title: "chess",
        asks: "no end in sight, quiescence, draws by history",
        tested: "perft, mates in 2 and 3",
        pages: &["chess.md"],
        read: chess_by,
    },
    Listing {
        name: TreeGame::NAME,
        variants: &["[[3 5] [=2 9]]", "dag:width=4,depth=9"],
        title: "trees written out or generated",
        asks: "anything: uneven, transpositions, giants",
        tested: "by their recipe",
        pages: &["trees.md"],
        read: |variant| TreeGame::read(variant).map(|tree| Variant::OfPoints(AnyGame::new(tree))),
    },
];

impl GameArg {
    /// Every game with each of its listed variants.
    pub fn samples() -> impl Iterator<Item = Self> {
        let texts =
            GAMES.iter().flat_map(|row| row.variants.iter().map(move |variant| (row, variant)));
        texts.map(|(row, variant)| Self::of(row, variant).expect("a variant"))
    }

    fn of(row: &'static Listing, variant: &str) -> Result<Self, GameError> {
        (row.read)(variant).map(|rules| Self { row, rules })
    }

    /// The position at the start.
    pub fn start(&self) -> Box<dyn Board> {
        self.visit(StartOf)
    }

    /// The position that is written `text`.
    ///
    /// # Errors
    /// If `text` is no position of this game.
    pub fn board(&self, text: &str) -> Result<Box<dyn Board>, NotationError> {
        self.visit(BoardOf(text))
    }
}

impl Catalog for GameArg {
    fn names() -> Vec<&'static str> {
        GAMES.iter().map(|row| row.name).collect()
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match &self.rules {
            Variant::OfDistance(game) => visitor.visit(game),
            Variant::OfPoints(game) => visitor.visit(game),
            Variant::ConnectFour(size) if *size == AnySize::default() => {
                visitor.visit(&four_in_a_row::<Standard>(Standard))
            }
            Variant::ConnectFour(size) => visitor.visit(&four_in_a_row::<AnySize>(*size)),
            Variant::Othello(rules) => {
                let exact = Selective::new(Iago::new(*rules), Selection::NONE);
                let judged = NotatedGame::<Othello>::new(*rules).judged(exact);
                let judged = judged.selective(othello::selection());
                visitor.visit(&judged.options(othello::options(), Options::default()))
            }
            Variant::Kalah(rules) => visitor.visit(&sowing(*rules)),
            Variant::Chess => visitor.visit(&chess(Timeless)),
            Variant::ChessOfFiftyMoves => visitor.visit(&chess(FiftyMoves)),
            Variant::ChessInFull => visitor.visit(&chess_in_full()),
        }
    }

    fn for_play(&self) -> Self {
        match &self.rules {
            Variant::Chess => Self { rules: Variant::ChessInFull, ..*self },
            _ => self.clone(),
        }
    }

    fn is_synthetic(&self) -> bool {
        self.row.name == TreeGame::NAME
    }
}

impl fmt::Debug for GameArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameArg").field(&self.name()).finish()
    }
}

/// Chess by the rules that are written `variant`.
fn chess_by(variant: &str) -> Result<Variant, GameError> {
    read::<Chess>(variant)
        .map(|_| Variant::Chess)
        .or_else(|_| read::<Chess<FiftyMoves>>(variant).map(|_| Variant::ChessOfFiftyMoves))
        .or_else(|_| read::<Chess<Full>>(variant).map(|_| Variant::ChessInFull))
}

struct StartOf;

impl Visitor for StartOf {
    type Output = Box<dyn Board>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        game.erased(&game.start().0)
    }
}

struct BoardOf<'a>(&'a str);

impl Visitor for BoardOf<'_> {
    type Output = Result<Box<dyn Board>, NotationError>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        Ok(game.erased(&game.parse(self.0)?))
    }
}

/// Connect Four with the options that measured best.
fn four_in_a_row<S>(shape: S) -> NotatedGame<ConnectFour<S>, ZeroEvaluator, true>
where
    S: Shape,
    ConnectFour<S>: Notation<Variant = S>,
{
    NotatedGame::new(shape).options(connect4::options(), connect4::options_to_depth()).dense()
}

/// Kalah with the options that measured best, judged by the stores.
fn sowing(rules: kalah::Rules) -> NotatedGame<Kalah> {
    NotatedGame::new(rules).options(kalah::options(), kalah::options())
}

/// Chess, judged by quiet positions.
fn chess<D: Draws>(draws: D) -> NotatedGame<Chess<D>, Pesto> {
    NotatedGame::new(draws).judged(Pesto::default())
}

/// What judges chess as it is played.
type ChessJudge = Selective<Either<Pesto, Either<Tuned, Nnue>>>;

/// Chess as it is played. What may be left out of its searches is told.
fn chess_in_full() -> NotatedGame<Chess<Full>, ChessJudge> {
    let nnue = judge_of_chess("nnue").expect("an evaluator");
    NotatedGame::new(Full).judged(nnue).selective(Selection::default()).named(judge_of_chess)
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

impl ValueParserFactory for GameName {
    type Parser = GameParser<GameArg>;

    fn value_parser() -> Self::Parser {
        GameParser::new()
    }
}

impl FromStr for GameArg {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let (name, variant) = text.split_once(':').unwrap_or((text, ""));
        match GAMES.iter().find(|row| row.name == name) {
            Some(row) => Self::of(row, variant),
            None => Err(GameError::Unknown { name: name.to_owned(), known: Self::names() }),
        }
    }
}

/// The game whose variant is written `text`, with nothing but its rules.
fn noted<N: Notation>(text: &str) -> Result<NotatedGame<N>, GameError> {
    read::<N>(text).map(NotatedGame::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<GameArg>().unwrap_err().to_string()
    }

    #[test]
    fn games_are_named_with_their_variant() {
        for text in ["tictactoe", "connect4:6x4", "nim", "chess", "chess:fifty", "chess:full"] {
            let game: GameArg = text.parse().unwrap();
            assert_eq!(format!("{game:?}"), format!("GameArg({text:?})"));
        }
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
