//! [`Scouting`]: the differences between the published forms of principal variation search.

use crate::{Depth, Score, Window};

/// When a younger sibling gets a null window, and what follows if it fails high.
///
/// ```
/// use eldest::textbook::{Research, Scouting};
///
/// let narrow = Scouting { research: Research::FromScore, ..Scouting::SAFE };
/// assert!(narrow.is_exact_for_any_game());
/// assert!(!Scouting::MARSLAND_1986.is_exact_for_any_game());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scouting {
    /// The first sibling with a null window.
    pub start: NullWindows,
    /// The window of the re-search of a sibling that failed high.
    pub research: Research,
    /// With this many plies remaining or fewer, the value of a null window is considered exact, and
    /// there is no re-search. 0 and 1 are safe; 2 is safe if the sides alternate; 3 is not.
    /// Searches to the [end](Depth::END) never reach the last plies.
    pub trusted_plies: u16,
}

/// The first sibling with a null window.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum NullWindows {
    /// The second move.
    SecondMove,
    /// The move after the first one that raised alpha.
    AlphaRaised,
}

/// The window of a re-search, when a null window at alpha gave a score between alpha and beta.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Research {
    /// {alpha, beta}
    FromAlpha,
    /// {score, beta}: the score is already proved. If it is the value, the re-search fails low.
    FromScore,
}

impl Scouting {
    /// Null windows from the second move on, re-search with {alpha, beta}, always.
    pub const SAFE: Self =
        Self { start: NullWindows::SecondMove, research: Research::FromAlpha, trusted_plies: 0 };

    /// As printed by Marsland: re-search with {score, beta}, none in the last two plies ("A review
    /// of game-tree pruning", ICCA Journal 9(1), 1986).
    pub const MARSLAND_1986: Self =
        Self { start: NullWindows::SecondMove, research: Research::FromScore, trusted_plies: 2 };

    /// As on Reinefeld's page ([`negascout_1999`](super::negascout_1999)): re-search with {score,
    /// beta}, none in the last ply.
    pub const REINEFELD_1999: Self =
        Self { start: NullWindows::SecondMove, research: Research::FromScore, trusted_plies: 1 };

    /// Whether values are exact even if a player may move twice in a row.
    #[must_use]
    pub const fn is_exact_for_any_game(self) -> bool {
        self.trusted_plies <= 1
    }

    /// Whether values are exact if the sides alternate.
    #[must_use]
    pub const fn is_exact_if_sides_alternate(self) -> bool {
        self.trusted_plies <= 2
    }

    /// Whether a null-window value is considered exact at a node with `depth` remaining.
    pub(super) fn trusts(self, depth: Depth) -> bool {
        depth.to_plies().is_some_and(|plies| plies <= self.trusted_plies)
    }

    /// Whether the younger siblings of a node entered at `entry`, now at `window`, get a null
    /// window.
    pub(super) fn is_null(self, entry: Window, window: Window) -> bool {
        self.start == NullWindows::SecondMove || window.alpha > entry.alpha
    }
}

impl Research {
    /// Returns the window of the re-search at a node with `window`, after a null window gave
    /// `score`.
    pub(super) fn window(self, window: Window, score: Score) -> Window {
        match self {
            Self::FromAlpha => window,
            Self::FromScore => Window { alpha: score, ..window },
        }
    }
}
