//! [`Plain`]: the rules of a game, implemented independently, and the comparison with the game.

use crate::shares::Coverage;
use eldest::{Moves, Position, Score, Side, Window};
use std::fmt::{Debug, Display};

/// The rules of a game, implemented as plainly as possible: the oracle for [`Game`](Self::Game).
pub trait Plain: Clone + Debug {
    /// The game to check.
    type Game: Position<Undo: Clone> + Debug + Display;
    /// What the key must distinguish, and nothing else.
    type Name: Eq + Ord + Debug;

    /// The nodes that minimax may visit for one value.
    const NODES: u32 = 400;

    /// The positions among which keys are compared.
    const KEYS: usize = 150;
    /// The most plies of a playout.
    const PLIES: u32 = 64;

    /// The number of the game's move `mv` at this position in these rules.
    fn move_of(&self, mv: <Self::Game as Position>::Move) -> u32;
    /// The side to move.
    fn side(&self) -> Side;
    /// The score for the side to move, if the game is over.
    fn over(&self) -> Option<Score>;
    /// All legal moves in ascending order; not called if the game is over.
    fn moves(&self) -> Vec<u32>;
    /// Plays a legal move.
    fn play(&mut self, mv: u32);
    /// What the key must distinguish.
    fn name(&self) -> Self::Name;
    /// The most plies that the game can still last; `None` if the game declares only a bound.
    fn longest(&self) -> Option<u32>;

    /// The mover's points minus the opponent's, if the game leaves them out of its keys.
    fn taken(&self) -> Option<i32> {
        None
    }

    /// Checks other promises of this game.
    fn check_more(&self, _game: &Self::Game) {}

    /// The position as text with everything that the rules need; `None` if the game has no such
    /// text.
    fn text(&self) -> Option<String> {
        None
    }

    /// Moves of special kinds; a playout chooses one of them half of the time.
    fn rare(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Counts special events of the move `mv`, which leads to `after`.
    fn count(&self, _mv: u32, _after: &Self, _met: &mut Coverage) {}

    /// Makes further checks that take longer.
    fn check_slowly(&self, _game: &Self::Game) {}

    /// The position after `mv`.
    #[must_use]
    fn after(&self, mv: u32) -> Self {
        let mut child = self.clone();
        child.play(mv);
        child
    }

    /// V(p, END) by minimax; `None` if that takes more than `nodes` nodes.
    fn value(&self, nodes: &mut u32) -> Option<Score> {
        *nodes = nodes.checked_sub(1)?;
        match self.over() {
            Some(score) => Some(score),
            None => self.best(&self.moves(), nodes),
        }
    }

    /// The best value among `moves`; `None` without moves, or if the nodes run out.
    fn best(&self, moves: &[u32], nodes: &mut u32) -> Option<Score> {
        let values = moves.iter().map(|mv| {
            let child = self.after(*mv);
            let value = child.value(nodes)?;
            let value = if Self::Game::WIN_DISTANCE { one_ply_up(value) } else { value };
            Some(if child.side() == self.side() { value } else { -value })
        });
        values.collect::<Option<Vec<_>>>()?.into_iter().max()
    }
}

/// Makes a win or a loss one ply more distant. Implemented here again, to be independent of the
/// library.
fn one_ply_up(score: Score) -> Score {
    match score.distance() {
        None => score,
        Some(plies) if score > Score::DRAW => Score::win_in(plies + 1),
        Some(plies) => Score::loss_in(plies + 1),
    }
}

/// Compares everything at one position that needs no search.
pub(super) fn agree<P: Plain>(plain: &P, game: &P::Game) {
    assert_eq!(game.side(), plain.side(), "the side to move of {plain:?}");
    assert_eq!(game.over(), plain.over(), "the score of {plain:?}");
    assert_eq!(game.taken(), plain.taken(), "the points taken before {plain:?}");
    if let Some(plies) = plain.longest() {
        assert_eq!(game.plies_left(), Some(plies), "the plies left at {plain:?}");
    }
    if let Some(text) = plain.text() {
        assert_eq!(game.to_string(), text, "the text of {plain:?}");
    }
    if let Some(score) = game.over() {
        assert_eq!(game.bounds().value(), Some(score), "the bounds of the finished game {plain:?}");
        for window in null_windows(score) {
            let found = game.bounds_for(window);
            let answered = found.decide(window).is_some() && found.contains(score);
            assert!(answered, "{found:?} for {window:?} at {plain:?}, which ended with {score}");
        }
        return;
    }
    let moves = Moves::collect(|out| game.moves(out));
    let mut named: Vec<u32> = moves.iter().copied().map(|mv| plain.move_of(mv)).collect();
    named.sort_unstable();
    assert_eq!(named, plain.moves(), "the legal moves of {plain:?}");
    let mut move_codes: Vec<u16> = moves.iter().map(|mv| game.move_code(*mv)).collect();
    move_codes.sort_unstable();
    move_codes.dedup();
    assert!(move_codes.len() == moves.len() && move_codes[0] > 0, "the move_codes of {plain:?}");
    plain.check_more(game);
}

/// Null windows around `value`, four on each side.
pub fn null_windows(value: Score) -> impl Iterator<Item = Window> {
    (-4..4).map(move |distance| Window::null(Score::new(value.get() + distance)))
}

/// Compares static information with minimax, if that takes at most `nodes` nodes. Counts
/// comparisons in `met`. Returns whether they were made.
pub(super) fn check_hints<P: Plain>(
    plain: &P,
    game: &P::Game,
    nodes: u32,
    met: &mut Coverage,
) -> bool {
    let Some(value) = plain.value(&mut { nodes }) else { return false };
    let (bounds, range) = (game.bounds(), game.range());
    assert!(bounds.contains(value), "{value} is not within {bounds:?} at {plain:?}");
    assert!(range.contains(value), "{value} is not within {range:?} at {plain:?}");
    for window in null_windows(value) {
        let found = game.bounds_for(window);
        assert!(
            found.contains(value),
            "{value} is not within {found:?} for {window:?} at {plain:?}"
        );
        met.add("decided for a window", u64::from(found != bounds));
    }
    let above = value.get().abs_diff(range.lower().get());
    assert!(above.is_multiple_of(game.granularity()), "{value} is off the grid at {plain:?}");
    if game.over().is_none() {
        met.add("values", 1);
        met.add("decided ahead", u64::from(bounds.value().is_some()));
    }
    if bounds.value().is_none() {
        check_relevant(plain, game, value, nodes, met);
    }
    true
}

/// The best of the relevant moves has the value `value`.
fn check_relevant<P: Plain>(
    plain: &P,
    game: &P::Game,
    value: Score,
    nodes: u32,
    met: &mut Coverage,
) {
    let relevant = Moves::collect(|out| game.relevant_moves(out));
    let relevant: Vec<u32> = relevant.into_iter().map(|mv| plain.move_of(mv)).collect();
    let best = plain.best(&relevant, &mut { nodes });
    assert_eq!(best, Some(value), "the relevant moves {relevant:?} of {plain:?}");
    met.add("relevant moves", 1);
    met.add("moves left out", u64::from(relevant.len() < plain.moves().len()));
}
