//! Kayles, from the rules to its solution: the program that `docs/own-game.md` builds step by step.
//!
//! ```text
//! cargo run --release --example own_game
//! ```
#![allow(clippy::print_stdout)]

use eldest::conformance;
use eldest::{Bounds, Engine, Evaluator, KeyKind, Limits, Moves, OneWordTable};
use eldest::{Position, Score, Side};

#[derive(Clone, Debug)]
struct Kayles {
    /// A bit for each pin that stands.
    pins: u32,
    side: Side,
}

impl Kayles {
    fn row(pins: u32) -> Self {
        Self { pins: (1 << pins) - 1, side: Side::First }
    }
}

impl Position for Kayles {
    /// The pins that fall.
    type Move = u32;
    /// `play` can be taken back without a note of what was there.
    type Undo = ();

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        u64::from(self.pins)
    }

    fn over(&self) -> Option<Score> {
        (self.pins == 0).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, u32>) {
        for place in 0..u32::BITS {
            for fall in [1 << place, 3 << place] {
                if self.pins & fall == fall {
                    out.push(fall);
                }
            }
        }
    }

    fn play(&mut self, fall: u32) {
        self.pins ^= fall;
        self.side = self.side.other();
    }

    fn undo(&mut self, fall: u32, (): ()) {
        self.pins ^= fall;
        self.side = self.side.other();
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.pins.count_ones())
    }
}

/// The mover likes an odd number of pairs of neighbours.
struct Pairs;

impl Evaluator<Kayles> for Pairs {
    type State = ();

    fn start(&self, _: &Kayles) {}

    fn evaluate(&self, kayles: &Kayles, (): &()) -> Score {
        let pairs = kayles.pins & kayles.pins >> 1;
        Score::new(if pairs.count_ones() % 2 == 1 { 10 } else { -10 })
    }
}

/// The same game, with all that can be said about it to the search.
#[derive(Clone, Debug)]
struct Known(Kayles);

impl Known {
    /// The lengths of the rows that stand, in ascending order, and zeros before them.
    fn rows(&self) -> [u32; 16] {
        let (mut rows, mut pins) = ([0; 16], self.0.pins);
        for row in &mut rows {
            pins >>= pins.trailing_zeros().min(31);
            *row = pins.trailing_ones();
            pins = pins.checked_shr(*row).unwrap_or(0);
        }
        rows.sort_unstable();
        rows
    }
}

impl Position for Known {
    type Move = u32;
    type Undo = ();

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    /// Where the rows stand does not matter: they are moved together, the shortest first.
    fn key(&self) -> u64 {
        self.rows()
            .iter()
            .fold(0, |key, &row| (key << row | ((1 << row) - 1)) << u32::from(row > 0))
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 33 }
    }

    /// How long the row is, how far from its nearer end the pins fall, and how many.
    fn move_code(&self, fall: u32) -> u16 {
        let above = (self.0.pins >> fall.trailing_zeros()).trailing_ones();
        let below = (self.0.pins << fall.leading_zeros()).leading_ones();
        let pins = fall.count_ones();
        let nearer = above.min(below) - pins;
        (1 + (above + below - pins) * 64 + nearer * 2 + pins - 1) as u16
    }

    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-1), Score::new(1))
    }

    fn over(&self) -> Option<Score> {
        (self.0.pins == 0).then_some(Score::new(-1))
    }

    /// If the rows are equal in pairs, whatever one player does to a row the other does to its twin.
    fn bounds(&self) -> Bounds {
        let twins = self.rows().chunks_exact(2).all(|pair| pair[0] == pair[1]);
        if twins { Bounds::exact(Score::new(-1)) } else { self.range() }
    }

    // side, moves, play, undo and plies_left are those of Kayles.

    fn side(&self) -> Side {
        self.0.side()
    }

    fn moves(&self, out: &mut Moves<'_, u32>) {
        self.0.moves(out);
    }

    fn play(&mut self, fall: u32) {
        self.0.play(fall);
    }

    fn undo(&mut self, fall: u32, (): ()) {
        self.0.undo(fall, ());
    }

    fn plies_left(&self) -> Option<u32> {
        self.0.plies_left()
    }
}

fn main() -> Result<(), eldest::Error> {
    conformance::assert_conforms(&Kayles::row(12), 5_000);

    let mut engine = Engine::<Kayles>::builder().build()?;
    let mut position = Kayles::row(21);
    position.play(1 << 7);
    let report = engine.solve(&position, &Limits::new())?;
    println!("{:?} in {} nodes", report.value(), report.statistics.nodes);
    let won = engine.query(&position).at_least(Score::new(1))?;
    println!("won: {won:?}");

    let report = engine.query(&Kayles::row(6)).to_end().line(true).multi_pv(usize::MAX).run()?;
    for searched in &report.moves {
        println!("{:06b} {}", searched.mv, searched.value);
    }

    let pairs = |kayles: &Kayles| {
        let pairs = kayles.pins & kayles.pins >> 1;
        Score::new(if pairs.count_ones() % 2 == 1 { 10 } else { -10 })
    };
    let mut judging = Engine::<Kayles>::builder().evaluator(pairs).build()?;
    let report = judging.search(&Kayles::row(24), &Limits::new().depth(4))?;
    println!("{:?} at depth 4, proved: {}", report.value(), report.proved);
    let mut named = Engine::<Kayles>::builder().evaluator(Pairs).build()?;
    let same = named.search(&Kayles::row(24), &Limits::new().depth(4))?;
    assert_eq!(same.value(), report.value());

    conformance::assert_conforms(&Known(Kayles::row(11)), 5_000);
    let table = OneWordTable::new(1 << 20, &Known(Kayles::row(1)))?;
    let mut engine = Engine::<Known>::builder().table(table).build()?;
    let report = engine.solve(&Known(position), &Limits::new())?;
    println!("{:?} in {} nodes", report.value(), report.statistics.nodes);
    Ok(())
}
