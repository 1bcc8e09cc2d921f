//! Compares the rules and the numbers of endings with those of `cozy-chess`.

use super::chess;
use eldest::conformance::perft;
use eldest::{MoveList, Position, Score};
use eldest_games::chess::endings::{ChessEndings, Ending, Endings};
use eldest_games::chess::{Chess, FiftyMoves, Timeless};
use eldest_retro::{AtPlace, Child, Numbering, Place};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn ending(fen: &str) -> Ending {
    Ending::of(&chess::<Timeless>(fen)).expect("an ending")
}

/// What a child is compared by.
type Seen = (Option<Place>, Option<Score>);

fn seen(child: Child) -> Seen {
    assert!(child.turned);
    (child.place, child.over)
}

fn children<N: Numbering>(numbering: &N, position: &N::Position) -> BTreeSet<Seen> {
    let mut all = BTreeSet::new();
    let found = |child| {
        all.insert(seen(child));
        ControlFlow::Continue(())
    };
    numbering.for_each_child(&mut position.clone(), &mut MoveList::default(), found);
    all
}

/// Returns the children that are not in `slice`.
fn exits(endings: &Endings, slice: usize, position: &Ending) -> BTreeSet<Seen> {
    let leaves = |(at, _): &Seen| at.is_none_or(|at| at.slice != slice);
    children(endings, position).into_iter().filter(leaves).collect()
}

/// Looks at a place in one step: what stands there, and the exits.
fn look(endings: &Endings, place: Place) -> (AtPlace<Ending>, BTreeSet<Seen>) {
    let mut all = BTreeSet::new();
    let found = endings.look(place, &mut MoveList::default(), |child| {
        all.insert(seen(child));
        ControlFlow::Continue(())
    });
    (found, all)
}

/// Looks at a place step by step.
fn looked_at(endings: &Endings, place: Place) -> (AtPlace<Ending>, BTreeSet<Seen>) {
    let Some(ending) = endings.position(place) else { return (AtPlace::None, BTreeSet::new()) };
    match ending.over() {
        Some(score) => (AtPlace::Over(score), BTreeSet::new()),
        None => (AtPlace::Open(ending), exits(endings, place.slice, &ending)),
    }
}

fn predecessors(endings: &Endings, slice: usize, position: &Ending) -> BTreeSet<u64> {
    let mut all = BTreeSet::new();
    endings.for_each_predecessor(slice, position, |number, turned| {
        assert!(turned);
        all.insert(number);
    });
    all
}

/// Both numberings of the same endings.
struct Both {
    fast: Endings,
    chess: ChessEndings,
}

impl Both {
    fn new(men: usize) -> Self {
        Self { fast: Endings::new(men), chess: Endings::new(men).into() }
    }

    /// Checks a number, and returns whether it has a position.
    fn check(&self, place: Place) -> bool {
        let found = self.fast.position(place);
        let in_chess = self.chess.position(place);
        assert_eq!(look(&self.fast, place), looked_at(&self.fast, place), "{place:?}");
        let Some(ending) = found else {
            assert_eq!(in_chess, None, "{place:?}");
            return false;
        };
        let by_chess = in_chess.unwrap_or_else(|| panic!("{ending} is not accepted"));
        assert_eq!(self.fast.place(&ending), Some(place), "{ending}");
        assert_eq!(self.fast.position_at(place), ending);
        assert_eq!(self.chess.place(&by_chess), Some(place), "{ending}");
        assert_eq!(Ending::of(&by_chess), Some(ending));
        assert_eq!(ending.over(), by_chess.over(), "{ending}");
        if ending.over().is_none() {
            self.check_moves(place, ending, &by_chess);
        }
        self.check_predecessors(place, ending);
        true
    }

