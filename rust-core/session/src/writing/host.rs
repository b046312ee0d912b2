//! Things of a host other than files that the user may name: the assets and actors of an editor.

use std::collections::HashMap;

use super::naming::{mention, mentions};
use super::{Attachment, AttachmentKind};

/// The prefix of an actor's name.
pub(super) const ACTOR: &str = "actor:";
/// The longest name that a host is asked for, in bytes: a longer one matches nothing.
const LONGEST_NAME: usize = 400;
/// The maximum number of names of one text that a host is asked for.
const MOST_NAMES: usize = 20;
/// The maximum number of bytes of one value.
const LONGEST_VALUE: usize = 300;
/// The maximum number of values, and of components, that are listed.
const MOST_VALUES: usize = 60;

/// The registry tags of assets, known without loading them, and their names in words. Values that
/// an asset does not have are left out.
pub const ASSET_TAGS: [(&str, &str); 14] = [
    ("ParentClass", "parent class"),
    ("NativeParentClass", "native parent class"),
    ("BlueprintType", "kind of Blueprint"),
    ("RowStructure", "row structure"),
    ("Skeleton", "skeleton"),
    ("SequenceLength", "length"),
    ("Triangles", "triangles"),
    ("Vertices", "vertices"),
    ("LODs", "levels of detail"),
    ("Dimensions", "dimensions"),
    ("Format", "format"),
    ("MaterialDomain", "material domain"),
    ("BlendMode", "blend mode"),
    ("ShadingModel", "shading model"),
];

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HostKind {
    /// An asset of the project.
    Asset,
    /// An actor of the open level.
    Actor,
}

/// Something that can be named, as a host lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostCandidate {
    /// What it is.
    pub kind: HostKind,
    /// The path of an asset's package; the name of an actor that is unique in its level.
    pub path: String,
    /// What the user calls it; several actors may have the same label.
    pub label: String,
    /// The name of its class.
    pub class: String,
}

/// All that a host listed.
#[derive(Debug, Clone, Default)]
pub struct HostCandidates {
    /// Each with the text that is compared with what the user types.
    all: Vec<(HostCandidate, String)>,
    /// How many actors have each label.
    labels: HashMap<String, usize>,
}

impl HostCandidates {
    /// The maximum number that is kept: an editor may have any number.
    pub const MOST: usize = 100_000;

    /// Adds one; left out if a mention cannot name it, or if it exceeds the limits.
    pub fn add(&mut self, candidate: HostCandidate) {
        let longest = candidate.path.len().max(candidate.label.len());
        let name = name_of(candidate.kind, &candidate.path);
        if self.all.len() == Self::MOST || longest > LONGEST_NAME || !is_name(&name) {
            return;
        }
        let key = match candidate.kind {
            HostKind::Asset => candidate.path.clone(),
            // Its label counts more, as the name of a file does.
            HostKind::Actor => format!("{}/{}", candidate.class, candidate.label),
        };
        if candidate.kind == HostKind::Actor {
            *self.labels.entry(candidate.label.clone()).or_default() += 1;
        }
        self.all.push((candidate, key));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All, each with what [`rank`](super::rank) compares.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &HostCandidate)> {
        self.all.iter().map(|(it, key)| (key.as_str(), it))
    }

    /// The text after the `@` for one of them: an actor's label, if that is unique and can be
    /// written.
    pub fn name(&self, candidate: &HostCandidate) -> String {
        let own = || self.labels.get(&candidate.label) == Some(&1);
        let by_label = name_of(HostKind::Actor, &candidate.label);
        match candidate.kind == HostKind::Actor && own() && is_name(&by_label) {
            true => by_label,
            false => name_of(candidate.kind, &candidate.path),
        }
    }
}

fn name_of(kind: HostKind, name: &str) -> String {
    match kind {
        HostKind::Asset => name.to_owned(),
        HostKind::Actor => format!("{ACTOR}{name}"),
    }
}

/// Whether a name can be written so that it is found again.
fn is_name(name: &str) -> bool {
    let written = mention(name);
    let found = mentions(&written);
    matches!(found.as_slice(), [it] if it.name == name && it.at == (0..written.len()))
}

/// A name of a text that only the host can look up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName {
    /// What it is.
    pub kind: HostKind,
    /// The name, as it was typed without the `@`.
    pub name: String,
    /// What to look for: the path of an asset's package; an actor's label, or
    /// the name that no other one of its level has.
    pub wanted: String,
}

/// Finds the names that a host has to look up, each once, in the order of the
/// text.
pub fn host_names(text: &str) -> Vec<HostName> {
    let mut all: Vec<HostName> = Vec::new();
    for found in mentions(text) {
        let is_new = !all.iter().any(|it| it.name == found.name);
        let named = host_name(&found.name).filter(|it| is_new && it.wanted.len() <= LONGEST_NAME);
        all.extend(named);
        if all.len() == MOST_NAMES {
            break;
        }
    }
    all
}

