//! What is asked about which giant.

use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Algorithm, Depth, DepthMatch, Driver, Options, Score, Sharing};
use eldest_games::trees::{Kind, Spec, Synthetic};

/// A giant, and what one engine is asked about it.
#[derive(Clone, Debug)]
pub struct Giant {
    /// The tree.
    pub spec: Spec,
    /// How much memory the engine's table may take.
    pub table_bytes: usize,
    /// What is asked, one after the other.
    pub questions: Vec<Question>,
}

/// A question about a giant.
#[derive(Clone, Debug)]
pub struct Question {
    /// The moves that lead from the root to the position asked about.
    pub path: Vec<u16>,
    /// What is asked.
    pub goal: Goal,
    /// Whether a line is wanted even where it costs another pass.
    pub line: bool,
    /// The limit on nodes.
    pub nodes: u64,
    /// How the search goes about it.
    pub options: Options,
}

/// What is asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value to the end, at once.
    End,
    /// The value at so many plies, deeper and deeper.
    Depth(u16),
    /// Whether the value at so many plies is at least the known one, and so many points.
    AtLeast {
        /// How deep.
        plies: u16,
        /// Points above the value.
        above: i8,
    },
}

/// Those with several threads.
pub const PARALLEL: [Algorithm; 6] = [
    Algorithm::RootSplit,
    Algorithm::PvSplit,
    Algorithm::YoungBrothersWait,
    Algorithm::Abdada,
    Algorithm::SimplifiedAbdada,
    Algorithm::LazySmp,
];

/// A limit that few searches reach: those with a table that is too small for their tree.
const MANY_NODES: u64 = 200_000;

impl Question {
    /// The score asked about by [`Goal::AtLeast`].
    #[must_use]
    pub fn least(&self, start: &Synthetic) -> Score {
        let Goal::AtLeast { plies, above } = self.goal else { return Score::DRAW };
        let value = start.assigned_value_at(Depth::plies(plies)).expect("an ordered tree");
        Score::new(value.get() + i32::from(above))
    }
}

impl<'a> Arbitrary<'a> for Giant {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let spec = spec(u)?;
        let table_bytes =
            *u.choose(&[1 << 20, 1 << 23, 1 << 20, 1 << 17, 1 << 17, 1 << 15, 1 << 12, 128])?;
        let count = u.int_in_range(1..=3)?;
        let questions = (0..count).map(|_| question(u, spec)).collect::<Result<_>>()?;
        Ok(Self { spec, table_bytes, questions })
    }
}

fn spec(u: &mut Unstructured<'_>) -> Result<Spec> {
    let first = *u.choose(&[70, 0, 50, 95, 100])?;
    let kind = Kind::Ordered {
        first,
        quarter: first.max(*u.choose(&[90, 0, 60, 100])?),
        fold: *u.choose(&[4, 1, 2, 16, 64])?,
        tempo: *u.choose(&[20, 0, 1, 1_000])?,
    };
    Ok(Spec {
        kind,
        width: *u.choose(&[40, 40, 30, 12, 3])?,
        depth: u.int_in_range(10..=12)?,
        seed: u.arbitrary()?,
        range: *u.choose(&[10, 1, 3, 100])?,
    })
}

fn question(u: &mut Unstructured<'_>, spec: Spec) -> Result<Question> {
    let (goal, options) = (goal(u, spec.depth)?, options(u)?);
    let moves = *u.choose(&[0, 0, 0, 1, 2, 3])?;
    Ok(Question {
        path: (0..moves).map(|_| u.int_in_range(0..=spec.width - 1)).collect::<Result<_>>()?,
        goal,
        line: u.arbitrary()?,
        nodes: if u.ratio(1, 5)? { u.int_in_range(1..=20_000)? } else { MANY_NODES },
        options: if is_known_deeper(goal, spec) && u.ratio(1, 4)? {
            options.with(|o| o.depth_match = DepthMatch::AtLeast)
        } else {
            options
        },
    })
}

/// Whether deeper entries can do no harm: to the end, or where every depth has the same value.
fn is_known_deeper(goal: Goal, spec: Spec) -> bool {
    goal == Goal::End || matches!(spec.kind, Kind::Ordered { tempo: 0, .. })
}

fn goal(u: &mut Unstructured<'_>, depth: u16) -> Result<Goal> {
    let plies = u.int_in_range(1..=depth)?;
    Ok(match u.int_in_range(0..=4)? {
        0 | 1 => Goal::Depth(plies),
        2 | 3 => Goal::End,
        _ => Goal::AtLeast { plies, above: u.int_in_range(-2..=3)? },
    })
}

fn options(u: &mut Unstructured<'_>) -> Result<Options> {
    let [driver, prover] = [driver(u)?, driver(u)?];
    let (algorithm, threads) = (*u.choose(&PARALLEL)?, *u.choose(&[2, 1, 3, 4, 5, 6, 7, 8])?);
    let threads = if u.ratio(1, 20)? { *u.choose(&[16, 64])? } else { threads };
    let sharing = if u.ratio(1, 4)? { Sharing::default() } else { eager(u)? };
    let etc = *u.choose(&[None, Some(2), Some(0)])?;
    let [iid, ranks, learns, table_move] = u.arbitrary()?;
    Ok(Options::default().with(|o| {
        (o.driver, o.prover, o.etc, o.iid, o.ranks) = (driver, prover, etc, iid, ranks);
        (o.killers, o.history, o.countermove, o.table_move) = (learns, learns, learns, !table_move);
        (o.algorithm, o.threads, o.sharing) = (algorithm, threads, sharing);
    }))
}

fn driver(u: &mut Unstructured<'_>) -> Result<Driver> {
    let narrow = Driver::Aspiration { delta: *u.choose(&[50, 0, 1, 5])? };
    Ok(*u.choose(&[Driver::Pvs, narrow, Driver::MtdF, Driver::Bisection])?)
}

fn eager(u: &mut Unstructured<'_>) -> Result<Sharing> {
    let split_depth = *u.choose(&[0, 1, 2, 4])?;
    let split_work = *u.choose(&[0, 10, 200])?;
    let split_workers = *u.choose(&[usize::MAX, 2, 3])?;
    let cut_brothers = *u.choose(&[None, Some(0), Some(2)])?;
    let defer_depth = *u.choose(&[Some(0), Some(2), None])?;
    let call_after = *u.choose(&[0, 50])?;
    let [only_when_idle, common_history] = u.arbitrary()?;
    Ok(Sharing::default().with(|s| {
        (s.split_depth, s.split_work, s.split_workers) = (split_depth, split_work, split_workers);
        (s.cut_brothers, s.defer_depth, s.call_after) = (cut_brothers, defer_depth, call_after);
        (s.only_when_idle, s.common_history) = (only_when_idle, common_history);
    }))
}
