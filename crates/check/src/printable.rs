//! [`printable`]: makes untrusted text fit for a terminal or a log.

/// Ends a text that was cut.
const ELLIPSIS: char = '…';

/// Makes `text` safe to show on a terminal or to write to a log: one line of at most `most`
/// characters, none of which controls the terminal or hides text.
///
/// Control characters (line feeds, tabs and the escape character among them), overrides of the
/// writing direction, characters without width, line separators, private and unassigned characters,
/// and combining marks are escaped, as `\n` or `\u{1b}`. All other characters stay as they are,
/// including backslashes and quotes, so the result is for people and cannot be parsed back. A
/// longer result is cut and ends with `…`, which counts as one character; an escape is never cut in
/// two. If `most` is 0 the result is empty.
///
/// Takes time proportional to `most`, whatever the length of `text`.
///
/// ```
/// use eldest_check::printable;
///
/// assert_eq!(printable("connect4:6x5", 100), "connect4:6x5");
/// assert_eq!(printable("\x1b[2Jproved", 100), "\\u{1b}[2Jproved");
/// assert_eq!(printable("connect4:6x5", 9), "connect4…");
/// ```
#[must_use]
pub fn printable(text: &str, most: usize) -> String {
    let (mut shown, mut length, mut cut) = (String::new(), 0, 0);
    for character in text.chars() {
        let begin = shown.len();
        push(&mut shown, character);
        length += shown[begin..].chars().count();
        if length > most {
            shown.truncate(cut);
            shown.extend((most > 0).then_some(ELLIPSIS));
            break;
        }
        if length < most {
            cut = shown.len();
        }
    }
    shown
}

/// Appends a character, or its escape.
fn push(shown: &mut String, character: char) {
    match character {
        '\\' | '\'' | '"' => shown.push(character),
        _ => shown.extend(character.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_stays_as_it_is() {
        for text in ["", "x.o/.x./...", r#"C:\proofs "a" and 'b'"#, "Ähre, 石, 🂡, é", "- {1}"]
        {
            assert_eq!(printable(text, 100), text);
        }
    }

    #[test]
    fn nothing_steers_a_terminal() {
        let bad = ('\0'..=char::MAX).filter(|c| {
            let bidi = matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
            let isolates = matches!(c, '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
            let hidden = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
            c.is_control() || bidi || isolates || hidden || matches!(c, '\u{e0000}'..='\u{e007f}')
        });
        let mut count = 0;
        for character in bad {
            let shown = printable(&format!("a{character}b"), 100);
            assert!(shown.starts_with("a\\") && shown.ends_with('b'), "{shown}");
            assert!(shown.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{shown}");
            count += 1;
        }
        assert!(count > 65 + 128, "{count}");
        assert_eq!(printable("\x1b]0;title\x07\r\n", 100), r"\u{1b}]0;title\u{7}\r\n");
    }

    #[test]
    fn a_long_text_is_cut_and_no_escape_is_cut_in_two() {
        assert_eq!(printable("abcd", 4), "abcd");
        assert_eq!(printable("abcde", 4), "abc…");
        assert_eq!(printable("abcde", 1), "…");
        assert_eq!(printable("abcde", 0), "");
        let text = "a\x1b石\n".repeat(9);
        for most in 0..200 {
            let shown = printable(&text, most);
            assert!(shown.chars().count() <= most);
            let whole = shown.strip_suffix('…').unwrap_or(&shown);
            let mut rest = whole;
            while !rest.is_empty() {
                let piece = [r"\u{1b}", r"\n", "a", "石"].iter().find_map(|p| rest.strip_prefix(p));
                rest = piece.expect("a whole escape");
            }
        }
        assert_eq!(printable(&"é".repeat(1 << 20), 500).chars().count(), 500);
    }
}
