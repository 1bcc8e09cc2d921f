//! [`Database`]: the values of all positions of a set, for games with cycles.

use crate::callbacks::{Shared, outcome};
use crate::failure::{Failure, guard, release, to_c};
use crate::options::threads;
use crate::pointers::{borrow, empty, give, path, take, text, texts};
use crate::versioned::{self, Versioned};
use crate::{ELDEST_BAD_OPTION, Position};
use eldest_bindings::database::{self, BuildOptions, BuildProgress};
use eldest_bindings::{Game, StopToken, Value};
use std::ffi::{c_char, c_void};
use std::mem::offset_of;

/// The open files of a database. Several threads may use it at the same time.
#[derive(Debug)]
pub struct Database {
    database: database::Database,
    game: Game,
}

/// What is built. Set `size` to `sizeof(eldest_build)` and all fields that are not used to zero.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct Build {
    /// `sizeof(eldest_build)`.
    pub size: usize,
    /// Names of slices, such as "KRvK"; those that their moves lead to are added. Null for all
    /// slices of the game, or those of `men`.
    pub slices: *const *const c_char,
    /// The number of `slices`.
    pub slice_count: usize,
    /// All slices with at most this many men, for games that count them; 0 for none.
    pub men: u32,
    /// The number of threads, at most 4,096; 0 for 1, `UINT32_MAX` for all cores.
    pub threads: u32,
    /// The most memory, in MiB; 0 for 1,024.
    pub memory_mib: u64,
    /// Called from time to time, on any thread, one call at a time: the name of the slice, what is
    /// done with it, and how much of how much is done; `all` is 0 if unknown. Any other number than
    /// `ELDEST_OK` ends the call, which fails with `ELDEST_CALLBACK_FAILED`. Null: nothing.
    pub on_progress: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            slice: *const c_char,
            task: *const c_char,
            done: u64,
            all: u64,
        ) -> i32,
    >,
    /// Passed to `on_progress`.
    pub user: *mut c_void,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers, pointers and optional
// functions. A C compiler writes numbers, pointers and functions there.
unsafe impl Versioned for Build {
    const NAME: &'static str = "eldest_build";
    const LEAST: usize = offset_of!(Self, user) + size_of::<usize>();
}

/// A value that a database knows, or certificates prove. Set `size` to `sizeof(eldest_value)`.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct KnownValue {
    /// `sizeof(eldest_value)`.
    pub size: usize,
    /// 1 if the value is known, or bounds on it; else all that follows is zero.
    pub is_known: i32,
    /// The value is at least this, for the side to move.
    pub lower: i32,
    /// The value is at most this, for the side to move.
    pub upper: i32,
    /// Zero.
    pub reserved: i32,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers.
unsafe impl Versioned for KnownValue {
    const NAME: &'static str = "eldest_value";
    const LEAST: usize = offset_of!(Self, reserved) + size_of::<i32>();
}

impl KnownValue {
    pub(crate) fn of(value: Option<Value>) -> Self {
        let (lower, upper) = value.map_or((0, 0), |known| (known.lower.get(), known.upper.get()));
        Self { size: 0, is_known: value.is_some().into(), lower, upper, reserved: 0 }
    }
}

impl Build {
    /// Returns the options.
    ///
    /// # Safety
    /// `slices` points to texts, as the header describes.
    unsafe fn options(&self) -> Result<BuildOptions, Failure> {
        let men = u8::try_from(self.men).map_err(|_| {
            let message = format!("build.men is {}; at most 255 is expected", self.men);
            Failure::new(ELDEST_BAD_OPTION, message)
        })?;
        let standard = BuildOptions::default();
        Ok(BuildOptions {
            // SAFETY: by the contract, there are `slice_count` texts.
            slices: unsafe { texts(self.slices, self.slice_count, "build.slices") }?,
            men: (men != 0).then_some(men),
            threads: threads(self.threads),
            memory_mib: if self.memory_mib == 0 { standard.memory_mib } else { self.memory_mib },
        })
    }

