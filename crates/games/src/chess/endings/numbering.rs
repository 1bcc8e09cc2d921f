//! [`Endings`]: the numbering; [`ChessEndings`]: the same numbers for positions of [`Chess`].

use super::ending::{Ending, MOST_MEN};
use super::frame::Frame;
use super::guard::Guard;
use super::layout::Layout;
use super::material::{self, KEYS, Material};
use super::steps::Step;
use crate::chess::draws::{Draws, FIFTY_MOVES};
use crate::chess::{Chess, Timeless};
use crate::notation::NotationError;
use eldest::{MoveList, Position, Score};
use eldest_retro::{AtPlace, Child, Numbering, Place, Slice};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The entry of men that are in no slice.
const NO_SLICE: u16 = u16::MAX;

/// Numbers of the endings of chess with up to five men.
///
/// There is one slice for each material, named like `KRvKP`, with the stronger side first: that
/// with more men, or the stronger ones. Positions share a place with their images by the symmetries
/// of the board (eight without pawns, two with pawns) and by exchanging the colours. Men of one
/// kind are interchangeable. A position in which a pawn can be captured en passant has a place of
/// its own. Slices of dead positions only (a king against a king with at most a bishop or a knight)
/// are left out, as the game is over there.
///
/// ```
/// use eldest_games::chess::Chess;
/// use eldest_games::chess::endings::{Ending, Endings};
/// use eldest_retro::Numbering;
///
/// let endings = Endings::of(&["KRvKP"])?;
/// let names: Vec<&str> = endings.slices().iter().map(|slice| &*slice.name).collect();
/// assert_eq!(names, ["KQvK", "KRvK", "KPvK", "KQvKR", "KRvKR", "KRvKB", "KRvKN", "KRvKP"]);
/// let black_is_ahead: Chess = "8/8/1k6/8/1r6/8/1P6/1K6 w - - 0 1".parse().unwrap();
/// let place = endings.place(&Ending::of(&black_is_ahead).unwrap()).unwrap();
/// assert_eq!(names[place.slice], "KRvKP");
/// # Ok::<(), eldest_games::notation::NotationError>(())
/// ```
#[derive(Debug)]
pub struct Endings {
    slices: Vec<Slice>,
    layouts: Vec<Layout>,
    /// Twice the slice of each material, plus 1 if the colours are exchanged; by key.
    entries: Box<[u16; KEYS]>,
}

/// The slice of a position.
#[derive(Copy, Clone)]
struct Home {
    slice: usize,
    flip: bool,
}

impl Endings {
    /// Creates the numbering of all endings with up to `men` men, at most 5, including the kings.
    #[must_use]
    pub fn new(men: usize) -> Self {
        Self::with(&material::up_to(men))
    }

    /// Creates the numbering of the endings with these names, such as `KRvKP`, and of all to which
    /// captures and promotions lead.
    ///
    /// # Errors
    /// If a text is no name of an ending with up to five men, or of one that is always a draw.
    pub fn of(names: &[&str]) -> Result<Self, NotationError> {
        let read = |name: &&str| {
            let expected = "the pieces of both sides, at most five, as in KRvKP";
            let what = format!("'{name}' is no ending that can be won");
            let found = Material::parse(name).filter(|material| !material.is_dead());
            found.ok_or_else(|| NotationError::illegal(1, what, expected))
        };
        let materials = names.iter().map(read).collect::<Result<Vec<Material>, _>>()?;
        Ok(Self::with(&material::closed(materials.into_iter())))
    }

    fn with(materials: &[Material]) -> Self {
        let mut entries = Box::new([NO_SLICE; KEYS]);
        let mut layouts = Vec::new();
        for (entry, material) in (0..).step_by(2).zip(materials) {
            entries[material.exchanged().key()] = entry + 1;
            entries[material.key()] = entry;
            layouts.push(Layout::new(material.0, material.exchanged() == *material));
        }
        let named = layouts.iter().zip(materials);
        let slice = |(layout, material): (&Layout, &Material)| Slice {
            name: material.name(),
            len: layout.len(),
        };
        Self { slices: named.map(slice).collect(), layouts, entries }
    }

    /// Returns the slice of a position, and whether its colours must be exchanged.
    #[inline]
    fn home(&self, ending: &Ending) -> Option<Home> {
        let [_, _, a, b, c] = ending.codes;
        let entry = *self.entries.get(Material([a, b, c]).key())?;
        let slice = usize::from(entry / 2);
        let is_even = self.layouts.get(slice)?.is_even;
        let flip = entry % 2 == 1 || (is_even && ending.turn == 1);
        Some(Home { slice, flip })
    }

    /// Returns the number of a position in its slice, which is that of `home` but for the turn.
    #[inline]
    fn number(&self, home: Home, ending: &Ending) -> Option<u64> {
        let layout = &self.layouts[home.slice];
        let flip = if layout.is_even { ending.turn == 1 } else { home.flip };
        layout.number(ending, flip)
    }

