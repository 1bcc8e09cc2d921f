//! A game with cycles, as its author meets it: what the errors say, and what a search to a
//! depth finds.

use eldest::{
    DepthMatch, Engine, Error, Limits, Moves, Options, Position, Report, Score, Side,
    ZeroEvaluator, conformance,
};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Three men's morris: three men a side on nine points, placed in turn, then moved along the lines,
/// for ever if need be. Three in a row win; a side that cannot move has lost.
#[derive(Clone, Debug)]
struct Morris {
    men: [u16; 2],
    placed: u32,
    side: Side,
}

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// Where a man comes from that is placed.
const HAND: u8 = 9;

/// Whether a line joins two points.
fn is_joined(one: u8, other: u8) -> bool {
    let (rows, columns) = ((one / 3).abs_diff(other / 3), (one % 3).abs_diff(other % 3));
    rows.max(columns) == 1 && (rows + columns == 1 || one == 4 || other == 4)
}

impl Morris {
    fn new() -> Self {
        Self { men: [0; 2], placed: 0, side: Side::First }
    }

    fn mine(&self) -> u16 {
        self.men[self.side.index()]
    }

    fn is_stuck(&self) -> bool {
        Moves::collect(|out| self.moves(out)).is_empty()
    }
}

impl Position for Morris {
    type Move = (u8, u8);
    type Undo = Self;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.men.map(u64::from);
        first | second << 9 | u64::from(self.placed) << 18 | (self.side.index() as u64) << 21
    }

    fn over(&self) -> Option<Score> {
        let theirs = self.men[self.side.other().index()];
        let has_row = ROWS.iter().any(|row| theirs & row == *row);
        (has_row || self.is_stuck()).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, (u8, u8)>) {
        let is_free = |point: &u8| (self.men[0] | self.men[1]) >> point & 1 == 0;
        for to in (0..9).filter(is_free) {
            if self.placed < 6 {
                out.push((HAND, to));
            } else {
                let mine = (0..9).filter(|from| self.mine() >> from & 1 == 1);
                mine.filter(|from| is_joined(*from, to)).for_each(|from| out.push((from, to)));
            }
        }
    }

    fn move_code(&self, (from, to): (u8, u8)) -> u16 {
        (1 + from * 9 + to).into()
    }

    fn play(&mut self, (from, to): (u8, u8)) -> Self {
        let before = self.clone();
        let mine = &mut self.men[self.side.index()];
        *mine |= 1 << to;
        if from == HAND {
            self.placed += 1;
        } else {
            *mine ^= 1 << from;
        }
        self.side = self.side.other();
        before
    }

    fn undo(&mut self, _: (u8, u8), before: Self) {
        *self = before;
    }
}

fn children(position: &Morris) -> Vec<Morris> {
    if position.over().is_some() {
        return Vec::new();
    }
    let child = |mv| {
        let mut child = position.clone();
        child.play(mv);
        child
    };
    Moves::collect(|out| position.moves(out)).into_iter().map(child).collect()
}

/// All positions that can be reached, by their keys.
fn reachable() -> HashMap<u64, Morris> {
    let (mut found, mut open) = (HashMap::new(), vec![Morris::new()]);
    while let Some(position) = open.pop() {
        if let Entry::Vacant(new) = found.entry(position.key()) {
            open.extend(children(&position));
            new.insert(position);
        }
    }
    found
}

/// Values by retrograde analysis: wins and losses with their distances; a position that is neither
/// can be played for ever.
fn retrograde(positions: &HashMap<u64, Morris>) -> HashMap<u64, Score> {
    let over = |(key, position): (&u64, &Morris)| Some((*key, position.over()?));
    let mut values: HashMap<u64, Score> = positions.iter().filter_map(over).collect();
    let below: HashMap<u64, Vec<u64>> = positions
        .iter()
        .map(|(key, position)| (*key, children(position).iter().map(Position::key).collect()))
        .collect();
    loop {
        let value = |key: &u64| {
            let known: Vec<Option<Score>> =
                below[key].iter().map(|child| values.get(child).map(|v| -v.one_ply_up())).collect();
            let best = known.iter().flatten().max().copied()?;
            let is_settled = best > Score::DRAW || known.iter().all(Option::is_some);
            is_settled.then_some((*key, best))
        };
        // A distance is settled in the round of its number: none is found that a later round would
        // shorten.
        let open = below.keys().filter(|key| !values.contains_key(key));
        let new: Vec<(u64, Score)> = open.filter_map(value).collect();
        if new.is_empty() {
            return values;
        }
        values.extend(new);
    }
}

