//! Dobutsu shogi: the rules against an independent program, keys and predecessors against the
//! rules.

use eldest::conformance::perft;
use eldest::{KeyKind, Moves, Position, Score, Side};
use eldest_checks::chance::{Chance, SplitMix64};
use eldest_games::dobutsu::Dobutsu;
use eldest_games::notation::Notation;
use std::collections::{HashMap, HashSet};

fn read(text: &str) -> Dobutsu {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(position: &Dobutsu, mv: <Dobutsu as Position>::Move) -> Dobutsu {
    let mut child = *position;
    child.play(mv);
    child
}

fn children(position: &Dobutsu) -> Vec<Dobutsu> {
    let moves = Moves::collect(|out| position.moves(out));
    moves.into_iter().map(|mv| after(position, mv)).collect()
}

fn predecessors(position: &Dobutsu) -> Vec<Dobutsu> {
    let mut found = Vec::new();
    position.for_each_predecessor(|before| found.push(*before));
    found
}

/// Returns the positions of random games, each once; the first part of each game avoids its end
/// where it can.
fn reachable(games: usize) -> Vec<Dobutsu> {
    let (mut random, mut found) = (SplitMix64(0), HashSet::new());
    for _ in 0..games {
        let mut position = Dobutsu::new();
        for _ in 0..60 {
            found.insert(position);
            let mut moves = children(&position);
            if moves.iter().any(|child| child.over().is_none()) {
                moves.retain(|child| child.over().is_none() || random.odds(5));
            }
            if moves.is_empty() {
                break;
            }
            position = moves[random.below(moves.len() as u64) as usize];
        }
    }
    found.into_iter().collect()
}

/// Returns a position with each piece anywhere.
fn scattered(random: &mut SplitMix64) -> Dobutsu {
    loop {
        let (mut squares, mut hands) = ([const { String::new() }; 12], String::new());
        for kind in ["L", "l", "G", "G", "E", "E", "C", "C"] {
            let square = &mut squares[random.below(12) as usize];
            let piece = if random.odds(50) { kind.to_owned() } else { kind.to_lowercase() };
            if "Ll".contains(kind) {
                *square = kind.to_owned();
            } else if square.is_empty() && random.odds(70) {
                *square = if random.odds(70) {
                    piece
                } else {
                    piece.replace('C', "+C").replace('c', "+c")
                };
            } else {
                hands += &piece;
            }
        }
        let squares = squares.map(|square| if square.is_empty() { "1".to_owned() } else { square });
        let rows: Vec<String> = squares.chunks(3).map(<[String]>::concat).collect();
        let text = format!("{}[{hands}] {}", rows.join("/"), random.pick(&['w', 'b']));
        if let Ok(position) = text.parse() {
            return position;
        }
    }
}

/// Returns the image with left and right exchanged, by the text.
fn mirrored(position: &Dobutsu) -> Dobutsu {
    let text = position.to_string();
    let (rows, rest) = text.split_once('[').expect("hands");
    let mirror = |row: &str| {
        let hens = row.replace("+C", "H").replace("+c", "h");
        let squares: String = hens.chars().rev().collect();
        squares.replace('H', "+C").replace('h', "+c")
    };
    let rows: Vec<String> = rows.split('/').map(mirror).collect();
    read(&format!("{}[{rest}", rows.join("/")))
}

/// Returns the position with colours exchanged, by the text.
fn recoloured(position: &Dobutsu) -> Dobutsu {
    let text = position.to_string();
    let (rows, rest) = text.split_once('[').expect("hands");
    let (hands, side) = rest.split_once("] ").expect("a side");
    let swap =
        |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let rows: Vec<&str> = rows.split('/').rev().collect();
    let swapped: String = format!("{}[{hands}]", rows.join("/")).chars().map(swap).collect();
    read(&format!("{swapped} {}", if side == "w" { "b" } else { "w" }))
}

/// The numbers come from an independent program, which keeps the pieces in a list.
#[test]
fn games_are_as_many_as_counted_independently() {
    let counts = |text: &str, plies| -> Vec<u64> {
        (1..=plies).map(|plies| perft(&mut read(text), plies)).collect()
    };
    let expected = [4, 17, 96, 577, 3199, 18_754];
    assert_eq!(counts("gle/1c1/1C1/ELG[] w", 6), expected);
    assert_eq!(counts("1l1/g1e/2E/1LG[Cc] b", 5), [13, 114, 825, 4681, 28_451]);
    assert_eq!(counts("2l/E1c/1+c1/1eL[Gg] w", 4), [11, 24, 420, 2547]);
    assert_eq!(counts("lg1/E1L/1c1/+c2[Eg] b", 4), [13, 149, 747, 6241]);
}

#[test]
fn the_game_ends_where_a_lion_can_be_captured_or_has_arrived() {
    let over = |text: &str| read(text).over();
    // Captured by a hen backward, and by nothing diagonally backward.
    assert_eq!(over("1+C1/1l1/3/ELG[GEc] w"), Some(Score::win_in(1)));
    assert_eq!(over("+C2/1l1/3/ELG[GEc] w"), None);
    // A try that succeeds, one that fails, and one against a side that captures in turn.
    assert_eq!(over("1L1/3/1l1/3[GGEECC] b"), Some(Score::LOSS));
    assert_eq!(over("gL1/3/1l1/3[GEECC] b"), Some(Score::win_in(1)));
    assert_eq!(over("1l1/3/3/1L1[GGEECC] b"), None);
}

#[test]
fn a_chick_is_promoted_by_a_step_and_not_by_a_drop() {
    let names = |text: &str| {
        let position = read(text);
        let moves = Moves::collect(|out| position.moves(out)).into_iter();
        moves.map(|mv| (position.format_move(mv), after(&position, mv).to_string())).collect()
    };
    let moves: HashMap<String, String> = names("l2/2C/3/2L[GGEEC] w");
    assert_eq!(moves["c3c4+"], "l1+C/3/3/2L[GGEEC] b");
    assert_eq!(moves["C@c4"], "l1C/2C/3/2L[GGEE] b");
    let moves: HashMap<String, String> = names("l2/3/2c/L2[GGEEc] b");
    assert_eq!(moves["c2c1+"], "l2/3/3/L1+c[GGEEc] w");
    assert_eq!(moves["C@b1"], "l2/3/2c/Lc1[GGEE] w");
    // A hen is captured as a chick.
    let moves: HashMap<String, String> = names("l2/3/1+c1/1GL[GEEc] w");
    assert_eq!(moves["b1b2"], "l2/3/1G1/2L[GEECc] b");
}

#[test]
fn keys_fold_mirror_images_and_colours_and_nothing_else() {
    let mut by_key: HashMap<u64, Dobutsu> = HashMap::new();
    let KeyKind::Unique { bits } = Dobutsu::new().key_kind() else { panic!("a unique key") };
    for position in reachable(300) {
        let key = position.key();
        assert!(key >> bits == 0, "{position}: {key}");
        let images = [mirrored(&position), recoloured(&position), mirrored(&recoloured(&position))];
        assert!(images.iter().all(|image| image.key() == key), "{position}");
        let first = by_key.entry(key).or_insert(position);
        assert!(*first == position || images.contains(first), "{position} has the key of {first}");
    }
    assert!(by_key.len() > 5_000, "{}", by_key.len());
}

#[test]
fn a_position_comes_back_from_its_key() {
    for position in reachable(100) {
        let back = Dobutsu::from_key(position.key()).expect("a position");
        assert_eq!((back.key(), back.side()), (position.key(), Side::First));
        let images = [position, mirrored(&position)];
        let images = images.map(|image| match image.side() {
            Side::First => image,
            Side::Second => recoloured(&image),
        });
        assert!(images.contains(&back), "{position} became {back}");
    }
}

/// Most numbers are keys of no position.
#[test]
fn other_numbers_are_no_keys() {
    let (mut random, mut found) = (SplitMix64(0), [0; 2]);
    for _ in 0..20_000 {
        let key = scattered(&mut random).key() ^ 1 << random.below(64);
        let position = Dobutsu::from_key(key);
        if let Some(position) = position {
            assert_eq!(position.key(), key, "{position}");
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        found[usize::from(position.is_some())] += 1;
    }
    assert!(found[0] > 10_000 && found[1] > 100, "{found:?}");
    assert_eq!(Dobutsu::from_key(u64::MAX), None);
}

#[test]
fn move_codes_are_the_same_on_mirror_images() {
    for position in reachable(60) {
        let codes = |of: &Dobutsu| -> HashMap<u16, u64> {
            let moves = Moves::collect(|out| of.moves(out)).into_iter();
            moves.map(|mv| (of.move_code(mv), after(of, mv).key())).collect()
        };
        let here = codes(&position);
        assert_eq!(here.len(), Moves::collect(|out| position.moves(out)).len(), "{position}");
        assert!(!here.contains_key(&0), "{position}");
        // On a symmetric board the moves have two codes each.
        if position != mirrored(&position) {
            assert_eq!(here, codes(&mirrored(&position)), "{position}");
        }
        assert_eq!(here, codes(&recoloured(&position)), "{position}");
    }
}

#[test]
fn predecessors_are_the_positions_with_a_move_to_the_position() {
    let (mut held, mut ended) = (0, 0);
    for position in reachable(40) {
        for child in children(&position) {
            let found = predecessors(&child);
            assert!(found.contains(&position), "{position} leads to {child}");
            ended += usize::from(child.over().is_some());
        }
        for before in predecessors(&position) {
            assert_eq!(before.over(), None, "{before} before {position}");
            assert_eq!(before.to_string().parse(), Ok(before));
            assert!(children(&before).contains(&position), "{before} leads to {position}");
            held += 1;
        }
    }
    assert!(held > 5_000 && ended > 1_000, "{held} {ended}");
}

/// Most of these positions cannot be reached.
#[test]
fn no_predecessor_of_any_position_is_missing() {
    let mut random = SplitMix64(0);
    for _ in 0..1_000 {
        let position = scattered(&mut random);
        for child in children(&position) {
            assert!(predecessors(&child).contains(&position), "{position} leads to {child}");
        }
        for before in predecessors(&position) {
            assert!(children(&before).contains(&position), "{before} leads to {position}");
        }
    }
}
