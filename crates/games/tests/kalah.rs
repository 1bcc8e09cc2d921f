//! Compares Kalah with a second implementation of its rules, seed by seed, and with published
//! values.

use crate::solved;
use eldest::{Algorithm, Moves, Options, Position, Score, Side};
use eldest_checks::chance::{Chance, SplitMix64};
use eldest_games::kalah::{Capture, House, Kalah, KalahRules, options};
use eldest_games::notation::Notation;
use std::collections::HashMap;

/// A ring of pits: the mover's houses and store, then the opponent's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Plain {
    ring: Vec<u32>,
    capture: Capture,
}

impl Plain {
    fn new(rules: KalahRules) -> Self {
        let mut side = vec![rules.seeds(); rules.houses() as usize];
        side.push(0);
        Self { ring: [side.clone(), side].concat(), capture: rules.capture() }
    }

    fn houses(&self) -> usize {
        self.ring.len() / 2 - 1
    }

    fn over(&self) -> bool {
        self.ring
            .chunks(self.houses() + 1)
            .any(|side| side[..self.houses()].iter().all(|n| *n == 0))
    }

    /// Returns the final score: each player gets all seeds on the own side.
    fn balance(&self) -> i32 {
        let (mine, theirs) = self.ring.split_at(self.houses() + 1);
        mine.iter().sum::<u32>() as i32 - theirs.iter().sum::<u32>() as i32
    }

    fn moves(&self) -> impl Iterator<Item = usize> + use<> {
        let houses = self.houses();
        let filled: Vec<usize> = (0..houses).filter(|house| self.ring[*house] > 0).collect();
        filled.into_iter()
    }

    /// Returns the position after a move, from the view of the next player, and whether that is the
    /// same player.
    fn after(&self, house: usize) -> (Self, bool) {
        let (mut next, store, length) = (self.clone(), self.houses(), self.ring.len());
        let (mut hand, mut at) = (std::mem::take(&mut next.ring[house]), house);
        while hand > 0 {
            at = (at + 1) % length;
            if at != length - 1 {
                next.ring[at] += 1;
                hand -= 1;
            }
        }
        if at == store {
            return (next, true);
        }
        if at < store && next.ring[at] == 1 {
            let opposite = 2 * store - at;
            if next.ring[opposite] > 0 || next.capture == Capture::Always {
                next.ring[store] += 1 + std::mem::take(&mut next.ring[opposite]);
                next.ring[at] = 0;
            }
        }
        next.ring.rotate_left(store + 1);
        (next, false)
    }

    /// Returns the mover's gain from here against the best defence. The stores do not affect it, so
    /// memoized positions have empty stores.
    fn gain(&self, known: &mut HashMap<Self, i32>) -> i32 {
        let store = self.houses();
        let mut pits = self.clone();
        let (mine, theirs) = (pits.ring[store], pits.ring[2 * store + 1]);
        (pits.ring[store], pits.ring[2 * store + 1]) = (0, 0);
        if let Some(gain) = known.get(&pits) {
            return *gain;
        }
        let lead = mine as i32 - theirs as i32;
        let value = |house| {
            let (next, again) = self.after(house);
            let lead = next.ring[store] as i32 - next.ring[2 * store + 1] as i32;
            let value = lead + next.gain(known);
            if again { value } else { -value }
        };
        let best =
            if self.over() { self.balance() } else { self.moves().map(value).max().unwrap() };
        known.insert(pits, best - lead);
        best - lead
    }
}

/// Converts a position to the plain rules.
fn plainly(position: &Kalah) -> Plain {
    let rules = position.rules();
    let side = |side| {
        let houses = (0..rules.houses()).map(move |house| position.seeds(side, house));
        houses.chain([position.store(side)])
    };
    let ring = side(position.side()).chain(side(position.side().other())).collect();
    Plain { ring, capture: rules.capture() }
}

fn rules(houses: u32, seeds: u32) -> [KalahRules; 2] {
    let rules = |capture| KalahRules::new(houses, seeds, capture).expect("a board");
    [Capture::Always, Capture::Nonempty].map(rules)
}

fn value(rules: KalahRules, options: Options) -> i32 {
    solved::value(&Kalah::new(rules), options)
}

/// Plays many games with varied moves.
#[test]
fn games_are_played_as_the_plain_rules_say() {
    for (houses, seeds) in [(1, 1), (1, 20), (2, 3), (3, 30), (5, 5), (6, 4), (7, 18)] {
        for (rules, first) in
            rules(houses, seeds).into_iter().flat_map(|r| [(r, 0), (r, 1), (r, 2)])
        {
            let mut position = Kalah::new(rules);
            let mut plain = Plain::new(rules);
            for turn in first.. {
                assert_eq!(plainly(&position), plain, "{position}");
                assert_eq!(position.over(), plain.over().then(|| Score::new(plain.balance())));
                if plain.over() {
                    break;
                }
                let mut moves = Moves::collect(|out| position.moves(out));
                moves.sort_by_key(|house| house.index());
                let expected: Vec<_> = plain.moves().map(|house| House::new(house as u8)).collect();
                assert_eq!(moves, expected, "{position}");
                let house = moves[turn * 7 % moves.len()];
                let (next, again) = plain.after(house.index().into());
                let side = if again { position.side() } else { position.side().other() };
                plain = next;
                position.play(house);
                assert_eq!(position.side(), side, "{position}");
            }
        }
    }
}

