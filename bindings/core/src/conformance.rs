//! Checks that the rules of a foreign game keep the promises on which a search relies.

use crate::erased::GamePosition;
use crate::fault::{Fault, guard};
use crate::foreign::Foreign;
use crate::foreign_game::ForeignGame;
use crate::kind::Kind;
use crate::{Error, Game, Position, Result};
use eldest::conformance::{self, Broken, Difference, Violation};
use eldest::{Depth, Position as _, StopToken};
use eldest_catalog::games::Game as _;

/// How much of a game is checked.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// About this many positions are checked, and a small multiple of them visited. The default is
    /// 2,000.
    pub positions: usize,
    /// Ends the check.
    pub stop: Option<StopToken>,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { positions: 2_000, stop: None }
    }
}

/// What was checked. The game has kept its promises there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conformance {
    /// The positions that were checked.
    pub positions: usize,
    /// The random games that were played.
    pub games: usize,
    /// The plies of the longest.
    pub longest: usize,
    /// The positions whose value was found by minimax, and compared with bounds and keys.
    pub solved: usize,
    /// The positions with the key of an earlier one, which were compared.
    pub repeated_keys: usize,
    /// How often a game came back to an earlier position. Above 0, the game has cycles.
    pub repetitions: usize,
    /// The positions that were printed and read again; 0 for a game without texts.
    pub texts: usize,
    /// The reasons not to rely on the check, a sentence each.
    pub doubts: Vec<String>,
}

/// Checks the rules of a foreign game in random games from `start`, or from its own start: that
/// moves are undone, that methods give the same results again, that keys, bounds, values, texts and
/// evaluations agree.
///
/// # Errors
/// [`Error::Contract`] with the broken promise and the moves that lead there; [`Error::Foreign`] or
/// [`Error::Panic`] if the rules failed; [`Error::Unsupported`] for a shipped game;
/// [`Error::Unfinished`] if it was stopped.
pub fn check(game: &Game, start: Option<&Position>, options: &CheckOptions) -> Result<Conformance> {
    let Kind::Foreign(foreign) = &game.0 else {
        let name = game.name();
        return Err(Error::Unsupported(format!("{name} is a shipped game; its tests check it")));
    };
    let own;
    let start = match start {
        Some(start) => start,
        None => {
            own = game.start()?;
            &own
        }
    };
    let (fault, stop) = (Fault::default(), options.stop.clone().unwrap_or_default());
    let checked = start.with(|erased| {
        let Some(at) = erased.as_any().downcast_ref::<GamePosition<ForeignGame>>() else {
            return Err(Error::Position("a position of a shipped game".to_owned()));
        };
        let root = at.rooted(&fault).stopped_by(&stop).checked();
        Check { game: foreign, budget: options.positions }.run(&root)
    });
    if stop.is_stopped() {
        return Err(Error::Unfinished("the check was stopped".to_owned()));
    }
    fault.instead(checked)
}

/// A check of a game.
struct Check<'a> {
    game: &'a ForeignGame,
    budget: usize,
}

