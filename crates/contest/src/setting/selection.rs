//! [`SelectionChanges`]: changes to the selection of a selective search, as in
//! `selective=on,null-move=off,late-base=8`.

use super::options::{SwitchOf, Switches, either, switch, whole_number};
use eldest::selective::{Parameter, Selection};

const SWITCHES: Switches<Selection, 10> = [
    ("null-move", |selection| &mut selection.null_move),
    ("reductions", |selection| &mut selection.reductions),
    ("reverse-futility", |selection| &mut selection.reverse_futility),
    ("extensions", |selection| &mut selection.extensions),
    ("internal-reductions", |selection| &mut selection.internal_reductions),
    ("futility", |selection| &mut selection.futility),
    ("late-moves", |selection| &mut selection.late_moves),
    ("exchanges", |selection| &mut selection.exchanges),
    ("singular", |selection| &mut selection.singular),
    ("signed-history", |selection| &mut selection.signed_history),
];

/// All keys.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    let switches = SWITCHES.into_iter().map(|(name, _)| name);
    let numbers = Parameter::all().map(Parameter::name);
    ["selective", "margin", "verify-from"].into_iter().chain(switches).chain(numbers)
}

/// Returns a key that is off in `selection` and must be on for searches to use the parameter
/// `number`.
#[must_use]
pub fn missing_switch(number: Parameter, mut selection: Selection) -> &'static str {
    let all = Selection::default().with(|selection| selection.singular = true);
    let without = |switch: SwitchOf<Selection>| all.with(|selection| *switch(selection) = false);
    let mut is_off = |switch: SwitchOf<Selection>| !*switch(&mut selection);
    let found = SWITCHES
        .into_iter()
        .find(|(_, switch)| is_off(*switch) && !without(*switch).counts_with(number));
    found.map_or("selective", |(name, _)| name)
}

/// The changes that a text makes to the selection of a game.
#[derive(Clone, Debug)]
pub(super) struct SelectionChanges {
    /// Whether to start from the game's default selection, or from none.
    is_on: bool,
    changes: Vec<SelectionChange>,
}

/// A change to one part of the selection.
#[derive(Copy, Clone, Debug)]
enum SelectionChange {
    Margin(i32),
    VerifyFrom(u16),
    Switch(SwitchOf<Selection>, bool),
    Parameter(Parameter, i32),
}

impl SelectionChanges {
    /// Starts from the game's default selection if `is_on`, otherwise from none.
    pub(super) fn new(is_on: bool) -> Self {
        Self { is_on, changes: Vec::new() }
    }

    /// Adds the change of `key` to `value`. Returns whether `key` is part of the selection.
    /// `selective` sets the start of all other changes, also of those before it in the text.
    ///
    /// # Errors
    /// A description of the expected values.
    pub(super) fn add(&mut self, key: &str, value: &str) -> Result<bool, String> {
        if key == "selective" {
            self.is_on = either(value, "on", "off")?;
            return Ok(true);
        }
        let change = SelectionChange::read(key, value)?;
        self.changes.extend(change);
        Ok(change.is_some())
    }

    /// Applies the changes to the selection of a game, whose default is `usual`.
    pub(super) fn of(&self, usual: Selection) -> Selection {
        let nothing = usual.with(|s| SWITCHES.iter().for_each(|(_, switch)| *switch(s) = false));
        let first = if self.is_on { usual } else { nothing };
        self.changes.iter().fold(first, |selection, change| selection.with(|s| change.apply(s)))
    }
}

impl SelectionChange {
    fn read(key: &str, value: &str) -> Result<Option<Self>, String> {
        Ok(Some(match (key, switch(SWITCHES, key)) {
            (_, Some(switch)) => Self::Switch(switch, either(value, "on", "off")?),
            ("margin", _) => Self::Margin(whole_number(value, 0..=10_000)?),
            ("verify-from", _) => Self::VerifyFrom(whole_number(value, 1..=u16::MAX)?),
            _ => match Parameter::named(key) {
                Some(named) => Self::Parameter(named, whole_number(value, named.range())?),
                None => return Ok(None),
            },
        }))
    }

    fn apply(self, selection: &mut Selection) {
        match self {
            Self::Margin(margin) => selection.margin = margin,
            Self::VerifyFrom(plies) => selection.verify_from = plies,
            Self::Switch(switch, is_on) => *switch(selection) = is_on,
            Self::Parameter(number, value) => selection.parameters.set(number, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_a_text_does_not_name_keep_their_defaults() {
        let usual = Selection::default().with(|s| (s.margin, s.extensions) = (4, false));
        let of = |is_on, parts: &[(&str, &str)]| {
            let mut changes = SelectionChanges::new(is_on);
            parts.iter().for_each(|(key, value)| assert_eq!(changes.add(key, value), Ok(true)));
            changes.of(usual)
        };
        assert_eq!(of(true, &[]), usual);
        assert_eq!(of(false, &[("selective", "on")]), usual);
        let nothing = of(true, &[("selective", "off")]);
        assert!(!nothing.is_any() && nothing.margin == 4);
        let some = of(false, &[("null-move", "on"), ("late-base", "5"), ("verify-from", "9")]);
        let expected = nothing.with(|s| {
            (s.null_move, s.verify_from) = (true, 9);
            s.parameters.set(Parameter::LateBase, 5);
        });
        assert_eq!(some, expected);
        let [first, last] =
            [[("late-base", "5"), ("selective", "on")], [("selective", "on"), ("late-base", "5")]]
                .map(|parts| of(false, &parts));
        assert_eq!((first.parameters.get(Parameter::LateBase), first), (5, last));
        assert_eq!(SelectionChanges::new(true).add("depth", "3"), Ok(false));
    }

    #[test]
    fn the_missing_switch_is_one_that_is_off() {
        let nothing = Selection::NONE;
        assert_eq!(missing_switch(Parameter::ReduceLearnt, nothing), "reductions");
        let reductions = nothing.with(|s| s.reductions = true);
        assert_eq!(missing_switch(Parameter::ReduceLearnt, reductions), "signed-history");
        let history = nothing.with(|s| s.signed_history = true);
        assert_eq!(missing_switch(Parameter::BonusMost, history), "selective", "any of it");
    }
}
