use super::*;

fn bounds(lower: i32, upper: i32) -> Bounds {
    Bounds::new(Score::new(lower), Score::new(upper))
}

fn place(name: &str) -> GraphPosition {
    GraphPosition::new(name, name, bounds(-10, 10))
}

/// A root with the children a and b, which share the child c. Each move changes the turn.
fn diamond() -> Graph {
    let mut graph = Graph::new(false);
    let (root, _) = graph.reach(&place("root"));
    graph.expand(root, &[Reply::new("a", place("a")), Reply::new("b", place("b"))]).unwrap();
    for parent in ["a", "b"] {
        let parent = graph.find(parent).unwrap();
        graph.expand(parent, &[Reply::new("c", place("c"))]).unwrap();
    }
    graph
}

fn known(graph: &Graph, name: &str) -> Bounds {
    graph.node(graph.find(name).unwrap()).known
}

#[test]
fn a_proof_of_a_position_reaches_all_its_parents() {
    let mut graph = diamond();
    assert_eq!((graph.len(), graph.counts().expanded), (4, 3));
    graph.tighten(graph.find("c").unwrap(), bounds(3, 7), 0).unwrap();
    assert_eq!([known(&graph, "a"), known(&graph, "b")], [bounds(-7, -3); 2]);
    assert_eq!(known(&graph, "root"), bounds(3, 7));
    graph.tighten(graph.find("a").unwrap(), bounds(-7, -6), 1).unwrap();
    assert_eq!(known(&graph, "root"), bounds(6, 7));
    assert_eq!(graph.counts().proved, 0);
    graph.tighten(graph.find("c").unwrap(), bounds(7, 7), 2).unwrap();
    assert_eq!((known(&graph, "root"), graph.counts().proved), (bounds(7, 7), 4));
}

#[test]
fn bounds_that_contradict_each_other_name_both_results_and_change_nothing() {
    let mut graph = diamond();
    let [root, c] = ["root", "c"].map(|name| graph.find(name).unwrap());
    graph.tighten(c, bounds(3, 10), 5).unwrap();
    let clash = graph.tighten(c, bounds(-10, 2), 6).unwrap_err();
    assert_eq!((clash.at, clash.before, clash.now), (c, Some(5), Some(6)));
    assert_eq!((clash.known, clash.found), (bounds(3, 10), bounds(-10, 2)));
    // At the root, two plies above.
    let clash = graph.tighten(root, bounds(-10, 1), 7).unwrap_err();
    assert_eq!((clash.at, clash.before, clash.now), (root, Some(5), Some(7)));
    graph.tighten(root, bounds(-10, 8), 8).unwrap();
    let clash = graph.tighten(c, bounds(9, 10), 9).unwrap_err();
    assert_eq!((clash.at, clash.before, clash.now), (root, Some(8), Some(9)));
    let clash = diamond().tighten(0, bounds(11, 11), 0).unwrap_err();
    assert_eq!((clash.before, clash.now), (None, Some(0)));
}

#[test]
fn wins_get_one_ply_more_distant_where_they_count_their_distance() {
    let win = |plies| Bounds::exact(Score::win_in(plies));
    for (counts_distance, expected) in [(true, win(5)), (false, win(4))] {
        let mut graph = Graph::new(counts_distance);
        let (root, _) = graph.reach(&GraphPosition::new("root", "root", Bounds::FULL));
        let lost = GraphPosition::new("lost", "lost", Bounds::exact(Score::loss_in(4)));
        let other = GraphPosition::new("other", "other", Bounds::exact(Score::DRAW));
        graph.expand(root, &[Reply::new("x", other), Reply::new("y", lost)]).unwrap();
        assert_eq!(known(&graph, "root"), expected);
    }
}

