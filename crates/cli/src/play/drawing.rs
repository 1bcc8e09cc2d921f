//! Styles the drawing of a board for a terminal with colours.

use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// Colours the stones of the two players in `drawing`, and makes bold what the last move changed:
/// the characters that differ from the drawing `before` it.
pub(super) fn styled(drawing: &str, before: &str) -> String {
    let mut styled = String::with_capacity(2 * drawing.len());
    let befores = before.lines().map(Some).chain(std::iter::repeat(None));
    for (line, before) in drawing.lines().zip(befores) {
        style_line(line, before.unwrap_or(line), &mut styled);
        styled.push('\n');
    }
    styled
}

fn style_line(line: &str, before: &str, out: &mut String) {
    let cells: Vec<char> = line.chars().collect();
    let mut befores = before.chars();
    for (at, &cell) in cells.iter().enumerate() {
        let has_changed = befores.next() != Some(cell) && cell != ' ';
        let is_letter = |at: Option<usize>| {
            at.and_then(|at| cells.get(at)).is_some_and(|cell| cell.is_alphanumeric())
        };
        let is_alone = !is_letter(at.checked_sub(1)) && !is_letter(Some(at + 1));
        let style = Style::new().fg_color(stone(cell).filter(|_| is_alone).map(Into::into));
        let style = if has_changed { style.bold() } else { style };
        // Writing to a string cannot fail.
        let _ = if style.is_plain() {
            write!(out, "{cell}")
        } else {
            write!(out, "{style}{cell}{style:#}")
        };
    }
}

/// Returns the colour of a stone, or `None` if `cell` is not a stone.
fn stone(cell: char) -> Option<AnsiColor> {
    match cell {
        'x' | 'X' => Some(AnsiColor::Cyan),
        'o' | 'O' => Some(AnsiColor::Yellow),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_have_colours_and_words_have_none() {
        assert_eq!(styled("x 2 fox", "x 2 fox"), "\u{1b}[36mx\u{1b}[0m 2 fox\n");
        assert_eq!(styled("O", "O"), "\u{1b}[33mO\u{1b}[0m\n");
    }

    #[test]
    fn what_has_changed_is_bold() {
        assert_eq!(styled("a 4", "a 3"), "a \u{1b}[1m4\u{1b}[0m\n");
        assert_eq!(styled("a\nb", "a"), "a\nb\n", "a line that was not there");
    }
}
