//! A timeline as a picture or as trace events: the activity of each thread over time.

mod axis;
mod picture;
mod pieces;
mod trace;

use eldest::Algorithm;
use eldest::timeline::{Recorder, Timeline};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The most spans of all threads: viewers are slow with more events, and a picture is limited only
/// by memory.
const MOST_EVENTS: usize = 500_000;
const MOST_DRAWN: usize = 4_000_000;

/// The path of a file for a timeline. Its extension is the format: `.json` for trace events, `.svg`
/// for a picture.
#[derive(Clone, Debug)]
pub struct TimelineFile {
    path: PathBuf,
    format: TimelineFormat,
}

#[derive(Copy, Clone, Debug)]
enum TimelineFormat {
    Trace,
    Picture,
}

impl FromStr for TimelineFile {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let path = PathBuf::from(text);
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => TimelineFormat::Trace,
            Some("svg") => TimelineFormat::Picture,
            _ => {
                return Err(
                    "expected a file whose name ends in .json, for Perfetto, or in .svg, for a picture",
                );
            }
        };
        Ok(Self { path, format })
    }
}

impl TimelineFile {
    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a recorder for a search by this number of threads, limited to the spans that viewers
    /// of the format can show.
    #[must_use]
    pub fn recorder(&self, threads: usize) -> Recorder {
        let most = match self.format {
            TimelineFormat::Trace => MOST_EVENTS,
            TimelineFormat::Picture => MOST_DRAWN,
        };
        Recorder::with_limit(Recorder::DEFAULT_LIMIT.min(most / threads.max(1)))
    }

    /// Writes `timeline` in the format of the file. `title` names the search.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write(&self, timeline: &Timeline, title: &str, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            TimelineFormat::Trace => trace::write(timeline, title, out),
            TimelineFormat::Picture => out.write_all(svg(timeline, title).as_bytes()),
        }
    }
}

/// Draws `timeline` as SVG: a row for each thread, time to the right. `title` names the search.
#[must_use]
pub fn svg(timeline: &Timeline, title: &str) -> String {
    picture::draw(timeline, &crate::xml_text(title))
}

/// Returns the title of a timeline: game, position, algorithm.
#[must_use]
pub fn title(game: &str, position: Option<&str>, algorithm: Algorithm) -> String {
    let position = position.map(|position| format!(" {position}")).unwrap_or_default();
    format!("{game}{position}, {}", algorithm.name())
}

/// Returns a message about the spans that `timeline` omits; `None` if it has all.
#[must_use]
pub fn left_out(timeline: &Timeline) -> Option<String> {
    let (dropped, kept) = timeline
        .tracks
        .iter()
        .fold((0, 0), |(dropped, kept), track| (dropped + track.dropped, kept + track.spans.len()));
    let message =
        || format!("the timeline shows the first {kept} spans; {dropped} more are omitted");
    (dropped > 0).then(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_file_says_how_it_is_written() {
        for name in ["a.json", "b.svg", "folder.svg/c.json"] {
            assert_eq!(name.parse::<TimelineFile>().unwrap().path(), Path::new(name));
        }
        for name in ["", "json", ".svg", "a.txt", "a.json.gz", "a.JSON"] {
            assert!(name.parse::<TimelineFile>().is_err(), "{name}");
        }
    }
}
