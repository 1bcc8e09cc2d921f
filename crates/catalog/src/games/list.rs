//! [`GAMES`]: the list of all games.
//!
//! To add a game, add a row. A game whose searches need separately compiled code also gets a
//! variant of [`Variant`], and an arm of [`Variant::visit`].

use super::any::AnyGame;
use super::databases::{self, Databases};
use super::error::GameError;
use super::own::read;
use super::tree::TreeGame;
use super::variant::{Variant, chess_by, noted};
use eldest_games::chess::Chess;
use eldest_games::connect4::{AnySize, ConnectFour};
use eldest_games::dobutsu::Dobutsu;
use eldest_games::domineering::{self, Domineering};
use eldest_games::dots::{self, Dots};
use eldest_games::kalah::Kalah;
use eldest_games::nim::Nim;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_games::tictactoe::TicTacToe;

/// A game that the programs support.
#[derive(Debug)]
pub struct Listing {
    /// The name before the colon.
    pub name: &'static str,
    /// Variants after the colon, including the smallest boards. Tests use all of these.
    pub variants: &'static [&'static str],
    /// The text form of its positions, in lines for the help of the program.
    pub help: &'static str,
    /// The name in the documentation.
    pub title: &'static str,
    /// The demands on a search.
    pub asks: &'static str,
    /// The known values that tests compare.
    pub tested: &'static str,
    /// The pages about the game.
    pub pages: &'static [&'static str],
    pub(super) read: fn(&str) -> Result<Variant, GameError>,
    #[cfg_attr(not(feature = "databases"), expect(dead_code, reason = "there are none"))]
    pub(super) databases: Option<Databases>,
}

