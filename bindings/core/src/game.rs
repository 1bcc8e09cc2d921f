//! [`Game`]: a game that is known at run time.

use crate::erased::GamePosition;
use crate::fault::guard;
use crate::foreign_game::ForeignGame;
use crate::kind::Kind;
use crate::{Declared, Error, Position, Result, Rules, State};
use eldest_catalog::games::{Catalog, GAMES, Visitor};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A shipped game, as the list of games describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name before the colon.
    pub name: &'static str,
    /// Some variants after the colon; an empty text is the game without one.
    pub variants: &'static [&'static str],
    /// The name in the documentation.
    pub title: &'static str,
    /// The text form of its positions, in lines.
    pub help: &'static str,
}

/// A game: a shipped one by its name, or a foreign one by its rules. Clones share it.
#[derive(Clone)]
pub struct Game(pub(crate) Kind);

impl Game {
    /// Opens a shipped game by its name and variant, as in `connect4` and `connect4:6x5`.
    ///
    /// # Errors
    /// [`Error::Game`](crate::Error::Game).
    pub fn open(name: &str) -> Result<Self> {
        Kind::open(name).map(Self)
    }

    /// Opens a foreign game.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) if its declarations are invalid.
    pub fn of(rules: Arc<dyn Rules>) -> Result<Self> {
        let declared = guard(|| Ok(rules.declared()))?;
        check(&declared)?;
        Ok(Self(Kind::Foreign(ForeignGame { rules, declared: Arc::new(declared) })))
    }

    /// Lists the shipped games.
    #[must_use]
    pub fn all() -> Vec<GameInfo> {
        let info = |row: &eldest_catalog::games::Listing| GameInfo {
            name: row.name,
            variants: row.variants,
            title: row.title,
            help: row.help,
        };
        GAMES.iter().map(info).collect()
    }

    /// Returns the name with the variant, as in `connect4:7x6`.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.0 {
            Kind::Shipped(game) => game.name(),
            Kind::Foreign(game) => game.declared.name.clone(),
        }
    }

    /// Returns the names of the players, the first player first.
    #[must_use]
    pub fn players(&self) -> [String; 2] {
        match &self.0 {
            Kind::Shipped(game) => game.visit(Players).map(str::to_owned),
            Kind::Foreign(game) => game.declared.players.clone(),
        }
    }

    /// Whether it is a foreign game.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        matches!(self.0, Kind::Foreign(_))
    }

    /// Returns what a foreign game declares; `None` for a shipped game.
    #[must_use]
    pub fn declared(&self) -> Option<&Declared> {
        match &self.0 {
            Kind::Shipped(_) => None,
            Kind::Foreign(game) => Some(&game.declared),
        }
    }

    /// Returns the same game, which ends where the database in `directory` knows the value.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) for a game without databases, and
    /// [`Error::File`](crate::Error::File).
    pub fn with_database(&self, directory: &Path) -> Result<Self> {
        let Kind::Shipped(game) = &self.0 else {
            let name = self.name();
            return Err(Error::Unsupported(format!(
                "{name} is a game of your own; only shipped games have databases"
            )));
        };
        let game = game.with_database(directory).map_err(Error::of_database)?;
        Ok(Self(Kind::Shipped(game)))
    }

    /// Returns the same game with all rules that end it, for play: chess has draws by repetition
    /// then.
    #[must_use]
    pub fn for_play(&self) -> Self {
        match &self.0 {
            Kind::Shipped(game) => Self(Kind::Shipped(game.for_play())),
            Kind::Foreign(_) => self.clone(),
        }
    }

    /// Returns the position at the start.
    ///
    /// # Errors
    /// The rules of a foreign game failed.
    pub fn start(&self) -> Result<Position> {
        guard(|| Ok(self.0.visit(Start)))
    }

    /// Reads a position. `-` is the start of most games, and that of a foreign game without texts.
    ///
    /// # Errors
    /// [`Error::Position`](crate::Error::Position), or the rules of a foreign game failed.
    pub fn position(&self, text: &str) -> Result<Position> {
        guard(|| self.0.visit(Read(text)))
    }

    /// Returns the position of a foreign game with this state.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) for a shipped game.
    pub fn position_of(&self, state: Box<dyn State>) -> Result<Position> {
        let Kind::Foreign(game) = &self.0 else {
            let name = self.name();
            return Err(Error::Unsupported(format!(
                "{name} is a shipped game; expected the text of a position"
            )));
        };
        Ok(Position::new(Box::new(GamePosition::new(game, game.of(state), String::new()))))
    }

    /// Returns the position after `moves`, by name, from `position` on.
    ///
    /// # Errors
    /// [`Error::Move`](crate::Error::Move), or the rules of a foreign game failed.
    pub fn play(&self, position: &Position, moves: &[&str]) -> Result<Position> {
        moves.iter().try_fold(position.copy()?, |now, name| now.play(name))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.name()).finish()
    }
}

impl Position {
    /// Returns the game, without a database.
    ///
    /// # Errors
    /// Never for a foreign game.
    pub fn game(&self) -> Result<Game> {
        self.with(|erased| erased.kind().map(Game))
    }
}

/// Checks what a foreign game declares.
fn check(declared: &Declared) -> Result<()> {
    let Declared { name, unique_key_bits, range, granularity, endless, .. } = declared;
    let within = |value: &i32| value.unsigned_abs() <= MOST_POINTS;
    let wrong = if name.is_empty() {
        "an empty name; expected a name".to_owned()
    } else if let Some(bits) = unique_key_bits.filter(|bits| !(1..=64).contains(bits)) {
        format!("keys of {bits} bits; expected 1 to 64")
    } else if let Some([least, most]) = range.filter(|range| !range.iter().all(within)) {
        format!("values from {least} to {most}; expected values within ±{MOST_POINTS}")
    } else if let Some([least, most]) = range.filter(|[least, most]| least > most) {
        format!("values from {least} to {most}; expected the least one first")
    } else if *granularity == 0 {
        "a granularity of 0; expected 1 or more".to_owned()
    } else if let Some(points) = endless.filter(|points| !within(points)) {
        format!("endless play worth {points}; expected a value within ±{MOST_POINTS}")
    } else {
        return Ok(());
    };
    Err(Error::Option(format!("game '{name}' declares {wrong}")))
}

const MOST_POINTS: u32 = eldest::Score::MAX_VALUE.get().unsigned_abs();

struct Players;

impl Visitor for Players {
    type Output = [&'static str; 2];

    fn visit<G: eldest_catalog::games::Game>(self, game: &G) -> Self::Output {
        game.players()
    }
}

struct Start;

impl Visitor for Start {
    type Output = Position;

    fn visit<G: eldest_catalog::games::Game>(self, game: &G) -> Position {
        let (start, text) = game.start();
        Position::new(Box::new(GamePosition::new(game, start, text)))
    }
}

struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = Result<Position>;

    fn visit<G: eldest_catalog::games::Game>(self, game: &G) -> Self::Output {
        Ok(Position::new(Box::new(GamePosition::read(game, self.0)?)))
    }
}
