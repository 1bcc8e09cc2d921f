//! A timeline as trace events, for Perfetto and chrome://tracing: the "JSON Object Format" of the
//! Trace Event Format.

use eldest::Score;
use eldest::observe::NodeType;
use eldest::timeline::{Activity, Span, SpanOutcome, SplitId, Timeline, Track};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

/// Writes `timeline`, with the title of the search.
pub(super) fn write(timeline: &Timeline, title: &str, out: &mut impl Write) -> io::Result<()> {
    let dropped = timeline.tracks.iter().map(|track| track.dropped).sum();
    let trace = Trace {
        display_time_unit: "ns",
        other_data: Other { dropped },
        trace_events: events(timeline, title),
    };
    Ok(serde_json::to_writer(out, &trace)?)
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Trace {
    display_time_unit: &'static str,
    other_data: Other,
    trace_events: Vec<TraceEvent>,
}

#[derive(Debug, Serialize)]
struct Other {
    dropped: u64,
}

/// A trace event. Times are in microseconds.
#[derive(Debug, Default, Serialize)]
struct TraceEvent {
    name: Cow<'static, str>,
    cat: &'static str,
    ph: &'static str,
    ts: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<f64>,
    pid: u32,
    tid: usize,
    /// The number that both ends of an arrow share.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    /// `e`: an arrow ends at the enclosing span, not at the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    bp: Option<&'static str>,
    /// `t`: an instant belongs to its thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    args: EventArgs,
}

/// The details of an event that viewers show.
#[derive(Debug, Default, Serialize)]
struct EventArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort_index: Option<usize>,
    /// The thread that opened the split point, and its number among those of that thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    siblings: Option<usize>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
}

/// A steal: the split point, the thread that steals, and the time. The number of its arrow is its
/// index among all.
type Steal = (SplitId, usize, Duration);

fn events(timeline: &Timeline, title: &str) -> Vec<TraceEvent> {
    let steals = steals(timeline);
    let mut events = vec![about(
        "process_name",
        0,
        EventArgs { name: Some(title.into()), ..EventArgs::default() },
    )];
    for track in &timeline.tracks {
        let tid = tid(track);
        let name = Some(format!("thread {}", track.worker));
        events.push(about("thread_name", tid, EventArgs { name, ..EventArgs::default() }));
        let sort_index = Some(track.worker);
        events.push(about(
            "thread_sort_index",
            tid,
            EventArgs { sort_index, ..EventArgs::default() },
        ));
        track.spans.iter().for_each(|span| put(&mut events, &steals, tid, span));
    }
    events
}

/// Returns the thread id: not the number of the worker, because some viewers take 0 for an idle
/// processor.
fn tid(track: &Track) -> usize {
    track.worker + 1
}

/// Returns the steals whose split point is recorded too, sorted by split point.
fn steals(timeline: &Timeline) -> Vec<Steal> {
    let (mut steals, mut opened) = (Vec::new(), Vec::new());
    for track in &timeline.tracks {
        for span in &track.spans {
            match span.activity {
                Activity::Steal { split, .. } => steals.push((split, tid(track), span.begin)),
                Activity::Split { split, .. } => opened.push(split),
                _ => {}
            }
        }
    }
    opened.sort_unstable();
    steals.retain(|(split, ..)| opened.binary_search(split).is_ok());
    steals.sort_unstable();
    steals
}

fn about(name: &'static str, tid: usize, args: EventArgs) -> TraceEvent {
    TraceEvent {
        name: name.into(),
        cat: "__metadata",
        ph: "M",
        pid: 1,
        tid,
        args,
        ..TraceEvent::default()
    }
}

/// Adds `span`, with the ends of the arrows from it or to it: an end belongs to the span that began
/// last at its time.
fn put(events: &mut Vec<TraceEvent>, steals: &[Steal], tid: usize, span: &Span) {
    events.push(event(tid, span));
    let ts = microseconds(span.begin);
    let arrow = |ph, id| TraceEvent {
        name: "steal".into(),
        cat: "steal",
        ph,
        ts,
        id: Some(id),
        pid: 1,
        tid,
        ..TraceEvent::default()
    };
    match span.activity {
        Activity::Split { split, .. } => {
            let first = steals.partition_point(|steal| steal.0 < split);
            let here = steals[first..].iter().take_while(|steal| steal.0 == split).count();
            events.extend((first..first + here).map(|id| arrow("s", id)));
        }
        Activity::Steal { split, .. } => {
            let id = steals.binary_search(&(split, tid, span.begin)).ok();
            events.extend(id.map(|id| TraceEvent { bp: Some("e"), ..arrow("f", id) }));
        }
        _ => {}
    }
}

