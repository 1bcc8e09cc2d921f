use super::*;

fn finding(value: i32, bound: Bound, depth: Depth, move_code: u16) -> NewEntry {
    NewEntry {
        value: Score::new(value),
        bound,
        depth,
        move_code,
        proved: move_code.is_multiple_of(2),
        work: 9,
    }
}

fn unpacked(finding: NewEntry) -> Entry {
    Entry {
        bounds: Bounds::from_bound(finding.value, finding.bound),
        depth: finding.depth,
        move_code: finding.move_code,
        proved: finding.proved || finding.depth.is_end(),
    }
}

#[test]
fn every_field_survives() {
    for value in [0, 1, -1, 8_388_607, -8_388_607, 8_000_000, -7_999_999] {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for depth in [0, 1, Depth::MAX_PLIES].map(Depth::plies).into_iter().chain([Depth::END])
            {
                let finding = finding(value, bound, depth, 0xABCD);
                assert_eq!(Packed::new(finding, 77).entry(), unpacked(finding));
            }
        }
    }
}

#[test]
fn hostile_bits_unpack() {
    for bits in (0..64).map(|i| 1 << i).chain([0, u64::MAX, 0x80_0000, 0x0380_0000_0080_0000]) {
        let entry = Packed(bits).entry();
        assert!(entry.bounds.lower >= -Score::INFINITY);
        assert!(entry.bounds.lower <= entry.bounds.upper, "{bits:x}");
    }
    let pairs = [(0, 0), (0xFFF, 0), (0, 0xFFF), (0x7FF, 0x800), (0x800, 0x7FF)];
    for (lower, upper) in pairs {
        let bits = DEPTH.put(END_COSTS.into()) | LOWER.put(lower) | UPPER.put(upper);
        let Bounds { lower, upper } = Packed(bits).entry().bounds;
        assert!(lower <= upper, "{bits:x}");
    }
}

#[test]
fn a_torn_entry_is_a_miss() {
    let table = SharedTable::new(128).unwrap();
    table.store(table.slot(5), finding(3, Bound::Exact, Depth::END, 1));
    assert!(table.probe(table.slot(5), Depth::END).is_some());
    let slot: &[TableWord; 2] = table.words.bucket(0);
    slot[1].fetch_add(1, Ordering::Relaxed);
    assert_eq!(table.probe(table.slot(5), Depth::END), None);
}

#[test]
fn a_finding_without_a_move_keeps_that_of_an_earlier_one() {
    let table = SharedTable::new(128).unwrap();
    for (move_code, kept) in [(0xABCD, 0xABCD), (0, 0xABCD), (3, 3)] {
        table.store(table.slot(5), finding(3, Bound::Exact, Depth::END, move_code));
        assert_eq!(table.probe(table.slot(5), Depth::END).map(|found| found.move_code), Some(kept));
    }
}

/// Returns the bounds after the findings, each a value, the relation to the true one and a depth.
fn bounds_after(findings: &[(i32, Bound, Depth)]) -> [i32; 2] {
    let table = SharedTable::new(128).unwrap();
    for &(value, bound, depth) in findings {
        table.store(table.slot(5), finding(value, bound, depth, 7));
    }
    let found = table.probe(table.slot(5), Depth::END).expect("an entry");
    assert_eq!((found.move_code, found.depth), (7, findings[findings.len() - 1].2));
    [found.bounds.lower, found.bounds.upper].map(Score::get)
}

#[test]
fn searches_to_the_end_keep_a_bound_on_either_side() {
    use Bound::{Exact, Lower, Upper};
    let (end, most) = (Depth::END, Bounds::FULL.upper.get());
    let after = bounds_after;
    assert_eq!(after(&[(-3, Lower, end), (8, Upper, end)]), [-3, 8]);
    assert_eq!(after(&[(8, Upper, end), (-3, Lower, end)]), [-3, 8]);
    assert_eq!(after(&[(-3, Lower, end), (8, Upper, end), (2, Lower, end)]), [2, 8]);
    assert_eq!(after(&[(-3, Lower, end), (8, Upper, end), (9, Upper, end)]), [-3, 8]);
    assert_eq!(after(&[(-3, Lower, end), (8, Upper, end), (8, Lower, end)]), [8, 8]);
    assert_eq!(after(&[(-3, Lower, end), (8, Upper, end), (1, Exact, end)]), [1, 1]);
    assert_eq!(after(&[(-2047, Lower, end), (2047, Upper, end)]), [-2047, 2047]);
    // The last one counts where they contradict each other, or where the pair does not fit.
    assert_eq!(after(&[(8, Lower, end), (-3, Upper, end)]), [-most, -3]);
    assert_eq!(after(&[(-2048, Lower, end), (8, Upper, end)]), [-most, 8]);
    assert_eq!(after(&[(2048, Upper, end), (8, Lower, end)]), [8, most]);
    assert_eq!(after(&[(2048, Upper, end), (2048, Lower, end)]), [2048, 2048]);
    // Other depths have values of their own.
    let shallow = Depth::plies(3);
    assert_eq!(after(&[(-3, Lower, shallow), (8, Upper, end)]), [-most, 8]);
    assert_eq!(after(&[(-3, Lower, end), (8, Upper, shallow)]), [-most, 8]);
    assert_eq!(after(&[(-3, Lower, shallow), (8, Upper, shallow)]), [-most, 8]);
}

#[cfg(not(loom))]
#[test]
fn all_words_but_those_that_align_are_entries() {
    let table = SharedTable::new(1 << 10).unwrap();
    assert_eq!((table.bytes(), table.words().len()), (1 << 10, (1 << 7) - LINE));
}

/// Before any search, in the middle, and where generations wrap around.
#[test]
fn the_cheapest_of_the_oldest_goes_first() {
    (0..70).for_each(makes_room_after);
}

fn makes_room_after(searches: u32) {
    let table = SharedTable::new(128).unwrap();
    (0..searches).for_each(|_| table.new_search());
    let at = |key, depth| {
        table.store(table.slot(key), finding(1, Bound::Exact, Depth::plies(depth), 1));
    };
    let kept = |key| table.probe(table.slot(key), Depth::END).is_some();
    (1..=4).for_each(|key| at(key, 10 + key as u16));
    at(5, 1);
    assert!(!kept(1) && kept(2) && kept(5), "the shallowest made room");
    table.new_search();
    at(6, 1);
    at(7, 1);
    assert!(!kept(5) && !kept(2) && kept(6), "older entries first, however deep");
    assert!(kept(3) && kept(4) && kept(7));
}
