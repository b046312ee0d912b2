//! The team's values, and which of them the user has.

use std::collections::BTreeMap;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::field::{PageField, SharedField, shared_of};
use super::file::TeamFile;

/// What the project's file gives to the fields of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TeamValues {
    /// The fields that the file gives a value, with that value.
    pub values: Vec<PageField>,
    /// Those of them that the page has another value for.
    pub overridden: Vec<String>,
    /// The fields that are to have another value than the page has.
    pub changes: Vec<PageField>,
    /// What the host keeps with the page's values from now on; one line of
    /// plain letters.
    pub memory: String,
}

impl TeamValues {
    /// Compares a page, as it was loaded, with the project's file of today. A
    /// field takes the team's value, or its default where the team no longer
    /// has one, if it still has the value that it had from the team, or by
    /// default, when the page was saved. `memory` is what was kept then. A list
    /// that was emptied leaves no line in the user's file, so only the memory
    /// tells that it is to be empty.
    ///
    /// A file that cannot be read gives nothing and changes nothing.
    pub fn take(file: &Path, memory: &str, page: &[PageField]) -> Self {
        let Ok(team) = TeamFile::open(file) else {
            return Self { memory: memory.to_owned(), ..Self::default() };
        };
        let seen = Seen::read(memory);
        let mut now = Seen::default();
        let mut found = Self::default();
        for (field, own) in shared_of(page) {
            let given = team.texts(&field, own.is_list);
            let default = field.default_texts(own.is_list);
            let before = seen.0.get(field.name);
            let is_untouched = match before {
                Some(it) => it.print == print(&field, &own.texts),
                None => field.is_same(&own.texts, &default),
            };
            let texts = if own.is_list && before.is_some_and(|it| it.is_emptied) {
                Vec::new()
            } else if is_untouched {
                given.clone().unwrap_or(default)
            } else {
                own.texts.clone()
            };
            if let Some(given) = given {
                let is_emptied = own.is_list && texts.is_empty();
                let glance = Glance { print: print(&field, &given), is_emptied };
                now.0.insert(field.name.to_owned(), glance);
                if !field.is_same(&given, &own.texts) {
                    found.overridden.push(own.unreal_name.clone());
                }
                found.values.push(own.with(given));
            }
            if !field.is_same(&texts, &own.texts) {
                found.changes.push(own.with(texts));
            }
        }
        found.memory = now.write();
        found
    }

    /// The memory to keep with a page that is about to be saved: the one that it
    /// has, with the lists that the user has emptied since.
    pub fn remember(memory: &str, page: &[PageField]) -> String {
        let mut seen = Seen::read(memory);
        for (field, own) in shared_of(page) {
            if let Some(glance) = seen.0.get_mut(field.name) {
                glance.is_emptied = own.is_list && own.texts.is_empty();
            }
        }
        seen.write()
    }
}

/// What the team's file gave to a field.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Glance {
    /// A fingerprint of the value: a prompt would not fit into a line.
    print: String,
    /// Whether the user had emptied the list.
    is_emptied: bool,
}

/// What the team's file gave, by the editor's names.
#[derive(Debug, Default)]
struct Seen(BTreeMap<String, Glance>);

impl Seen {
    /// Reads what [`Seen::write`] wrote; other words say nothing.
    fn read(memory: &str) -> Self {
        let glance = |word: &str| {
            let (name, print) = word.split_once(':')?;
            let kept = print.strip_suffix('!');
            let glance =
                Glance { print: kept.unwrap_or(print).to_owned(), is_emptied: kept.is_some() };
            Some((name.to_owned(), glance))
        };
        Self(memory.split('+').filter_map(glance).collect())
    }

    /// Without any letter that a settings file of the editor would escape.
    fn write(&self) -> String {
        let word = |(name, glance): (&String, &Glance)| {
            let mark = if glance.is_emptied { "!" } else { "" };
            format!("{name}:{}{mark}", glance.print)
        };
        self.0.iter().map(word).collect::<Vec<_>>().join("+")
    }
}

/// A fingerprint of a value, which is the same however the value is written.
fn print(field: &SharedField, texts: &[String]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(field.canonical(text).unwrap_or_default());
        hash.update([0]);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
