//! [`Options`]: the settings of a new engine.

use crate::ELDEST_BAD_OPTION;
use crate::failure::Failure;
use crate::pointers::optional_text;
use crate::versioned::{self, Versioned};
use eldest_bindings::EngineOptions;
use std::ffi::c_char;
use std::mem::offset_of;

/// The settings of a new engine. Set `size` to `sizeof(eldest_options)` and all fields that are not
/// used to zero. Everything that it points to is copied.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// `sizeof(eldest_options)`.
    pub size: usize,
    /// The number of threads, at most 4,096; 0 for 1, `UINT32_MAX` for all cores.
    pub threads: u32,
    /// The plies of the longest game, where the rules give no bound; 0 if they do. Searches to the
    /// end of a game without a bound need it.
    pub max_ply: u32,
    /// The memory for the table, in MiB; 0 for 64.
    pub table_mib: u64,
    /// How threads share a search, as `--algorithm` of the program: "ybw", "abdada", "lazy-smp" and
    /// others; null for "ybw".
    pub algorithm: *const c_char,
    /// A directory with a database of the game: a search ends where the database knows the value.
    /// Null for none.
    pub database: *const c_char,
    /// Another evaluator of the game, such as "pesto" for chess; null for the usual one.
    pub evaluator: *const c_char,
    /// 1 if searches to a depth leave out moves that hardly ever matter. Their values are not exact.
    pub selective: i32,
    /// Zero.
    pub reserved: u32,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers and pointers.
unsafe impl Versioned for Options {
    const NAME: &'static str = "eldest_options";
    const LEAST: usize = offset_of!(Self, reserved) + size_of::<u32>();
}

impl Options {
    /// Reads the options, or those by default.
    ///
    /// # Safety
    /// `options` is null, or as the header describes.
    pub(crate) unsafe fn read(options: *const Self) -> Result<EngineOptions, Failure> {
        if options.is_null() {
            return Ok(EngineOptions::default());
        }
        // SAFETY: by the contract, `size` bytes can be read.
        let options = unsafe { versioned::read(options, "options") }?;
        // SAFETY: by the contract, its texts are null or texts.
        unsafe { options.options() }
    }

    /// Returns the options.
    ///
    /// # Safety
    /// The texts are null or texts.
    unsafe fn options(&self) -> Result<EngineOptions, Failure> {
        // SAFETY: by the contract, these are null or texts.
        let (algorithm, database, evaluator) = unsafe {
            (
                optional_text(self.algorithm, "options.algorithm")?,
                optional_text(self.database, "options.database")?,
                optional_text(self.evaluator, "options.evaluator")?,
            )
        };
        if self.reserved != 0 {
            return Err(option("reserved", &format!("{} is not 0", self.reserved)));
        }
        let standard = EngineOptions::default();
        let algorithm = algorithm.map_or(Ok(standard.algorithm), str::parse);
        Ok(EngineOptions {
            threads: threads(self.threads),
            table_mib: mebibytes(self.table_mib, standard.table_mib)?,
            algorithm: algorithm.map_err(|error| option("algorithm", &error))?,
            database: database.map(Into::into),
            evaluator: evaluator.map(str::to_owned),
            selective: is_set(self.selective)?,
            max_ply: (self.max_ply != 0).then_some(self.max_ply),
        })
    }
}

fn option(field: &str, reason: &dyn std::fmt::Display) -> Failure {
    Failure::new(ELDEST_BAD_OPTION, format!("options.{field}: {reason}"))
}

/// Returns the number of threads as the core has it, where 0 is all cores.
pub(crate) fn threads(threads: u32) -> usize {
    match threads {
        0 => 1,
        u32::MAX => 0,
        some => some as usize,
    }
}

fn mebibytes(mib: u64, standard: usize) -> Result<usize, Failure> {
    let mib = usize::try_from(mib).map_err(|error| option("table_mib", &error))?;
    Ok(if mib == 0 { standard } else { mib })
}

fn is_set(selective: i32) -> Result<bool, Failure> {
    match selective {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(option("selective", &format!("{other} is neither 0 nor 1"))),
    }
}
