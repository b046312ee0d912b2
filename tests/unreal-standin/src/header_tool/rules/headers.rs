//! What the rules look at.

use crate::header_tool::parsed_file::ParsedFile;
use crate::header_tool::type_index::TypeIndex;

/// The files that are judged together: all of a plugin, or all of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headers<'p, 'a> {
    /// The files; sources may be among them and are ignored.
    pub files: &'p [ParsedFile<'a>],
    /// What they declare for reflection.
    pub types: TypeIndex,
}

impl<'p, 'a> Headers<'p, 'a> {
    /// Takes `files` together.
    #[must_use]
    pub fn new(files: &'p [ParsedFile<'a>]) -> Self {
        Self { files, types: TypeIndex::of(files) }
    }

    /// The headers among the files.
    pub fn headers(&self) -> impl Iterator<Item = &'p ParsedFile<'a>> {
        self.files.iter().filter(|file| file.is_header())
    }
}