impl Check<'_> {
    fn run(&self, root: &Foreign) -> Result<Conformance> {
        let summary =
            conformance::check(root, self.budget).map_err(|broken| self.refused(root, &broken))?;
        if root.over().is_none() {
            let evaluated = conformance::check_evaluator(root, &self.game.evaluator(), self.budget);
            evaluated.map_err(|broken| self.refused(root, &broken))?;
        }
        Ok(Conformance {
            positions: summary.positions,
            games: summary.games,
            longest: summary.longest,
            solved: summary.solved,
            repeated_keys: summary.repeated_keys,
            repetitions: summary.repetitions,
            texts: self.texts(root)?,
            doubts: summary.doubts(),
        })
    }

    /// Prints positions and reads them again, if the game has texts.
    fn texts(&self, root: &Foreign) -> Result<usize> {
        if self.game.write(root, "", None).is_empty() {
            return Ok(0);
        }
        let print = |position: &Foreign| self.game.write(position, "", None);
        // A failure of the rules is not a text that cannot be read.
        let parse = |text: &str| {
            let state = root.got(self.game.rules.parse(text));
            state.map(|state| root.with_state(state)).ok_or("it is no position")
        };
        let checked = conformance::check_text(root, self.budget, print, parse);
        checked.map_err(|broken| self.refused(root, &broken))
    }

    /// Returns the error for a broken promise, after moves from `root`.
    fn refused(&self, root: &Foreign, violation: &Violation<u64>) -> Error {
        let Violation { path, broken } = violation;
        let named = guard(|| {
            let (names, position) = self.names(root.clone(), path);
            let broken = self.sentence(root, &position, broken);
            Ok(format!("after the moves {names}: {broken}"))
        });
        Error::Contract(named.unwrap_or_else(|_| violation.to_string()))
    }

    /// Returns what is wrong at `position`, with the names that the game gives to moves.
    fn sentence(&self, root: &Foreign, position: &Foreign, broken: &Broken<u64>) -> String {
        let name = |mv: &u64| self.game.format_move(position, *mv);
        let way = |moves: &[u64]| self.names(root.clone(), moves).0;
        match broken {
            Broken::Undo { mv, difference } => {
                let mv = name(mv);
                format!("{mv}, played and undone, does not lead back: {}", differs(difference))
            }
            Broken::KeyAfter { mv, predicted, key } => {
                format!("the key after {} is {key:#x}, but key_after gave {predicted:#x}", name(mv))
            }
            Broken::Twice { mv } => format!("{} is among the moves twice", name(mv)),
            Broken::RelevantIllegal { mv } => {
                format!("{} is among the relevant moves, but not among the moves", name(mv))
            }
            Broken::PliesLeft { mv, before, after: Some(after) } => {
                let mv = name(mv);
                format!("plies_left is {before}, and {after} after {mv}; expected less")
            }
            Broken::Unstable(difference) => {
                let difference = differs(difference);
                format!("two calls on the same position return different results: {difference}")
            }
            Broken::SameKey { other, difference } => format!(
                "after the moves {} the key is the same, but not the value: {difference}",
                way(other)
            ),
            Broken::Repetition { other, difference } => format!(
                "after the moves {} the key is the same, but not the value: {difference}. Positions \
                 repeat on the way: if values depend on that, put what they depend on into the \
                 key, or declare the game path dependent",
                way(other)
            ),
            Broken::TakenSide { other } => format!(
                "after the moves {} the key is the same, but values less taken are not; they are if \
                 taken is turned round: expected it as the side to move sees it",
                way(other)
            ),
            other => other.to_string(),
        }
    }

    /// Returns the names of moves from `position` on, and the position after them.
    fn names(&self, mut position: Foreign, path: &[u64]) -> (String, Foreign) {
        let name = |mv: &u64| {
            let name = self.game.format_move(&position, *mv);
            position.play(*mv);
            name
        };
        let names: Vec<String> = path.iter().map(name).collect();
        (format!("[{}]", names.join(", ")), position)
    }
}

/// Describes a difference. The numbers of moves mean nothing to a caller.
fn differs(difference: &Difference) -> String {
    match difference.what {
        "moves" => "`moves` gives other moves, or the same in another order".to_owned(),
        _ => difference.to_string(),
    }
}

/// Counts the games of exactly `depth` plies from a position; games that end sooner do not count.
///
/// # Errors
/// The rules failed, [`Error::Option`] for more plies than searches have, or [`Error::Unfinished`] if
/// it was stopped.
pub fn perft(position: &Position, depth: u32, stop: &StopToken) -> Result<u64> {
    let most = u32::from(Depth::MAX_PLIES);
    if depth > most {
        return Err(Error::Option(format!("plies is {depth}; expected at most {most}")));
    }
    let copy = position.with(|erased| Ok(erased.copy()))?;
    let counted = guard(|| Ok(copy.perft(depth, stop)))?;
    counted.ok_or_else(|| Error::Unfinished("the count was stopped".to_owned()))
}
