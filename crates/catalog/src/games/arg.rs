//! [`GameArg`]: a listed game, by its name.

use super::any::Board;
use super::error::GameError;
use super::list::{GAMES, Listing};
use super::own::{Catalog, GameName, GameParser};
use super::tree::TreeGame;
use super::variant::Variant;
use super::{Game, Visitor};
#[cfg(feature = "databases")]
use crate::database::{DatabaseChoice, DatabaseError, GameDatabase};
use clap::builder::ValueParserFactory;
use eldest_games::notation::NotationError;
use std::fmt;
#[cfg(feature = "databases")]
use std::path::Path;
use std::str::FromStr;

/// A game by its name: `connect4`, `connect4:6x4`.
#[derive(Clone)]
pub struct GameArg {
    row: &'static Listing,
    rules: Variant,
    /// The game for play, if it has a database.
    played: Option<Variant>,
}

impl GameArg {
    /// Returns every game with each of its listed variants.
    pub fn samples() -> impl Iterator<Item = Self> {
        let texts =
            GAMES.iter().flat_map(|row| row.variants.iter().map(move |variant| (row, variant)));
        texts.map(|(row, variant)| Self::of(row, variant).expect("a variant"))
    }

    fn of(row: &'static Listing, variant: &str) -> Result<Self, GameError> {
        (row.read)(variant).map(|rules| Self { row, rules, played: None })
    }

    /// Returns the position at the start.
    pub fn start(&self) -> Box<dyn Board> {
        self.visit(StartOf)
    }

    /// Returns the reason why the game has no database `to_build`, or to search with.
    #[cfg(feature = "databases")]
    fn without_database(&self, to_build: bool) -> DatabaseError {
        let reason = match &self.rules {
            Variant::ChessInFull => {
                "its values depend on how a position was reached (draws by repetition)"
            }
            Variant::ChessOfFiftyMoves => "they are built without the fifty-move rule",
            _ => "nothing numbers its positions",
        };
        let has_one = |arg: &Self| match arg.row.databases.as_ref() {
            Some(databases) if to_build => (databases.is_of)(&arg.rules),
            Some(_) => !matches!(arg.rules, Variant::ChessInFull),
            None => false,
        };
        let names: Vec<String> = Self::samples().filter(has_one).map(|arg| arg.name()).collect();
        DatabaseError::Unsupported { game: self.name(), reason, expected: names.join(" or ") }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If `text` is not a position of this game.
    pub fn board(&self, text: &str) -> Result<Box<dyn Board>, NotationError> {
        self.visit(BoardOf(text))
    }
}

impl Catalog for GameArg {
    fn names() -> Vec<&'static str> {
        GAMES.iter().map(|row| row.name).collect()
    }

    fn help() -> String {
        GAMES.iter().map(|row| row.help).collect()
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        self.rules.visit(visitor)
    }

    fn for_play(&self) -> Self {
        let rules = match (&self.played, &self.rules) {
            (Some(played), _) => played.clone(),
            (None, Variant::Chess) => Variant::ChessInFull,
            _ => return self.clone(),
        };
        Self { rules, ..self.clone() }
    }

    #[cfg(feature = "databases")]
    fn database(&self, choice: &DatabaseChoice) -> Result<Box<dyn GameDatabase>, DatabaseError> {
        let databases = self.row.databases.as_ref().filter(|known| (known.is_of)(&self.rules));
        match databases {
            Some(databases) => (databases.choose)(choice),
            None => Err(self.without_database(true)),
        }
    }

    #[cfg(feature = "databases")]
    fn with_database(&self, directory: &Path) -> Result<Self, DatabaseError> {
        let databases = self.row.databases.as_ref();
        match databases.and_then(|databases| (databases.open)(&self.rules, directory)) {
            Some(opened) => {
                let [rules, played] = opened?;
                Ok(Self { row: self.row, rules, played: Some(played) })
            }
            None => Err(self.without_database(false)),
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

    /// Returns whether the dense table is compiled for a game, and whether one of some size fits
    /// it.
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
        let is_dense = |text: &str| text.parse::<GameArg>().unwrap().visit(IsDense);
        for game in ["tictactoe", "nim", "othello:4x4", "kalah:1x1", "chess:fifty"] {
            assert_eq!(is_dense(game), (false, false), "{game}");
        }
        for game in ["connect4", "connect4:6x4", "tree:[[3 5] [2 9]]"] {
            assert_eq!(is_dense(game), (true, true), "{game}");
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
