//! The tree as lines for a terminal, in search order.

use super::drawing::{Drawing, DrawnVisit, SearchDrawing};
use super::words;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// The width of a line, in columns.
const COLUMNS: usize = 80;

const LINE: Style = Style::new().bold();
const NULL: Style = AnsiColor::Cyan.on_default();
const PRUNED: Style = Style::new().dimmed();
const ONLY: Style = AnsiColor::Yellow.on_default();

/// Draws the trees one below the other, with colours.
pub(super) fn draw(drawing: &Drawing) -> String {
    let trees = drawing.searches.iter().map(|search| TreeWriter::new(drawing, search).write());
    trees.collect::<Vec<_>>().join("\n")
}

struct TreeWriter<'a> {
    drawing: &'a Drawing,
    search: &'a SearchDrawing,
    /// For each visit, the visits to its children.
    below: Vec<Vec<usize>>,
    rows: Vec<TextRow<'a>>,
}

enum TextRow<'a> {
    Visit { tree: String, seen: &'a DrawnVisit },
    Pruned { tree: String, seen: &'a DrawnVisit },
}

impl<'a> TreeWriter<'a> {
    fn new(drawing: &'a Drawing, search: &'a SearchDrawing) -> Self {
        let mut below = vec![Vec::new(); search.visits.len()];
        for (visit, seen) in search.visits.iter().enumerate() {
            seen.from.into_iter().for_each(|from| below[from].push(visit));
        }
        Self { drawing, search, below, rows: Vec::new() }
    }

    fn write(mut self) -> String {
        let passes =
            (0..self.below.len()).filter(|visit| self.search.visits[*visit].from.is_none());
        let passes: Vec<usize> = passes.collect();
        for (number, &pass) in (1..).zip(&passes) {
            let name = if passes.len() > 1 { format!("pass {number}") } else { "root".to_owned() };
            self.visit(pass, name, "");
        }
        self.heading() + &self.table()
    }

    fn heading(&self) -> String {
        let counts = words::counts(self.drawing.counts(self.search));
        let name = self.search.name;
        format!("{LINE}{name}{LINE:#}: value {:#}, {counts}\n", self.search.value)
    }

    /// Adds the row of a visit, which begins with `tree`, then those of all visits below it, which
    /// begin with `indent`.
    fn visit(&mut self, visit: usize, tree: String, indent: &str) {
        let seen = &self.search.visits[visit];
        self.rows.push(TextRow::Visit { tree, seen });
        let below = std::mem::take(&mut self.below[visit]);
        for (index, &child) in below.iter().enumerate() {
            let is_last = index + 1 == below.len() && seen.pruned.is_empty();
            let (branch, further) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let name = &self.drawing.nodes[self.search.visits[child].node].name;
            self.visit(child, format!("{indent}{branch}{name}"), &format!("{indent}{further}"));
        }
        if !seen.pruned.is_empty() {
            self.rows.push(TextRow::Pruned { tree: format!("{indent}└╳ "), seen });
        }
    }

    /// Writes the rows, with values and windows in columns.
    fn table(&self) -> String {
        let visits = || {
            self.rows.iter().filter_map(|row| match row {
                TextRow::Visit { tree, seen } => Some((tree, *seen)),
                TextRow::Pruned { .. } => None,
            })
        };
        let trees = visits().map(|(tree, _)| width(tree)).max().unwrap_or(0);
        let values = visits().map(|(_, seen)| width(&self.value(seen))).max().unwrap_or(0);
        let windows = visits().map(|(_, seen)| width(&words::window(seen.window))).max();
        let widths = [trees, values, windows.unwrap_or(0)];
        self.rows.iter().fold(String::new(), |table, row| table + &self.row(row, widths) + "\n")
    }

    fn row(&self, row: &TextRow<'_>, [trees, values, windows]: [usize; 3]) -> String {
        match row {
            TextRow::Pruned { tree, seen } => {
                format!(
                    "{PRUNED}{tree}{}{PRUNED:#}",
                    self.pruned(seen, COLUMNS.saturating_sub(width(tree)))
                )
            }
            TextRow::Visit { tree, seen } => {
                let line = if self.search.on_line[seen.node] { LINE } else { Style::new() };
                let null = if seen.window.is_null() { NULL } else { Style::new() };
                let (value, window) = (self.value(seen), words::window(seen.window));
                let mut row = format!("{line}{tree:<trees$}  {value:>values$}{line:#}");
                let _ = write!(row, "  {null}{window:<windows$}{null:#}  {}", self.remarks(seen));
                row.trim_end().to_owned()
            }
        }
    }

    /// Returns the value of a visit; for a leaf, its score.
    fn value(&self, seen: &DrawnVisit) -> String {
        match self.drawing.nodes[seen.node].leaf {
            Some(_) => words::value(self.drawing.value(self.search, seen.node).expect("a leaf")),
            None => words::value((seen.value, seen.bound)),
        }
    }

    fn remarks(&self, seen: &DrawnVisit) -> String {
        let node = &self.drawing.nodes[seen.node];
        let critical = node.critical.filter(|_| self.drawing.types);
        let only = format!("{ONLY}only here{ONLY:#}");
        let remarks = [
            critical.map(|kind| format!("type {kind}")),
            seen.window.is_null().then(|| "null".to_owned()),
            seen.again.then(|| "again".to_owned()),
            (!seen.pruned.is_empty()).then(|| "cutoff".to_owned()),
            self.drawing.is_only_in(self.search, seen.node).then_some(only),
        ];
        remarks.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Lists as many of the pruned moves as fit into `room`.
    fn pruned(&self, seen: &DrawnVisit, room: usize) -> String {
        let mut words = "pruned".to_owned();
        for (index, child) in seen.pruned.iter().enumerate() {
            let more = format!(" and {} more", seen.pruned.len() - index);
            let name = format!(" {}", self.drawing.nodes[*child].name);
            let is_last = index + 1 == seen.pruned.len();
            if width(&words) + width(&name) + if is_last { 0 } else { width(&more) } > room {
                return words + &more;
            }
            words += &name;
        }
        words
    }
}

/// Returns the number of columns that `text` takes.
fn width(text: &str) -> usize {
    text.chars().count()
}
