//! Compares Connect Four with published counts and scores, and with slow, plain rules.

use eldest::{Moves, Position, Score, Window};
use eldest_checks::targets::games::{Plain, PlainConnectFour, null_windows};
use eldest_games::connect4::{AnySize, Column, ConnectFour, Shape, Standard};
use std::collections::{HashMap, HashSet};

fn moves<S: Shape>(position: &ConnectFour<S>) -> Vec<Column> {
    Moves::collect(|out| position.moves(out))
}

fn relevant<S: Shape>(position: &ConnectFour<S>) -> Vec<Column> {
    Moves::collect(|out| position.relevant_moves(out))
}

fn after<S: Shape>(position: &ConnectFour<S>, mv: Column) -> ConnectFour<S> {
    let mut child = *position;
    child.play(mv);
    child
}

/// Returns all reachable positions, ply by ply.
fn plies<S: Shape>(shape: S) -> impl Iterator<Item = HashSet<ConnectFour<S>>> {
    let start = HashSet::from([ConnectFour::new(shape)]);
    std::iter::successors(Some(start), |ply| {
        let next: HashSet<_> = ply
            .iter()
            .filter(|p| p.over().is_none())
            .flat_map(|p| moves(p).into_iter().map(|mv| after(p, mv)))
            .collect();
        (!next.is_empty()).then_some(next)
    })
}

/// The end of the game by the reference implementation.
fn plain_over<S: Shape>(position: &ConnectFour<S>) -> Option<Score> {
    PlainConnectFour::of(position).over()
}

