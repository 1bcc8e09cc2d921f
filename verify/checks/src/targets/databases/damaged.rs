//! Damaged and forged files: nothing panics, and what is accepted is true.

use super::drawn::WorldSize;
use super::opened::Opened;
use super::raw::{RawFile, sealed};
use super::{ALL, DatabaseCase, Files, Form};
use crate::shares::Coverage;
use crate::{Chance, SplitMix64};
use eldest::Score;
use eldest_retro::Probe;

/// Damages and forges files; writes them by hand without a forgery too.
pub(super) fn check(case: &DatabaseCase, files: &Files, plan: &mut SplitMix64, met: &mut Coverage) {
    let mut written = files.clone();
    for (slice, name) in case.names().into_iter().enumerate() {
        written.insert(name, raw(case, slice).bytes());
    }
    let opened = case.opened("written", &written).expect("files as they are documented");
    opened.checked().expect("true values");
    assert!(is_true(case, &opened), "files written by hand hold other values");
    met.add("files written by hand", written.len() as u64);
    for _ in 0..if case.size == WorldSize::Small { 2 } else { 1 } {
        changed(case, files, plan, met);
        resealed(case, files, plan, met);
        forged(case, files, plan, met);
    }
}

/// Returns the true contents of a file.
fn raw(case: &DatabaseCase, slice: usize) -> RawFile {
    let nodes = || case.world.nodes.iter().zip(&case.values);
    let mut file = RawFile {
        form: case.form,
        slice: ALL.to_owned(),
        fingerprint: 77,
        endless: 0,
        len: 0,
        entries: Vec::new(),
        more_wins: 0,
    };
    if case.form == Form::Keyed {
        let held = nodes().zip(&case.held).filter(|(_, held)| **held);
        file.entries = held.map(|((node, value), _)| (node.key, *value)).collect();
    } else {
        let eldest_retro::Slice { name, len } = case.world.slices[slice].clone();
        (file.slice, file.len, file.fingerprint) = (name, len, 78);
        let entry = |(node, value): (&super::world::WorldNode, &Score)| {
            node.place.filter(|place| place.slice == slice).map(|place| (place.number, *value))
        };
        file.entries = nodes().filter_map(entry).collect();
    }
    file.entries.sort_unstable();
    file
}

/// Whether all values are those of the oracle.
fn is_true(case: &DatabaseCase, opened: &Opened) -> bool {
    (0..case.values.len()).all(|at| {
        let found = opened.probe(&case.position(at, false));
        found == case.held[at].then_some(case.values[at])
    })
}

/// Returns a file with one or two changed bytes, truncated, or with bytes after its end; and its
/// name.
fn damage(files: &Files, plan: &mut SplitMix64) -> (String, Vec<u8>) {
    let names: Vec<&String> = files.keys().collect();
    let name = plan.pick(&names);
    let mut bytes = files[name].clone();
    let at = plan.below(bytes.len() as u64) as usize;
    match plan.below(8) {
        0 => bytes.truncate(at),
        1 => bytes.extend(vec![plan.bits() as u8; 1 + at % 9]),
        2 => bytes[at] = plan.bits() as u8,
        3..6 => bytes[at] ^= 1 << plan.below(8),
        _ => {
            let other = (at + plan.below(20) as usize).min(bytes.len() - 1);
            bytes[at] ^= 1 << plan.below(8);
            bytes[other] = bytes[other].wrapping_add(1);
        }
    }
    (name.clone(), bytes)
}

/// Opens the files with one exchanged; `None` if it is refused.
fn with(
    case: &DatabaseCase,
    files: &Files,
    (name, bytes): (String, Vec<u8>),
    met: &mut Coverage,
) -> Option<Opened> {
    let mut files = files.clone();
    files.insert(name, bytes);
    let opened = case.opened("changed", &files);
    met.add("refused at opening", opened.is_err().into());
    opened.ok()
}

/// Damage: values are lost, but none is wrong; the check finds it.
fn changed(case: &DatabaseCase, files: &Files, plan: &mut SplitMix64, met: &mut Coverage) {
    let damaged = damage(files, plan);
    if files[&damaged.0] == damaged.1 {
        return;
    }
    let Some(opened) = with(case, files, damaged, met) else { return };
    for (at, value) in case.values.iter().enumerate() {
        let found = opened.probe(&case.position(at, false));
        assert!(found.is_none() || case.held[at] && found == Some(*value), "node {at}: {found:?}");
    }
    let checked = opened.checked();
    assert!(checked.is_err(), "the check accepts damage: {checked:?}");
    met.add("refused by the check", 1);
}

/// Damage with right checksums: what the check accepts is true.
fn resealed(case: &DatabaseCase, files: &Files, plan: &mut SplitMix64, met: &mut Coverage) {
    let (name, bytes) = damage(files, plan);
    let Some(bytes) = sealed(bytes) else { return };
    let Some(opened) = with(case, files, (name.clone(), bytes.clone()), met) else { return };
    let is_true = is_true(case, &opened);
    match opened.checked() {
        Ok(_) => {
            let whole = &files[&name];
            assert!(is_true, "the check accepts wrong values: {name}, {whole:?}, {bytes:?}");
            met.add("damage without effect", 1);
        }
        Err(_) => met.add("refused by the check", 1),
    }
}

/// A forged file with right checksums is refused or found.
fn forged(case: &DatabaseCase, files: &Files, plan: &mut SplitMix64, met: &mut Coverage) {
    let names = case.names();
    let slice = plan.below(names.len() as u64) as usize;
    let mut file = raw(case, slice);
    if !forge(case, &mut file, plan) {
        return;
    }
    let forged = (names[slice].clone(), file.bytes());
    if let Some(opened) = with(case, files, forged, met) {
        let checked = opened.checked();
        assert!(checked.is_err(), "the check accepts {file:?}");
    }
    met.add("forgeries found", 1);
}

/// Makes a file wrong; returns `false` if there is nothing in it.
fn forge(case: &DatabaseCase, file: &mut RawFile, plan: &mut SplitMix64) -> bool {
    if file.entries.is_empty() {
        return false;
    }
    // The last entries more often: they are in the last block.
    let len = file.entries.len();
    let at = if plan.odds(30) { len - 1 } else { plan.below(len as u64) as usize };
    match plan.below(8) {
        0 => file.more_wins = 1,
        1 => file.endless = 1,
        2 if case.form == Form::Keyed => drop(file.entries.remove(at)),
        3 if case.form == Form::Keyed => {
            let key = plan.bits() >> plan.below(60);
            let place = file.entries.partition_point(|entry| entry.0 < key);
            if key == u64::MAX || case.world.by_key.contains_key(&key) {
                return false;
            }
            file.entries.insert(place, (key, Score::DRAW));
        }
        _ => file.entries[at].1 = other_than(file.entries[at].1, plan),
    }
    true
}

/// Returns another value, near this one.
fn other_than(value: Score, plan: &mut SplitMix64) -> Score {
    let plies = value.distance().unwrap_or(plan.below(6) as u32);
    let near = [plies, plies + 1, plies.saturating_sub(1), plies + 2, plies.saturating_sub(2)];
    let decided = near.into_iter().flat_map(|plies| [Score::win_in(plies), Score::loss_in(plies)]);
    let others: Vec<Score> = decided.chain([Score::DRAW]).filter(|other| *other != value).collect();
    plan.pick(&others)
}
