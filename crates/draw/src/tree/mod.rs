//! Draws the tree that an algorithm searches.
//!
//! A [`Searcher`] searches a position while a recorder records each visit. From the visits it
//! builds a [`Drawing`]: the visited part of the game tree, with values, windows and cutoffs.

mod dot;
mod drawing;
mod grow;
mod json;
mod searcher;
mod svg;
mod text;
mod words;

pub use drawing::Drawing;
pub use searcher::Searcher;

use eldest::{Depth, Options, Position, Score};

/// A position to draw, with the search depth and the names of its moves.
///
/// ```
/// use eldest::Depth;
/// use eldest_draw::tree::{Drawer, Searcher};
/// # use eldest::{Bounds, Moves, Position, Score, Side};
/// # /// Two numbers: a move takes one or two from the pile; the last to take wins.
/// # #[derive(Clone)]
/// # struct Pile(u8, Side);
/// # impl Position for Pile {
/// #     type Move = u8;
/// #     type Undo = Self;
/// #     fn side(&self) -> Side { self.1 }
/// #     fn key(&self) -> u64 { u64::from(self.0) << 1 | (self.1 == Side::First) as u64 }
/// #     fn over(&self) -> Option<Score> { (self.0 == 0).then_some(Score::LOSS) }
/// #     fn moves(&self, out: &mut Moves<'_, u8>) { (1..=self.0.min(2)).for_each(|n| out.push(n)) }
/// #     fn play(&mut self, taken: u8) -> Self {
/// #         let before = self.clone();
/// #         *self = Pile(self.0 - taken, self.1.other());
/// #         before
/// #     }
/// #     fn undo(&mut self, _: u8, before: Self) { *self = before }
/// #     fn move_code(&self, taken: u8) -> u16 { taken.into() }
/// #     fn plies_left(&self) -> Option<u32> { Some(self.0.into()) }
/// # }
///
/// let pile = Pile(4, Side::First);
/// let drawing = Drawer::new(&pile, Depth::END).draw(&[Searcher::Kernel])?;
/// assert!(drawing.svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawer<P: Position> {
    position: P,
    depth: Depth,
    options: Options,
    most_visits: u64,
    evaluate: fn(&P) -> Score,
    name: fn(&P, P::Move) -> String,
}

/// Why a tree cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The game is over at the root.
    #[error("the game is over: there is no tree to draw")]
    Over,
    /// A search visits too many nodes for a picture.
    #[error(
        "{searcher} visits more than {most} nodes, too many for a drawing; search to a smaller depth, or allow more visits"
    )]
    TooLarge {
        /// The name of the algorithm.
        searcher: &'static str,
        /// The largest number of visits allowed.
        most: u64,
    },
    /// The search failed.
    #[error(transparent)]
    Search(#[from] eldest::Error),
    /// The options or the table were refused.
    #[error("the kernel cannot be built: {0}")]
    Build(String),
}

impl<P: Position> Drawer<P> {
    /// The default of [`most_visits`](Self::most_visits).
    pub const MOST_VISITS: u64 = 300;

    /// Draws searches of `position` to `depth`. By default, leaves at the horizon have the score
    /// [`Score::DRAW`], and moves are written with `Debug`.
    #[must_use]
    pub fn new(position: &P, depth: Depth) -> Self {
        Self {
            position: position.clone(),
            depth,
            options: Options::default(),
            most_visits: Self::MOST_VISITS,
            evaluate: |_| Score::DRAW,
            name: |_, mv| format!("{mv:?}"),
        }
    }

    /// Sets the evaluator of leaves at the horizon, for their side to move.
    #[must_use]
    pub fn evaluator(self, evaluate: fn(&P) -> Score) -> Self {
        Self { evaluate, ..self }
    }

    /// Sets the function that writes a move of a position.
    #[must_use]
    pub fn move_names(self, name: fn(&P, P::Move) -> String) -> Self {
        Self { name, ..self }
    }

    /// Sets the options of [`Searcher::Kernel`]. Its driver and internal iterative deepening are
    /// overridden, so that there is one tree.
    #[must_use]
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Sets the most visits of one search; a larger tree is an error.
    #[must_use]
    pub fn most_visits(self, most_visits: u64) -> Self {
        Self { most_visits, ..self }
    }

    /// Runs each of `searchers` and draws their trees together, so that nodes visited by only some
    /// of them can be marked.
    ///
    /// # Errors
    /// If the game is over, a tree is too large, or the kernel refuses the options.
    pub fn draw(&self, searchers: &[Searcher]) -> Result<Drawing, TreeError>
    where
        P: Send + 'static,
        P::Move: Send,
    {
        if self.position.over().is_some() {
            return Err(TreeError::Over);
        }
        let records = searchers.iter().map(|searcher| searcher.search(self));
        Ok(grow::grow(self, &records.collect::<Result<Vec<_>, _>>()?))
    }
}

impl Drawing {
    /// Draws lines for a terminal, with colours, in search order.
    #[must_use]
    pub fn text(&self) -> String {
        text::draw(self)
    }

    /// Draws a picture: one panel for each search, and a legend.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// Draws a graph in the language of Graphviz, with a cluster for each search.
    #[must_use]
    pub fn dot(&self) -> String {
        dot::draw(self)
    }

    /// Writes JSON lines: an object for each visit, and one for each search.
    #[must_use]
    pub fn json(&self) -> String {
        json::draw(self)
    }
}
