//! What a tracer receives from the textbook algorithms.

use crate::common::{Chance, assert_answers_as, depths, trees, value, windows};
use eldest::observe::{NodeType, Tracer};
use eldest::table::NoTable;
use eldest::textbook::{Algorithm, GameTree};
use eldest::{Depth, Engine, Options, Position, Score, Window};
use eldest_games::trees::{Tree, TreePath};

const TREES: u64 = 500;

/// What a tracer receives, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    Enter(u32, Window, Depth, NodeType),
    Leave(u32, Score),
    Play(u32, u16),
}

#[derive(Debug, Default)]
struct EventSender(Vec<Event>);

impl Tracer<u16> for EventSender {
    fn enter(&mut self, ply: u32, window: Window, depth: Depth, kind: NodeType) {
        self.0.push(Event::Enter(ply, window, depth, kind));
    }

    fn leave(&mut self, ply: u32, value: Score) {
        self.0.push(Event::Leave(ply, value));
    }

    fn play(&mut self, ply: u32, mv: u16) {
        self.0.push(Event::Play(ply, mv));
    }
}

/// The events of `algorithm`; as many nodes are entered as are counted, and all are left.
fn events(algorithm: Algorithm, tree: &Tree, window: Window, depth: Depth) -> Vec<Event> {
    let (mut sender, evaluator) = (EventSender::default(), Tree::estimate);
    let mut game = GameTree::new(tree.clone(), &evaluator).traced_by(&mut sender);
    algorithm.search(&mut game, window, depth);
    let visits = game.counts().total();
    let count =
        |kind: fn(&Event) -> bool| sender.0.iter().filter(|event| kind(event)).count() as u64;
    assert_eq!(count(|event| matches!(event, Event::Enter(..))), visits, "{algorithm}");
    assert_eq!(count(|event| matches!(event, Event::Leave(..))), visits, "{algorithm}");
    sender.0
}

/// A node that was entered and left.
struct Visit {
    path: TreePath,
    window: Window,
    depth: Depth,
    value: Score,
}

/// All visits, in the order in which they ended.
fn visits(events: &[Event]) -> Vec<Visit> {
    let (mut path, mut open, mut ended) = (Vec::new(), Vec::new(), Vec::new());
    for one in events {
        match *one {
            Event::Play(ply, mv) => {
                path.truncate(ply as usize);
                path.push(mv);
            }
            Event::Enter(ply, window, depth, _) => {
                assert_eq!(ply as usize, open.len());
                open.push((window, depth));
            }
            Event::Leave(ply, value) => {
                let (window, depth) = open.pop().expect("entered before");
                assert_eq!(ply as usize, open.len());
                let path = TreePath(path[..open.len()].to_vec());
                ended.push(Visit { path, window, depth, value });
            }
        }
    }
    ended
}

/// So the windows are those that the algorithm asks with, and the values its answers to them.
#[test]
fn every_returned_value_answers_its_window() {
    for (mut random, tree) in trees(TREES, 0) {
        let depth = random.pick(&depths(&tree));
        let root = value(&tree, &Tree::estimate, depth);
        let windows = windows(&mut random, root);
        let window = random.pick(&windows);
        for algorithm in Algorithm::ALL {
            let visits = visits(&events(algorithm, &tree, window, depth)).into_iter();
            // What the listing of 1983 searches again at or above beta, it asks nothing.
            for visit in visits.filter(|visit| visit.window.alpha() < visit.window.beta()) {
                let node = visit.path.follow(tree.clone()).expect("it was played");
                let value = value(&node, &Tree::estimate, visit.depth);
                let about = (visit.path, &tree);
                assert_answers_as(algorithm, visit.value, visit.window, value, &about);
            }
        }
    }
}

/// Windows, node types, values and moves are those of the production search.
#[test]
fn pvs_and_the_kernel_trace_the_same() {
    for (_, tree) in trees(TREES, 0).chain(trees(TREES, 30)) {
        // At the ends of the scores the kernel knows better without looking.
        if tree.over().is_some() || tree.to_string().contains(['W', 'L']) {
            continue;
        }
        let builder = Engine::<Tree>::builder().evaluator(Tree::estimate).table(NoTable);
        let mut engine = builder.options(Options::plain()).build().expect("no table, no trouble");
        let (_, sender) =
            engine.query(&tree).to_end().trace(EventSender::default()).expect("no panic");
        let Some(Event::Enter(0, window, ..)) = sender.0.first() else {
            panic!("the root is entered")
        };
        assert_eq!(sender.0, events(Algorithm::Pvs, &tree, *window, Depth::END), "{tree}");
    }
}

#[test]
fn every_pass_of_mtdf_enters_the_root_with_a_null_window() {
    let tree = Tree::from([[3, 5], [2, 9]]);
    let passes: Vec<(Window, Score)> =
        visits(&events(Algorithm::Mtdf, &tree, Window::FULL, Depth::END))
            .into_iter()
            .filter(|visit| visit.path.0.is_empty())
            .map(|visit| (visit.window, visit.value))
            .collect();
    let null = |alpha| Window::null(Score::new(alpha));
    assert_eq!(passes, [(null(-1), Score::new(3)), (null(3), Score::new(3))]);
}

#[test]
fn a_search_that_grows_too_large_comes_to_an_end_soon() {
    let (tree, evaluator) = (Tree::from([[[[1; 9]; 9]; 9]; 9]), Tree::estimate);
    for algorithm in Algorithm::ALL {
        let mut game = GameTree::new(tree.clone(), &evaluator).at_most(50);
        algorithm.search(&mut game, Window::FULL, Depth::END);
        let visits = game.counts().total();
        assert!((51..=50 + 4 * 9 + 1000).contains(&visits), "{algorithm}: {visits}");
        let mut game = GameTree::new(tree.clone(), &evaluator).at_most(20_000);
        assert_eq!(algorithm.search(&mut game, Window::FULL, Depth::END), Score::new(1));
    }
}
