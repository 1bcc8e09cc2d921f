//! Known values: `Position::over` returns the exact value of positions where the game goes on, as
//! from a database. Searches take them as they take finished games, in games with cycles too.

use crate::common::engines::{Case, Trial};
use crate::common::{
    AnyTable, Chance, Estimated, Glance, Noisy, Random, assert_answers_as, sample, value, windows,
};
use eldest::textbook::{self, GameTree};
use eldest::{
    Depth, DepthMatch, Engine, Limits, Moves, Position, Report, Score, Side, conformance,
};
use eldest_checks::answers::check_report;
use eldest_checks::questions::ask_value;
use eldest_checks::sharing::shared_options;
use std::sync::Arc;

/// The longest known distance of the games here, and the most nodes.
const LONGEST: u32 = 60;
const MOST_NODES: u64 = 12;

/// A position of a random game on a graph with cycles.
#[derive(Clone, Debug)]
struct Graph {
    nodes: Arc<[Vertex]>,
    /// Upper bounds on the plies to a leaf, if known values cut all cycles.
    heights: Option<Arc<[u32]>>,
    at: u16,
}

#[derive(Clone, Debug)]
struct Vertex {
    side: Side,
    /// The score if the game is over, or the known value.
    leaf: Option<Score>,
    to: Vec<u16>,
    estimate: i32,
}

impl Vertex {
    fn random(at: u64, count: u64, random: &mut Random) -> Self {
        let ends = [Score::WIN, Score::LOSS, Score::DRAW, Score::LOSS];
        let far = [Score::win_in(9), Score::loss_in(2), Score::win_in(LONGEST)];
        let leaf = match random.below(20) {
            0..4 => Some(random.pick(&ends)),
            4 => Some(random.pick(&far)),
            _ => None,
        };
        // Mostly forwards, so that some lines are long.
        let target = |random: &mut Random| match random.odds(80) {
            true => (at + 1 + random.below(3)).min(count - 1),
            false => random.below(count),
        };
        let to = (0..1 + random.below(3)).map(|_| target(random) as u16).collect();
        let side = random.pick(&[Side::First, Side::Second]);
        Self { side, leaf, to, estimate: random.below(7) as i32 - 3 }
    }
}

impl Graph {
    fn random(random: &mut Random) -> Self {
        let count = 4 + random.below(MOST_NODES - 3);
        let nodes = (0..count).map(|at| Vertex::random(at, count, random)).collect();
        Self { nodes, heights: None, at: 0 }
    }

    fn here(&self) -> &Vertex {
        &self.nodes[usize::from(self.at)]
    }

    fn positions(&self) -> impl Iterator<Item = Self> {
        (0..self.nodes.len() as u16).map(|at| Self { at, ..self.clone() })
    }

    /// V(p, END) of each node, by retrograde analysis. Round n finds the wins and losses in n.
    fn retrograde(&self) -> Vec<Score> {
        let mut values = vec![None; self.nodes.len()];
        for plies in 0..=LONGEST + MOST_NODES as u32 {
            let settle = |(node, known): (&Vertex, &Option<Score>)| {
                known.or_else(|| settled(node, plies, &self.nodes, &values))
            };
            values = self.nodes.iter().zip(&values).map(settle).collect();
        }
        values.into_iter().map(|value| value.unwrap_or(Score::DRAW)).collect()
    }

    /// The same game, where the values of the nodes that `is_known` selects are known.
    fn with_known(&self, mut is_known: impl FnMut(usize) -> bool) -> Self {
        let values = self.retrograde();
        let node = |(at, node): (usize, &Vertex)| {
            let leaf = node.leaf.or_else(|| is_known(at).then(|| values[at]));
            Vertex { leaf, ..node.clone() }
        };
        let nodes = self.nodes.iter().enumerate().map(node).collect();
        Self { nodes, heights: None, at: self.at }
    }

    /// The same game, where all values are known that close a cycle: each other node leads forwards
    /// only.
    fn without_cycles(&self) -> Self {
        let closes = |at: usize| self.nodes[at].to.iter().any(|to| usize::from(*to) <= at);
        let graph = self.with_known(closes);
        let mut heights = vec![0; graph.nodes.len()];
        for (at, node) in graph.nodes.iter().enumerate().rev().filter(|(_, n)| n.leaf.is_none()) {
            let highest = node.to.iter().map(|to| heights[usize::from(*to)]).max();
            heights[at] = 1 + highest.expect("a move");
        }
        Self { heights: Some(heights.into()), ..graph }
    }

