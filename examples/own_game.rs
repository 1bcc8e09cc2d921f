//! Breakthrough, from the rules to its solution: the program that `docs/own-game.md` builds step by
//! step.
//!
//! ```text
//! cargo run --release -p own-game
//! ```
#![allow(clippy::print_stdout)]

use eldest::conformance;
use eldest::observe::Progress;
use eldest::{Bounds, Engine, Limits, Moves, Options, Position, Score, Side};
use std::fmt;
use std::time::Duration;

/// A row of the board takes five bits, however wide the board is.
const ROW: u32 = 5;

/// Breakthrough, on 2 to 5 columns and 4 to 6 rows.
#[derive(Clone, Debug)]
struct Board {
    width: u32,
    height: u32,
    /// A bit for each pawn of the first player, which moves up, and of the second, which moves
    /// down.
    pawns: [u32; 2],
    side: Side,
}

#[derive(Copy, Clone, PartialEq, Eq)]
struct Step {
    from: u32,
    to: u32,
}

impl Board {
    fn new(width: u32, height: u32) -> Self {
        let rows = ((1 << width) - 1) * (1 | 1 << ROW);
        Self { width, height, pawns: [rows, rows << (ROW * (height - 2))], side: Side::First }
    }

    fn mine(&self) -> u32 {
        self.pawns[self.side.index()]
    }

    fn theirs(&self) -> u32 {
        self.pawns[self.side.other().index()]
    }

    /// For each pawn of `side`, how many rows it still has to go.
    fn rows_left(&self, side: Side) -> impl Iterator<Item = u32> {
        let squares = (0..32).filter(move |square| self.pawns[side.index()] >> square & 1 == 1);
        squares.map(move |square| match side {
            Side::First => self.height - 1 - square / ROW,
            Side::Second => square / ROW,
        })
    }

    /// Every step leads a row ahead: straight to an empty square, diagonally also to capture.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let (mine, theirs) = (self.mine(), self.theirs());
        (0..32).filter(move |from| mine >> from & 1 == 1).flat_map(move |from| {
            let ahead = if self.side == Side::First { from + ROW } else { from - ROW };
            let left = (from % ROW > 0).then(|| (ahead - 1, mine));
            let right = (from % ROW + 1 < self.width).then(|| (ahead + 1, mine));
            let squares = [left, Some((ahead, mine | theirs)), right].into_iter().flatten();
            let free = squares.filter(|(to, blocked)| blocked >> to & 1 == 0);
            free.map(move |(to, _)| Step { from, to })
        })
    }
}

