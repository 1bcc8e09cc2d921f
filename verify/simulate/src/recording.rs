//! [`TimelineRecording`]: a search is recorded, and written into a file at its end.

use anyhow::{Context, Result};
use eldest::timeline::Recorder;
use eldest_draw::timeline::{self, TimelineFile};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// A search that is recorded.
#[derive(Debug)]
pub(crate) struct TimelineRecording {
    file: TimelineFile,
    recorder: Recorder,
    title: String,
    out: BufWriter<File>,
}

impl TimelineRecording {
    /// Into `file`, which is made now: what is wrong with it is told before the search. The search
    /// by so many `processors` is told of by `title`.
    pub(crate) fn begin(file: TimelineFile, processors: usize, title: String) -> Result<Self> {
        let out = File::create(file.path()).with_context(|| file.path().display().to_string())?;
        let recorder = file.recorder(processors);
        Ok(Self { file, recorder, title, out: BufWriter::new(out) })
    }

    /// What records the search.
    pub(crate) fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Writes what was recorded.
    pub(crate) fn end(mut self, bar: &ProgressBar) -> Result<()> {
        let timeline = self.recorder.take();
        if let Some(told) = timeline::left_out(&timeline) {
            let told = format!("eldest-simulate: {told}");
            bar.suspend(|| writeln!(io::stderr(), "{told}")).unwrap_or_default();
        }
        self.file.write(&timeline, &self.title, &mut self.out)?;
        self.out.flush().with_context(|| self.file.path().display().to_string())
    }
}