/// The question for a child is equivalent to the question for its parent.
#[test]
fn what_is_asked_of_a_child_is_what_was_asked_of_its_parent() {
    let edges = [0, 4_000_000, 4_000_005, 5_999_990, 5_999_999, 6_000_000, 7_999_999, 8_000_000];
    let scores: Vec<i32> = edges
        .iter()
        .flat_map(|edge| [edge - 1, edge + 1, *edge, -edge - 1, -edge, 1 - edge])
        .collect();
    let is_value = |x: &i32| x.abs() <= 4_000_000 || (5_999_999..=8_000_000).contains(&x.abs());
    for counts_distance in [true, false] {
        let mut graph = Graph::new(counts_distance);
        let _ = graph.reach(&place("root"));
        let up = |x: Score| if counts_distance { x.one_ply_up() } else { x };
        for &value in scores.iter().filter(|x| is_value(x)) {
            for (turns, &least) in
                [true, false].iter().flat_map(|t| scores.iter().map(move |l| (*t, l)))
            {
                let edge = GraphEdge { to: 0, turns };
                let of_move = if turns { -up(Score::new(value)) } else { up(Score::new(value)) };
                let answer = value >= graph.passed_on(&edge, least);
                assert_eq!(of_move.get() >= least, answer != turns, "{value} {least} {turns}");
            }
        }
    }
}

fn names(graph: &Graph, least: i32, most: usize) -> Vec<String> {
    let leaves = graph.leaves(&[(0, least)], most, |_| false);
    leaves.iter().map(|leaf| graph.node(leaf.question().0).text.to_string()).collect()
}

/// A root with three children.
fn fan() -> Graph {
    let mut graph = Graph::new(false);
    let (root, _) = graph.reach(&place("root"));
    let replies = ["a", "b", "c"].map(|name| Reply::new(name, place(name)));
    graph.expand(root, &replies).unwrap();
    graph
}

#[test]
fn the_first_child_comes_before_its_siblings_and_of_these_that_with_the_most_effort() {
    let mut graph = fan();
    let [a, b, c] = ["a", "b", "c"].map(|name| graph.find(name).unwrap());
    assert_eq!(names(&graph, 1, 9), ["a", "b", "c"]);
    // A move with the most effort is continued.
    graph.spend(c, 100);
    graph.spend(a, 1000);
    assert_eq!(names(&graph, 1, 9), ["a", "c", "b"]);
    assert_eq!(graph.node(0).effort, 1100);
    graph.tighten(a, bounds(0, 10), 0).unwrap();
    assert_eq!(names(&graph, 1, 9), ["c", "b"]);
    graph.expand(c, &[Reply::new("d", place("d")), Reply::new("e", place("e"))]).unwrap();
    // e is needed only if d fails, but b must be searched in any case.
    assert_eq!(names(&graph, 1, 9), ["d", "b", "e"]);
    assert_eq!(names(&graph, 1, 1), ["d"]);
    let leaves = graph.leaves(&[(0, 1)], 9, |question| question.0 == b);
    assert_eq!(leaves.len(), 2);
    assert_eq!(leaves[0].path, [(0, 1), (c, 0), (graph.find("d").unwrap(), 1)]);
    assert!(graph.matters(&[(0, 1)], &leaves[0]) && !graph.matters(&[(0, 2)], &leaves[0]));
    graph.tighten(c, bounds(-10, -1), 1).unwrap();
    assert!(!graph.matters(&[(0, 1)], &leaves[0]));
    assert_eq!(names(&graph, 1, 9), [""; 0]);
}

#[test]
fn the_principal_line_is_what_decides_or_what_is_asked_first() {
    let mut graph = fan();
    let texts = |graph: &Graph, least| {
        let line = graph.line(0, least);
        line.iter().map(|at| graph.node(*at).text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&graph, 1), ["a"]);
    let [a, b, c] = ["a", "b", "c"].map(|name| graph.find(name).unwrap());
    graph.tighten(b, bounds(-10, -5), 0).unwrap();
    assert_eq!(texts(&graph, 1), ["b"]);
    graph.tighten(a, bounds(-1, 0), 1).unwrap();
    graph.tighten(b, bounds(-6, -5), 2).unwrap();
    graph.tighten(c, bounds(2, 10), 3).unwrap();
    assert_eq!(texts(&graph, 7), ["b"]);
}

#[test]
fn the_ends_of_bounds_are_values() {
    let within = |lower, upper| {
        let found = values_within(bounds(lower, upper));
        found.map(|found| (found.lower().get(), found.upper().get()))
    };
    assert_eq!(within(-5_000_000, 5_000_000), Some((-4_000_000, 4_000_000)));
    assert_eq!(within(4_000_001, 7_000_000), Some((5_999_999, 7_000_000)));
    assert_eq!(within(-7_000_000, -4_000_001), Some((-7_000_000, -5_999_999)));
    assert_eq!(within(-8_000_000, 3), Some((-8_000_000, 3)));
    assert_eq!(within(4_000_001, 5_999_998), None);
}