    /// Prepares the numbers after moves, or before moves.
    #[inline]
    fn frame(&self, home: Home, ending: &Ending) -> Frame<'_> {
        let layout = &self.layouts[home.slice];
        let turn = ending.turn ^ 1;
        layout.frame(ending, turn, if layout.is_even { turn == 1 } else { home.flip })
    }

    /// Calls `found` with each child by a move of the man at an index to one of the squares `to`,
    /// or by a capture en passant, until it breaks.
    fn for_each_other(
        &self,
        ending: &Ending,
        at: usize,
        to: u64,
        found: &mut dyn FnMut(Child) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        ending.steps_of(at, to, true, &mut |step| found(self.child(ending, step)))
    }

    /// Returns the child by a move.
    #[inline]
    fn child(&self, ending: &Ending, step: Step) -> Child {
        let next = ending.after(step);
        let place = self.place(&next);
        let over = if place.is_none() { next.over() } else { None };
        Child { place, over, turned: true }
    }
}

impl Numbering for Endings {
    type Position = Ending;

    const HAS_PREDECESSORS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// Is the same for all numberings of endings, as a slice does not depend on the others.
    fn fingerprint(&self) -> u64 {
        crate::mix(u64::from_le_bytes(*b"endings1"))
    }

    #[inline]
    fn place(&self, ending: &Ending) -> Option<Place> {
        let home = self.home(ending)?;
        Some(Place { slice: home.slice, number: self.number(home, ending)? })
    }

    #[inline]
    fn position(&self, place: Place) -> Option<Ending> {
        let found = self.layouts.get(place.slice)?.surveyed(place.number);
        found.map(|(ending, _)| ending)
    }

    #[inline]
    fn position_at(&self, place: Place) -> Ending {
        self.layouts[place.slice].position_at(place.number)
    }

    #[inline]
    fn for_each_child(
        &self,
        ending: &mut Ending,
        _: &mut MoveList<Step>,
        mut found: impl FnMut(Child) -> ControlFlow<()>,
    ) {
        let framed = self.home(ending).map(|home| (home.slice, self.frame(home, ending)));
        let (guard, mut rests) = (Guard::of(ending), [0; MOST_MEN]);
        // Most positions are judged by moves within the slice.
        let quiet = |at: usize| {
            rests[at] = guard.targets(ending, at);
            let Some((slice, frame)) = &framed else { return ControlFlow::Continue(()) };
            let targets = rests[at] & ending.quiet(at);
            rests[at] &= !targets;
            frame.track(at).for_each(targets, |number| {
                let place = Some(Place { slice: *slice, number });
                found(Child { place, over: None, turned: true })
            })
        };
        if ending.movers().try_for_each(quiet).is_continue() {
            let other = |at| self.for_each_other(ending, at, rests[at], &mut found);
            let _ = ending.movers().try_for_each(other);
        }
    }

    /// Only captures and promotions lead to other slices.
    #[inline]
    fn look(
        &self,
        place: Place,
        _: &mut MoveList<Step>,
        mut exit: impl FnMut(Child) -> ControlFlow<()>,
    ) -> AtPlace<Ending> {
        let found = self.layouts[place.slice].surveyed(place.number);
        let Some((ending, survey)) = found else { return AtPlace::None };
        if let Some(score) = ending.over_by(&survey) {
            return AtPlace::Over(score);
        }
        let _ = survey.each_exit(&ending, |step| exit(self.child(&ending, step)));
        AtPlace::Open(ending)
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        slice: usize,
        ending: &Ending,
        mut found: impl FnMut(u64, bool),
    ) {
        let Some(home) = self.home(ending).filter(|home| home.slice == slice) else { return };
        let frame = self.frame(home, ending);
        for (at, from) in ending.befores() {
            let _ = frame.track(at).for_each(from, |number| {
                found(number, true);
                ControlFlow::Continue(())
            });
            if self.layouts[slice].has_passing() {
                ending.for_each_passing_before(at, from, |before| {
                    if let Some(number) = self.number(home, &before) {
                        found(number, true);
                    }
                });
            }
        }
    }
}

/// The numbers of [`Endings`] for positions of [`Chess`], to probe databases in a game, and to
/// check them by the rules of `cozy-chess`.
///
/// Positions with castling rights have no place. The place depends neither on the clock nor on the
/// history. So a database is built and checked with [`Timeless`] chess (or faster by [`Endings`]);
/// with the others it is only probed. There a win or loss [holds](Numbering::holds) if its distance
/// and the clock add up to at most a hundred plies.
#[derive(Debug)]
pub struct ChessEndings<D: Draws = Timeless> {
    endings: Endings,
    draws: PhantomData<D>,
}

impl<D: Draws> From<Endings> for ChessEndings<D> {
    fn from(endings: Endings) -> Self {
        Self { endings, draws: PhantomData }
    }
}

impl<D: Draws> Numbering for ChessEndings<D> {
    type Position = Chess<D>;

    fn slices(&self) -> &[Slice] {
        self.endings.slices()
    }

    fn fingerprint(&self) -> u64 {
        self.endings.fingerprint()
    }

    #[inline]
    fn place(&self, position: &Chess<D>) -> Option<Place> {
        self.endings.place(&Ending::of(position)?)
    }

    fn position(&self, place: Place) -> Option<Chess<D>> {
        self.endings.position(place)?.chess()
    }

    /// A draw by the board alone is one by all rules. A win in as many plies as the clock allows is
    /// not stopped by the fifty-move rule.
    #[inline]
    fn holds(&self, position: &Chess<D>, score: Score) -> bool {
        let ends = |plies| plies + u32::from(position.clock()) <= u32::from(FIFTY_MOVES);
        !D::COUNTS || score.distance().is_none_or(ends)
    }
}