#[test]
fn small_boards_have_the_values_of_minimax() {
    let boards =
        (1..=4).flat_map(|m| (1..=12).map(move |n| (m, n))).filter(|(m, n)| m * n <= 6 || *m == 1);
    for rules in boards.flat_map(|(houses, seeds)| rules(houses, seeds)) {
        let expected = Plain::new(rules).gain(&mut HashMap::new());
        assert_eq!(value(rules, options()), expected, "{rules}");
    }
}

/// Returns a position with a few seeds in random houses and all others in the stores. Most such
/// positions cannot arise in a game.
fn scattered(rules: KalahRules, random: &mut SplitMix64) -> Kalah {
    let (houses, all) = (rules.houses() as usize, rules.all_seeds());
    let mut pits = vec![0; 2 * houses + 2];
    let few = random.below(u64::from(all.min(9)) + 1);
    for seed in 0..u64::from(all) {
        let player = random.below(2) as usize * (houses + 1);
        let house = if seed < few { random.below(houses as u64) as usize } else { houses };
        pits[player + house] += 1;
    }
    let lane = |lane: &[u32]| {
        let counts: Vec<String> = lane.iter().map(u32::to_string).collect();
        format!("{}:{}", counts[..houses].join(","), counts[houses])
    };
    let (south, north) = pits.split_at(houses + 1);
    let text = format!("{}/{} {}", lane(south), lane(north), random.pick(&['S', 'N']));
    Kalah::parse_position(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn bounds_hold_wherever_the_seeds_lie() {
    let (mut random, mut over, mut at_an_end) = (SplitMix64(0), 0, [0; 2]);
    let boards = [(1, 4), (1, 20), (2, 9), (3, 4), (4, 3), (6, 4), (7, 18)];
    // On these, few of the positions are endings.
    let small = [(2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 1)];
    let boards = boards.into_iter().chain(small);
    for rules in boards.flat_map(|(houses, seeds)| rules(houses, seeds)) {
        let mut known = HashMap::new();
        for _ in 0..300 {
            let position = scattered(rules, &mut random);
            let lead = position.taken().expect("points");
            let gain = plainly(&position).gain(&mut known);
            let (value, bounds) = (Score::new(lead + gain), position.bounds());
            assert!(bounds.contains(value), "{rules}: {value} at {position}, {bounds:?}");
            assert!(position.range().contains(value), "{rules}: {value} at {position}");
            assert_eq!(value.get() % 2, 0, "{rules}: {value} at {position}");
            over += u32::from(position.over().is_some());
            at_an_end[0] += u32::from(value == bounds.lower());
            at_an_end[1] += u32::from(value == bounds.upper());
        }
    }
    assert!(
        over > 100 && at_an_end.iter().all(|often| *often > over + 300),
        "{over} {at_an_end:?}"
    );
}

/// Runs every algorithm with one and with two threads.
#[test]
fn all_algorithms_agree() {
    for rules in [(2, 4), (3, 3), (4, 2)].into_iter().flat_map(|(m, n)| rules(m, n)) {
        let serial = value(rules, options());
        assert_eq!(value(rules, Options::default()), serial, "{rules}");
        assert_eq!(value(rules, Options::plain()), serial, "{rules}");
        for (algorithm, threads) in Algorithm::ALL.iter().flat_map(|a| [(*a, 1), (*a, 2)]) {
            let shared = options().with(|o| (o.algorithm, o.threads) = (algorithm, threads));
            assert_eq!(value(rules, shared), serial, "{rules} {algorithm:?} {threads}");
        }
    }
}

/// Checks boards, each given by houses, seeds, the value with captures opposite to empty houses,
/// and without.
fn are_worth(boards: &[(u32, u32, i32, i32)]) {
    for &(houses, seeds, always, nonempty) in boards {
        let found = rules(houses, seeds).map(|rules| value(rules, options()));
        assert_eq!(found, [always, nonempty], "{houses}x{seeds}");
    }
}

/// Without captures opposite to empty houses, an independent solver finds the same values on these
/// boards and those below (the public program `mancala-solver`, in the README of its repository).
#[test]
fn boards_are_worth_what_others_found() {
    are_worth(&[(4, 3, 8, 6), (5, 2, 0, 2), (6, 2, 10, 6)]);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn larger_boards_are_worth_what_others_found() {
    are_worth(&[(4, 4, 2, 2), (5, 3, 8, 6), (5, 4, 12, 10), (6, 3, 2, 2)]);
}

#[test]
fn the_side_of_south_moves_first() {
    assert_eq!(Kalah::default().side(), Side::First);
    assert_eq!(Kalah::default().rules().to_string(), "6x4");
}