/// V(p, d) by its definition, with 0 at the horizon.
fn minimax(position: &Morris, plies: u16) -> Score {
    match position.over() {
        Some(score) => score,
        None if plies == 0 => Score::DRAW,
        None => {
            let value = |child: &Morris| -minimax(child, plies - 1).one_ply_up();
            children(position).iter().map(value).max().expect("the game is not over")
        }
    }
}

/// One in `step` positions, in an order that is the same in every run.
fn sample(positions: &HashMap<u64, Morris>, step: usize) -> Vec<&Morris> {
    let mut keys: Vec<&u64> = positions.keys().collect();
    keys.sort_unstable();
    keys.into_iter().step_by(step).map(|key| &positions[key]).collect()
}

fn engine(depth_match: DepthMatch, threads: usize) -> Engine<Morris, ZeroEvaluator> {
    let options = Options::default().with(|options| options.depth_match = depth_match);
    let builder = Engine::<Morris>::builder().options(options).threads(threads);
    builder.table_bytes(1 << 20).build().expect("an engine")
}

fn searched(
    engine: &mut Engine<Morris, ZeroEvaluator>,
    position: &Morris,
    depth: u16,
) -> (Score, Report<(u8, u8)>) {
    let report = engine.search(position, &Limits::new().depth(depth)).expect("a report");
    (report.value().expect("an exact value"), report)
}

/// Each error names the way out that the page describes, and not only the other error.
#[test]
fn errors_of_a_game_with_cycles_lead_out_of_it() {
    let way_out = |error: &Error| {
        let text = error.to_string();
        for words in ["has cycles and no number is enough", "Limits::depth", "Games with cycles"] {
            assert!(text.contains(words), "{text}");
        }
    };
    let builder = || Engine::<Morris>::builder().table_bytes(1 << 16);
    let mut engine = builder().build().expect("an engine");
    let error = engine.solve(&Morris::new(), &Limits::new()).expect_err("no end");
    assert!(matches!(error, Error::Endless), "{error:?}");
    way_out(&error);
    for most in [10, 100, 1_000] {
        let mut engine = builder().max_ply(most).build().expect("an engine");
        let error = engine.solve(&Morris::new(), &Limits::new()).expect_err("no end");
        assert!(matches!(error, Error::TooDeep { max_ply, .. } if max_ply == most), "{error:?}");
        way_out(&error);
    }
    let page = include_str!("../../docs/own-game.md");
    assert!(page.contains("\n## Games with cycles\n"), "the page that the errors name");
}

#[test]
fn the_conformance_report_counts_positions_that_come_again() {
    let summary = conformance::assert_conforms(&Morris::new(), 1_000);
    assert!(summary.repetitions > 0 && summary.solved > 0, "{summary:?}");
    assert_eq!(summary.doubts(), Vec::<String>::new());
}

#[test]
fn a_search_of_cycles_to_a_depth_is_minimax_to_that_depth() {
    let positions = reachable();
    let mut engine = engine(DepthMatch::Exact, 1);
    for position in sample(&positions, 97) {
        for depth in 1..=4 {
            let (value, report) = searched(&mut engine, position, depth);
            assert_eq!(value, minimax(position, depth), "{depth}: {position:?}");
            assert!(report.exact || report.proved, "{position:?}");
        }
    }
}

#[test]
fn wins_and_losses_within_the_depth_are_those_of_retrograde_analysis() {
    const DEPTH: u16 = 8;
    let positions = reachable();
    let values = retrograde(&positions);
    let (mut decided, mut open) = (0, 0);
    for (depth_match, threads) in
        [(DepthMatch::Exact, 1), (DepthMatch::Exact, 2), (DepthMatch::AtLeast, 1)]
    {
        let mut engine = engine(depth_match, threads);
        for position in sample(&positions, 31) {
            let (value, report) = searched(&mut engine, position, DEPTH);
            let truth = values.get(&position.key()).copied().unwrap_or(Score::DRAW);
            if truth.distance().is_some_and(|plies| plies <= DEPTH.into()) {
                assert_eq!((value, report.proved), (truth, true), "{position:?}");
                decided += 1;
            } else if depth_match == DepthMatch::Exact {
                // Not a draw: nothing is forced within the depth.
                assert_eq!((value, report.proved), (Score::DRAW, false), "{position:?}");
                open += 1;
            }
        }
    }
    assert!(decided > 200 && open > 50, "{decided} {open}");
}
