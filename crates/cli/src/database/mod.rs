//! `eldest database`: builds databases of exact values, and verifies them.

mod args;
mod build;
mod check;
mod meter;
mod record;

pub(crate) use args::DatabaseArgs;

use anyhow::Result;
use eldest_catalog::database::GameDatabase;
use eldest_catalog::games::Catalog;
use eldest_terminal::{Interrupt, Output, Status, progress};
use record::ListRecord;

/// Builds, checks or lists the database that `args` name.
pub(crate) fn run<C: Catalog>(args: &DatabaseArgs, interrupt: &Interrupt) -> Result<Status> {
    let database = args.game.of::<C>().database(&args.choice())?;
    match (&args.out, &args.check) {
        (Some(out), _) => build::run(&*database, args, out, interrupt),
        (None, Some(path)) => check::run(&*database, args, path, interrupt),
        (None, None) => list(&*database, args),
    }
}

/// Prints the slices.
fn list(database: &dyn GameDatabase, args: &DatabaseArgs) -> Result<Status> {
    let output = Output::new(args.format, progress::bar(Some(1)));
    output.heading(record::LIST_HEADING)?;
    for slice in database.slices() {
        output.put(&ListRecord::from(slice))?;
    }
    Ok(Status::Done)
}
