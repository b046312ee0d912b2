//! The files of a crate, and which of them uses which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::file::{File, Words};

/// Which file uses which.
pub(crate) type Uses = BTreeMap<String, BTreeSet<String>>;

/// How many imports may pass an item on.
const MOST_PASSED_ON: usize = 10;

/// The files of a crate, by the path of their modules.
#[derive(Debug, Default)]
pub(crate) struct House {
    files: BTreeMap<Words, File>,
    names: BTreeMap<Words, String>,
}

impl House {
    /// Reads sources: the path of each below `src`, and its text.
    pub(crate) fn of<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut house = Self::default();
        for (name, text) in sources {
            let mut path: Words =
                name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            path.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
            house.files.insert(path.clone(), File::read(text));
            house.names.insert(path, name.to_owned());
        }
        house.keep_what_is_declared();
        house
    }

    /// Reads a crate from its folder.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut sources = Vec::new();
        collect(&folder.join("src"), "", &mut sources);
        // A program next to a library is a crate of its own, in one file.
        let has_library = sources.iter().any(|(name, _)| name == "lib.rs");
        sources.retain(|(name, _)| name != "main.rs" || !has_library);
        Self::of(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())))
    }

    /// Leaves out tests, and what other crates include.
    fn keep_what_is_declared(&mut self) {
        let mut declared = BTreeSet::from([Words::new()]);
        let mut open = vec![Words::new()];
        while let Some(path) = open.pop() {
            for module in self.files.get(&path).iter().flat_map(|file| &file.modules) {
                let path = [path.as_slice(), std::slice::from_ref(module)].concat();
                if self.files.contains_key(&path) && declared.insert(path.clone()) {
                    open.push(path);
                }
            }
        }
        self.files.retain(|path, _| declared.contains(path));
    }

    /// Which file uses an item of which other file, by name.
    pub(crate) fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for (path, file) in &self.files {
            let imports = file.imports.iter();
            let used =
                imports.filter(|import| !import.is_public || file.words.contains(&import.name));
            for named in used.map(|import| &import.path).chain(&file.paths) {
                let found = self.find(path, named, 0).filter(|found| found != path);
                if let Some(found) = found {
                    let (user, used) = (self.names[path].clone(), self.names[&found].clone());
                    uses.entry(user).or_default().insert(used);
                }
            }
        }
        uses
    }

    /// The file that defines what a path names, through every import that
    /// passes it on; nothing for what is not of this crate.
    fn find(&self, from: &[String], named: &[String], passed_on: usize) -> Option<Words> {
        if passed_on > MOST_PASSED_ON {
            return None;
        }
        let (mut at, mut words, mut is_ours) = (from.to_vec(), named, false);
        while let [word, rest @ ..] = words {
            match word.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()),
                _ => break,
            }
            (words, is_ours) = (rest, true);
        }
        while let [word, rest @ ..] = words {
            let below = [at.as_slice(), std::slice::from_ref(word)].concat();
            if self.files.contains_key(&below) {
                (at, words, is_ours) = (below, rest, true);
                continue;
            }
            let file = self.files.get(&at)?;
            if word == "*" || file.items.contains(word) {
                return Some(at);
            }
            if let Some(import) = file.imports.iter().find(|import| import.name == *word) {
                return self.find(&at, &[&import.path, rest].concat(), passed_on + 1);
            }
            let all = file.imports.iter().filter(|import| import.name == "*");
            let found = all.filter_map(|import| {
                let module = &import.path[..import.path.len() - 1];
                self.find(&at, &[module, words].concat(), passed_on + 1)
            });
            let mut found = found.filter(|found| self.files[found].items.contains(word));
            return found.next().or_else(|| is_ours.then_some(at));
        }
        is_ours.then_some(at)
    }
}

/// Every source below a folder, with its path from there.
fn collect(folder: &Path, below: &str, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{below}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{name}/"), found);
        } else if name.ends_with(".rs") {
            found.push((name, fs::read_to_string(entry.path()).unwrap()));
        }
    }
}
