//! [`Databases`]: the databases of a listed game.

use super::any::AnyGame;
use super::known::DatabaseGame;
use super::noted::NotatedGame;
use super::variant::{Variant, chess};
use crate::database::{
    DatabaseChoice, DatabaseError, GameDatabase, dobutsu, endings, with_all, with_endings,
};
use eldest_games::chess::{Draws, FiftyMoves, Timeless};
use eldest_games::dobutsu::Dobutsu;
use eldest_games::notation::OnlyVariant;
use std::path::Path;

/// The game for searches and the game for play, both with a database.
type Opened = Result<[Variant; 2], DatabaseError>;

/// The databases of a game.
#[derive(Debug)]
pub(super) struct Databases {
    /// Returns the database with the chosen slices.
    pub(super) choose: fn(&DatabaseChoice) -> Result<Box<dyn GameDatabase>, DatabaseError>,
    /// Returns this variant of the game with the database in a directory; `None` if no database
    /// suits it.
    pub(super) open: fn(&Variant, &Path) -> Option<Opened>,
    /// Returns whether the database is one of this variant, not only of use in its searches.
    pub(super) is_of: fn(&Variant) -> bool,
}

pub(super) const DOBUTSU: Option<Databases> =
    Some(Databases { choose: dobutsu, open: dobutsu_with, is_of: |_| true });

pub(super) const CHESS: Option<Databases> = Some(Databases {
    choose: endings,
    open: chess_with,
    is_of: |variant| matches!(variant, Variant::Chess),
});

fn dobutsu_with(_: &Variant, directory: &Path) -> Option<Opened> {
    let game = NotatedGame::<Dobutsu>::new(OnlyVariant);
    let database = with_all(directory, &Dobutsu::new());
    let known = |database| Variant::OfDistance(AnyGame::new(DatabaseGame::new(game, database)));
    Some(database.map(known).map(|variant| [variant.clone(), variant]))
}

/// Chess is played with the fifty-move rule, so that games end; draws by repetition would make
/// values depend on the path.
fn chess_with(variant: &Variant, directory: &Path) -> Option<Opened> {
    let fifty = || known_chess(FiftyMoves, directory);
    match variant {
        Variant::Chess => {
            let both = || Ok([known_chess(Timeless, directory)?, fifty()?]);
            Some(both())
        }
        Variant::ChessOfFiftyMoves => Some(fifty().map(|variant| [variant.clone(), variant])),
        _ => None,
    }
}

fn known_chess<D: Draws>(draws: D, directory: &Path) -> Result<Variant, DatabaseError> {
    let database = with_endings::<D>(directory)?;
    Ok(Variant::OfDistance(AnyGame::new(DatabaseGame::new(chess(draws), database))))
}
