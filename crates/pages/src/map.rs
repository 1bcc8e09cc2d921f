//! [`map`]: maps a file into memory.

use std::fs::File;
use std::io;

/// A file in memory, read-only. Pages are read from the disk when they are first used.
///
/// [`map`] says which files may be mapped.
#[derive(Debug)]
pub struct Mapping(memmap2::Mmap);

impl AsRef<[u8]> for Mapping {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Maps a file into memory, in its present length.
///
/// Map only files that are not modified or truncated while the mapping lives. A program that writes
/// such a file writes it under another name and renames it when it is complete. The system then
/// keeps the old contents for all processes that have mapped them. Databases of `eldest-retro` are
/// written in this way. No function of a program can rule out that another program truncates the
/// file all the same: reading beyond the new end then ends the process with a signal, as it does in
/// every program that maps files.
///
/// ```
/// use std::io::Write;
///
/// let mut file = tempfile::tempfile()?;
/// file.write_all(b"values")?;
/// assert_eq!(eldest_pages::map(&file)?.as_ref(), b"values");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the system refuses, if the file is no regular file, or if it is longer than an address space.
pub fn map(file: &File) -> io::Result<Mapping> {
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "only regular files are mapped"));
    }
    let len = usize::try_from(metadata.len()).ok().filter(|&len| isize::try_from(len).is_ok());
    let len = len.ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
    // SAFETY: the mapping is private to this process and read-only, so nothing here writes to it.
    // The length is that of the file, so no page lies beyond its end. What remains is that another
    // process could modify or truncate the file meanwhile. The documentation forbids to map files
    // with which that happens: those mapped here are complete before they get their name, and are
    // replaced as a whole, never modified.
    let mapping = unsafe { memmap2::MmapOptions::new().len(len).map(file) }?;
    Ok(Mapping(mapping))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_mapping_holds_the_bytes_of_its_file() {
        for len in [0, 1, 4_095, 4_096, 4_097] {
            let bytes: Vec<u8> = (0..len).map(|i| i as u8).collect();
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&bytes).unwrap();
            assert_eq!(map(&file).unwrap().as_ref(), bytes);
        }
    }

    #[test]
    fn a_replaced_file_keeps_its_contents_while_it_is_mapped() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["a", "b"].map(|name| folder.path().join(name));
        std::fs::write(&path, "before").unwrap();
        let mapping = map(&File::open(&path).unwrap()).unwrap();
        std::fs::write(&other, "after").unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(mapping.as_ref(), b"before");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_not_mapped() {
        let folder = tempfile::tempdir().unwrap();
        assert!(map(&File::open(folder.path()).unwrap()).is_err());
    }
}