    fn check_moves(&self, place: Place, ending: Ending, by_chess: &Chess) {
        let all = children(&self.fast, &ending);
        assert_eq!(all, children(&self.chess, by_chess), "{ending}");
        let stays = |at: &Place| at.slice == place.slice;
        let left = exits(&self.fast, place.slice, &ending);
        assert!(
            left.iter().all(|(at, over)| at.map_or(over.is_some(), |at| at.slice < place.slice))
        );
        for child in all.iter().filter_map(|(at, _)| at.filter(stays)) {
            let next = self.fast.position(child).unwrap_or_else(|| panic!("{ending} {child:?}"));
            let back = predecessors(&self.fast, child.slice, &next);
            assert!(back.contains(&place.number), "{ending} {next}");
        }
    }

    /// Checks that a move leads here from each predecessor that is not over.
    fn check_predecessors(&self, place: Place, ending: Ending) {
        for number in predecessors(&self.fast, place.slice, &ending) {
            let before = self.fast.position(Place { number, ..place });
            let Some(before) = before.filter(|before| before.over().is_none()) else { continue };
            let back = children(&self.fast, &before);
            assert!(back.iter().any(|(at, _)| *at == Some(place)), "{before} {ending}");
        }
    }

    /// Checks each number of a slice, or about `most` of them, and returns those with a position.
    fn check_slice(&self, slice: usize, most: u64) -> u64 {
        let len = self.fast.slices()[slice].len;
        let step = (len / most).max(1);
        // Coprime to the numbers of squares, so that all men move.
        let step = if step > 1 { step / 30 * 30 + 31 } else { 1 };
        let numbers = (0..len).step_by(step as usize);
        numbers.filter(|number| self.check(Place { slice, number: *number })).count() as u64
    }
}