/// All games.
pub static GAMES: [Listing; 10] = [
    Listing {
        name: TicTacToe::NAME,
        variants: &[""],
        help: "  tictactoe        x.o/.x./... (rows from the top), or - for the empty board\n",
        title: "tic-tac-toe",
        asks: "the smallest of its kind",
        tested: "by hand",
        pages: &[],
        read: |variant| Ok(Variant::OfDistance(AnyGame::new(noted::<TicTacToe>(variant)?))),
        databases: None,
    },
    Listing {
        name: <ConnectFour>::NAME,
        variants: &["", "4x4", "9x6"],
        help: concat!(
            "  connect4         columns played, 4453; or - for the empty board; or rows from\n",
            "                   the top\n",
            "  connect4:6x4     the same on 6 columns and 4 rows\n",
        ),
        title: "Connect Four, 4 to 9 columns",
        asks: "short unique keys, mirror images, static bounds",
        tested: "published scores (`crates/games/suites/connect4`)",
        pages: &["tables.md", "options.md"],
        read: |variant| read::<ConnectFour<AnySize>>(variant).map(Variant::ConnectFour),
        databases: None,
    },
    Listing {
        name: Nim::NAME,
        variants: &[""],
        help: "  nim              heaps, 3,4,5\n",
        title: "Nim",
        asks: "the smallest with a theory",
        tested: "by hand",
        pages: &[],
        read: |variant| Ok(Variant::OfDistance(AnyGame::new(noted::<Nim>(variant)?))),
        databases: None,
    },
    Listing {
        name: Othello::NAME,
        variants: &["", "4x4", "6x6,discs"],
        help: concat!(
            "  othello          the squares row by row from A1, X, O or -, a blank, the side\n",
            "                   to move, X or O\n",
            "  othello:6x6      the same on 6x6 squares (or 4x4)\n",
            "  othello:8x8,discs  the same, where empty squares count for neither side\n",
        ),
        title: "Othello, 8x8, 6x6, 4x4",
        asks: "passes, scores of discs on a grid of two",
        tested: "perft, 4x4, FFO endgames",
        pages: &["othello.md"],
        read: |variant| read::<Othello>(variant).map(Variant::Othello),
        databases: None,
    },
    Listing {
        name: Kalah::NAME,
        variants: &["", "1x1", "4x3,no-empty-capture"],
        help: concat!(
            "  kalah            houses and store of South, then of North, a blank, the side\n",
            "                   to move, S or N: 4,4,0,5,5,5:1/4,4,4,4,4,4:0 S\n",
            "  kalah:5x3        the same with 5 houses per side and 3 seeds in each\n",
            "  kalah:6x4,no-empty-capture  the same, without captures opposite an empty\n",
            "                   house\n",
        ),
        title: "Kalah, 1 to 7 houses",
        asks: "a side moves again and again: no alternation, no fixed length",
        tested: "(4,3) to (6,4)",
        pages: &["kalah.md"],
        read: |variant| read::<Kalah>(variant).map(Variant::Kalah),
        databases: None,
    },
    Listing {
        name: <Domineering>::NAME,
        variants: &["", "1x1", "1x6", "6x1", "2x2", "9x9"],
        help: concat!(
            "  domineering      the rows, '.' or '#' for a taken square, a blank, the side\n",
            "                   to move, V or H\n",
            "  domineering:5x7  the same on 5 rows and 7 columns\n",
        ),
        title: "Domineering, up to 128 squares",
        asks: "nothing beyond README and [own-game.md](own-game.md)",
        tested: "winners of small boards",
        pages: &[],
        read: |variant| dominoes::<1>(variant).or_else(|_| dominoes::<2>(variant)),
        databases: None,
    },
    Listing {
        name: Dots::NAME,
        variants: &["", "1x1", "4x3"],
        help: concat!(
            "  dots             Dots and Boxes: the edges drawn, or -, the boxes of the\n",
            "                   first player and of the second, the side to move, F or S:\n",
            "                   a1h,b2v 0:0 F (a1h leads right from dot a1, a1v down)\n",
            "  dots:4x3         the same on 4 rows and 3 columns of boxes\n",
        ),
        title: "Dots and Boxes, up to 5x5",
        asks: "points outside the key; the side that scores moves again; forced moves",
        tested: "minimax at every position of 3x3 and 2x4",
        pages: &["dots.md"],
        read: |variant| {
            let game = noted::<Dots>(variant)?.options(dots::options(), dots::options());
            Ok(Variant::OfPoints(AnyGame::new(game)))
        },
        databases: None,
    },
    Listing {
        name: <Chess>::NAME,
        variants: &["", "fifty", "full"],
        help: concat!(
            "  chess            FEN, or its first four fields as in EPD; only mate,\n",
            "                   stalemate and dead positions end the game\n",
            "  chess:fifty      the same, drawn after fifty moves: an end that solve needs\n",
            "  chess:full       the same with all draws; values are approximate where\n",
            "                   positions repeat. Play and match use it for chess\n",
        ),
        title: "chess",
        asks: "no end in sight, quiescence, draws by history",
        tested: "perft, mates in 2 and 3",
        pages: &["chess.md"],
        read: chess_by,
        databases: databases::CHESS,
    },
    Listing {
        name: Dobutsu::NAME,
        variants: &[""],
        help: concat!(
            "  dobutsu          dobutsu shogi: the rows from the top, White's pieces in upper\n",
            "                   case, hens as +C, in brackets the pieces in hand, a blank,\n",
            "                   the side to move, w or b: gle/1c1/1C1/ELG[] w\n",
        ),
        title: "dobutsu shogi",
        asks: "plays without end, unique keys that fold colours and mirror images, positions before a position",
        tested: "counts of an independent program",
        pages: &[],
        read: |variant| Ok(Variant::OfDistance(AnyGame::new(noted::<Dobutsu>(variant)?))),
        databases: databases::DOBUTSU,
    },
    Listing {
        name: TreeGame::NAME,
        variants: &["[[3 5] [=2 9]]", "dag:width=4,depth=9"],
        help: concat!(
            "  tree:SPEC        a synthetic tree, SPEC as in uniform:width=3,depth=5,seed=1\n",
            "                   (kinds: uniform, uneven, dag, ordered) or '[[3 5] [2 9]]';\n",
            "                   the path to a node, 0.2.1, or - for the root\n",
        ),
        title: "trees written out or generated",
        asks: "anything: uneven, transpositions, giants",
        tested: "by their recipe",
        pages: &["trees.md"],
        read: |variant| TreeGame::read(variant).map(|tree| Variant::OfPoints(AnyGame::new(tree))),
        databases: None,
    },
];

/// Returns Domineering on boards that fit into this number of words.
fn dominoes<const WORDS: usize>(variant: &str) -> Result<Variant, GameError> {
    let options = domineering::options();
    let game = noted::<Domineering<WORDS>>(variant)?.options(options, options);
    Ok(Variant::OfPoints(AnyGame::new(game)))
}
