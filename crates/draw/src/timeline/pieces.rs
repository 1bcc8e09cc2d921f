//! The activity of a thread at each time: nested spans, flattened.

use eldest::timeline::{Activity, Span, SpanOutcome, Timeline, Track};
use std::time::Duration;

/// The kind of activity of a thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// Searches nodes outside of split points.
    Turn,
    /// Searches a sibling at a split point.
    Sibling,
    /// An aborted search, with everything within it.
    Aborted,
    /// Claims, joins or settles.
    Sharing,
    /// Waits.
    Waiting,
}

/// Kinds by their number, with their class in `style.css` and their label.
pub(super) const KINDS: [(PieceKind, &str, &str); 5] = [
    (PieceKind::Turn, "turn", "searches in turn"),
    (PieceKind::Sibling, "sibling", "searches a sibling"),
    (PieceKind::Aborted, "aborted", "the same, aborted"),
    (PieceKind::Sharing, "sharing", "claims and joins"),
    (PieceKind::Waiting, "waiting", "waits"),
];

/// A period of one kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) begin: Duration,
    pub(super) end: Duration,
    pub(super) kind: PieceKind,
}

/// Returns the activity of the thread of `track`, as consecutive pieces.
pub(super) fn pieces(track: &Track) -> Vec<Piece> {
    let mut flat = PieceBuilder::default();
    for span in track.spans.iter().filter(|span| !span.activity.is_moment()) {
        flat.close(span.level);
        flat.open(span);
    }
    flat.close(0);
    if let Some(full_at) = track.full_at {
        flat.cut(full_at);
    }
    flat.pieces
}

#[derive(Default)]
struct PieceBuilder {
    pieces: Vec<Piece>,
    /// The open spans, with their ends and kinds.
    open: Vec<(Duration, PieceKind)>,
    at: Duration,
}

impl PieceBuilder {
    /// Ends all open spans except the outermost `level`.
    fn close(&mut self, level: usize) {
        while self.open.len() > level
            && let Some((end, kind)) = self.open.pop()
        {
            self.add(end, kind);
        }
    }

    fn open(&mut self, span: &Span) {
        let outer = self.open.last().map(|(_, kind)| *kind);
        if let Some(outer) = outer {
            self.add(span.begin, outer);
        }
        self.at = span.begin;
        self.open.push((span.end, kind(span, outer)));
    }

    /// Removes everything after `end`, where the record is incomplete.
    fn cut(&mut self, end: Duration) {
        self.pieces.retain(|piece| piece.begin < end);
        self.pieces.iter_mut().for_each(|piece| piece.end = piece.end.min(end));
    }

    fn add(&mut self, end: Duration, kind: PieceKind) {
        if self.at < end {
            self.pieces.push(Piece { begin: self.at, end, kind });
            self.at = end;
        }
    }
}

/// Returns the kind of `span`, outside of inner spans; `outer` is the kind of the enclosing span. A
/// helper's pass that became unnecessary counts as aborted. If all threads race, passes that others
/// win do not.
fn kind(span: &Span, outer: Option<PieceKind>) -> PieceKind {
    let is_aborted = span.outcome == SpanOutcome::Aborted;
    match span.activity {
        Activity::Wait { .. } | Activity::Idle => PieceKind::Waiting,
        Activity::Sibling { .. } if is_aborted => PieceKind::Aborted,
        Activity::Pass { .. } if is_aborted && outer == Some(PieceKind::Sharing) => {
            PieceKind::Aborted
        }
        _ if outer == Some(PieceKind::Aborted) => PieceKind::Aborted,
        Activity::Sibling { .. } => PieceKind::Sibling,
        Activity::Split { .. } | Activity::Steal { .. } | Activity::Lead { .. } => {
            PieceKind::Sharing
        }
        _ => PieceKind::Turn,
    }
}

