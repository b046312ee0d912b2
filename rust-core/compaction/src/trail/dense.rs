//! The dense form of a trail: bare names, grouped by folder.

use hashbrown::HashMap;

use super::Artifact;

/// Writes and reads grouped names: `Source/{a.h,b.h ❌}, c.cpp`.
pub(super) struct Dense;

impl Dense {
    /// What each name adds to the cost of the others, as `count` counts: only
    /// the first of a folder pays for the folder.
    pub(super) fn costs(artifacts: &[&Artifact], count: impl Fn(&str) -> u64) -> Vec<u64> {
        let mut seen: HashMap<(&str, &str), ()> = HashMap::new();
        artifacts
            .iter()
            .map(|artifact| {
                let brief = artifact.brief();
                let known = folder(&artifact.name).is_some_and(|(folder, _)| {
                    seen.insert((artifact.deed(), folder), ()).is_some()
                });
                let leaf = folder(&artifact.name).map_or(0, |(folder, _)| folder.len());
                count(if known { &brief[leaf..] } else { &brief }) + 1
            })
            .collect()
    }

    /// The names of artifacts, those of one folder in braces.
    pub(super) fn names<'a>(artifacts: impl Iterator<Item = &'a Artifact>) -> Vec<String> {
        let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for artifact in artifacts {
            let brief = artifact.brief();
            let Some((folder, _)) = folder(&artifact.name).filter(|_| !brief.contains(" to "))
            else {
                groups.push(("", vec![brief]));
                continue;
            };
            let place = *places.entry(folder).or_insert(groups.len());
            if place == groups.len() {
                groups.push((folder, Vec::new()));
            }
            groups[place].1.push(brief[folder.len()..].to_owned());
        }
        let written = groups.into_iter().map(|(folder, leaves)| match &leaves[..] {
            [only] => format!("{folder}{only}"),
            many => format!("{folder}{{{}}}", many.join(",")),
        });
        written.collect()
    }

    /// The single names in what [`Dense::names`] wrote.
    pub(super) fn read(written: &str) -> Vec<String> {
        let mut names = Vec::new();
        for group in written.split(", ") {
            let braced = group.strip_suffix('}').and_then(|group| group.rsplit_once("/{"));
            match braced {
                Some((folder, leaves)) => {
                    names.extend(leaves.split(',').map(|leaf| format!("{folder}/{leaf}")));
                }
                None => names.push(group.to_owned()),
            }
        }
        names
    }
}

/// The folder of a name, with its slash, and the rest; `None` if the name could not be read back
/// from braces.
fn folder(name: &str) -> Option<(&str, &str)> {
    let at = name.rfind('/')? + 1;
    let plain = !name.contains([',', '{', '}']) && at < name.len();
    plain.then(|| name.split_at(at))
}
