//! Progress on stderr, if that is a terminal: the number of positions done, the bounds of the
//! current one, and the nodes per second.

use eldest::observe::{Observer, Progress};
use eldest::{Bounds, Depth};
use eldest_catalog::text::Value;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const FRAME: Duration = Duration::from_millis(100);

/// Creates a bar for `total` positions; a spinner if there is only one, or the number is unknown.
/// Hidden if positions are typed on the terminal.
pub fn bar(total: Option<u64>) -> ProgressBar {
    if total.is_none() && io::stdin().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match total {
        Some(1) => (ProgressBar::new_spinner(), "{spinner} {elapsed} {msg}"),
        Some(total) => (
            ProgressBar::new(total),
            "{spinner} {elapsed} [{bar:30}] {human_pos}/{human_len} {msg}",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {elapsed} {human_pos} done {msg}"),
    };
    bar.set_style(style(template));
    bar.enable_steady_tick(FRAME);
    bar
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the templates are tested");
    style.progress_chars("=> ")
}

/// Counts the nodes of all searches, and shows them. Clones share the counts.
#[derive(Clone, Debug)]
pub struct Meter {
    bar: ProgressBar,
    started: Instant,
    counts: Arc<Mutex<MeterCounts>>,
    /// The number of the search that it observes.
    search: usize,
}

#[derive(Debug, Default)]
struct MeterCounts {
    /// Nodes of all searches, including finished ones.
    nodes: u64,
    /// The searches in progress, by their numbers.
    under_way: BTreeMap<usize, MeterSearch>,
}

#[derive(Debug, Default)]
struct MeterSearch {
    nodes: u64,
    proved: Option<Bounds>,
}

impl Meter {
    /// Creates a meter, and starts its clock.
    pub fn new(bar: &ProgressBar) -> Self {
        let counts = Arc::default();
        Self { bar: bar.clone(), started: Instant::now(), counts, search: 0 }
    }

    /// Returns the meter for the search with this number, of several in progress.
    pub fn of(&self, search: usize) -> Self {
        Self { search, ..self.clone() }
    }

    /// Records that the search has ended after `nodes` nodes.
    pub fn ended(&self, nodes: u64) {
        self.bar.inc(1);
        self.change(|counts| {
            let counted = counts.under_way.remove(&self.search).map_or(0, |search| search.nodes);
            counts.nodes += nodes.saturating_sub(counted);
        });
    }

    /// Records that a position was not searched.
    pub fn skipped(&self) {
        self.bar.inc(1);
    }

    /// Records the progress of the search.
    fn advanced(&self, advance: impl FnOnce(&mut MeterSearch)) {
        self.change(|counts| {
            let search = counts.under_way.entry(self.search).or_default();
            let counted = search.nodes;
            advance(search);
            counts.nodes += search.nodes.saturating_sub(counted);
        });
    }

    /// Changes the counts, and shows them with the bounds of the first search.
    fn change(&self, change: impl FnOnce(&mut MeterCounts)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut counts);
        let first = counts.under_way.values().next();
        let proved = first.and_then(|first| first.proved).map(Value::from);
        let nodes = counts.nodes as f64;
        let speed = nodes / self.started.elapsed().as_secs_f64().max(1e-3);
        let proved = proved.map(|value| format!("{value}, ")).unwrap_or_default();
        self.bar.set_message(format!("{proved}{} nodes, {}/s", short(nodes), short(speed)));
    }
}

impl<M> Observer<M> for Meter {
    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.advanced(|search| search.proved = Some(known).filter(|_| depth == Depth::END));
    }

    fn progress(&mut self, progress: &Progress) {
        self.advanced(|search| search.nodes = progress.nodes);
    }
}

/// Formats a count in about five characters: `999`, `12.3k`, `4.56M`.
pub fn short(count: f64) -> String {
    let (scaled, unit) = match count {
        1e9.. => (count / 1e9, "G"),
        1e6.. => (count / 1e6, "M"),
        1e3.. => (count / 1e3, "k"),
        _ => return format!("{count:.0}"),
    };
    format!("{scaled:.*}{unit}", if scaled < 10.0 { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Score;

    #[test]
    fn counts_are_short() {
        let counts = [0.0, 999.0, 1000.0, 12_345.0, 4_561_000.0, 1.9e11];
        assert_eq!(counts.map(short), ["0", "999", "1.00k", "12.3k", "4.56M", "190.0G"]);
    }

    #[test]
    fn searches_side_by_side_are_counted_together_and_the_first_is_shown() {
        let bar = ProgressBar::hidden();
        let meter = Meter::new(&bar);
        let mut both = [meter.of(1), meter.of(2)];
        for (meter, value) in both.iter_mut().zip([3, 5]) {
            let known = Bounds::new(Score::new(value), Score::new(9));
            Observer::<u8>::bounds(meter, Depth::END, known);
            let mut progress = Progress::default();
            progress.nodes = 400;
            Observer::<u8>::progress(meter, &progress);
        }
        assert!(bar.message().starts_with("[3,9], 800 nodes, "), "{}", bar.message());
        meter.of(1).ended(500);
        assert!(bar.message().starts_with("[5,9], 900 nodes, "), "{}", bar.message());
    }

    #[test]
    fn every_bar_can_be_made() {
        for total in [Some(1), Some(7), None] {
            bar(total).finish_and_clear();
        }
    }
}