/// Alpha-beta without hints of the game.
fn search<S: Shape>(p: &ConnectFour<S>, mut alpha: Score, beta: Score) -> Score {
    if let Some(score) = p.over() {
        return score;
    }
    let mut best = -Score::INFINITY;
    for mv in moves(p) {
        best = best.max(-search(&after(p, mv), -beta, -alpha));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// Alpha-beta that uses every hint, with a table of bounds by key.
fn hinted<S: Shape>(
    p: &ConnectFour<S>,
    window: (Score, Score),
    known: &mut HashMap<u64, (Score, Score)>,
) -> Score {
    let bounds = p.bounds();
    let stored = known.get(&p.key()).copied().unwrap_or((bounds.lower(), bounds.upper()));
    let (lower, upper) = (stored.0.max(bounds.lower()), stored.1.min(bounds.upper()));
    let (alpha, beta) = (window.0.max(lower), window.1.min(upper));
    if alpha >= beta {
        return if lower >= window.1 || lower == upper { lower } else { upper };
    }
    let mut best = -Score::INFINITY;
    for mv in relevant(p) {
        let value = -hinted(&after(p, mv), (-beta, -alpha.max(best)), known);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    let found = if best <= alpha { (lower, best) } else { (best, upper) };
    let found = if alpha < best && best < beta { (best, best) } else { found };
    known.insert(p.key(), found);
    best
}

fn solve<S: Shape>(p: &ConnectFour<S>) -> Score {
    hinted(p, (-Score::INFINITY, Score::INFINITY), &mut HashMap::new())
}

/// Reads lines `MOVES SCORE`; two independent solvers agree on every line.
fn suite(text: &str) -> impl Iterator<Item = (ConnectFour, Score)> {
    text.lines().map(|line| {
        let (columns, score) = line.split_once(' ').expect("MOVES SCORE");
        (columns.parse().expect(columns), Score::new(score.parse().expect(score)))
    })
}

/// OEIS A212693: finished games are counted, but not continued.
#[test]
fn as_many_positions_as_are_known() {
    let known = [1, 7, 49, 238, 1120, 4263, 16422, 54859];
    let counts: Vec<_> = plies(Standard).take(known.len()).map(|ply| ply.len()).collect();
    assert_eq!(counts, known);
    let counts: Vec<_> = plies(AnySize::default()).take(6).map(|ply| ply.len()).collect();
    assert_eq!(counts, known[..6]);
}

/// Checks scores, bounds and relevant moves of all positions of 4x4 by minimax, from the last ply
/// up.
#[test]
fn every_hint_is_true_on_a_small_board() {
    let shape = AnySize::new(4, 4).unwrap();
    let mut below: HashMap<ConnectFour<AnySize>, Score> = HashMap::new();
    for ply in plies(shape).collect::<Vec<_>>().into_iter().rev() {
        let values = ply.iter().map(|p| (*p, check_hints(p, &below))).collect();
        below = values;
    }
    assert_eq!(below[&ConnectFour::new(shape)], Score::DRAW);
}

/// Returns the value, computed from those one ply below. Panics if a hint of the game contradicts
/// it.
fn check_hints(p: &ConnectFour<AnySize>, below: &HashMap<ConnectFour<AnySize>, Score>) -> Score {
    let value_of = |mv: &Column| -below[&after(p, *mv)];
    let best = |list: Vec<Column>| list.iter().map(value_of).max();
    let over = plain_over(p);
    assert_eq!(p.over(), over, "{p}");
    let value = over.or_else(|| best(moves(p))).expect("a move");
    assert!(p.bounds().contains(value), "{p}: {value} not in {:?}", p.bounds());
    assert!(p.range().contains(value), "{p}");
    for window in null_windows(value) {
        let bounds = p.bounds_for(window);
        assert!(bounds.contains(value), "{p}: {value} not in {bounds:?} for {window:?}");
    }
    if p.bounds().value().is_none() {
        assert_eq!(best(relevant(p)), Some(value), "{p}: no best move is relevant");
    }
    value
}

#[test]
fn bounds_are_exact_two_stones_before_the_end() {
    let exact = |text: &str| text.parse::<ConnectFour>().unwrap().bounds().value();
    assert_eq!(exact("1122334"), Some(Score::new(-18)), "lost");
    assert_eq!(exact("112233"), Some(Score::new(18)), "wins at once");
    assert_eq!(exact("11223"), None, "can still be stopped");
    assert_eq!(exact("44553"), Some(Score::new(-18)), "two threats");
    assert_eq!(exact("-"), None);
}

/// Counts positions with 28 stones that zugzwang decides, but the next two stones do not.
#[test]
fn zugzwang_is_seen_long_before_the_end() {
    let [mut more, mut less] = [0, 0];
    for (position, score) in suite(include_str!("../suites/connect4/ply28.txt")) {
        let value = score.get();
        let bounds = |alpha| position.bounds_for(Window::null(Score::new(alpha)));
        let open = position.bounds().value().is_none();
        more += u32::from(open && bounds(value - 1).lower() == Score::new(value));
        less += u32::from(open && bounds(value).upper() == Score::new(value));
    }
    assert!(more > 88 && less > 50, "{more} and {less}");
}

/// Counts positions with 20 stones where zugzwang decides that the value is reached: 151, and less
/// than half without a look one move ahead.
#[test]
fn bounds_look_one_move_ahead() {
    let mut more = 0;
    for (position, score) in suite(include_str!("../suites/connect4/ply20.txt")) {
        let bounds = |window| position.bounds_for(window);
        assert!(null_windows(score).all(|window| bounds(window).contains(score)));
        let window = Window::null(Score::new(score.get() - 1));
        more += u32::from(position.bounds().value().is_none() && bounds(window).lower() == score);
    }
    assert!(more > 120, "{more}");
}

#[test]
fn full_boards_are_drawn() {
    let drawn = "121212212121343434434343565656656565777777";
    let position: ConnectFour = drawn.parse().unwrap();
    assert_eq!(position.over(), plain_over(&position));
    assert_eq!(position.plies_left(), Some(0));
}

#[test]
fn suite_positions_get_their_scores_without_hints() {
    for (position, score) in suite(include_str!("../suites/connect4/ply28.txt")).take(12) {
        let alpha = Score::new(score.get() - 1);
        let beta = Score::new(score.get() + 1);
        assert_eq!(search(&position, alpha, beta), score, "{position}");
    }
}

#[test]
fn suite_positions_get_their_scores_with_hints() {
    let late = suite(include_str!("../suites/connect4/ply28.txt")).take(150);
    let earlier = suite(include_str!("../suites/connect4/ply20.txt")).take(10);
    for (position, score) in late.chain(earlier) {
        assert_eq!(solve(&position), score, "{position}");
        let same: ConnectFour<AnySize> = position.to_string().parse().unwrap();
        assert_eq!(same.bounds(), position.bounds());
        assert_eq!(relevant(&same), relevant(&position));
    }
}

#[test]
fn small_boards_get_their_known_values() {
    for (width, height) in [(4, 4), (4, 5), (5, 4)] {
        let shape = AnySize::new(width, height).unwrap();
        assert_eq!(solve(&ConnectFour::new(shape)), Score::DRAW, "{shape}");
    }
}

#[test]
#[ignore = "too slow without optimisation"]
fn larger_boards_get_their_known_values() {
    let known = [(5, 5, 0), (4, 6, 0), (6, 4, -1)];
    for (width, height, score) in known {
        let shape = AnySize::new(width, height).unwrap();
        assert_eq!(solve(&ConnectFour::new(shape)), Score::new(score), "{shape}");
    }
}

/// Checks that keys are unique except for the mirror image, that `key_after` agrees with them, and
/// that move codes use the same orientation.
fn check_keys<S: Shape>(shape: S, plies_deep: usize) {
    let mut seen: HashMap<u64, ConnectFour<S>> = HashMap::new();
    for position in plies(shape).take(plies_deep).flatten() {
        let mirror = position.mirrored();
        let first = *seen.entry(position.key()).or_insert(position);
        assert!(first == position || first == mirror, "{position} has the key of {first}");
        assert_eq!(position.key(), mirror.key());
        assert_eq!(
            mirror.mirrored(),
            position,
            "incremental masks are those computed from scratch"
        );
        for mv in moves(&position) {
            let opposite = Column::new(shape.width() as u8 - 1 - mv.index());
            assert_eq!(position.key_after(mv), Some(after(&position, mv).key()));
            let same_move_code = mirror.move_code(opposite) == position.move_code(mv);
            assert!(same_move_code || position == mirror, "{position}, column {mv}");
        }
    }
}

#[test]
fn keys_and_tags_are_those_of_the_mirror_image() {
    check_keys(Standard, 6);
    check_keys(AnySize::new(6, 4).unwrap(), 6);
    check_keys(AnySize::new(4, 5).unwrap(), 7);
}
