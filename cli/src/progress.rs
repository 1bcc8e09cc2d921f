//! Progress on stderr, if that is a terminal: how many positions are done, what is proved of the one that is
//! solved, how fast nodes go by.

use crate::value::Value;
use eldest::observe::{Observer, Progress};
use eldest::{Bounds, Depth};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const FRAME: Duration = Duration::from_millis(100);

/// A bar for `total` positions; one alone, or nobody knows how many, gets a spinner. Where positions
/// are typed on the terminal, nothing may move.
pub(crate) fn bar(total: Option<u64>) -> ProgressBar {
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

/// Counts the nodes of all searches together, and shows them.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    bar: ProgressBar,
    started: Instant,
    /// Nodes of the searches that have ended.
    ended: u64,
    /// Nodes of the search under way.
    under_way: u64,
    /// What the search under way has proved.
    proved: Option<Bounds>,
}

impl Meter {
    /// The clock starts.
    pub(crate) fn new(bar: &ProgressBar) -> Self {
        Self { bar: bar.clone(), started: Instant::now(), ended: 0, under_way: 0, proved: None }
    }

    /// A search has ended, after so many nodes.
    pub(crate) fn ended(&mut self, nodes: u64) {
        self.ended += nodes;
        self.bar.inc(1);
        self.show();
    }

    /// A position could not be searched.
    pub(crate) fn skipped(&self) {
        self.bar.inc(1);
    }

    fn show(&self) {
        let nodes = (self.ended + self.under_way) as f64;
        let speed = nodes / self.started.elapsed().as_secs_f64().max(1e-3);
        let proved = self.proved.map(|bounds| format!("{}, ", Value::from(bounds)));
        let proved = proved.unwrap_or_default();
        self.bar.set_message(format!("{proved}{} nodes, {}/s", short(nodes), short(speed)));
    }
}

impl<M> Observer<M> for Meter {
    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.proved = Some(known).filter(|_| depth == Depth::END);
        self.show();
    }

    fn progress(&mut self, progress: &Progress) {
        self.under_way = progress.nodes;
        self.show();
    }
}

/// A count in five characters or so: `999`, `12.3k`, `4.56M`.
pub(crate) fn short(count: f64) -> String {
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

    #[test]
    fn counts_are_short() {
        let counts = [0.0, 999.0, 1000.0, 12_345.0, 4_561_000.0, 1.9e11];
        assert_eq!(counts.map(short), ["0", "999", "1.00k", "12.3k", "4.56M", "190.0G"]);
    }

    #[test]
    fn every_bar_can_be_made() {
        for total in [Some(1), Some(7), None] {
            bar(total).finish_and_clear();
        }
    }
}
