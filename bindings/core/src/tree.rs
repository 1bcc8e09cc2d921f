//! Pictures of the tree that an algorithm searches.

use crate::error::missing;
use crate::{Position, Result};

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// The algorithms, of [`algorithms`]; with two, both trees are drawn, and nodes that only one
    /// of them visits are marked. The default is `alpha-beta`.
    pub algorithms: Vec<String>,
    /// The depth, in plies; `None` for the end of the game.
    pub depth: Option<u16>,
    /// The most visits that are drawn. The default is 300.
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
    Vec::new()
}

/// Draws the tree below a position.
///
/// # Errors
/// [`Error::Option`](crate::Error::Option) for an unknown algorithm or a tree that is too large,
/// [`Error::Search`](crate::Error::Search), and those of the rules.
pub fn draw(_position: &Position, _options: &TreeOptions, _format: Format) -> Result<String> {
    Err(missing())
}
