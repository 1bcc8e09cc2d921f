//! Games whose positions cannot be proved.

use eldest::{Moves, Position, Score, Side};
use eldest_prove::{Error, ProofManager, ProofOptions, TextGame, Texts};

/// Steps back and forth.
#[derive(Clone)]
struct Path;

impl Position for Path {
    type Move = ();
    type Undo = ();

    const PATH_DEPENDENT: bool = true;

    fn side(&self) -> Side {
        Side::First
    }
    fn key(&self) -> u64 {
        0
    }
    fn over(&self) -> Option<Score> {
        None
    }
    fn moves(&self, out: &mut Moves<'_, ()>) {
        out.push(());
    }
    fn play(&mut self, (): ()) {}
    fn undo(&mut self, (): (), (): ()) {}
}

struct Steps;

impl Texts<Path> for Steps {
    fn read(&self, _: &str) -> Result<Path, String> {
        Ok(Path)
    }
    fn write(&self, _: &Path, _: &str, _: Option<&str>) -> String {
        "here".to_owned()
    }
    fn write_move(&self, _: &Path, (): ()) -> String {
        "on".to_owned()
    }
}

#[test]
fn a_game_whose_values_depend_on_the_way_is_refused_with_the_reason() {
    let game = TextGame::new("steps", 1, Steps);
    let refused = ProofManager::new(&game, "here", ProofOptions::default()).unwrap_err();
    assert!(matches!(refused, Error::Refused(_)));
    assert!(refused.to_string().starts_with("the values of steps depend on the moves that led to"));
}

#[test]
fn a_position_that_cannot_be_read_is_named() {
    let game = TextGame::new("countdown", 1, eldest_prove::doc::Heaps);
    let refused = ProofManager::new(&game, "many", ProofOptions::default()).unwrap_err();
    assert_eq!(refused.to_string(), "position 'many': expected a number from 0 to 255");
}