/// What a name refers to, if it is one of the host's.
pub(super) fn host_name(name: &str) -> Option<HostName> {
    let (kind, wanted) = match name.strip_prefix(ACTOR) {
        Some(label) => (HostKind::Actor, label),
        None if name.starts_with('/') => (HostKind::Asset, package(name)),
        None => return None,
    };
    let is_there = !wanted.is_empty() && wanted != "/";
    is_there.then(|| HostName { kind, name: name.to_owned(), wanted: wanted.to_owned() })
}

/// The package of an object's path: `/Game/Door` of `/Game/Door.Door`.
fn package(path: &str) -> &str {
    let leaf = path.rfind('/').unwrap_or(0);
    path[leaf..].find('.').map_or(path, |dot| &path[..leaf + dot])
}

/// What a host found for a name of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostThing {
    /// [`HostName::name`].
    pub name: String,
    /// How many have that name; 0 means that it no longer exists, and all else is empty.
    pub found: u32,
    /// What the user calls it.
    pub label: String,
    /// The name of its class.
    pub class: String,
    /// The path of the object.
    pub path: String,
    /// An asset's size on the disk, in bytes, if that is known.
    pub bytes: Option<u64>,
    /// Whether it has unsaved changes in the editor.
    pub is_unsaved: bool,
    /// The registry's tags of an asset: names of [`ASSET_TAGS`] with values.
    pub tags: Vec<(String, String)>,
    /// Where an actor is, in the units of the level.
    pub location: Option<[f64; 3]>,
    /// An actor's components: names with classes.
    pub components: Vec<(String, String)>,
}

/// The attachment for a name of the host's; `None` if it is not one.
pub(super) fn attached(name: &str, things: &[HostThing]) -> Option<Result<Attachment, String>> {
    let named = host_name(name)?;
    let found = things.iter().find(|it| it.name == name && it.found > 0);
    Some(match (found, named.kind) {
        (Some(thing), kind) => Ok(thing.attachment(kind)),
        (None, HostKind::Asset) => Err("there is no such asset in the project".to_owned()),
        (None, HostKind::Actor) => Err("there is no such actor in the open level".to_owned()),
    })
}

impl HostThing {
    fn attachment(&self, kind: HostKind) -> Attachment {
        let label = match self.label.is_empty() {
            true => &self.name,
            false => &self.label,
        };
        let class = short(&self.class);
        let (kind, detail) = match kind {
            HostKind::Asset => (AttachmentKind::Asset, format!("{class} {}", short(&self.path))),
            HostKind::Actor => (AttachmentKind::Actor, format!("{class} in the open level")),
        };
        Attachment { kind, name: short(label), detail, text: self.text() }
    }

    /// What is known about it, one fact per line.
    fn text(&self) -> String {
        let mut lines =
            vec![format!("path: {}", short(&self.path)), format!("class: {}", short(&self.class))];
        lines.extend(self.bytes.map(|bytes| format!("size on disk: {bytes} bytes")));
        if self.is_unsaved {
            lines.push("has changes that are not saved".to_owned());
        }
        let facts = ASSET_TAGS.iter().filter_map(|(tag, words)| {
            let (_, value) = self.tags.iter().find(|(name, _)| name == tag)?;
            (!value.is_empty()).then(|| format!("{words}: {}", short(value)))
        });
        lines.extend(facts);
        lines
            .extend(self.location.map(|[x, y, z]| format!("location: X={x:.2} Y={y:.2} Z={z:.2}")));
        if !self.components.is_empty() {
            lines.push(format!("components: {}", self.components.len()));
            let shown = self.components.iter().take(MOST_VALUES);
            lines
                .extend(shown.map(|(name, class)| format!("- {} ({})", short(name), short(class))));
            let more = self.components.len().saturating_sub(MOST_VALUES);
            if more > 0 {
                lines.push(format!("- and {more} more"));
            }
        }
        if self.found > 1 {
            lines.push(format!("{} have this name; this is the first", self.found));
        }
        lines.push("This was not loaded: it is what the editor already knows.".to_owned());
        lines.join("\n") + "\n"
    }
}

/// A value in one line, by whole characters.
fn short(value: &str) -> String {
    let mut out = String::new();
    for letter in value.chars() {
        if out.len() >= LONGEST_VALUE {
            out.push('…');
            break;
        }
        out.push(if letter.is_control() { ' ' } else { letter });
    }
    out
}

#[cfg(test)]
#[path = "host_tests.rs"]
mod tests;
