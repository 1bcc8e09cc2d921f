//! Compares Dots and Boxes with a second implementation of its rules, box by box.

use crate::solved;
use eldest::{Algorithm, Engine, Limits, Moves, Options, Position, Score, Side};
use eldest_checks::chance::{Chance, SplitMix64};
use eldest_games::dots::{Dots, Edge, EdgePlace, Size, options};
use eldest_games::notation::Notation;
use std::collections::{BTreeSet, HashMap};

/// An edge: whether it is horizontal, and the row and column of its first dot.
type Line = (bool, u32, u32);

/// A position as its open lines.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Plain {
    rows: u32,
    columns: u32,
    open: BTreeSet<Line>,
}

impl Plain {
    fn new(board: Size) -> Self {
        let (rows, columns) = (board.rows(), board.columns());
        let right = (0..=rows).flat_map(|row| (0..columns).map(move |column| (true, row, column)));
        let down = (0..rows).flat_map(|row| (0..=columns).map(move |column| (false, row, column)));
        Self { rows, columns, open: right.chain(down).collect() }
    }

    /// Returns the number of closed boxes.
    fn closed(&self) -> i32 {
        let boxes = (0..self.rows).flat_map(|r| (0..self.columns).map(move |c| (r, c)));
        let sides = |(r, c)| [(true, r, c), (true, r + 1, c), (false, r, c), (false, r, c + 1)];
        boxes.filter(|at| sides(*at).iter().all(|line| !self.open.contains(line))).count() as i32
    }

    /// Returns the position after a move, and the number of boxes it closes.
    fn after(&self, line: Line) -> (Self, i32) {
        let mut next = self.clone();
        next.open.remove(&line);
        let closes = next.closed() - self.closed();
        (next, closes)
    }

    /// Returns the boxes still to come for the mover minus the opponent's.
    fn gain(&self, known: &mut HashMap<Self, i32>) -> i32 {
        if let Some(gain) = known.get(self) {
            return *gain;
        }
        let value = |line| match self.after(line) {
            (next, 0) => -next.gain(known),
            (next, closes) => closes + next.gain(known),
        };
        let best = self.open.clone().into_iter().map(value).max().unwrap_or(0);
        known.insert(self.clone(), best);
        best
    }
}

fn board(rows: u32, columns: u32) -> Size {
    Size::new(rows, columns).expect("a board")
}

fn edge((is_horizontal, row, column): Line, board: Size) -> Edge {
    Edge::new(EdgePlace { row, column, is_horizontal }, board).expect("an edge")
}

/// Converts a position to the plain rules.
fn plainly(position: &Dots) -> Plain {
    let mut plain = Plain::new(position.size());
    plain.open.retain(|line| !position.is_drawn(edge(*line, position.size())));
    plain
}

fn value(board: Size, options: Options) -> i32 {
    solved::value(&Dots::new(board), options)
}

#[test]
fn games_are_played_as_the_plain_rules_say() {
    for (board, first) in [(1, 1), (2, 2), (3, 2), (1, 5), (5, 5)]
        .into_iter()
        .flat_map(|(rows, columns)| (0..5).map(move |first| (board(rows, columns), first)))
    {
        let (mut position, mut plain, mut lead) = (Dots::new(board), Plain::new(board), 0);
        for turn in first.. {
            assert_eq!(plainly(&position), plain, "{position}");
            let score = if position.side() == Side::First { lead } else { -lead };
            assert_eq!(position.taken(), Some(score), "{position}");
            let over = plain.open.is_empty();
            assert_eq!(position.over(), over.then(|| Score::new(score)), "{position}");
            if over {
                break;
            }
            let line = *plain.open.iter().nth(turn * 7 % plain.open.len()).expect("a line");
            let moves = Moves::collect(|out| position.moves(out));
            assert!(moves.len() == plain.open.len() && moves.contains(&edge(line, board)));
            let (next, closes) = plain.after(line);
            lead += if position.side() == Side::First { closes } else { -closes };
            let side = if closes > 0 { position.side() } else { position.side().other() };
            plain = next;
            position.play(edge(line, board));
            assert_eq!(position.side(), side, "{position}");
        }
    }
}

