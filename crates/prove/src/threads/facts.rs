//! Collects the facts that a table has proved about positions below a searched one.

use crate::game::Texts;
use crate::job::Fact;
use eldest::table::proved;
use eldest::{Bounds, MoveList, Position, Table};
use std::cell::OnceCell;
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

/// The walk ends after this many plies in a row without a table entry: a search that gave up leaves
/// the positions on its stack unproved.
const GAP: u8 = 3;
/// The number of positions examined for each requested fact.
const LOOKS: usize = 16;

/// A breadth-first walk through the positions with table entries.
pub(super) struct FactWalk<'w, P: Position, T> {
    texts: &'w dyn Texts<P>,
    table: &'w T,
    rows: VecDeque<Rc<FactStep<P>>>,
    seen: HashSet<u64>,
    facts: Vec<Fact>,
    moves: MoveList<P::Move>,
}

/// A position of the walk.
struct FactStep<P: Position> {
    position: P,
    /// The number of unproved plies before it, its own included; 0 if it is proved.
    gap: u8,
    from: Option<(Rc<Self>, P::Move)>,
    /// Computed on demand: most texts are not needed.
    text: OnceCell<String>,
}

impl<P: Position> FactStep<P> {
    fn text(&self, texts: &dyn Texts<P>) -> &str {
        self.text.get_or_init(|| match &self.from {
            Some((from, mv)) => {
                let mv = texts.write_move(&from.position, *mv);
                texts.write(&self.position, from.text(texts), Some(&mv))
            }
            None => texts.write(&self.position, "", None),
        })
    }
}

impl<'w, P: Position, T: Table> FactWalk<'w, P, T> {
    /// Returns up to `most` facts about positions below `root`, which has this `text`, the nearest
    /// first. Bounds that the rules give without search are no facts.
    pub(super) fn below(
        root: P,
        text: &str,
        (table, texts): (&'w T, &'w dyn Texts<P>),
        most: usize,
    ) -> Vec<Fact> {
        let (seen, facts, moves) = (HashSet::new(), Vec::new(), MoveList::default());
        let text = OnceCell::from(text.to_owned());
        let rows = VecDeque::from([Rc::new(FactStep { position: root, gap: 1, from: None, text })]);
        let mut walk = Self { texts, table, rows, seen, facts, moves };
        while walk.facts.len() < most
            && walk.seen.len() < most.saturating_mul(LOOKS)
            && let Some(step) = walk.rows.pop_front()
        {
            walk.go_on(&step);
        }
        walk.facts.truncate(most);
        walk.facts
    }

    fn go_on(&mut self, step: &Rc<FactStep<P>>) {
        if step.position.over().is_some() {
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.refill(|out| step.position.relevant_moves(out));
        for mv in moves.iter() {
            let mut child = step.position.clone();
            child.play(mv);
            if self.seen.insert(child.key()) {
                self.look_at(child, step, mv);
            }
        }
        self.moves = moves;
    }

    fn look_at(&mut self, position: P, from: &Rc<FactStep<P>>, mv: P::Move) {
        let known = proved(self.table, &position);
        let gap = if known.is_some() { 0 } else { from.gap + 1 };
        // Unproved positions below a proved one were not needed for its proof.
        if gap > GAP || gap > 0 && from.gap == 0 {
            return;
        }
        let own = at_a_glance(&position);
        let fact = known.and_then(|known| own.intersect(known)).filter(|fact| *fact != own);
        let (from, text) = (Some((Rc::clone(from), mv)), OnceCell::new());
        let step = Rc::new(FactStep { position, gap, from, text });
        self.facts.extend(fact.map(|bounds| Fact::new(step.text(self.texts), bounds)));
        self.rows.push_back(step);
    }
}

/// Returns the bounds that the rules give without search.
fn at_a_glance<P: Position>(position: &P) -> Bounds {
    let bounds = position.bounds();
    bounds.intersect(position.range()).unwrap_or(bounds)
}