fn event(tid: usize, span: &Span) -> TraceEvent {
    let (begin, end) = (microseconds(span.begin), microseconds(span.end));
    let is_moment = span.activity.is_moment();
    TraceEvent {
        name: name(span),
        cat: "search",
        ph: if is_moment { "i" } else { "X" },
        ts: begin,
        dur: (!is_moment).then_some(end - begin),
        s: is_moment.then_some("t"),
        pid: 1,
        tid,
        args: args(span),
        ..TraceEvent::default()
    }
}

/// Converts to microseconds, rounded to eighths. These are exact in binary, so spans stay nested
/// when a viewer converts them to nanoseconds.
fn microseconds(time: Duration) -> f64 {
    (time.as_nanos() / 125) as f64 / 8.0
}

/// Returns the name of a span. Viewers give the same colour to equal names.
fn name(span: &Span) -> Cow<'static, str> {
    if let Activity::Iteration { depth } = span.activity {
        return format!("iteration {depth}").into();
    }
    match (&span.activity, span.outcome) {
        (Activity::Pass { .. }, _) => "pass",
        (Activity::Lead { .. }, _) => "leads",
        (Activity::Split { .. }, _) => "split point",
        (Activity::Sibling { .. }, SpanOutcome::Aborted) => "sibling, aborted",
        (Activity::Sibling { .. }, SpanOutcome::Cutoff) => "sibling, cutoff",
        (Activity::Sibling { .. }, _) => "sibling",
        (Activity::Steal { .. }, _) => "steal",
        (Activity::Wait { .. }, _) => "waits for siblings",
        (Activity::Idle, _) => "idle",
        (Activity::Call, _) => "calls helpers",
        (Activity::Announce { .. }, _) => "announces the pass",
        (Activity::Arrive, _) => "arrives",
        (Activity::Leave, _) => "goes home",
        _ => "other",
    }
    .into()
}

fn args(span: &Span) -> EventArgs {
    let outcome = match span.outcome {
        SpanOutcome::Cutoff => "cutoff",
        SpanOutcome::Aborted => "aborted",
        _ => "finished",
    };
    let searched =
        EventArgs { nodes: Some(span.nodes), outcome: Some(outcome), ..EventArgs::default() };
    match span.activity {
        Activity::Iteration { depth } | Activity::Lead { depth } => {
            EventArgs { depth: Some(depth.to_string()), ..searched }
        }
        Activity::Announce { depth } => {
            EventArgs { depth: Some(depth.to_string()), ..EventArgs::default() }
        }
        Activity::Pass { depth, window } => {
            let window = Some([window.alpha(), window.beta()].map(Score::get));
            EventArgs { depth: Some(depth.to_string()), window, ..searched }
        }
        Activity::Split { split, ply, depth, kind, siblings } => {
            let kind = Some(type_name(kind));
            EventArgs {
                kind,
                siblings: Some(siblings),
                ..at(split, ply, depth.to_string(), searched)
            }
        }
        Activity::Sibling { split, ply, depth, index } => {
            EventArgs { index: Some(index), ..at(split, ply, depth.to_string(), searched) }
        }
        Activity::Steal { split, ply, depth } => at(split, ply, depth.to_string(), searched),
        Activity::Wait { split } => EventArgs { split: Some(id(split)), ..EventArgs::default() },
        _ => EventArgs::default(),
    }
}

fn at(split: SplitId, ply: u32, depth: String, searched: EventArgs) -> EventArgs {
    EventArgs { split: Some(id(split)), ply: Some(ply), depth: Some(depth), ..searched }
}

fn id(split: SplitId) -> String {
    format!("{}.{}", split.owner, split.number)
}

fn type_name(kind: NodeType) -> &'static str {
    match kind {
        NodeType::Pv => "pv",
        NodeType::Cut => "cut",
        NodeType::All => "all",
    }
}