#[test]
fn small_boards_have_the_values_of_minimax() {
    for board in [(1, 1), (1, 2), (1, 3), (2, 2), (3, 1)].map(|(r, c)| board(r, c)) {
        let expected = Plain::new(board).gain(&mut HashMap::new());
        assert_eq!(value(board, options()), expected, "{board}");
    }
}

/// Returns a position near the end of a random game.
fn scattered(board: Size, random: &mut SplitMix64) -> Dots {
    let mut position = Dots::new(board);
    let left = random.below(10);
    while u64::from(position.plies_left().expect("plies")) > left {
        let moves = Moves::collect(|out| position.moves(out));
        position.play(random.pick(&moves));
    }
    position
}

/// Checks that bounds contain the value, and that a relevant move is best, near the end of random
/// games.
#[test]
fn what_is_known_holds_at_random_ends_of_all_boards() {
    let (mut random, mut exact, mut few) = (SplitMix64(0), 0, 0);
    let sizes = (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns)));
    for board in sizes.map(|(rows, columns)| board(rows, columns)) {
        for _ in 0..40 {
            let position = scattered(board, &mut random);
            if position.over().is_some() {
                continue;
            }
            let mut known = HashMap::new();
            let lead = position.taken().expect("points");
            let value = Score::new(lead + plainly(&position).gain(&mut known));
            let bounds = position.bounds();
            assert!(bounds.contains(value), "{board}: {value} at {position}, {bounds:?}");
            let moves = Moves::collect(|out| position.relevant_moves(out));
            let worth = |mv: &Edge| {
                let mut after = position;
                after.play(*mv);
                let value = after.taken().expect("points") + plainly(&after).gain(&mut known);
                if after.side() == position.side() { value } else { -value }
            };
            assert_eq!(moves.iter().map(worth).max(), Some(value.get()), "{board}: {position}");
            exact += usize::from(bounds.value().is_some());
            few += usize::from(moves.len() < Moves::collect(|out| position.moves(out)).len());
        }
    }
    assert!(exact > 100 && few > 500, "{exact} {few}");
}

/// Runs every algorithm with one and with two threads.
#[test]
fn all_algorithms_agree() {
    for board in [board(2, 2), board(1, 4), board(2, 3)] {
        let serial = value(board, options());
        assert_eq!(value(board, Options::default()), serial, "{board}");
        assert_eq!(value(board, Options::plain()), serial, "{board}");
        for (algorithm, threads) in Algorithm::ALL.iter().flat_map(|a| [(*a, 1), (*a, 2)]) {
            let shared = options().with(|o| (o.algorithm, o.threads) = (algorithm, threads));
            assert_eq!(value(board, shared), serial, "{board} {algorithm:?} {threads}");
        }
    }
}

/// The unit test `knowledge.rs` checks the first two by minimax at every position.
#[test]
#[ignore = "takes a minute without optimisation"]
fn larger_boards_are_worth_what_they_are_worth() {
    for (rows, columns, expected) in [(3, 3, -3), (2, 4, 2), (4, 2, 2), (2, 5, -2), (5, 2, -2)] {
        assert_eq!(value(board(rows, columns), options()), expected, "{rows}x{columns}");
    }
}

/// With the points in the key, this took 141,971 nodes.
#[test]
fn positions_with_the_same_edges_are_searched_once() {
    let start = Dots::new(board(2, 3));
    let builder = Engine::<Dots>::builder().options(options());
    let report = builder.build().expect("an engine").solve(&start, &Limits::new());
    let report = report.expect("a report");
    assert_eq!(report.value(), Some(Score::new(-2)));
    assert!(report.statistics.nodes < 1_500, "{}", report.statistics.nodes);
}

#[test]
fn the_points_of_a_text_count() {
    let text = "a1h,b1h,a2h,b2h,a1v,b1v,c1v 2:0 S";
    let position = Dots::parse_position(board(1, 2), text).expect("a position");
    assert_eq!((position.over(), position.points()), (Some(Score::new(-2)), [2, 0]));
}