/// Returns the shares of the kinds in the time of all threads of `timeline`, in the order of
/// [`KINDS`], 0 to 1.
pub(super) fn shares(timeline: &Timeline, flat: &[Vec<Piece>]) -> [f64; KINDS.len()] {
    let all = timeline.length.as_secs_f64() * flat.len() as f64;
    let mut shares = [0.0; KINDS.len()];
    for piece in flat.iter().flatten() {
        shares[piece.kind as usize] += piece.end.saturating_sub(piece.begin).as_secs_f64() / all;
    }
    shares
}

/// Divides `length` into `cells` equal parts. Returns the kind that takes most of each; `None`
/// where nothing takes more.
pub(super) fn cells(pieces: &[Piece], length: Duration, cells: usize) -> Vec<Option<PieceKind>> {
    let scale = cells as f64 / length.as_secs_f64().max(1e-9);
    let mut taken = vec![[0.0; KINDS.len()]; cells];
    for piece in pieces {
        let (begin, end) = (piece.begin.as_secs_f64() * scale, piece.end.as_secs_f64() * scale);
        let (first, last) = (begin as usize, (end.ceil() as usize).min(cells));
        for (cell, taken) in taken.iter_mut().enumerate().take(last).skip(first) {
            let within = end.min(cell as f64 + 1.0) - begin.max(cell as f64);
            taken[piece.kind as usize] += within;
        }
    }
    taken.iter().map(most).collect()
}

fn most(taken: &[f64; KINDS.len()]) -> Option<PieceKind> {
    let nothing = 1.0 - taken.iter().sum::<f64>();
    let (kind, most) = KINDS.iter().zip(taken).max_by(|one, other| one.1.total_cmp(other.1))?;
    (*most > nothing).then_some(kind.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::timeline::Recorder;
    use eldest::{Engine, Limits};
    use eldest_games::connect4::ConnectFour;

    fn recorded() -> Timeline {
        let builder = Engine::<ConnectFour>::builder().table_bytes(1 << 20).threads(3);
        let (mut engine, recorder) = (builder.build().unwrap(), Recorder::new());
        let query = engine.query(&"4444".parse().unwrap()).limits(&Limits::new().depth(10));
        query.record(&recorder).run().unwrap();
        recorder.take()
    }

    #[test]
    fn pieces_follow_each_other_and_cells_are_what_takes_most_of_them() {
        let timeline = recorded();
        let flat: Vec<_> = timeline.tracks.iter().map(pieces).collect();
        for (track, pieces) in timeline.tracks.iter().zip(&flat) {
            assert!(pieces.is_sorted_by(|one, next| one.end <= next.begin), "{pieces:?}");
            let outermost = track.spans.iter().filter(|span| span.level == 0);
            let whole: Duration = outermost.map(|span| span.end.saturating_sub(span.begin)).sum();
            let parts: Duration =
                pieces.iter().map(|piece| piece.end.saturating_sub(piece.begin)).sum();
            assert_eq!(parts, whole, "nothing is missing, and nothing is counted twice: {track:?}");
            let cells = cells(pieces, timeline.length, 7);
            let known = cells.iter().flatten().all(|kind| pieces.iter().any(|p| p.kind == *kind));
            assert!(known && cells.len() == 7, "{cells:?} of {pieces:?}");
        }
        let all: f64 = shares(&timeline, &flat).iter().sum();
        assert!(all > 0.0 && all <= 1.0 + 1e-9, "{all} of {timeline:?}");
    }

    #[test]
    fn what_takes_most_of_a_cell_is_shown_there() {
        let at = |millis| Duration::from_millis(millis);
        let piece = |begin, end, kind| Piece { begin: at(begin), end: at(end), kind };
        let pieces = [
            piece(0, 6, PieceKind::Turn),
            piece(6, 10, PieceKind::Waiting),
            piece(18, 19, PieceKind::Turn),
        ];
        assert_eq!(cells(&pieces, at(20), 2), [Some(PieceKind::Turn), None]);
        assert_eq!(cells(&pieces, at(20), 4)[1], Some(PieceKind::Waiting));
    }
}