#[test]
fn endings_are_those_of_chess() {
    let both = Both::new(5);
    for slice in 0..both.fast.slices().len() {
        let most = [3_000, 300, 60][both.fast.slices()[slice].name.len() - 4];
        assert!(both.check_slice(slice, most) > most / 10, "{:?}", both.fast.slices()[slice]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn all_endings_with_four_men_are_those_of_chess() {
    let both = Both::new(4);
    (0..both.fast.slices().len()).for_each(|slice| {
        both.check_slice(slice, u64::MAX);
    });
}

#[test]
#[ignore = "takes minutes"]
fn endings_with_five_men_are_those_of_chess() {
    let both = Both::new(5);
    (0..both.fast.slices().len()).for_each(|slice| {
        both.check_slice(slice, 30_000);
    });
}

/// The last numbers of a slice are those with a capture en passant.
#[test]
fn captures_en_passant_have_numbers_of_their_own() {
    let both = Both::new(5);
    for slice in 0..both.fast.slices().len() {
        let sides: Vec<&str> = both.fast.slices()[slice].name.split('v').collect();
        if !sides.iter().all(|side| side.contains('P')) {
            continue;
        }
        let len = both.fast.slices()[slice].len;
        let last = len.saturating_sub(1806 * 14)..len;
        let found = last.step_by(97).filter(|number| both.check(Place { slice, number: *number }));
        assert!(found.count() > 20);
    }
}

/// Enumerates positions of three men by the rules of chess: all with the white king on the files a to
/// d, or without pawns on ten squares of these, among which each place occurs; and with each other
/// pair of kings every eighth.
#[test]
fn each_position_has_one_number() {
    let both = Both::new(3);
    let squares = || 0..64_u8;
    for (slice, piece) in ['Q', 'R', 'P'].into_iter().enumerate() {
        let is_home = |square: u8| square % 8 < 4 && (piece == 'P' || square / 8 <= square % 8);
        let mut found = BTreeSet::new();
        for (white, black) in squares().flat_map(|white| squares().map(move |black| (white, black)))
        {
            let step = if is_home(white) { 1 } else { 8 };
            let others = squares().skip(usize::from(white + black) % step).step_by(step);
            for (at, turn) in others.flat_map(|at| [(at, 'w'), (at, 'b')]) {
                let men = [(white, 'K'), (black, 'k'), (at, piece)];
                let Ok(position) = fen(&men, turn).parse::<Chess>() else { continue };
                found.insert(both.chess.place(&position).expect("a place"));
            }
        }
        let all = (0..both.fast.slices()[slice].len).map(|number| Place { slice, number });
        let all: BTreeSet<Place> = all.filter(|at| both.fast.position(*at).is_some()).collect();
        assert_eq!(found, all, "{piece}");
    }
}

/// Writes men on different squares as FEN; on equal ones, a text that is no FEN.
fn fen(men: &[(u8, char)], turn: char) -> String {
    let mut board = vec!['1'; 64];
    men.iter().for_each(|(square, letter)| board[usize::from(*square)] = *letter);
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let shared = board.iter().filter(|letter| **letter != '1').count() < men.len();
    if shared { String::new() } else { format!("{} {turn} - - 0 1", ranks.join("/")) }
}

#[test]
fn endings_branch_like_chess() {
    for fen in [
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "8/2p5/8/1P6/1K6/5k2/8/8 b - - 0 1",
        "8/2p5/8/KP5r/8/6k1/8/8 b - - 0 1",
        "8/8/2r5/8/3p2k1/8/4P3/1K6 w - - 0 1",
        "2r5/1P6/8/6k1/8/8/8/K7 w - - 0 1",
        "k7/8/8/3pP3/8/8/8/K2R4 w - d6 0 1",
        "1k6/1P6/8/1K6/8/8/7b/7n w - - 0 1",
    ] {
        let mut plain = chess::<Timeless>(fen);
        for depth in 1..=4 {
            assert_eq!(perft(&mut ending(fen), depth), perft(&mut plain, depth), "{fen} {depth}");
        }
    }
}

#[test]
fn endings_keep_the_contract_of_positions() {
    for fen in ["8/2p5/8/1P6/1K6/5k2/8/8 b - - 0 1", "8/8/8/3k4/8/8/1R4P1/K7 w - - 0 1"] {
        eldest::conformance::check(&ending(fen), 2_000).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn symmetric_positions_share_a_place() {
    let endings = Endings::new(4);
    let place = |fen: &str| endings.place(&ending(fen)).expect("a place");
    let same = |one: &str, other: &str| assert_eq!(place(one), place(other), "{one} {other}");
    same("8/8/8/8/2k5/8/1R6/K7 w - - 0 1", "8/8/8/8/5k2/8/6R1/7K w - - 0 1");
    same("8/8/8/8/2k5/8/1R6/K7 w - - 0 1", "k7/1r6/8/2K5/8/8/8/8 b - - 0 1");
    same("8/8/8/8/2k5/8/4R3/K7 w - - 0 1", "8/8/8/1R6/8/3k4/8/K7 w - - 0 1");
    same("8/8/8/3pP3/8/k7/8/K7 w - d6 0 1", "8/8/8/3Pp3/8/7k/8/7K w - e6 0 1");
    same("8/8/8/3pP3/8/k7/8/K7 w - d6 0 1", "k7/8/K7/8/3Pp3/8/8/8 b - d3 0 1");
    assert_ne!(place("8/8/8/3pP3/8/k7/8/K7 w - d6 0 1"), place("8/8/8/3pP3/8/k7/8/K7 w - - 0 1"));
}

#[test]
fn castling_rights_and_more_men_have_no_place() {
    let endings = ChessEndings::<Timeless>::from(Endings::new(5));
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1"] {
        assert_eq!(endings.place(&chess(fen)), None);
    }
    assert_eq!(endings.place(&chess("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")), None);
    assert!(endings.place(&chess("4k3/8/8/8/8/8/8/4K2R w - - 0 1")).is_some());
}

#[test]
fn wins_hold_if_they_end_before_the_clock() {
    let endings = ChessEndings::<FiftyMoves>::from(Endings::new(3));
    let late = chess("4k3/8/8/8/8/8/8/4K2R w - - 80 100");
    assert!(endings.holds(&late, Score::win_in(20)));
    assert!(!endings.holds(&late, Score::win_in(21)));
    assert!(!endings.holds(&late, Score::loss_in(22)));
    assert!(endings.holds(&late, Score::DRAW));
    let timeless = ChessEndings::<Timeless>::from(Endings::new(3));
    assert!(timeless.holds(&chess("4k3/8/8/8/8/8/8/4K2R w - - 80 100"), Score::win_in(90)));
}
