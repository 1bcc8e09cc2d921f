//! [`Study`]: simulates every algorithm on every number of processors at every position, and
//! compares it with the serial search.

use crate::row::{SpeedupPair, SpeedupRow};
use crate::sheet::{SheetFormat, StudySheet};
use crate::trial::{SimulatedSearch, Simulation};
use anyhow::{Context, Result, anyhow, bail, ensure};
use eldest::timeline::Recorder;
use eldest::{Algorithm, Options};
use eldest_catalog::games::{Catalog, Game, GameArg, Visitor, Words};
use eldest_catalog::input::{Entry, Input};
use eldest_draw::timeline;
use eldest_draw::timeline::TimelineFile;
use eldest_schedule::timed::Costs;
use indicatif::ProgressBar;
use std::fs::File;
use std::io;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// The searches to simulate.
#[derive(Debug)]
pub(crate) struct Study {
    pub(crate) positions: Vec<Entry>,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) depth: Option<u16>,
    pub(crate) algorithms: Vec<Algorithm>,
    pub(crate) processors: Vec<u16>,
    pub(crate) seeds: Vec<u64>,
    pub(crate) costs: Costs,
    pub(crate) settings: Vec<StudyOption>,
    pub(crate) table_bytes: usize,
    pub(crate) timeline: Option<TimelineFile>,
}

/// Simulates, and prints the results.
pub(crate) fn simulate(game: &GameArg, study: Study, format: SheetFormat) -> Result<()> {
    game.visit(StudyVisitor { study, format })
}

struct StudyVisitor {
    study: Study,
    format: SheetFormat,
}

impl Visitor for StudyVisitor {
    type Output = Result<()>;

    fn visit<G: Game>(self, game: &G) -> Result<()> {
        let Self { mut study, format } = self;
        if study.positions.is_empty() && study.files.is_empty() {
            study.positions.push(Entry::given(game.start().1));
        }
        let named = study.positions.first().map(|entry| entry.text.clone());
        let subjects = study.subjects(game)?;
        let subject = subject(&game.name(), named.as_deref(), subjects.len());
        let contestants = study.contestants();
        let searches = subjects.len() * study.seeds.len() * (contestants.len() + 1);
        let recording = study.recording(game, named.as_deref(), subjects.len(), &contestants)?;
        let mut sheet = StudySheet::new(format, searches as u64);
        let serial = study.serial(game, &subjects, &sheet.bar)?;
        for (algorithm, processors) in contestants {
            let recorder = recording.as_ref().map(TimelineRecording::recorder);
            let pairs =
                study.pairs(game, (algorithm, processors), &serial, recorder, &sheet.bar)?;
            sheet.put(SpeedupRow::new(algorithm, processors, subject.clone(), &pairs))?;
        }
        recording.map_or(Ok(()), |recording| recording.end(&sheet.bar))?;
        sheet.end()
    }
}

/// The serial search of a position with one seed.
struct SerialSearch<P> {
    position: P,
    seed: u64,
    outcome: SimulatedSearch,
}

/// What is searched, in words: the game, and its position if there is one that is not the start.
fn subject(game: &str, position: Option<&str>, positions: usize) -> String {
    match position.filter(|text| !matches!(*text, "" | "-")) {
        _ if positions > 1 => format!("{game}, {positions} positions"),
        Some(position) => format!("{game} {position}"),
        None => game.to_owned(),
    }
}

impl Study {
    fn subjects<G: Game>(&mut self, game: &G) -> Result<Vec<G::Position>> {
        let given = std::mem::take(&mut self.positions);
        let mut input = Input::new(given, &self.files, Words::of(game))?;
        let mut subjects = Vec::new();
        while let Some(entry) = input.next_entry()? {
            let position = game.parse(&entry.text);
            subjects.push(position.map_err(|e| anyhow!("{}: {}", entry.at(e.column), e.reason))?);
        }
        ensure!(!subjects.is_empty(), "there is no position in the input");
        Ok(subjects)
    }

    fn contestants(&self) -> Vec<(Algorithm, u16)> {
        let with =
            |algorithm| self.processors.iter().map(move |processors| (algorithm, *processors));
        self.algorithms.iter().flat_map(|algorithm| with(*algorithm)).collect()
    }

    /// Begins the recording, if a file was given for it.
    fn recording<G: Game>(
        &self,
        game: &G,
        position: Option<&str>,
        positions: usize,
        contestants: &[(Algorithm, u16)],
    ) -> Result<Option<TimelineRecording>> {
        let Some(file) = self.timeline.clone() else { return Ok(None) };
        let [(algorithm, processors)] = *contestants else {
            bail!(
                "--timeline shows one search; expected one --algorithm and one number of \
                 --processors, not {}",
                contestants.len()
            );
        };
        let searches = positions * self.seeds.len();
        ensure!(searches == 1, "--timeline shows one search; expected one position and one run");
        let title = timeline::title(&game.name(), position, algorithm) + ", simulated";
        TimelineRecording::begin(file, processors.into(), title).map(Some)
    }

