//! Interrupts the creation of a store at each step, as `kill -9` or a power cut would.

use super::create::CreationStep;
use super::*;
use crate::part::tests::names;
use redb::backends::FileBackend;
use redb::{BackendError, StorageBackend};
use std::cell::RefCell;
use std::fs::{self, File};
use std::ops::Bound;
use std::path::PathBuf;
use std::sync::Barrier;
use tempfile::TempDir;

type Watch = Box<dyn FnMut(CreationStep)>;

thread_local! {
    /// Called at each step of the stores that this thread creates.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// Reports a step to the observer.
pub(super) fn step(step: CreationStep) {
    WATCH.with_borrow_mut(|watch| watch.iter_mut().for_each(|watch| watch(step)));
}

/// Creates the backend of a new store.
pub(super) fn backend(file: File) -> Result<impl StorageBackend, redb::DatabaseError> {
    FileBackend::new(file).map(Watched)
}

/// A file that reports each change as a step.
#[derive(Debug)]
struct Watched(FileBackend);

impl StorageBackend for Watched {
    fn len(&self) -> std::io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> std::io::Result<()> {
        self.0.read(offset, out)
    }

    fn set_len(&self, len: u64) -> std::io::Result<()> {
        self.0.set_len(len).inspect(|()| step(CreationStep::Written))
    }

    fn sync_data(&self) -> std::io::Result<()> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> std::io::Result<()> {
        self.0.write(offset, data).inspect(|()| step(CreationStep::Written))
    }

    fn close(&self) -> std::io::Result<()> {
        self.0.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.try_lock_range(start, end)
    }

    fn try_lock_shared_range(
        &self,
        start: Bound<u64>,
        end: Bound<u64>,
    ) -> Result<bool, BackendError> {
        self.0.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.query_lock_range(start, end)
    }
}

fn origin() -> Origin {
    Origin::new("countdown", 1, "21")
}

fn open(path: &Path) -> Result<Store, StoreError> {
    Store::open(path, &origin(), None).map(|(store, _)| store)
}

/// Creates a store in `folder`, and copies the folder after each step. Returns the copies with
/// their steps.
fn cut(folder: &Path) -> Vec<(TempDir, CreationStep)> {
    let (from, images) = (folder.to_owned(), std::rc::Rc::new(RefCell::new(Vec::new())));
    let seen = std::rc::Rc::clone(&images);
    let watch = move |step| {
        let image = TempDir::new().unwrap();
        for name in names(&from) {
            fs::copy(from.join(&name), image.path().join(&name)).unwrap();
        }
        seen.borrow_mut().push((image, step));
    };
    WATCH.set(Some(Box::new(watch)));
    drop(open(&folder.join("proof")).unwrap());
    WATCH.set(None);
    images.take()
}

/// Asserts that `folder` has a store, or gets one when it is opened, and that no other file is
/// left.
fn is_of_use(folder: &Path, step: CreationStep, number: usize) {
    let path: PathBuf = folder.join("proof");
    let opened = open(&path);
    assert!(opened.is_ok(), "cut at step {number}, {step:?}: {}", opened.unwrap_err());
    drop(opened);
    assert_eq!(names(folder), ["proof"], "cut at step {number}, {step:?}");
    assert_eq!(read(&path).unwrap().origin, origin());
}

#[test]
fn a_store_can_be_used_wherever_the_making_of_it_was_cut() {
    for is_empty_before in [false, true] {
        let folder = TempDir::new().unwrap();
        if is_empty_before {
            fs::write(folder.path().join("proof"), []).unwrap();
        }
        let images = cut(folder.path());
        assert!(images.len() > 10, "{}", images.len());
        for (number, (image, step)) in images.iter().enumerate() {
            is_of_use(image.path(), *step, number);
        }
    }
}

/// The system may write a new name to the disk before the contents of the file.
#[test]
fn a_store_is_on_the_disk_before_it_has_its_name() {
    let folder = TempDir::new().unwrap();
    let steps: Vec<_> = cut(folder.path()).into_iter().map(|(_, step)| step).collect();
    let placing =
        steps.iter().position(|step| *step == CreationStep::Placing).expect("it gets its name");
    assert_eq!(
        steps[placing - 1..=placing + 1],
        [CreationStep::Synced, CreationStep::Placing, CreationStep::Placed]
    );
}

/// Another process removes leftovers, and finds the new file before it is locked.
#[test]
fn a_new_file_that_is_taken_for_one_that_was_left_is_made_again() {
    let folder = TempDir::new().unwrap();
    let (place, mut held) = (folder.path().to_owned(), None);
    let sweep = move |step| {
        if step == CreationStep::Made && held.is_none() {
            let part = fs::read_dir(&place).unwrap().next().expect("the new file").unwrap().path();
            let file = File::open(&part).unwrap();
            file.try_lock().expect("nothing has locked it");
            fs::remove_file(part).unwrap();
            held = Some(file);
        }
    };
    WATCH.set(Some(Box::new(sweep)));
    let opened = open(&folder.path().join("proof"));
    WATCH.set(None);
    drop(opened.unwrap());
    assert_eq!(names(folder.path()), ["proof"]);
}

/// Several processes begin a proof at the same time, where there is no file or an empty one.
#[test]
fn of_several_that_make_a_store_one_has_it() {
    for round in 0..8 {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("proof");
        if round % 2 == 1 {
            fs::write(&path, []).unwrap();
        }
        let (begin, end) = (Barrier::new(4), Barrier::new(4));
        let race = || {
            begin.wait();
            let opened = open(&path);
            end.wait();
            opened.map(drop).map_err(|error| assert!(matches!(error, StoreError::InUse), "{error}"))
        };
        let had = std::thread::scope(|scope| {
            let racers: Vec<_> = (0..4).map(|_| scope.spawn(race)).collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(had.iter().filter(|had| had.is_ok()).count(), 1, "round {round}");
        drop(open(&path).unwrap());
        assert_eq!(names(folder.path()), ["proof"]);
    }
}

/// A link to a file that does not exist yet, and an empty file that others may not read.
#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TempDir::new().unwrap();
    let (link, proof) = (folder.path().join("link"), folder.path().join("proof"));
    symlink("proof", &link).unwrap();
    drop(open(&link).unwrap());
    assert!(link.is_symlink() && proof.is_file());
    fs::remove_file(&proof).unwrap();
    fs::write(&proof, []).unwrap();
    fs::set_permissions(&proof, fs::Permissions::from_mode(0o600)).unwrap();
    drop(open(&link).unwrap());
    assert!(link.is_symlink() && fs::metadata(&proof).unwrap().len() > 0);
    assert_eq!(fs::metadata(&proof).unwrap().permissions().mode() & 0o777, 0o600);
}
