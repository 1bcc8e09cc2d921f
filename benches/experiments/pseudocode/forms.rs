//! Forms that the library does not have, each to be read beside the listing that it is taken from.

use super::small::Place;
use eldest::{Position, Score};
use std::cell::Cell;

const INFINITY: i32 = Score::INFINITY.get();

/// The value of `child` for the side to move at `place`: `search` with the window turned, if the
/// turn is.
fn turned(
    place: Place<'_>,
    child: usize,
    (alpha, beta): (i32, i32),
    search: impl FnOnce(Place<'_>, i32, i32) -> i32,
) -> i32 {
    let below = Place { at: child, ..place };
    if below.side() == place.side() {
        search(below, alpha, beta)
    } else {
        -search(below, -beta, -alpha)
    }
}

/// NegaScout of 1983, whose depth counts from the root, with the test of PVS 1986, whose depth is
/// what remains.
///
/// ```text
/// t := -negascout(p.i, -n, -max(alpha, m), depth+1);
/// IF t > m THEN
///   IF (n = beta) OR (depth <= 2)          { printed in 1983: depth >= d-2 }
///   THEN m := t
///   ELSE m := -negascout(p.i, -beta, -t, depth+1);
/// IF m >= beta THEN RETURN (m);
/// n := max(alpha, m) + 1;
/// ```
pub(crate) fn depth_from_the_root(p: Place<'_>, alpha: i32, beta: i32) -> i32 {
    if let Some(score) = p.over() {
        return score.get();
    }
    let depth = p.tree[p.at].ply;
    let (mut m, mut n) = (-INFINITY, beta);
    for child in p.children() {
        let t = turned(p, child, (alpha.max(m), n), depth_from_the_root);
        if t > m {
            m = if n == beta || depth <= 2 {
                t
            } else {
                turned(p, child, (t, beta), depth_from_the_root)
            };
        }
        if m >= beta {
            return m;
        }
        n = alpha.max(m) + 1;
    }
    m
}

/// The page of 1999 in its first state, which stops at `a == beta` only.
///
/// ```text
/// t = -NegaScout ( p_i, -b, -a );
/// if (t > a) && (t < beta) && (i > 1) && (d < maxdepth-1)
///    a = -NegaScout ( p_i, -beta, -t );
/// a = max( a, t );
/// if ( a == beta )                          { later: a >= beta }
///    return ( a );
/// b = a + 1;
/// ```
/// `maxdepth` is beyond all leaves; `visits` are counted.
pub(crate) fn stops_at_beta_only(p: Place<'_>, alpha: i32, beta: i32, visits: &Cell<u32>) -> i32 {
    visits.set(visits.get() + 1);
    if let Some(score) = p.over() {
        return score.get();
    }
    let (mut a, mut b) = (alpha, beta);
    let search = |p: Place<'_>, alpha, beta| stops_at_beta_only(p, alpha, beta, visits);
    for (i, child) in p.children().enumerate() {
        let t = turned(p, child, (a, b), search);
        if t > a && t < beta && i > 0 {
            a = turned(p, child, (t, beta), search);
        }
        a = a.max(t);
        if a == beta {
            return a;
        }
        b = a + 1;
    }
    a
}

/// What a null-window search that failed high is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hard {
    /// Searched again with {score, beta}, wherever it was.
    AlwaysAgain,
    /// Used if at most this many plies remained.
    Trusts(u16),
}

/// Principal variation search that fails hard: never below alpha, never above beta, at leaves too.
///
/// ```text
/// value := -PVS(p.i, -alpha-1, -alpha, depth-1);
/// IF (value > alpha) AND (value < beta) THEN    { Trusts(n): AND (depth > n) }
///   value := -PVS(p.i, -beta, -value, depth-1);
/// alpha := max(alpha, value);
/// ```
pub(crate) fn fails_hard(p: Place<'_>, form: Hard, alpha: i32, beta: i32, depth: u16) -> i32 {
    if let Some(score) = p.over() {
        return score.get().clamp(alpha, beta);
    }
    let mut a = alpha;
    let search = |p: Place<'_>, alpha, beta| fails_hard(p, form, alpha, beta, depth - 1);
    let trusted = matches!(form, Hard::Trusts(plies) if depth <= plies);
    for (i, child) in p.children().enumerate() {
        let null = i > 0;
        let mut value = turned(p, child, (a, if null { a + 1 } else { beta }), search);
        if null && value > a && value < beta && !trusted {
            value = turned(p, child, (value, beta), search);
        }
        a = a.max(value);
        if a >= beta {
            return beta;
        }
    }
    a
}

/// What the re-search leaves at the node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Keeps {
    /// `m := re-search`, as in 1983.
    TheResearch,
    /// `m := max(m, re-search)`, as in PVS 1986 and in this library.
    TheBest,
}

/// NegaScout of 1983 without its test of the depth, where searches do not agree: a search
/// with a null window overrates every leaf by `rise` for the side that moved there. Tables
/// with entries of other depths make such searches, and so does quiescence with a window.
///
/// ```text
/// IF t > m THEN
///   IF n = beta THEN m := t
///   ELSE m := -negascout(p.i, -beta, -t, depth+1);
/// ```
pub(crate) fn unstable(p: Place<'_>, keeps: Keeps, rise: i32, alpha: i32, beta: i32) -> i32 {
    if let Some(score) = p.over() {
        return score.get() - if beta == alpha + 1 { rise } else { 0 };
    }
    let (mut m, mut n) = (-INFINITY, beta);
    let search = |p: Place<'_>, alpha, beta| unstable(p, keeps, rise, alpha, beta);
    for child in p.children() {
        let t = turned(p, child, (alpha.max(m), n), search);
        if t > m {
            m = match keeps {
                _ if n == beta => t,
                Keeps::TheResearch => turned(p, child, (t, beta), search),
                Keeps::TheBest => m.max(turned(p, child, (t, beta), search)),
            };
        }
        if m >= beta {
            return m;
        }
        n = alpha.max(m) + 1;
    }
    m
}
