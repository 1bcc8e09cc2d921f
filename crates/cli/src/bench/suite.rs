//! The searches of the bench.

/// One or more searches with the same engine.
#[derive(Copy, Clone, Debug)]
pub(crate) struct BenchEntry {
    pub(crate) name: &'static str,
    /// The game, as on the command line.
    pub(crate) game: &'static str,
    pub(crate) work: Work,
}

impl BenchEntry {
    /// Returns the entry with only its first position.
    pub(super) const fn first(self) -> Self {
        match self.work {
            Work::Solve { lines, .. } => Self { work: Work::Solve { lines, count: 1 }, ..self },
            Work::Depth(_) => self,
        }
    }
}

/// The searches of an entry.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Work {
    /// Solves the first `count` positions of `lines`. A word after the position is its score.
    Solve { lines: &'static str, count: usize },
    /// Searches the start of the game to this depth, with the default options.
    Depth(u16),
}

macro_rules! connect4 {
    ($name:literal) => {
        include_str!(concat!("../../suites/connect4/", $name, ".txt"))
    };
}

pub(super) const PLY08: &str = connect4!("ply08");
const PLY14: &str = connect4!("ply14");
const PLY20: &str = connect4!("ply20");

/// The entries of the bench.
pub(crate) const SUITE: &[BenchEntry] = &[
    solve("tictactoe", "tictactoe", "- 0", 1),
    solve("nim", "nim", "3,4,5,6", 1),
    solve("tree-ordered", "tree:ordered:width=12,depth=8,seed=1", "-", 1),
    solve("tree-dag", "tree:dag:width=6,depth=14,seed=1", "-", 1),
    solve("connect4-6x4", "connect4:6x4", "- -1", 1),
    solve("connect4-ply20", "connect4", PLY20, 100),
    solve("connect4-ply14", "connect4", PLY14, 20),
    BenchEntry { name: "connect4-depth9", game: "connect4", work: Work::Depth(9) },
];

/// Connect Four by the number of moves played, which is the entry's name.
pub(crate) const PLIES: &[BenchEntry] = &[
    solve("6", "connect4", connect4!("ply06"), AT_EACH_PLY),
    solve("8", "connect4", PLY08, AT_EACH_PLY),
    solve("10", "connect4", connect4!("ply10"), AT_EACH_PLY),
    solve("12", "connect4", connect4!("ply12"), AT_EACH_PLY),
    solve("14", "connect4", PLY14, AT_EACH_PLY),
    solve("20", "connect4", PLY20, AT_EACH_PLY),
    solve("28", "connect4", connect4!("ply28"), AT_EACH_PLY),
];

const AT_EACH_PLY: usize = 20;

const fn solve(
    name: &'static str,
    game: &'static str,
    lines: &'static str,
    count: usize,
) -> BenchEntry {
    BenchEntry { name, game, work: Work::Solve { lines, count } }
}
