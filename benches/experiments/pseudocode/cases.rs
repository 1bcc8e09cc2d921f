//! The published forms that are wrong under some condition, and the search for the smallest tree on
//! which they are.

use super::forms::{Hard, Keeps, depth_from_the_root, fails_hard, stops_at_beta_only, unstable};
use super::small::{Class, Node, Place, Rank, height, rank, text};
use eldest::textbook::{GameTree, Scouting, negamax, negascout_1983, negascout_1999, pvs};
use eldest::{Depth, Position, Score, Window};
use std::cell::Cell;

const FULL: (i32, i32) = (Window::FULL.alpha().get(), Window::FULL.beta().get());

type Game<'t> = GameTree<'t, Place<'t>, fn(&Place<'_>) -> Score>;

/// A form, and where it is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// What the form answers, and what it should: the same unless it is wrong.
    pub(crate) answers: fn(&[Node]) -> (i32, i32),
    /// Whether trees in which a player moves twice in a row count.
    pub(crate) again: bool,
}

/// The smallest tree on which a form is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    pub(crate) tree: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) answer: i32,
    pub(crate) value: i32,
}

impl Case {
    /// The greatest number of nodes of a tree, so that all trees together take about a second.
    pub(crate) fn most(&self) -> usize {
        if self.again { 6 } else { 8 }
    }

    /// The smallest of all trees of up to `most` nodes with leaves worth −2 to 2 on which the form
    /// is wrong, and how many trees there are of fewer nodes.
    pub(crate) fn smallest(&self, most: usize) -> (Option<Counterexample>, u64) {
        let class = Class { values: -2..=2, again: self.again };
        let mut right = 0;
        for nodes in 1..=most {
            let mut found = None;
            let mut seen = 0;
            class.each(nodes, &mut |tree| {
                seen += 1;
                let (answer, value) = (self.answers)(tree);
                let better = |(least, _): &(Rank, _)| rank(tree) < *least;
                if answer != value && found.as_ref().is_none_or(better) {
                    found = Some((rank(tree), counterexample(tree, answer, value)));
                }
            });
            if let Some((_, smallest)) = found {
                return (Some(smallest), right);
            }
            right += seen;
        }
        (None, right)
    }
}

fn counterexample(tree: &[Node], answer: i32, value: i32) -> Counterexample {
    Counterexample { tree: text(Place::root(tree)), nodes: tree.to_vec(), answer, value }
}

/// All of them, each beside the form or the condition under which it is right.
pub(crate) const CASES: [Case; 14] = [
    case("NegaScout 1983", negascout_of_1983, ALTERNATE),
    case("NegaScout 1983, a player moves twice", negascout_of_1983, AGAIN),
    case("PVS 1986", pvs_of_1986, ALTERNATE),
    case("PVS 1986, a player moves twice", pvs_of_1986, AGAIN),
    case("NegaScout 1983 with `depth <= 2`, depth from the root", depth_from_root, ALTERNATE),
    case("PVS 1986 with `depth <= 3`", three_plies, ALTERNATE),
    case("NegaScout 1999", negascout_of_1999, AGAIN),
    case("NegaScout 1999, none in the last two plies", held_up, ALTERNATE),
    case("fail-hard, none in the last ply", hard_one_ply, ALTERNATE),
    case("fail-hard, re-search with {score, beta}", hard_always, AGAIN),
    case("null windows see more, `m := re-search`", unstable_research, ALTERNATE),
    case("null windows see more, `m := max(m, re-search)`", unstable_best, ALTERNATE),
    case("NegaScout 1999 with `a == beta`", beta_only, AGAIN),
    case("the same, nodes visited", beta_only_visits, ALTERNATE),
];

/// A player may move twice in a row.
const AGAIN: bool = true;
const ALTERNATE: bool = false;

const fn case(name: &'static str, answers: fn(&[Node]) -> (i32, i32), again: bool) -> Case {
    Case { name, answers, again }
}

/// The table of `docs/published-pseudocode.md`.
pub(crate) fn table() -> String {
    let mut table = String::from("| form | smallest tree | answer | value | smaller trees |\n");
    table += "|---|---|---:|---:|---:|\n";
    for case in CASES {
        let (found, right) = case.smallest(case.most());
        let (tree, numbers) = match found {
            Some(found) => {
                (format!("`{}`", found.tree), format!("{} | {}", found.answer, found.value))
            }
            None => (format!("none of up to {} nodes", case.most()), " | ".to_owned()),
        };
        table += &format!("| {} | {tree} | {numbers} | {right} |\n", case.name);
    }
    table
}