impl Position for Board {
    type Move = Step;
    /// Whether a pawn was captured.
    type Undo = bool;

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.pawns.map(u64::from);
        first | second << 30 | (self.side.index() as u64) << 60
    }

    /// Lost, if the opponent has arrived or has captured everything.
    fn over(&self) -> Option<Score> {
        let arrived = self.rows_left(self.side.other()).any(|rows| rows == 0);
        (arrived || self.mine() == 0).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, Step>) {
        self.steps().for_each(|step| out.push(step));
    }

    fn play(&mut self, step: Step) -> bool {
        let captures = self.theirs() >> step.to & 1 == 1;
        self.pawns[self.side.index()] ^= 1 << step.from | 1 << step.to;
        self.pawns[self.side.other().index()] ^= u32::from(captures) << step.to;
        self.side = self.side.other();
        captures
    }

    fn undo(&mut self, step: Step, captured: bool) {
        self.side = self.side.other();
        self.pawns[self.side.other().index()] ^= u32::from(captured) << step.to;
        self.pawns[self.side.index()] ^= 1 << step.from | 1 << step.to;
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.rows_left(Side::First).chain(self.rows_left(Side::Second)).sum())
    }

    fn fingerprint(&self) -> u64 {
        (self.width << 8 | self.height).into()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.height).rev() {
            for square in ROW * row..ROW * row + self.width {
                let [x, o] = self.pawns.map(|pawns| pawns >> square & 1 == 1);
                let cell = [".", "x", "o"][usize::from(x) + 2 * usize::from(o)];
                write!(f, " {cell}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = |square| char::from(b'a' + (square % ROW) as u8);
        let row = |square| square / ROW + 1;
        write!(f, "{}{}{}{}", column(self.from), row(self.from), column(self.to), row(self.to))
    }
}

/// The same game, with more information for the search.
#[derive(Clone, Debug)]
struct Known(Board);

impl Known {
    /// Captures first, and of the rest those of the pawns that are farthest ahead.
    fn rank(&self, step: Step) -> i32 {
        let captures = self.0.theirs() >> step.to & 1 == 1;
        let row = (step.to / ROW) as i32;
        100 * i32::from(captures) + if self.0.side == Side::First { row } else { -row }
    }
}

impl Position for Known {
    type Move = Step;
    type Undo = bool;

    const ALTERNATES: bool = true;

    fn moves(&self, out: &mut Moves<'_, Step>) {
        self.0.steps().for_each(|step| out.push_ranked(step, self.rank(step)));
    }

    fn move_code(&self, step: Step) -> u16 {
        (1 + step.from * 32 + step.to) as u16
    }

    /// A pawn one row from the end arrives.
    fn bounds(&self) -> Bounds {
        match self.0.over() {
            Some(score) => Bounds::exact(score),
            None if self.0.rows_left(self.0.side).any(|rows| rows == 1) => {
                Bounds::exact(Score::win_in(1))
            }
            None => Bounds::FULL,
        }
    }

    // side, key, over, play, undo, plies_left and fingerprint are those of Board.

    fn side(&self) -> Side {
        self.0.side()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn over(&self) -> Option<Score> {
        self.0.over()
    }

    fn play(&mut self, step: Step) -> bool {
        self.0.play(step)
    }

    fn undo(&mut self, step: Step, captured: bool) {
        self.0.undo(step, captured);
    }

    fn plies_left(&self) -> Option<u32> {
        self.0.plies_left()
    }

    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}

/// Six points for a pawn on its first row, one more for each row that it has come.
fn judge(game: &Known) -> Score {
    let of = |side| game.0.rows_left(side).map(|rows| 11 - rows as i32).sum::<i32>();
    Score::new(of(game.0.side) - of(game.0.side.other()))
}

fn look() {
    let mut board = Board::new(4, 4);
    println!("{board}{:?}", Moves::collect(|out| board.moves(out)));
    let step = board.steps().next().expect("a move: the game is not over");
    board.play(step);
    println!("{step:?}\n{board}");
}

fn promises() {
    println!("{:?}", conformance::assert_conforms(&Board::new(3, 4), 5_000));
}

fn solve() -> Result<(), eldest::Error> {
    let mut board = Board::new(4, 4);
    let mut engine = Engine::<Board>::builder().build()?;
    let report = engine.solve(&board, &Limits::new())?;
    println!("{:?} {}, {} nodes", report.best_move, report.bounds, report.statistics.nodes);

    board.play(report.best_move.expect("a move: the game is not over"));
    let report = engine.query(&board).to_end().line(true).multi_pv(usize::MAX).run()?;
    for searched in &report.moves {
        println!("{:?} {}", searched.mv, searched.value);
    }
    println!("{:?}", report.line.moves);
    Ok(())
}

fn inform() -> Result<(), eldest::Error> {
    conformance::assert_conforms(&Known(Board::new(3, 4)), 5_000);
    for (width, height) in [(4, 4), (3, 6), (4, 5)] {
        let mut engine = Engine::<Known>::builder().options(Options::ranked_only()).build()?;
        let report = engine.solve(&Known(Board::new(width, height)), &Limits::new())?;
        println!("{width}x{height}: {}, {} nodes", report.bounds, report.statistics.nodes);
    }
    Ok(())
}

fn ask() -> Result<(), eldest::Error> {
    let mut engine = Engine::<Known>::builder().evaluate_with(judge).build()?;
    let limits = Limits::new().time(Duration::from_millis(500));
    let report = engine.search(&Known(Board::new(5, 6)), &limits)?;
    println!("{:?} {}, proved: {}", report.best_move, report.bounds, report.proved);
    println!("{:?} {:?}", report.depth, report.stop_reason);
    println!("{:?}", report.line.moves);
    Ok(())
}

fn play() -> Result<(), eldest::Error> {
    let mut blind = Engine::<Known>::builder().build()?;
    let mut judging = Engine::<Known>::builder().evaluate_with(judge).build()?;
    let (mut game, limits) = (Known(Board::new(5, 6)), Limits::new().depth(4));
    while game.over().is_none() {
        let report = match game.side() {
            Side::First => blind.search(&game, &limits)?,
            Side::Second => judging.search(&game, &limits)?,
        };
        let step = report.best_move.expect("a move: the game is not over");
        print!("{step:?} ");
        game.play(step);
    }
    println!("\n{}{:?} has lost", game.0, game.side());
    Ok(())
}

fn threads() -> Result<(), eldest::Error> {
    for threads in [1, 2] {
        let builder = Engine::<Known>::builder().options(Options::ranked_only());
        let mut engine = builder.threads(threads).build()?;
        let report = engine.solve(&Known(Board::new(4, 5)), &Limits::new())?;
        let Progress { nodes, time, .. } = report.progress;
        println!("{threads}: {}, {nodes} nodes, {time:.1?}", report.bounds);
    }
    Ok(())
}

fn main() -> Result<(), eldest::Error> {
    look();
    promises();
    solve()?;
    inform()?;
    ask()?;
    play()?;
    threads()
}
