//! [`Giant`]: a tree too large to search, in which each subtree has a known search cost.

use crate::SplitMix64;
use eldest::{Bounds, Score};
use eldest_prove::{About, GameRules, GraphPosition, Job, JobEnd, JobReport, Reply};

/// The number of moves of a position.
const WIDTH: u64 = 8;
/// The probability that the first move of a won position wins.
const FIRST_WINS: f64 = 0.85;

/// A tree whose positions are won or lost for their side to move (1 or −1), each with a given
/// number of nodes that a search of it takes.
///
/// A search of a won position visits its first winning move and the moves before it; that of a lost
/// one visits all moves. The first move wins in 85 of 100 won positions.
#[derive(Debug)]
pub struct Giant {
    about: About,
    root: GiantNode,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct GiantNode {
    is_won: bool,
    /// The nodes that one search visits.
    work: u64,
    seed: u64,
}

impl Giant {
    /// Creates a tree that one search decides with `work` nodes.
    #[must_use]
    pub fn new(work: u64, is_won: bool, seed: u64) -> Self {
        let about = About::new("giant", seed).with(|about| about.counts_distance = false);
        Self { about, root: GiantNode { is_won, work, seed } }
    }

    /// Returns the report of a search of `job`.
    ///
    /// # Panics
    /// If the position of the job is not in this tree.
    #[must_use]
    pub fn search(&self, job: &Job) -> JobReport {
        let node = self.node(&job.position).expect("a position of this tree");
        if node.work > job.budget {
            return JobReport::new(bounds(None), job.budget, JobEnd::Exhausted);
        }
        JobReport::new(bounds(Some(node.is_won)), node.work, JobEnd::Decided)
    }

    fn node(&self, path: &str) -> Result<GiantNode, String> {
        path.split('.').filter(|step| !step.is_empty()).try_fold(self.root, |node, step| {
            let children = node.children();
            let child = step.parse().ok().and_then(|step: usize| children.get(step).copied());
            child.ok_or_else(|| format!("there is no move '{step}'"))
        })
    }
}

/// Returns the exact value if the result is known, else both values.
fn bounds(is_won: Option<bool>) -> Bounds {
    let (win, loss) = (Score::new(1), Score::new(-1));
    is_won.map_or(Bounds::new(loss, win), |won| Bounds::exact(if won { win } else { loss }))
}

impl GiantNode {
    /// Returns the positions after the moves, for the other side.
    fn children(self) -> Vec<Self> {
        let mut random = SplitMix64(self.seed);
        if self.is_won { self.of_won(&mut random) } else { self.of_lost(&mut random) }
    }

    /// Divides the work among the moves up to the first that wins. One search never visits the
    /// later ones.
    fn of_won(self, random: &mut SplitMix64) -> Vec<Self> {
        let first = if random.is(FIRST_WINS) { 0 } else { 1 + random.scaled(3) };
        let wasted = if first == 0 { 0.0 } else { 0.1 + 0.3 * random.share() };
        let child = |index: u64| {
            // A child that is won is won for the other side.
            let is_won = index < first || index > first && random.is(0.7);
            let share = match index {
                _ if index < first => wasted / first as f64,
                _ if index == first => 1.0 - wasted,
                _ => 0.2 + random.share(),
            };
            self.child(is_won, share, random)
        };
        (0..WIDTH).map(child).collect()
    }

    /// Divides the work among all moves; earlier ones get more.
    fn of_lost(self, random: &mut SplitMix64) -> Vec<Self> {
        let shares: Vec<f64> =
            (0..WIDTH).map(|index| (0.2 + random.share()) / (index + 2) as f64).collect();
        let sum: f64 = shares.iter().sum();
        shares.iter().map(|share| self.child(true, share / sum, random)).collect()
    }

    fn child(self, is_won: bool, share: f64, random: &mut SplitMix64) -> Self {
        let work = (self.work as f64 * share) as u64;
        Self { is_won, work: work.max(1), seed: random.bits() }
    }
}

impl GameRules for Giant {
    fn about(&self) -> &About {
        &self.about
    }

    fn place(&self, path: &str) -> Result<GraphPosition, String> {
        self.node(path).map(|_| GraphPosition::new(path, path, bounds(None)))
    }

    fn replies(&self, path: &str) -> Result<Vec<Reply>, String> {
        let _ = self.node(path)?;
        let reply = |step: u64| {
            let path = if path.is_empty() { step.to_string() } else { format!("{path}.{step}") };
            Reply::new(step.to_string(), GraphPosition::new(path.clone(), path, bounds(None)))
        };
        Ok((0..WIDTH).map(reply).collect())
    }
}
