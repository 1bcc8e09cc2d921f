//! The counterexamples of `docs/published-pseudocode.md`, and that there are no smaller ones.

#[path = "../../benches/experiments/pseudocode/cases.rs"]
mod cases;
#[path = "../../benches/experiments/pseudocode/forms.rs"]
mod forms;
use super::small;
use cases::CASES;
use eldest::Depth;
use eldest::textbook::{GameTree, negamax};
use eldest_games::trees::Tree;

const PAGE: &str = include_str!("../../docs/published-pseudocode.md");

/// The rows of the page that name one of the forms.
fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let rows = PAGE.lines().filter(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    cells.filter(|cells| CASES.iter().any(|case| case.name == cells[1]))
}

#[test]
fn every_form_has_a_row() {
    assert!(rows().map(|cells| cells[1]).eq(CASES.iter().map(|case| case.name)));
}

/// In up to 5 nodes, or 6 where the sides alternate: the smallest trees are the published ones.
#[test]
fn no_smaller_tree_breaks_a_form() {
    for (case, cells) in CASES.iter().zip(rows()) {
        let (found, right) = case.smallest(if case.again { 5 } else { 6 });
        match found {
            Some(found) => {
                assert_eq!(format!("`{}`", found.tree), cells[2], "{}", case.name);
                let numbers = [found.answer.to_string(), found.value.to_string()];
                assert_eq!(numbers, cells[3..5], "{}", case.name);
                assert_eq!(right.to_string(), cells[5], "{}", case.name);
                assert_eq!((case.answers)(&found.nodes), (found.answer, found.value));
            }
            None => assert!(cells[2].starts_with("none of up to"), "{}", case.name),
        }
    }
}

/// The whole table, word for word.
#[test]
#[ignore = "takes half a minute without optimisation"]
fn the_table_is_the_one_that_the_search_finds() {
    assert!(PAGE.contains(&cases::table()), "{}", cases::table());
}

/// The trees read back as the games' notation, and have the values that the page says.
#[test]
fn the_notation_is_that_of_the_games() {
    let trees = rows().filter(|cells| cells[2].starts_with('`') && !cells[1].contains("visited"));
    let mut checked = 0;
    for cells in trees {
        let text = cells[2].trim_matches('`');
        let tree: Tree = text.parse().expect(text);
        assert_eq!(tree.to_string(), text);
        let value = negamax(&mut GameTree::new(tree, &Tree::estimate), Depth::END);
        assert_eq!(value.to_string(), cells[4], "{text}");
        checked += 1;
    }
    assert!(checked >= 6, "{checked}");
}
