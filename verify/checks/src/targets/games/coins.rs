//! The canonical form of a graph of coins and strings, by exhaustive search.
//!
//! Boxes of Dots and Boxes are coins, open edges are strings to other coins or to the border.

use std::collections::BTreeSet;

/// A coin: its strings to the border, and the coins at its other strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coin {
    pub(super) border: usize,
    pub(super) others: Vec<usize>,
}

/// The coins of a connected part, in a canonical order.
pub(super) type Part = Vec<(usize, Vec<usize>)>;

/// The forms of all connected parts with strings: equal exactly for isomorphic graphs.
pub(super) fn canonical(coins: &[Coin]) -> Vec<Part> {
    let mut left: BTreeSet<usize> = (0..coins.len()).collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while next < part.len() {
            part.extend(coins[part[next]].others.iter().filter(|other| left.remove(*other)));
            next += 1;
        }
        let place = |coin: &usize| part.iter().position(|other| other == coin).expect("a part");
        let renumbered = part.iter().map(|coin| {
            let Coin { border, others } = &coins[*coin];
            Coin { border: *border, others: others.iter().map(place).collect() }
        });
        let part: Vec<Coin> = renumbered.collect();
        if part[0].border + part[0].others.len() > 0 {
            parts.push(form(&part, vec![0; part.len()]));
        }
    }
    parts.sort_unstable();
    parts
}

/// The least form of a part whose coins have these colours.
fn form(coins: &[Coin], mut colours: Vec<usize>) -> Part {
    while refine(coins, &mut colours) {}
    let shared =
        (0..coins.len()).find(|colour| colours.iter().filter(|c| *c == colour).count() > 1);
    let Some(shared) = shared else { return listed(coins, &colours) };
    let mut members: Vec<usize> = (0..coins.len()).filter(|c| colours[*c] == shared).collect();
    // Coins at the same other coins can be exchanged.
    members.dedup_by_key(|coin| coins[*coin].clone());
    let forms = members.into_iter().map(|member| {
        let mut colours: Vec<usize> = colours.iter().map(|colour| colour * 2 + 1).collect();
        colours[member] -= 1;
        form(coins, colours)
    });
    forms.min().expect("two members")
}

/// Colours the coins by their own colours and those of their neighbours; whether there are more
/// colours now.
fn refine(coins: &[Coin], colours: &mut Vec<usize>) -> bool {
    let before: BTreeSet<usize> = colours.iter().copied().collect();
    let view = |coin: usize| {
        let mut others: Vec<usize> = coins[coin].others.iter().map(|c| colours[*c]).collect();
        others.sort_unstable();
        (colours[coin], coins[coin].border, others)
    };
    let views: Vec<_> = (0..coins.len()).map(view).collect();
    let different: Vec<_> = views.iter().collect::<BTreeSet<_>>().into_iter().collect();
    let place = |view| different.iter().position(|other| *other == view).expect("a view");
    let refined: Vec<usize> = views.iter().map(place).collect();
    let more = different.len() > before.len();
    *colours = refined;
    more
}

/// The coins in the order of their colours, which all differ.
fn listed(coins: &[Coin], colours: &[usize]) -> Part {
    let mut part = vec![(0, Vec::new()); coins.len()];
    for (coin, colour) in coins.iter().zip(colours) {
        let mut others: Vec<usize> = coin.others.iter().map(|other| colours[*other]).collect();
        others.sort_unstable();
        part[*colour] = (coin.border, others);
    }
    part
}
