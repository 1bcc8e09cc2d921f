//! What the bench searches.

/// A search, or several with the same engine.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    /// As it is typed.
    pub(crate) game: &'static str,
    pub(crate) work: Work,
}

/// What is done.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Work {
    /// The first `count` positions among `lines` are solved. A word after the position is its score.
    Solve { lines: &'static str, count: usize },
    /// The start of the game is searched so deep, with the default options.
    Depth(u16),
}

const PLY14: &str = include_str!("../../../games/suites/connect4/ply14.txt");
const PLY20: &str = include_str!("../../../games/suites/connect4/ply20.txt");

/// All there is.
pub(crate) const SUITE: &[Entry] = &[
    solve("tictactoe", "tictactoe", "- 0", 1),
    solve("nim", "nim", "3,4,5,6", 1),
    solve("tree-ordered", "tree:ordered:width=12,depth=8,seed=1", "-", 1),
    solve("tree-dag", "tree:dag:width=6,depth=14,seed=1", "-", 1),
    solve("connect4-6x4", "connect4:6x4", "- -1", 1),
    solve("connect4-ply20", "connect4", PLY20, 100),
    solve("connect4-ply14", "connect4", PLY14, 20),
    Entry { name: "connect4-depth9", game: "connect4", work: Work::Depth(9) },
];

const fn solve(name: &'static str, game: &'static str, lines: &'static str, count: usize) -> Entry {
    Entry { name, game, work: Work::Solve { lines, count } }
}