/// What `search` finds at the full depth, where most plies count among the last, and minimax.
fn compared(tree: &[Node], search: impl FnOnce(&mut Game<'_>, Depth) -> Score) -> (i32, i32) {
    let depth = Depth::plies(height(tree));
    let mut game: Game<'_> = GameTree::new(Place::root(tree), &LEAVES);
    (search(&mut game, depth).get(), value(tree))
}

/// Nothing is ever judged at the horizon: all trees are searched to their ends.
static LEAVES: fn(&Place<'_>) -> Score = |_| Score::DRAW;

fn value(tree: &[Node]) -> i32 {
    let mut game: Game<'_> = GameTree::new(Place::root(tree), &LEAVES);
    negamax(&mut game, Depth::END).get()
}

fn negascout_of_1983(tree: &[Node]) -> (i32, i32) {
    compared(tree, |game, depth| negascout_1983(game, Window::FULL, depth))
}

fn pvs_of_1986(tree: &[Node]) -> (i32, i32) {
    compared(tree, |game, depth| pvs(game, Scouting::MARSLAND_1986, Window::FULL, depth))
}

fn depth_from_root(tree: &[Node]) -> (i32, i32) {
    (depth_from_the_root(Place::root(tree), FULL.0, FULL.1), value(tree))
}

fn three_plies(tree: &[Node]) -> (i32, i32) {
    let three = Scouting { trusted_plies: 3, ..Scouting::MARSLAND_1986 };
    compared(tree, |game, depth| pvs(game, three, Window::FULL, depth))
}

fn negascout_of_1999(tree: &[Node]) -> (i32, i32) {
    let form = Scouting::REINEFELD_1999;
    compared(tree, |game, depth| negascout_1999(game, form, Window::FULL, depth))
}

fn held_up(tree: &[Node]) -> (i32, i32) {
    let two = Scouting { trusted_plies: 2, ..Scouting::REINEFELD_1999 };
    compared(tree, |game, depth| negascout_1999(game, two, Window::FULL, depth))
}

fn hard(tree: &[Node], form: Hard) -> (i32, i32) {
    (fails_hard(Place::root(tree), form, FULL.0, FULL.1, height(tree)), value(tree))
}

fn hard_one_ply(tree: &[Node]) -> (i32, i32) {
    hard(tree, Hard::Trusts(1))
}

fn hard_always(tree: &[Node]) -> (i32, i32) {
    hard(tree, Hard::AlwaysAgain)
}

/// By how much null windows overrate a leaf for the side that moved there.
const RISE: i32 = 2;

/// An answer is wrong if it lies beyond what any search can have seen: minimax with every leaf at
/// its worst, and at its best.
fn unstable_as(tree: &[Node], keeps: Keeps) -> (i32, i32) {
    let answer = unstable(Place::root(tree), keeps, RISE, FULL.0, FULL.1);
    let (least, most) = seen(Place::root(tree));
    (answer, answer.clamp(least, most))
}

/// The least and the most that a place can be worth to its side to move.
fn seen(place: Place<'_>) -> (i32, i32) {
    if let Some(score) = place.over() {
        return (score.get() - RISE, score.get());
    }
    let below = |at| seen(Place { at, ..place });
    let values = place.children().map(below).map(|(least, most)| (-most, -least));
    values.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))).expect("a child")
}

fn unstable_research(tree: &[Node]) -> (i32, i32) {
    unstable_as(tree, Keeps::TheResearch)
}

fn unstable_best(tree: &[Node]) -> (i32, i32) {
    unstable_as(tree, Keeps::TheBest)
}

/// Nodes visited, and by the form that stops.
fn beta_only_visits(tree: &[Node]) -> (i32, i32) {
    let visits = Cell::new(0);
    stops_at_beta_only(Place::root(tree), FULL.0, FULL.1, &visits);
    let stops = Scouting { trusted_plies: 0, ..Scouting::REINEFELD_1999 };
    let mut game: Game<'_> = GameTree::new(Place::root(tree), &LEAVES);
    negascout_1999(&mut game, stops, Window::FULL, Depth::END);
    (visits.get() as i32, game.counts().total() as i32)
}

fn beta_only(tree: &[Node]) -> (i32, i32) {
    (stops_at_beta_only(Place::root(tree), FULL.0, FULL.1, &Cell::new(0)), value(tree))
}
