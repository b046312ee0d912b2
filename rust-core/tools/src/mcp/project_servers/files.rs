//! The lists, read from their files.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::row::Book;
use crate::mcp::Variables;
use crate::mcp::config::parse_lined;

/// The most bytes of a list.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// A file with a list of servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFile {
    /// The file.
    pub path: PathBuf,
    /// Nobody named it: where it is not there, that is not a fault.
    pub is_optional: bool,
}

/// Reads all lists. What cannot be read is a row of its own.
pub(super) fn read_all(files: &[ListFile], variables: &dyn Variables) -> Vec<Book> {
    let mut books: Vec<Book> = Vec::new();
    for file in files {
        for mut book in read(file, variables) {
            let is_double = |other: &Book| !other.name().is_empty() && other.name() == book.name();
            if books.iter().any(is_double) {
                book.spoil("another server has this name, and comes first".to_owned());
            }
            books.push(book);
        }
    }
    books
}

fn read(file: &ListFile, variables: &dyn Variables) -> Vec<Book> {
    let text = match text_of(&file.path) {
        Ok(text) => text,
        Err(error) if file.is_optional && error.kind() == io::ErrorKind::NotFound => {
            return Vec::new();
        }
        Err(error) => {
            let what = format!("the list of servers cannot be read: {error}");
            return vec![Book::unusable(String::new(), &file.path, None, what)];
        }
    };
    let config = match parse_lined(&text, variables) {
        Ok(config) => config,
        Err((line, error)) => {
            return vec![Book::unusable(String::new(), &file.path, line, error.to_string())];
        }
    };
    let mut entries = config.entries;
    let mut books: Vec<Book> = Vec::new();
    for server in config.servers {
        if let Some(entry) = entries.remove(&server.name) {
            books.push(Book::of(server, &file.path, entry));
        }
    }
    for problem in config.problems {
        books.push(Book::unusable(problem.server, &file.path, problem.line, problem.what));
    }
    // As they are written.
    books.sort_by_key(Book::line);
    books
}

fn text_of(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
