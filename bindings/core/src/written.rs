//! Writes the results of a search in the terms of a [`Report`].

use crate::erased::named;
use crate::{Iteration, Move, MoveReport, Progress, Report, Value};
use eldest::report::{LineEnd, RootMove};
use eldest::{Bounds, Depth, Moves, Position, observe};
use eldest_catalog::games::{self, Game};

/// Writes results about a position of a game.
pub(crate) struct Writer<G: Game> {
    game: G,
    position: G::Position,
    /// The legal moves with their names; none before they are wanted.
    legal: Vec<(games::Move<G>, Move)>,
    /// Whether values depend on the path, so that none is proved or exact.
    is_path_dependent: bool,
}

impl<G: Game> Writer<G> {
    pub(crate) fn new(game: &G, position: G::Position, is_path_dependent: bool) -> Self {
        Self { game: game.clone(), position, legal: Vec::new(), is_path_dependent }
    }

    /// Names the legal moves, unless that has been done.
    fn prepare(&mut self) {
        if self.legal.is_empty() && self.position.over().is_none() {
            let moves = Moves::collect(|out| self.position.moves(out)).into_iter().enumerate();
            let name = |(at, mv)| (mv, named(&self.game, &self.position, mv, at));
            self.legal = moves.map(name).collect();
        }
    }

    /// Returns a legal move with its name.
    fn root(&self, mv: games::Move<G>) -> Option<Move> {
        self.legal.iter().find(|(legal, _)| *legal == mv).map(|(_, named)| named.clone())
    }

    /// Returns a line with the names of its moves.
    fn line(&self, line: &[games::Move<G>]) -> Vec<Move> {
        let Some((&first, rest)) = line.split_first() else { return Vec::new() };
        let mut written = Vec::with_capacity(line.len());
        written.extend(self.root(first));
        if rest.is_empty() {
            return written;
        }
        let mut position = self.position.clone();
        position.play(first);
        for &mv in rest {
            let legal = Moves::collect(|out| position.moves(out));
            let at = legal.iter().position(|known| *known == mv).unwrap_or_default();
            written.push(named(&self.game, &position, mv, at));
            position.play(mv);
        }
        written
    }

    fn moves(&self, moves: &[RootMove<games::Move<G>>]) -> Vec<MoveReport> {
        let range = self.position.range();
        let written = |searched: &RootMove<games::Move<G>>| {
            Some(MoveReport {
                mv: self.root(searched.mv)?,
                value: value_of(searched, range),
                depth: searched.depth.to_plies().filter(|plies| *plies > 0),
                is_searched: searched.depth != Depth::HORIZON,
                line: self.line(&searched.line),
                nodes: searched.nodes,
            })
        };
        moves.iter().filter_map(written).collect()
    }

    /// Writes a completed iteration.
    pub(crate) fn iteration(&mut self, found: &observe::Iteration<games::Move<G>>) -> Iteration {
        self.prepare();
        let value = found.value.into();
        Iteration {
            depth: found.depth.to_plies(),
            value,
            moves: self.moves(&found.moves),
            proved: found.proved && !self.is_path_dependent,
            progress: progress(&found.progress, found.depth.to_plies(), value),
        }
    }

    /// Writes the report of a search.
    pub(crate) fn report(&mut self, found: &eldest::Report<games::Move<G>>) -> Report {
        self.prepare();
        let depth = found.depth.and_then(Depth::to_plies);
        let value = found.bounds.into();
        Report {
            value,
            best_move: found.best_move.and_then(|mv| self.root(mv)),
            line: self.line(&found.line.moves),
            is_line_complete: found.line.end != LineEnd::Unfinished,
            moves: self.moves(&found.moves),
            depth,
            is_complete: found.depth.is_some(),
            proved: found.proved && !self.is_path_dependent,
            exact: found.exact && !self.is_path_dependent,
            stop_reason: found.stop_reason,
            progress: progress(&found.progress, depth, value),
        }
    }
}

/// Returns the value of a root move, in a game whose values lie in `range`.
fn value_of<M>(searched: &RootMove<M>, range: Bounds) -> Value {
    if searched.depth == Depth::HORIZON {
        return range.into();
    }
    let found = Bounds::from_bound(searched.value, searched.bound);
    found.intersect(range).unwrap_or(found).into()
}

/// Returns the progress of a search, with the depth of the last iteration and what is known.
pub(crate) fn progress(found: &observe::Progress, depth: Option<u16>, value: Value) -> Progress {
    let observe::Progress { nodes, time, hashfull, .. } = *found;
    Progress { nodes, seconds: time.as_secs_f64(), hashfull, depth, value }
}
