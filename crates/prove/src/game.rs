//! [`TextGame`]: the [`GameRules`] of any [`Position`] with a text form.

use crate::rules::{About, GameRules, GraphPosition, Reply};
use eldest::options::Driver;
use eldest::{KeyKind, MoveList, Position};
use std::fmt;
use std::marker::PhantomData;

/// The text form of the positions and moves of a game.
///
/// [`read`](Self::read) must turn the output of [`write`](Self::write) into the same position, on
/// every machine.
pub trait Texts<P: Position>: Send + Sync {
    /// Reads a position.
    ///
    /// # Errors
    /// The reason why `text` is not a position.
    fn read(&self, text: &str) -> Result<P, String>;

    /// Writes `position`, which the move `mv` reaches from the position with the text `from`. For
    /// the root of a proof, `from` is its own text and `mv` is `None`. Texts that include the moves
    /// played need both.
    fn write(&self, position: &P, from: &str, mv: Option<&str>) -> String;

    /// Writes a legal move in the notation of the game. The moves of a position have different
    /// texts.
    fn write_move(&self, position: &P, mv: P::Move) -> String;
}

/// The [`GameRules`] of a [`Position`], by its text form.
pub struct TextGame<P, W> {
    about: About,
    texts: W,
    position: PhantomData<fn(P)>,
}

impl<P: Position, W: Texts<P>> TextGame<P, W> {
    /// Creates the rules of the game `name`. The `fingerprint` identifies the rules, as
    /// [`Origin::rules`](eldest::table::Origin::rules) does for example.
    pub fn new(name: impl Into<String>, fingerprint: u64, texts: W) -> Self {
        let name = name.into();
        let refusal = P::PATH_DEPENDENT.then(|| {
            format!(
                "the values of {name} depend on the moves that led to a position (repetitions, move counters), so a \
                 proof of a position by one path does not hold by another; expected a game whose values depend on \
                 the position alone"
            )
        });
        let about = About::new(name, fingerprint);
        let about = about.with(|a| (a.counts_distance, a.refusal) = (P::WIN_DISTANCE, refusal));
        Self { about, texts, position: PhantomData }
    }

    /// Sets the driver, which chooses the windows at the root. With
    /// [`Options::driver_to_end`](eldest::Options::driver_to_end) a proof searches the same windows
    /// as one search would. The default is [bisection](Driver::Bisection).
    #[must_use]
    pub fn by(self, driver: Driver) -> Self {
        Self { about: self.about.with(|about| about.driver = driver), ..self }
    }

    /// Returns the text form of its positions.
    pub fn texts(&self) -> &W {
        &self.texts
    }

    fn place_of(&self, position: &P, text: String) -> GraphPosition {
        let range = position.range();
        let bounds = position.bounds();
        GraphPosition::new(name(position, &text), text, bounds.intersect(range).unwrap_or(bounds))
            .with(|p| (p.step, p.origin) = (position.granularity(), range.lower().get()))
    }
}

/// Returns the name of a position: its key if that is unique (mirror images share it), with the
/// points taken where the position reports them. Hashed keys may collide, so the name is the text
/// there.
fn name<P: Position>(position: &P, text: &str) -> String {
    match (position.key_kind(), position.taken()) {
        (KeyKind::Unique { .. }, None) => format!("{:x}", position.key()),
        (KeyKind::Unique { .. }, Some(taken)) => format!("{:x} {taken}", position.key()),
        _ => text.to_owned(),
    }
}

impl<P: Position, W: Texts<P>> GameRules for TextGame<P, W> {
    fn about(&self) -> &About {
        &self.about
    }

    fn place(&self, text: &str) -> Result<GraphPosition, String> {
        let position = self.texts.read(text)?;
        let text = self.texts.write(&position, text, None);
        Ok(self.place_of(&position, text))
    }

    fn replies(&self, text: &str) -> Result<Vec<Reply>, String> {
        let position = self.texts.read(text)?;
        if position.over().is_some() {
            return Ok(Vec::new());
        }
        let mut moves = MoveList::default();
        moves.refill(|out| position.relevant_moves(out));
        let reply = |mv| {
            let written = self.texts.write_move(&position, mv);
            let mut child = position.clone();
            child.play(mv);
            let place = self.place_of(&child, self.texts.write(&child, text, Some(&written)));
            let reply = Reply::new(written, place);
            if child.side() == position.side() { reply.again() } else { reply }
        };
        Ok(moves.iter().map(reply).collect())
    }

    fn moves(&self, text: &str) -> Result<Vec<String>, String> {
        let position = self.texts.read(text)?;
        let mut moves = MoveList::default();
        if position.over().is_none() {
            moves.refill(|out| position.relevant_moves(out));
        }
        Ok(moves.iter().map(|mv| self.texts.write_move(&position, mv)).collect())
    }
}

impl<P, W> fmt::Debug for TextGame<P, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextGame").field("about", &self.about).finish_non_exhaustive()
    }
}
