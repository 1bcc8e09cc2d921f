//! [`Recording`]: a search is recorded, and written into a file at its end.

use anyhow::Result;
use eldest::timeline::Recorder;
use eldest::{Options, Position, Query};
use eldest_draw::timeline::{self, TimelineFile};
use eldest_terminal::{Interrupt, Output, Target};

/// A search that is recorded, if a file was named for it.
#[must_use = "what was recorded is not written by itself"]
pub(crate) struct Recording<'a>(Option<RecordingFile<'a>>);

struct RecordingFile<'a> {
    file: &'a TimelineFile,
    target: Target,
    interrupt: &'a Interrupt,
    recorder: Recorder,
    title: String,
}

impl<'a> Recording<'a> {
    /// For `file`, and a search of `game` from `position` with these `options`. What is wrong with the file is told before the
    /// search.
    pub(crate) fn begin(
        file: Option<&'a TimelineFile>,
        game: &str,
        position: Option<&str>,
        options: &Options,
        interrupt: &'a Interrupt,
    ) -> Result<Self> {
        let kept = file.map(|file| -> Result<_> {
            let target = Target::new(file.path(), interrupt)?;
            let recorder = file.recorder(options.threads);
            let title = timeline::title(game, position, options.algorithm);
            Ok(RecordingFile { file, target, interrupt, recorder, title })
        });
        Ok(Self(kept.transpose()?))
    }

    /// What records the search, if something does.
    pub(crate) fn recorder(&self) -> Option<&Recorder> {
        self.0.as_ref().map(|kept| &kept.recorder)
    }

    /// Writes what was recorded, whatever has ended the search. If none was begun, the file stays as it is.
    pub(crate) fn end(self, output: &Output) -> Result<()> {
        let Some(RecordingFile { file, target, interrupt, recorder, title }) = self.0 else {
            return Ok(());
        };
        let timeline = recorder.take();
        if timeline.tracks.is_empty() {
            return Ok(());
        }
        timeline::left_out(&timeline).into_iter().for_each(|told| output.complain(told));
        target.replace(interrupt, |out| Ok(file.write(&timeline, &title, out)?))
    }
}

/// `query`, recorded if there is a `recorder`.
pub(crate) fn recorded<'e, P: Position, E, T>(
    query: Query<'e, P, E, T>,
    recorder: Option<&Recorder>,
) -> Query<'e, P, E, T> {
    match recorder {
        Some(recorder) => query.record(recorder),
        None => query,
    }
}
