//! That both are asked the same.

use crate::report::Outcome;
use crate::rules::{Rules, take_count};
use crate::{Task, ours, theirs};
use eldest_games::connect4::ConnectFour;

const LATE: &str = include_str!("../../../../crates/games/suites/connect4/ply28.txt");

/// Late positions to small depths: many are decided within them.
fn late(threads: u16) -> impl Iterator<Item = Task> {
    let names = LATE.lines().take(12).filter_map(|line| line.split(' ').next());
    let task = move |(name, depth)| Task::new(name, depth, threads).unwrap();
    names.flat_map(|name| (1..=12).map(move |depth| (name, depth))).map(task)
}

fn eldest(task: &Task) -> Outcome {
    ours::run(&Task { threads: 1, ..*task }).unwrap().outcome
}

#[test]
fn both_find_the_same_at_every_depth() {
    for threads in [1, 2] {
        let mut seen = Vec::new();
        for task in late(threads) {
            let counted = (threads > 1).then_some(0);
            let found = theirs::run(&task, counted).unwrap().outcome;
            assert_eq!(eldest(&task), found, "{task:?}");
            seen.push(found);
        }
        for outcome in [Outcome::Loss, Outcome::Open, Outcome::Win] {
            assert!(seen.contains(&outcome), "{outcome:?} with {threads} threads");
        }
    }
}

/// Powers of seven, until seven games would put a seventh stone into a column.
#[test]
fn the_rules_are_those_of_connect_four() {
    let found = minimax::perft::<Rules<false>>(&mut ConnectFour::default(), 7, false);
    assert_eq!(found, [1, 7, 49, 343, 2401, 16807, 117_649, 823_536]);
}

#[test]
fn counted_nodes_are_those_that_minimax_counts() {
    let task = Task::new("-", 10, 1).unwrap();
    take_count();
    let search = theirs::serial::<true>(&task);
    let counted = take_count();
    let explored = theirs::explored(&search.stats(&mut task.position.clone())).unwrap();
    assert!((explored..explored + 200).contains(&counted), "{counted}, {explored} explored");
}