    /// Whether every line of `plies` moves meets a leaf: no horizon matters.
    fn ends_within(&self, plies: u16) -> bool {
        let child = |to: &u16| Self { at: *to, ..self.clone() };
        let ends = |to: &u16| child(to).ends_within(plies - 1);
        self.here().leaf.is_some() || plies > 0 && self.here().to.iter().all(ends)
    }
}

/// The value of a node if it is a win or a loss in `plies`, given all nearer wins and losses.
fn settled(node: &Vertex, plies: u32, nodes: &[Vertex], nearer: &[Option<Score>]) -> Option<Score> {
    let (win, loss) = (Score::win_in(plies), Score::loss_in(plies));
    if let Some(leaf) = node.leaf {
        return (leaf == win || leaf == loss).then_some(leaf);
    }
    let seen = |to: &u16| {
        let child = nearer[usize::from(*to)]?.one_ply_up();
        Some(if nodes[usize::from(*to)].side == node.side { child } else { -child })
    };
    let found: Vec<Option<Score>> = node.to.iter().map(seen).collect();
    if found.contains(&Some(win)) {
        return Some(win);
    }
    let all = found.into_iter().collect::<Option<Vec<Score>>>()?;
    (all.into_iter().max() == Some(loss)).then_some(loss)
}

impl Position for Graph {
    type Move = u16;
    type Undo = u16;

    fn side(&self) -> Side {
        self.here().side
    }

    fn key(&self) -> u64 {
        self.at.into()
    }

    fn over(&self) -> Option<Score> {
        self.here().leaf
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        (0..self.here().to.len() as u16).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: u16) -> u16 {
        let to = self.here().to[usize::from(mv)];
        std::mem::replace(&mut self.at, to)
    }

    fn undo(&mut self, _: u16, before: u16) {
        self.at = before;
    }

    fn move_code(&self, mv: u16) -> u16 {
        mv + 1
    }

    fn plies_left(&self) -> Option<u32> {
        self.heights.as_ref().map(|heights| heights[usize::from(self.at)])
    }

    fn endless(&self) -> Option<Score> {
        Some(Score::DRAW)
    }
}

impl Estimated for Graph {
    fn estimate(&self) -> Score {
        Score::new(self.here().estimate)
    }
}

/// The engine and the game it searches. All tests use one type of position: each is a search of its
/// own that must be compiled.
type GraphCase = Case<Glance<Graph>, Noisy>;

fn case(position: Glance<Graph>, mut random: Random) -> GraphCase {
    let about = format!("{position:?}");
    let evaluator = Noisy { plies: random.below(3) as u16, stands_pat: random.odds(50) };
    Case { position, evaluator, random, about }
}

/// Games with cycles, with the values of some positions known; and the values of all.
fn games_with_cycles(count: u64) -> impl Iterator<Item = (Random, Graph, Vec<Score>)> {
    (0..count).map(|seed| {
        let mut random = Random(seed);
        let rules = Graph::random(&mut random);
        let graph = rules.with_known(|_| random.odds(25));
        (random, graph, rules.retrograde())
    })
}

/// The values that retrograde analysis finds do not change where some of them are known: neither
/// the winner nor any distance. A database may take the place of the rules.
#[test]
fn known_values_change_no_value_to_the_end() {
    let mut far = 0;
    for (_, graph, values) in games_with_cycles(2_000) {
        assert_eq!(graph.retrograde(), values, "{graph:?}");
        far += values.iter().filter(|value| value.distance() > Some(2)).count();
    }
    assert!(far > 2_000, "{far}");
}

#[test]
fn a_game_with_known_values_conforms() {
    for (_, graph, _) in games_with_cycles(50) {
        conformance::assert_conforms(&graph, 200);
    }
}

/// What a report about a game with cycles may claim.
#[derive(Debug, Default)]
struct Claims {
    /// Wins and losses within the depth.
    within: u32,
    /// Wins and losses beyond it that rest on known values alone.
    beyond: u32,
    /// Draws that rest on known values or finished games.
    drawn: u32,
    open: u32,
}

impl Claims {
    /// Checks a report about `graph` at a depth of `plies` against its value to the end.
    fn check(&mut self, report: &Report<u16>, graph: &Graph, plies: u16, truth: Score) {
        let is_near = truth.distance().is_some_and(|distance| distance <= plies.into());
        let rests_on_leaves = graph.ends_within(plies);
        assert!(report.proved || !is_near && !rests_on_leaves, "{plies}: {graph:?}");
        assert!(!report.proved || report.value() == Some(truth), "{plies}: {graph:?}");
        match (report.proved, truth.distance()) {
            (false, _) => self.open += 1,
            (true, None) => self.drawn += 1,
            (true, Some(_)) if is_near => self.within += 1,
            (true, Some(_)) => self.beyond += 1,
        }
    }
}

