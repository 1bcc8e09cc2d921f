//! [`Recording`]: records a search, and writes the timeline to a file at its end.

use anyhow::Result;
use eldest::timeline::Recorder;
use eldest::{Options, Position, Query};
use eldest_draw::timeline::{self, TimelineFile};
use eldest_terminal::{Interrupt, Output, Target};

/// The recording of a search, if a file was named for it.
#[must_use = "the recording is written only by `end`"]
pub(crate) struct Recording<'a>(Option<RecordingFile<'a>>);

struct RecordingFile<'a> {
    file: &'a TimelineFile,
    target: Target,
    interrupt: &'a Interrupt,
    recorder: Recorder,
    title: String,
}

impl<'a> Recording<'a> {
    /// Starts a recording to `file` of a search of `game` from `position` with these `options`.
    /// Fails now, before the search, if the file cannot be written.
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

    /// Returns the recorder of the search, if it is recorded.
    pub(crate) fn recorder(&self) -> Option<&Recorder> {
        self.0.as_ref().map(|kept| &kept.recorder)
    }

    /// Writes the recording, however the search ended. Leaves the file alone if no search was
    /// begun.
    pub(crate) fn end(self, output: &Output) -> Result<()> {
        let Some(RecordingFile { file, target, interrupt, recorder, title }) = self.0 else {
            return Ok(());
        };
        let timeline = recorder.take();
        if timeline.tracks.is_empty() {
            return Ok(());
        }
        timeline::left_out(&timeline).into_iter().for_each(|notice| output.complain(notice));
        target.replace(interrupt, |out| Ok(file.write(&timeline, &title, out)?))
    }
}

/// Records `query` if there is a `recorder`.
pub(crate) fn recorded<'e, P: Position, E, T>(
    query: Query<'e, P, E, T>,
    recorder: Option<&Recorder>,
) -> Query<'e, P, E, T> {
    match recorder {
        Some(recorder) => query.record(recorder),
        None => query,
    }
}
