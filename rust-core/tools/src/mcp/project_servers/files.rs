//! The lists, read from their files.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use vibeue_conversation::Error;

use super::row::{Book, DOUBLE};
use crate::mcp::config::{parse_lined, parse_toml};
use crate::mcp::{Config, Variables};

/// The maximum number of bytes of a list.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// A file with a list of servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFile {
    /// The file.
    pub path: PathBuf,
    /// Whether it was not named explicitly, so that it is not an error if it does not exist.
    pub is_optional: bool,
}

/// Reads all lists. What cannot be read becomes a row of its own.
pub(super) fn read_all(files: &[ListFile], variables: &dyn Variables) -> Vec<Book> {
    let mut books: Vec<Book> = Vec::new();
    for file in files {
        for mut book in read(file, variables) {
            if books.iter().any(|other| other.is_double_of(&book)) {
                book.spoil(DOUBLE.to_owned());
            }
            books.push(book);
        }
    }
    books
}

fn read(file: &ListFile, variables: &dyn Variables) -> Vec<Book> {
    let config = match config_of(&file.path, variables) {
        Ok(config) => config,
        Err(Unread::File(error)) if file.is_optional && error.kind() == io::ErrorKind::NotFound => {
            return Vec::new();
        }
        Err(Unread::File(error)) => {
            let what = format!("the list of servers cannot be read: {error}");
            return vec![Book::unusable(String::new(), &file.path, None, what)];
        }
        Err(Unread::Text(line, error)) => {
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
    // In the order of the file.
    books.sort_by_key(Book::line);
    books
}

/// Why a list could not be read.
pub(super) enum Unread {
    /// Its file.
    File(io::Error),
    /// Its text, from this line on if that is known.
    Text(Option<usize>, Error),
}

/// Reads a list: TOML if its name says so, else JSON with comments.
pub(super) fn config_of(path: &Path, variables: &dyn Variables) -> Result<Config, Unread> {
    let text = text_of(path).map_err(Unread::File)?;
    if path.extension().is_some_and(|extension| extension == "toml") {
        return parse_toml(&text, variables).map_err(|error| Unread::Text(None, error));
    }
    parse_lined(&text, variables).map_err(|(line, error)| Unread::Text(line, error))
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
