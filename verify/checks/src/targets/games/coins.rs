//! The canonical form of a graph of coins and strings, by exhaustive search.
//!
//! Boxes of Dots and Boxes are coins, open edges are strings to other coins or to the border.

use std::collections::BTreeSet;

/// A coin: its strings to the border, and the coins at its other strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coin {
    pub(super) border: u8,
    pub(super) others: Vec<usize>,
}

/// A coin as others see it: its colour, its strings to the border, and the colours of the coins at
/// its others, in order, after places left empty.
type View = [u8; 6];

/// The coins of a connected part, in a canonical order.
pub(super) type Part = Vec<View>;

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
        if part[0].border > 0 || part.len() > 1 {
            parts.push(form(&part, vec![0; part.len()]));
        }
    }
    parts.sort_unstable();
    parts
}

/// The least form of a part whose coins have these colours.
fn form(coins: &[Coin], mut colours: Vec<u8>) -> Part {
    while refine(coins, &mut colours) {}
    let mut sorted = colours.clone();
    sorted.sort_unstable();
    let Some(shared) = sorted.windows(2).find(|pair| pair[0] == pair[1]) else {
        let mut part = views(coins, &colours);
        part.sort_unstable();
        return part;
    };
    let mut members: Vec<usize> = (0..coins.len()).filter(|c| colours[*c] == shared[0]).collect();
    // Coins at the same other coins can be exchanged.
    members.dedup_by_key(|coin| coins[*coin].clone());
    let forms = members.into_iter().map(|member| {
        let mut colours: Vec<u8> = colours.iter().map(|colour| colour * 2 + 1).collect();
        colours[member] -= 1;
        form(coins, colours)
    });
    forms.min().expect("two members")
}

/// Colours the coins by their views; whether there are more colours now.
fn refine(coins: &[Coin], colours: &mut Vec<u8>) -> bool {
    let count = |colours: &[u8]| colours.iter().collect::<BTreeSet<_>>().len();
    let (before, views) = (count(colours), views(coins, colours));
    let mut different = views.clone();
    different.sort_unstable();
    different.dedup();
    let place = |view| different.binary_search(view).expect("a view") as u8;
    *colours = views.iter().map(place).collect();
    different.len() > before
}

fn views(coins: &[Coin], colours: &[u8]) -> Vec<View> {
    let view = |(coin, colour): (&Coin, &u8)| {
        let mut view = [0; 6];
        for (place, other) in view[2..].iter_mut().zip(&coin.others) {
            *place = colours[*other] + 1;
        }
        view[2..].sort_unstable();
        (view[0], view[1]) = (*colour, coin.border);
        view
    };
    coins.iter().zip(colours).map(view).collect()
}
