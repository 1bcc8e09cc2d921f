use super::*;

const END: Depth = Depth::END;

fn passes(driver: Driver, most: usize, range: i32, guess: i32) -> Passes<u8> {
    let grid = ValueGrid { origin: -range, step: 1 };
    let asked = PassPlan { depth: END, limited: false, driver, grid, most };
    let known = Bounds::new(Score::new(-range), Score::new(range));
    Passes::new(asked, known, Score::new(guess), RootMoves::new(&[1, 2, 3], false))
}

/// Searches windows in parallel and ends them in any order, with sharp or blunt results; returns
/// the number of searches.
fn play(passes: &Passes<u8>, value: i32, chance: &mut impl FnMut(usize) -> usize) -> usize {
    let (token, value) = (StopToken::new(), Score::new(value));
    let (mut claims, mut searched) = (Vec::new(), 0);
    while !lock(&passes.state).is_over() {
        while claims.len() < passes.most
            && let Some(claim) = passes.claim(&token)
        {
            claims.push(claim);
        }
        let claim = claims.swap_remove(chance(claims.len()));
        searched += 1;
        if claim.stop.is_stopped() && chance(2) == 0 {
            assert!(passes.abandon(&claim), "it was stopped because it need not be asked");
            continue;
        }
        let (alpha, beta) = (claim.window.alpha, claim.window.beta);
        let [sharp, blunt] = [value, value.clamp(alpha, beta)];
        let mut root = claim.root.clone();
        root.list[0].nodes += 5;
        if value >= beta {
            root.promote(chance(3));
        }
        passes.finish(&claim, if chance(2) == 0 { sharp } else { blunt }, &root, false);
    }
    assert!(claims.iter().all(|claim| claim.stop.is_stopped()), "nothing is left to ask");
    assert_eq!(passes.news().0, Bounds::exact(value));
    searched
}

#[test]
fn every_order_of_answers_leads_to_the_value() {
    let mut seed = 1_u64;
    let mut chance = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut beside = 0;
    for driver in [Driver::Bisection, Driver::MtdF] {
        for (most, range, guess) in [(2, 1, 0), (2, 5, -2), (3, 7, 7), (4, 20, 3)] {
            for value in -range..=range {
                let alone = play(&passes(driver, 1, range, guess), value, &mut chance);
                let several = passes(driver, most, range, guess);
                beside += usize::from(play(&several, value, &mut chance) > alone);
            }
        }
    }
    assert!(beside > 20, "no superfluous window was ever searched: {beside}");
}

#[test]
fn the_window_that_raised_the_value_last_names_the_best_move() {
    let passes = passes(Driver::Bisection, 2, 7, 0);
    let token = StopToken::new();
    let [low, high] = [passes.claim(&token), passes.claim(&token)].map(Option::unwrap);
    assert!(low.window.alpha < high.window.alpha);
    let led_by = |claim: &WindowClaim<u8>, index| {
        let mut root = claim.root.clone();
        root.promote(index);
        root
    };
    passes.finish(&high, high.window.beta, &led_by(&high, 2), false);
    passes.finish(&low, low.window.beta, &led_by(&low, 1), false);
    let (known, root, _) = passes.news();
    assert_eq!((root.best().mv, known.lower), (3, high.window.beta));
}

#[test]
fn as_many_are_admitted_as_there_are_windows_for() {
    let passes = passes(Driver::Bisection, 3, 1, 0);
    let token = StopToken::new();
    let mine = passes.claim(&token).unwrap();
    assert!(passes.is_open());
    passes.admit(|| true);
    let other = passes.claim(&token).unwrap();
    assert!(!passes.is_open() && passes.claim(&token).is_none(), "three values, two questions");
    passes.admit(|| panic!("no worker is called without need"));
    assert!(!passes.abandon(&other), "it would have been needed");
    assert!(passes.calls() && !mine.stop.is_stopped());
}

#[test]
fn no_window_lies_between_values_that_exist() {
    let grid = ValueGrid { origin: 0, step: 2 };
    let asked = PassPlan { depth: END, limited: false, driver: Driver::Bisection, grid, most: 2 };
    let known = Bounds::new(Score::new(0), Score::new(1));
    let passes = Passes::new(asked, known, Score::new(0), RootMoves::new(&[1_u8], false));
    assert_eq!(passes.news().0, Bounds::exact(Score::new(0)));
    assert!(passes.calls(), "a waiting worker would wait forever");
}

/// After 200 windows there are wide ones: an exact value lies below beta there.
#[test]
fn an_exact_value_inside_a_wide_window_names_the_best_move() {
    for value in [-7, -3, 6, 7] {
        let passes = passes(Driver::MtdF, 2, 7, 0);
        lock(&passes.state).claimed = 200;
        let claim = passes.claim(&StopToken::new()).expect("a window");
        let mut found = claim.root.clone();
        found.promote(2);
        passes.finish(&claim, Score::new(value), &found, true);
        let (known, root, _) = passes.news();
        assert_eq!(known, Bounds::exact(Score::new(value)));
        assert_eq!((root.best().mv, root.raised), (3, true), "{value}");
    }
}

/// A leader that has left is called to the next race; one that has seen no race and not left is
/// not. So it checks once more, and so does worker 0 before it waits.
#[test]
fn a_race_that_is_announced_meanwhile_keeps_idle_workers() {
    let passes = passes(Driver::Bisection, 2, 1, 0);
    let token = StopToken::new();
    let claims = [passes.claim(&token), passes.claim(&token)].map(Option::unwrap);
    assert!(passes.race().is_none() && !passes.calls());
    let race = RootPass::any();
    assert_eq!(passes.announce(claims[0].number, &race), [1]);
    assert!(passes.calls() && !passes.leave_if_idle(1));
    race.stop.stop();
    assert!(!passes.calls() && passes.leave_if_idle(1));
    assert_eq!(passes.announce(claims[1].number, &RootPass::any()), [1], "it has gone");
}
