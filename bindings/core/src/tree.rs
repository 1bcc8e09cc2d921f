//! Pictures of the tree that an algorithm searches.

use crate::deep::{MOST_PLIES, on_deep_stack};
use crate::fault::Fault;
use crate::{Error, Position, Result};
use eldest::{Depth, Options};
use eldest_catalog::games::{self, AnyPosition, Board, Visitor};
use eldest_draw::tree::{Drawer, Drawing, Searcher, TreeError};

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// The algorithms, of [`algorithms`]; with two, both trees are drawn, and nodes that only one
    /// of them visits are marked. The default is `alpha-beta`.
    pub algorithms: Vec<String>,
    /// The depth, in plies; `None` for the end of the game. The default is 2.
    pub depth: Option<u16>,
    /// The most visits of an algorithm, 1 to 5,000. The default is 300.
    pub max_nodes: u64,
    /// Whether values are those for the side to move at the root, instead of at each node.
    pub seen_from_root: bool,
    /// Whether the types of the nodes of the minimal tree are shown.
    pub types: bool,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            algorithms: vec!["alpha-beta".to_owned()],
            depth: Some(2),
            max_nodes: 300,
            seen_from_root: false,
            types: false,
        }
    }
}

/// The most nodes that are drawn. They may be in one line.
const MOST_NODES: u64 = MOST_PLIES as u64;

/// The format of a picture.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// A picture for browsers and papers.
    Svg,
    /// Lines for a terminal.
    Text,
    /// A graph for Graphviz.
    Dot,
    /// One JSON object a line for each visit.
    Json,
}

/// Returns the names of the algorithms that can be drawn.
#[must_use]
pub fn algorithms() -> Vec<&'static str> {
    Searcher::all().map(Searcher::name).collect()
}

/// Draws the tree below a position.
///
/// # Errors
/// [`Error::Option`] for an unknown algorithm, a depth, or a tree that is too large,
/// [`Error::Search`] where the game is over, and those of the rules.
pub fn draw(position: &Position, options: &TreeOptions, format: Format) -> Result<String> {
    let searchers = options.algorithms.iter().map(|name| searcher(name));
    let searchers = searchers.collect::<Result<Vec<_>>>()?;
    if searchers.is_empty() || !(1..=MOST_NODES).contains(&options.max_nodes) {
        let reason =
            format!("expected an algorithm at least, and max_nodes from 1 to {MOST_NODES}");
        return Err(Error::Option(reason));
    }
    let plan = Plan { searchers, depth: depth(options.depth)?, max_nodes: options.max_nodes };
    on_deep_stack(position, || written(position, &plan, options, format))
}

/// Draws the tree, and writes it.
fn written(
    position: &Position,
    plan: &Plan,
    options: &TreeOptions,
    format: Format,
) -> Result<String> {
    let fault = Fault::default();
    let drawn = position.with(|erased| {
        let to_end = erased.kind()?.visit(BestOptions(plan.depth));
        plan.draw(erased.board(&fault), to_end)
    });
    let drawing = fault.instead(drawn)?.with_types(options.types);
    let drawing = if options.seen_from_root { drawing.seen_from_root() } else { drawing };
    Ok(match format {
        Format::Svg => drawing.svg(),
        Format::Text => drawing.text(),
        Format::Dot => drawing.dot(),
        Format::Json => drawing.json(),
    })
}

fn searcher(name: &str) -> Result<Searcher> {
    Searcher::named(name).ok_or_else(|| {
        let known = algorithms().join(", ");
        Error::Option(format!(
            "no algorithm that can be drawn is called '{name}'; there are {known}"
        ))
    })
}

/// Returns a depth in plies; that of the end of the game without one.
pub(crate) fn depth(plies: Option<u16>) -> Result<Depth> {
    let most = Depth::MAX_PLIES;
    match plies {
        None => Ok(Depth::END),
        Some(plies) if (1..=most).contains(&plies) => Ok(Depth::plies(plies)),
        Some(plies) => Err(Error::Option(format!("depth is {plies}; expected 1 to {most} plies"))),
    }
}

/// The best options of a game for a search to a depth.
pub(crate) struct BestOptions(pub(crate) Depth);

impl Visitor for BestOptions {
    type Output = Options;

    fn visit<G: games::Game>(self, game: &G) -> Options {
        if self.0.is_end() { game.options() } else { game.options_to_depth() }
    }
}

/// A tree to be drawn.
struct Plan {
    searchers: Vec<Searcher>,
    depth: Depth,
    max_nodes: u64,
}

impl Plan {
    fn draw(&self, board: Box<dyn Board>, options: Options) -> Result<Drawing> {
        let drawn = match (board.counts_distance(), board.is_path_dependent()) {
            (false, false) => self.drawn::<false, false>(board, options),
            (true, false) => self.drawn::<true, false>(board, options),
            (_, true) => self.drawn::<true, true>(board, options), // chess with all its draws
        };
        drawn.map_err(|error| match error {
            TreeError::TooLarge { searcher, most } => Error::Option(format!(
                "{searcher} visits more than {most} nodes; expected a smaller depth or larger \
                 max_nodes"
            )),
            TreeError::Search(error) => Error::of_search(&error),
            error => Error::Search(error.to_string()),
        })
    }

    fn drawn<const DISTANCE: bool, const PATH: bool>(
        &self,
        board: Box<dyn Board>,
        options: Options,
    ) -> Result<Drawing, TreeError> {
        Drawer::new(&AnyPosition::<DISTANCE, PATH>::new(board), self.depth)
            .evaluator(AnyPosition::estimate)
            .move_names(AnyPosition::format_move)
            .options(options)
            .most_visits(self.max_nodes)
            .draw(&self.searchers)
    }
}
