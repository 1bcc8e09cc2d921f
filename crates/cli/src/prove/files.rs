//! The files that are named: each of them for one purpose.

use super::certificate;
use crate::args::ProveArgs;
use eldest_prove::part::place;
use std::path::{Path, PathBuf};

/// What is wrong, if two options of `args` name one file, by whatever way: one of the two would be lost; or if the store is to be
/// on stdout.
pub(super) fn conflict(args: &ProveArgs) -> Option<String> {
    if args.store.as_deref() == Some(Path::new("-")) {
        return Some(
            "--store - names no file; expected a file (one of that name is ./-)".to_owned(),
        );
    }
    let named = named(args);
    named.iter().enumerate().find_map(|(number, (option, path))| {
        let is_it = |(_, other): &&(_, PathBuf)| place(other) == place(path);
        let (first, other) = named[..number].iter().find(is_it)?;
        let (other, path) = (other.display(), path.display());
        Some(format!(
            "{first} and {option} name the same file, {other} and {path}; expected a file of its own for each"
        ))
    })
}

/// The options that name a file that is read or written here, and which.
fn named(args: &ProveArgs) -> Vec<(&'static str, PathBuf)> {
    let options =
        [("--store", &args.store), ("--status", &args.status), ("--report", &args.report)];
    let files = options.into_iter().filter_map(|(name, path)| Some((name, path.clone()?)));
    let certificates =
        args.certificate.iter().flat_map(|path| certificate::paths(path, args.least));
    files.chain(certificates.map(|path| ("--certificate", path))).collect()
}