    /// Returns the callback that reports the progress.
    fn on_progress(
        &self,
    ) -> impl Fn(&BuildProgress) -> Result<(), eldest_bindings::Failure> + Sync {
        let (call, user) = (self.on_progress, Shared(self.user));
        let one_at_a_time = std::sync::Mutex::new(());
        move |progress| {
            let Some(call) = call else { return Ok(()) };
            let (slice, task) = (to_c(&progress.slice), to_c(&progress.task));
            let _turn = one_at_a_time.lock();
            // SAFETY: the header describes this call; the texts live as long as it.
            let code = unsafe {
                call(user.get(), slice.as_ptr(), task.as_ptr(), progress.done, progress.all)
            };
            outcome("on_progress", code)
        }
    }
}

/// Builds a database of a shipped game in `directory`. Files that are complete already are not built
/// again. Without a `build`, all slices are built. To stop it, let `on_progress` return a number other
/// than `ELDEST_OK`; a later call builds the slices that are not complete.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_GAME`,
/// `ELDEST_BAD_OPTION`, `ELDEST_UNSUPPORTED` for a game without databases, `ELDEST_FILE`,
/// `ELDEST_CALLBACK_FAILED`.
///
/// # Safety
/// The pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_database_build(
    game: *const c_char,
    directory: *const c_char,
    build: *const Build,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, both are texts.
        let (game, directory) = unsafe { (text(game, "game")?, path(directory, "directory")?) };
        let standard = Build { size: size_of::<Build>(), ..Build::NONE };
        let build = if build.is_null() { &raw const standard } else { build };
        // SAFETY: by the contract, `size` bytes can be read.
        let build = unsafe { versioned::read(build, "build") }?;
        // SAFETY: by the contract, its slices are texts.
        let options = unsafe { build.options() }?;
        let (game, on_progress) = (Game::open(game)?, build.on_progress());
        database::build(&game, &directory, &options, &on_progress, &StopToken::new())?;
        Ok(())
    })
}

impl Build {
    /// Nothing is set.
    const NONE: Self = Self {
        size: 0,
        slices: std::ptr::null(),
        slice_count: 0,
        men: 0,
        threads: 0,
        memory_mib: 0,
        on_progress: None,
        user: std::ptr::null_mut(),
    };
}

/// Opens all files of a database of a shipped game in `directory`.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_GAME`, `ELDEST_UNSUPPORTED` for a
/// game without databases, `ELDEST_FILE` if there are none, or one is damaged. Then `*database` is
/// null.
///
/// # Safety
/// The pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_database_open(
    game: *const c_char,
    directory: *const c_char,
    database: *mut *mut Database,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `database` can be written to.
        let out = unsafe { empty(database, "database") }?;
        // SAFETY: by the contract, both are texts.
        let (game, directory) = unsafe { (text(game, "game")?, path(directory, "directory")?) };
        let game = Game::open(game)?;
        let database = database::Database::open(&game, &directory)?;
        *out = give(Database { database, game });
        Ok(())
    })
}

/// Writes what a database knows about a position, as the program writes it, to `value`.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_TEXT`, `ELDEST_BAD_POSITION`.
///
/// # Safety
/// `database` is null or live; `position` is null or a text; `value` is null or a struct whose `size`
/// is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_database_probe(
    database: *const Database,
    position: *const c_char,
    value: *mut KnownValue,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the database is live, and the position a text.
        let (database, position) =
            unsafe { (borrow(database, "database")?, text(position, "position")?) };
        let found = database.database.probe(&database.game.position(position)?)?;
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { versioned::write(value, "value", &KnownValue::of(found)) }
    })
}

/// As `eldest_database_probe`, for a position of the same game.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_POSITION` for another game.
///
/// # Safety
/// As `eldest_database_probe`; `position` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_database_probe_position(
    database: *const Database,
    position: *const Position,
    value: *mut KnownValue,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, both are live.
        let (database, position) =
            unsafe { (borrow(database, "database")?, borrow(position, "position")?) };
        let found = database.database.probe(&position.0)?;
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { versioned::write(value, "value", &KnownValue::of(found)) }
    })
}

/// Closes a database. Does nothing for null. Freeing it twice is undefined behaviour.
///
/// # Safety
/// `database` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_database_free(database: *mut Database) {
    // SAFETY: by the contract, it is null or live, and not used any more.
    release(|| unsafe { take(database) });
}
