//! The printed records of a proof, and its picture.

use eldest::{Bounds, Score};
use eldest_catalog::text::Value;
use eldest_catalog::text::several;
use eldest_draw::plot::{Corner, Line, Plot, Scale};
use eldest_prove::{GrowthSample, ProofStatus};
use eldest_terminal::progress::short;
use serde::Serialize;
use std::fmt;

/// The most points of a line; more are not visible.
const POINTS: usize = 300;

/// The result of a proof.
#[derive(Debug, Serialize)]
pub(super) struct ProofRecord {
    position: String,
    #[serde(flatten)]
    value: Value,
    solved: bool,
    best_move: Option<String>,
    #[serde(flatten)]
    details: ProofDetails,
}

/// The progress of a proof.
#[derive(Debug, Serialize)]
pub(super) struct ProofProgress {
    game: String,
    position: String,
    #[serde(flatten)]
    value: Value,
    solved: bool,
    #[serde(flatten)]
    details: ProofDetails,
    #[serde(skip)]
    status: ProofStatus,
}

/// The fields that both records have.
#[derive(Debug, Serialize)]
struct ProofDetails {
    open_question: Option<i32>,
    least: Option<i32>,
    answer: Option<bool>,
    positions: u64,
    proved: u64,
    expanded: u64,
    open: u64,
    results: u64,
    checked: u64,
    unconfirmed: u64,
    unchecked: u64,
    nodes: u64,
    nodes_per_second: f64,
    seconds: f64,
    line: Vec<String>,
}

impl From<&ProofStatus> for ProofDetails {
    fn from(status: &ProofStatus) -> Self {
        Self {
            open_question: status.open_question,
            least: status.least,
            answer: status.answer,
            positions: status.positions,
            proved: status.proved,
            expanded: status.expanded,
            open: status.open,
            results: status.results,
            checked: status.checked,
            unconfirmed: status.unconfirmed,
            unchecked: status.unchecked,
            nodes: status.nodes,
            nodes_per_second: status.nodes_per_second.round(),
            seconds: status.seconds,
            line: status.line.clone(),
        }
    }
}

fn value(status: &ProofStatus) -> Value {
    Bounds::new(Score::new(status.lower), Score::new(status.upper)).into()
}

impl ProofRecord {
    /// Creates the record for the position that was `given`; `solved` if the goal is proved.
    pub(super) fn new(given: &str, status: &ProofStatus, solved: bool) -> Self {
        let (position, best_move) = (given.to_owned(), status.line.first().cloned());
        Self { position, value: value(status), solved, best_move, details: status.into() }
    }
}

/// Writes the columns of solve; with the question and its answer, if there is only one question.
impl fmt::Display for ProofRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position, self.value)?;
        match self.details.least {
            Some(least) => write!(f, " {}", answered(least, self.details.answer)),
            None => Ok(()),
        }
    }
}

impl ProofProgress {
    pub(super) fn new(status: ProofStatus) -> Self {
        Self {
            game: status.game.clone(),
            position: status.position.clone(),
            value: value(&status),
            solved: status.open_question.is_none(),
            details: (&status).into(),
            status,
        }
    }
}

impl fmt::Display for ProofProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, status, .. } = self;
        let question = match (status.least, open_question(status)) {
            (Some(least), _) => answered(least, status.answer),
            (None, open) => open.unwrap_or_else(|| "nothing is open".to_owned()),
        };
        writeln!(f, "game       {}", status.game)?;
        writeln!(f, "position   {}", status.position)?;
        writeln!(f, "value      {value}")?;
        writeln!(f, "question   {question}")?;
        write!(f, "positions  {}: {} proved, ", status.positions, status.proved)?;
        writeln!(f, "{} expanded, {} open", status.expanded, status.open)?;
        write!(f, "results    {}, checks {}", status.results, status.checked)?;
        writeln!(f, ", not confirmed {}", status.unconfirmed)?;
        write!(f, "nodes      {}, {}/s, ", status.nodes, short(status.nodes_per_second))?;
        writeln!(f, "{:.1} s", status.seconds)?;
        write!(f, "line       {}", status.line.join(" "))
    }
}

/// Returns a message about answers whose check is missing, and what to do; `None` if there are
/// none.
pub(super) fn unconfirmed(status: &ProofStatus) -> Option<String> {
    let ran_out = (status.unconfirmed > 0).then(|| {
        let answers = several(status.unconfirmed as usize, "answer is", "answers are");
        format!("{answers} not confirmed: the nodes of a check ran out")
    });
    let due = (status.unchecked > 0).then(|| {
        let answers = several(status.unchecked as usize, "answer is", "answers are");
        format!("{answers} not checked: the run ended before, or there was no other worker")
    });
    let all: Vec<_> = ran_out.into_iter().chain(due).collect();
    let again = "the same command with the same --store checks them again";
    (!all.is_empty()).then(|| format!("{}; {again}", all.join("; ")))
}

/// Returns the open question as text.
fn open_question(status: &ProofStatus) -> Option<String> {
    status.open_question.map(question)
}

fn question(least: i32) -> String {
    format!("at least {:#}?", Score::new(least))
}

/// Writes a question with its answer.
fn answered(least: i32, answer: Option<bool>) -> String {
    let answer = match answer {
        Some(true) => "yes",
        Some(false) => "no",
        None => "open",
    };
    format!("{} {answer}", question(least))
}

/// Summarizes the progress in one line.
pub(super) fn summary(status: &ProofStatus) -> String {
    let question = open_question(status).map(|open| format!(" {open}")).unwrap_or_default();
    format!(
        "{}{question}, {} positions, {} open, {} nodes, {}/s",
        value(status),
        short(status.positions as f64),
        short(status.open as f64),
        short(status.nodes as f64),
        short(status.nodes_per_second)
    )
}

/// Draws the numbers of positions over the nodes searched; `growth` must not be empty.
pub(super) fn growth(growth: &[GrowthSample]) -> String {
    let line = |name: &str, of: fn(&GrowthSample) -> u64| {
        let point = |sample: &GrowthSample| (sample.nodes as f64, of(sample) as f64);
        Line::new(name, thinned(growth).map(point))
    };
    let lines = vec![
        line("positions", |sample| sample.positions),
        line("proved", |sample| sample.proved),
        line("expanded", |sample| sample.expanded),
    ];
    let plot = Plot {
        title: "Positions of the proof".to_owned(),
        x: "nodes",
        y: "positions",
        scale: Scale::Linear,
        names: Corner::UpperLeft,
        lines,
        has_paper: true,
    };
    plot.svg()
}

/// Returns evenly spaced samples, including the last one.
fn thinned(growth: &[GrowthSample]) -> impl Iterator<Item = &GrowthSample> {
    let step = growth.len().div_ceil(POINTS).max(1);
    let last = growth.last().filter(|_| !(growth.len() - 1).is_multiple_of(step));
    growth.iter().step_by(step).chain(last)
}