/// Every iteration has the value of its depth; proved is what must be, and nothing else.
#[test]
fn searches_of_games_with_cycles_use_known_values() {
    let mut claims = Claims::default();
    for (random, graph, values) in games_with_cycles(600) {
        let mut case = case(Glance::without_hints(graph.clone()), random);
        let table = AnyTable::some(&mut case.random);
        let mut engine = case.engine(table);
        for position in graph.positions().filter(|position| position.over().is_none()) {
            let mut options = shared_options(&mut case.random);
            options.depth_match = case.random.pick(&[DepthMatch::Exact, DepthMatch::AtLeast]);
            engine.set_options(options);
            let (plies, with_line) = (1 + case.random.below(5) as u16, case.random.odds(50));
            let (root, depth) = (Glance::without_hints(position.clone()), Depth::plies(plies));
            let report = ask_value(&case, &mut engine, &root, depth, with_line);
            claims.check(&report, &position, plies, values[usize::from(position.at)]);
        }
    }
    let Claims { within, beyond, drawn, open } = claims;
    assert!(within > 500 && beyond > 150 && drawn > 300 && open > 500, "{claims:?}");
}

/// Where known values cut all cycles, a search to the end finds the value of the game with cycles.
#[test]
fn searches_to_the_end_use_known_values() {
    let (mut far, mut asked) = (0, 0);
    for seed in 0..600 {
        let mut random = Random(seed);
        let rules = Graph::random(&mut random);
        let (graph, values) = (rules.without_cycles(), rules.retrograde());
        let hints = random.odds(50).then(|| Glance::new(graph.clone(), seed));
        let position = hints.unwrap_or_else(|| Glance::without_hints(graph.clone()));
        let mut case = case(position, random);
        let table = AnyTable::some(&mut case.random);
        let mut engine = case.engine(table);
        let starts: [_; 3] = std::array::from_fn(|_| case.some_position());
        for start in starts.iter().filter(|start| start.over().is_none()) {
            engine.set_options(shared_options(&mut case.random));
            let report = ask_value(&case, &mut engine, start, Depth::END, true);
            let truth = values[usize::from(start.inner.at)];
            assert_eq!((report.value(), report.proved), (Some(truth), true), "{start:?}");
            check_report(&case, &report, start, Depth::END, true, engine.options());
            asked += 1;
            far += u32::from(truth.distance() > start.plies_left());
        }
    }
    assert!(asked > 800 && far > 100, "{asked} {far}");
}

#[test]
fn the_algorithms_as_published_use_known_values() {
    for (mut random, graph, _) in games_with_cycles(300) {
        let evaluator = Noisy { plies: random.below(3) as u16, stands_pat: random.odds(50) };
        for depth in (0..5).map(Depth::plies) {
            let truth = value(&graph, &evaluator, depth);
            let windows = windows(&mut random, truth);
            let exact = |algorithm: &textbook::Algorithm| !algorithm.needs_alternation();
            for algorithm in textbook::Algorithm::ALL.into_iter().filter(exact) {
                for window in sample(&mut random, &windows) {
                    let mut tree = GameTree::new(graph.clone(), &evaluator);
                    let found = algorithm.search(&mut tree, window, depth);
                    assert_answers_as(algorithm, found, window, truth, &(depth, &graph));
                }
            }
        }
    }
}

/// Deepening ends as soon as all lines lead to known values, however far the win is away.
#[test]
fn deepening_ends_where_all_lines_lead_to_known_values() {
    let node = |leaf, to: &[u16]| Vertex { side: Side::First, leaf, to: to.to_vec(), estimate: 0 };
    let far = Score::win_in(LONGEST - 2);
    let nodes = [node(None, &[1, 2]), node(None, &[3, 4]), node(Some(Score::DRAW), &[])];
    let leaves = [node(Some(Score::loss_in(7)), &[]), node(Some(far), &[])];
    let graph = Graph { nodes: nodes.into_iter().chain(leaves).collect(), heights: None, at: 0 };
    let case = case(Glance::without_hints(graph), Random(0));
    let mut engine: Engine<_, _, _> = case.engine(AnyTable::some(&mut Random(1)));
    let report = engine.search(&case.position, &Limits::new().depth(40)).expect("a report");
    let (value, depth) = (report.value(), report.depth);
    assert_eq!((value, depth), (Some(Score::win_in(LONGEST)), Some(Depth::plies(2))));
    assert!(report.proved);
}