    fn serial<G: Game>(
        &self,
        game: &G,
        subjects: &[G::Position],
        bar: &ProgressBar,
    ) -> Result<Vec<SerialSearch<G::Position>>> {
        let mut serial = Vec::new();
        for position in subjects {
            for &seed in &self.seeds {
                let outcome =
                    self.search(game, position.clone(), seed, (Algorithm::default(), 1), None)?;
                serial.push(SerialSearch { position: position.clone(), seed, outcome });
                bar.inc(1);
            }
        }
        Ok(serial)
    }

    /// Runs one contestant on all positions, and pairs each search with the serial one.
    fn pairs<G: Game>(
        &self,
        game: &G,
        contestant: (Algorithm, u16),
        serial: &[SerialSearch<G::Position>],
        recorder: Option<&Recorder>,
        bar: &ProgressBar,
    ) -> Result<Vec<SpeedupPair>> {
        let mut pairs = Vec::new();
        for SerialSearch { position, seed, outcome: serial } in serial {
            let parallel = self.search(game, position.clone(), *seed, contestant, recorder)?;
            let (found, right) = (&parallel.value, &serial.value);
            ensure!(found == right, "{contestant:?} found {found}, and the serial search {right}");
            pairs.push(SpeedupPair { serial: serial.clone(), parallel });
            bar.inc(1);
        }
        Ok(pairs)
    }

    fn search<G: Game>(
        &self,
        game: &G,
        position: G::Position,
        seed: u64,
        contestant: (Algorithm, u16),
        recorder: Option<&Recorder>,
    ) -> Result<SimulatedSearch> {
        let options = if self.depth.is_some() { game.options_to_depth() } else { game.options() };
        let trial = Simulation {
            game,
            position,
            depth: self.depth,
            options: self.options(options, contestant),
            table_bytes: self.table_bytes,
            costs: self.costs,
            seed,
            recorder: recorder.cloned(),
        };
        trial.run().with_context(|| format!("{} on {} processors", contestant.0, contestant.1))
    }

    fn options(&self, options: Options, (algorithm, processors): (Algorithm, u16)) -> Options {
        options.with(|options| {
            options.algorithm = algorithm;
            options.threads = processors.into();
            self.settings.iter().for_each(|setting| setting.apply(options));
        })
    }
}

/// A change of one option.
#[derive(Copy, Clone, Debug)]
pub(crate) struct StudyOption {
    set: fn(&mut Options, u64),
    value: u64,
}

/// Sets one option.
type OptionSetter = fn(&mut Options, u64);

const SETTINGS: [(&str, OptionSetter); 9] = [
    ("split_depth", |options, n| options.sharing.split_depth = n as u32),
    ("split_work", |options, n| options.sharing.split_work = n),
    ("split_workers", |options, n| options.sharing.split_workers = n as usize),
    ("cut_siblings", |options, n| options.sharing.cut_siblings = Some(n as usize)),
    ("defer_depth", |options, n| options.sharing.defer_depth = Some(n as u32)),
    ("passes", |options, n| options.sharing.passes = Some(n as usize)),
    ("call_after", |options, n| options.sharing.call_after = n),
    ("table_from", |options, n| options.table_from = n as u32),
    ("local_table_from", |options, n| options.local_table_from = Some(n as u32)),
];

impl StudyOption {
    /// Applies the change.
    pub(crate) fn apply(&self, options: &mut Options) {
        (self.set)(options, self.value);
    }
}

impl std::str::FromStr for StudyOption {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let known = SETTINGS.map(|(key, _)| key).join(", ");
        let expected = || anyhow!("expected KEY=N with a key of {known}");
        let (key, value) = text.split_once('=').ok_or_else(expected)?;
        let set = SETTINGS.iter().find(|(name, _)| *name == key).ok_or_else(expected)?.1;
        Ok(Self { set, value: value.parse().map_err(|_| expected())? })
    }
}

/// The recording of one search.
#[derive(Debug)]
pub(crate) struct TimelineRecording {
    file: TimelineFile,
    recorder: Recorder,
    title: String,
    out: BufWriter<File>,
}

impl TimelineRecording {
    /// Creates `file` at once, so that errors are reported before the search. `title` describes the
    /// search, which has this number of `processors`.
    pub(crate) fn begin(file: TimelineFile, processors: usize, title: String) -> Result<Self> {
        let out = File::create(file.path()).with_context(|| file.path().display().to_string())?;
        let recorder = file.recorder(processors);
        Ok(Self { file, recorder, title, out: BufWriter::new(out) })
    }

    /// The recorder of the search.
    pub(crate) fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Writes the recorded timeline.
    pub(crate) fn end(mut self, bar: &ProgressBar) -> Result<()> {
        let timeline = self.recorder.take();
        if let Some(note) = timeline::left_out(&timeline) {
            let note = format!("eldest-simulate: {note}");
            bar.suspend(|| writeln!(io::stderr(), "{note}")).unwrap_or_default();
        }
        self.file.write(&timeline, &self.title, &mut self.out)?;
        self.out.flush().with_context(|| self.file.path().display().to_string())
    }
}
