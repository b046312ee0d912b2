//! The user's sign-ins, stored next to the permissions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use vibeue_conversation::{Error, ErrorKind, Result};

use super::Forgotten;
use super::grant::Grant;
use crate::own_file::OwnFile;

/// The user's sign-ins to tool servers: one file of the user (0600), outside of every project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIns {
    file: PathBuf,
}

/// The file.
#[derive(Default, Serialize, Deserialize)]
struct Stored {
    /// By the server's address.
    #[serde(default)]
    servers: BTreeMap<String, Grant>,
}

impl SignIns {
    /// The name of the file, next to that of the permissions.
    pub const FILE_NAME: &'static str = "sign-ins.json";

    /// The sign-ins in a file, which need not exist yet.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into() }
    }

    /// Where they are kept.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Forgets the sign-in at an address, and returns it so that it can be revoked; `None` if there
    /// was none.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the file cannot be read or written, [`ErrorKind::Input`] if it is not a
    /// file of sign-ins.
    pub fn forget(&self, address: &str) -> Result<Option<Forgotten>> {
        let mut had = None;
        self.change(|servers| had = servers.remove(address))?;
        Ok(had.map(|grant| Forgotten::new(address, grant)))
    }

    /// The grant for an address.
    ///
    /// # Errors
    /// As for [`SignIns::forget`].
    pub(super) fn get(&self, address: &str) -> Result<Option<Grant>> {
        Ok(read(&self.file)?.servers.remove(address))
    }

    /// Stores the grant for an address.
    ///
    /// # Errors
    /// As for [`SignIns::forget`].
    pub(super) fn put(&self, address: &str, grant: Grant) -> Result<()> {
        self.change(|servers| {
            servers.insert(address.to_owned(), grant);
        })
    }

    /// Stores a renewed grant for an address; returns whether there still was one: otherwise the
    /// user signed out meanwhile.
    ///
    /// # Errors
    /// As for [`SignIns::forget`].
    pub(super) fn replace(&self, address: &str, grant: Grant) -> Result<bool> {
        let mut had = false;
        self.change(|servers| {
            if let Some(kept) = servers.get_mut(address) {
                *kept = grant;
                had = true;
            }
        })?;
        Ok(had)
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, Grant>)) -> Result<()> {
        own(&self.file).change(|text| {
            let mut stored = parse(&self.file, text)?;
            change(&mut stored.servers);
            Ok((serde_json::to_string_pretty(&stored).unwrap_or_default(), ()))
        })
    }
}

fn own(file: &Path) -> OwnFile<'_> {
    OwnFile::new(file, "the sign-ins")
}

fn read(file: &Path) -> Result<Stored> {
    parse(file, own(file).read()?)
}

fn parse(file: &Path, text: Option<String>) -> Result<Stored> {
    let Some(text) = text else { return Ok(Stored::default()) };
    // The parser's message may contain a piece of the file.
    serde_json::from_str(&text).map_err(|error| {
        let what = format!("the sign-ins cannot be read: line {} is damaged", error.line());
        Error::new(ErrorKind::Input, what)
            .at(file.display().to_string())
            .hint("remove the file and sign in again")
    })
}
