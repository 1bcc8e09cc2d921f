//! [`TextGame`]: the [`GameRules`] of any [`Position`] whose positions are written.

use crate::rules::{About, GameRules, GraphPosition, Reply};
use eldest::options::Driver;
use eldest::{KeyKind, MoveList, Position};
use std::fmt;
use std::marker::PhantomData;

/// How positions and moves of a game are written.
///
/// What is [written](Self::write) must be [read](Self::read) back as the same position, on every machine.
pub trait Texts<P: Position>: Send + Sync {
    /// The position that is written `text`.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, text: &str) -> Result<P, String>;

    /// Writes `position`, to which the move `mv` leads from the position that is written `from`; the root of a proof
    /// comes from itself, without a move. Where texts say how a position was reached, that is needed.
    fn write(&self, position: &P, from: &str, mv: Option<&str>) -> String;

    /// The legal move as people write it; those of a position differ.
    fn write_move(&self, position: &P, mv: P::Move) -> String;
}

/// The game of a [`Position`], by texts.
pub struct TextGame<P, W> {
    about: About,
    texts: W,
    position: PhantomData<fn(P)>,
}

impl<P: Position, W: Texts<P>> TextGame<P, W> {
    /// The game called `name`, whose rules have this `fingerprint`: that of
    /// [`Origin::rules`](eldest::table::Origin::rules), for example.
    pub fn new(name: impl Into<String>, fingerprint: u64, texts: W) -> Self {
        let name = name.into();
        let refusal = P::PATH_DEPENDENT.then(|| {
            format!(
                "the values of {name} depend on the way to a position (a repetition, a count of moves), so what is \
                 proved of a position on one way says nothing about it on another; expected a game whose values \
                 depend on the position alone"
            )
        });
        let about = About::new(name, fingerprint);
        let about = about.with(|a| (a.counts_distance, a.refusal) = (P::WIN_DISTANCE, refusal));
        Self { about, texts, position: PhantomData }
    }

    /// The windows of a value are asked in the order of `driver`: that of the options with which
    /// the game is searched to the end
    /// ([`Options::driver_to_end`](eldest::Options::driver_to_end)), so that a proof asks what one
    /// search would. Without it values are [halved](Driver::Bisection).
    #[must_use]
    pub fn by(self, driver: Driver) -> Self {
        Self { about: self.about.with(|about| about.driver = driver), ..self }
    }

    /// How its positions are written.
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

/// A unique key is a name that mirror images share; what has been taken belongs to it if the key does not tell. Of
/// hashed keys two may be the same by accident: there, the text is the name.
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
