//! Tells which scenes of a gallery look different from what is on record.

use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest, Sha256};

use super::markup::{Piece, pieces};

/// How many letters of a page's hash are kept.
const LETTERS: usize = 16;

/// How long an id of a conversation is, at least: its hex digits alone.
const LEAST_OF_AN_ID: usize = 32;

/// Attributes that say nothing about how a page looks: places are measured by the stand-in, and the
/// browser lays out by itself.
const OF_THE_JUDGE: [&str; 4] = ["data-box", "data-clip", "data-needs", "data-scroll"];

/// Returns what stands for a page's looks: a hash of what is drawn. Numbers, ids
/// and paths in words count for nothing: ports, conversations, folders and times
/// differ in each run.
#[must_use]
pub fn looks(page: &str) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        hash.update(part.as_bytes());
        hash.update([0]);
    };
    for piece in pieces(page) {
        match piece {
            Piece::Open { tag, attributes, .. } => {
                add(&tag);
                for (name, value) in attributes {
                    if OF_THE_JUDGE.contains(&name.as_str()) {
                        continue;
                    }
                    add(&name);
                    add(&if ["title", "aria-label"].contains(&name.as_str()) {
                        without_numbers(&value)
                    } else {
                        value
                    });
                }
            }
            Piece::Close { .. } => add("/"),
            Piece::Text(words) => add(&without_numbers(&words)),
        }
    }
    let mut letters: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    letters.truncate(LETTERS);
    letters
}

fn without_numbers(words: &str) -> String {
    let words: Vec<String> = words
        .split_whitespace()
        .map(|word| match word.matches(['/', '\\']).count() {
            0..=2 => without_ids(word),
            _ => "/".to_owned(),
        })
        .collect();
    words.join(" ").replace(|c: char| c.is_ascii_digit(), "")
}

/// Leaves the ids of conversations out: without its digits, an id still has
/// letters that chance chose.
fn without_ids(word: &str) -> String {
    let is_of_an_id = |c: char| c.is_ascii_hexdigit() || c == '-';
    let mut kept = String::new();
    let mut rest = word;
    while let Some(begin) = rest.find(is_of_an_id) {
        let (before, run) = rest.split_at(begin);
        let end = run.find(|c: char| !is_of_an_id(c)).unwrap_or(run.len());
        let (run, after) = run.split_at(end);
        kept.push_str(before);
        if run.len() < LEAST_OF_AN_ID || !run.contains(|c: char| c.is_ascii_digit()) {
            kept.push_str(run);
        }
        rest = after;
    }
    kept + rest
}

/// A picture of the gallery's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its file in `docs/pictures`.
    pub file: String,
    /// Words of the scene's name.
    pub scene: String,
    /// The width and height of the window, in Slate units.
    pub size: (u32, u32),
    /// `dark` or `light`.
    pub theme: String,
}

/// Reads which pictures the gallery's page shows: each is followed by a comment, `<!-- WIDTHxHEIGHT
/// THEME: WORDS OF THE SCENE -->`.
///
/// # Errors
/// Fails if a picture has no such comment.
pub fn chosen(page: &str) -> Result<Vec<Picture>, String> {
    page.lines()
        .filter_map(|line| line.split_once("](pictures/"))
        .map(|(_, rest)| {
            let picture = rest.split_once(')').and_then(|(file, rest)| read_picture(file, rest));
            picture.ok_or_else(|| format!("{rest}: says no size, theme and scene"))
        })
        .collect()
}

fn read_picture(file: &str, rest: &str) -> Option<Picture> {
    let (_, said) = rest.split_once("<!-- ")?;
    let (how, scene) = said.split_once(" -->")?.0.split_once(": ")?;
    let (size, theme) = how.split_once(' ')?;
    let (width, height) = size.split_once('x')?;
    Some(Picture {
        file: file.to_owned(),
        scene: scene.to_owned(),
        size: (width.parse().ok()?, height.parse().ok()?),
        theme: theme.to_owned(),
    })
}

/// How a scene differs from what is on record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It is not on record.
    New(String),
    /// It looks different.
    Different(String),
    /// It is on record and no longer exists.
    Gone(String),
    /// It looks like another one, which comes first.
    Alike(String, String),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New(scene) => write!(f, "new: {scene}"),
            Self::Different(scene) => write!(f, "looks different: {scene}"),
            Self::Gone(scene) => write!(f, "gone: {scene}"),
            Self::Alike(scene, first) => write!(f, "looks like \"{first}\": {scene}"),
        }
    }
}

/// Writes the looks of scenes as the list that is kept: a line each, sorted by
/// the scene.
#[must_use]
pub fn list(scenes: &BTreeMap<String, String>) -> String {
    scenes.iter().map(|(scene, looks)| format!("{looks}  {scene}\n")).collect()
}

/// Reads the list that was kept: the looks of each scene.
#[must_use]
pub fn on_record(kept: &str) -> BTreeMap<&str, &str> {
    kept.lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(looks, scene)| (scene, looks))
        .collect()
}

/// Compares the looks of scenes with the list that was kept.
#[must_use]
pub fn compare(kept: &str, scenes: &BTreeMap<String, String>) -> Vec<Change> {
    let kept = on_record(kept);
    let mut found = Vec::new();
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (scene, looks) in scenes {
        match kept.get(scene.as_str()) {
            None => found.push(Change::New(scene.clone())),
            Some(was) if was != looks => found.push(Change::Different(scene.clone())),
            Some(_) => {}
        }
        if let Some(first) = seen.insert(looks, scene) {
            found.push(Change::Alike(scene.clone(), first.to_owned()));
        }
    }
    let gone = kept.keys().filter(|scene| !scenes.contains_key(**scene));
    found.extend(gone.map(|scene| Change::Gone((*scene).to_owned())));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenes(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(scene, page)| ((*scene).to_owned(), looks(page))).collect()
    }

    #[test]
    fn what_only_the_judge_reads_changes_no_looks_and_a_colour_does() {
        let page = |top: i32, colour: &str| {
            format!("<div data-box=\"0 {top} 5 5\" style=\"color:{colour}\">words</div>")
        };
        assert_eq!(looks(&page(1, "red")), looks(&page(2, "red")));
        assert_ne!(looks(&page(1, "red")), looks(&page(1, "blue")));
        assert_eq!(looks("<p>port 80 of /tmp/a/b</p>"), looks("<p>port 8080 of /home/c/d</p>"));
        assert_ne!(looks("<p>port 80</p>"), looks("<p>door 80</p>"));
        assert_eq!(looks("").len(), LETTERS);
    }

    #[test]
    fn which_conversation_a_page_names_counts_for_nothing() {
        let ids = ["5b0e51a4-96b1-4c1e-8a0d-d0c0f3a1be77", "0f9d7c35-22aa-4fe0-b7e1-9c1cdab6e204"];
        let names =
            ids.map(|id| without_numbers(&format!("see @chat:{id} and {id}.jsonl, fade 1")));
        assert_eq!(names, ["see @chat: and .jsonl, fade ", "see @chat: and .jsonl, fade "]);
        assert_eq!(without_numbers("façade-of-a-decade beef-42"), "façade-of-a-decade beef-");
    }

    #[test]
    fn a_picture_says_its_size_its_theme_and_its_scene() {
        let page = "# Gallery\n\n![It is empty.](pictures/empty.png) <!-- 360x640 light: the first time -->\n";
        let picture = Picture {
            file: "empty.png".to_owned(),
            scene: "the first time".to_owned(),
            size: (360, 640),
            theme: "light".to_owned(),
        };
        assert_eq!(chosen(page), Ok(vec![picture]));
        assert_eq!(
            chosen("![It is empty.](pictures/empty.png)"),
            Err("empty.png): says no size, theme and scene".to_owned())
        );
    }

    #[test]
    fn a_list_that_was_just_written_is_fresh() {
        let now = scenes(&[("empty", "<p>a</p>"), ("history", "<p>b</p>")]);
        assert_eq!(compare(&list(&now), &now), []);
    }

    #[test]
    fn every_kind_of_change_is_told_with_its_scene() {
        let kept = list(&scenes(&[("empty", "<p>a</p>"), ("history", "<p>b</p>")]));
        let now = scenes(&[("empty", "<p>c</p>"), ("panel", "<p>c</p>")]);
        let told: Vec<String> = compare(&kept, &now).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "looks different: empty",
                "new: panel",
                "looks like \"empty\": panel",
                "gone: history"
            ]
        );
    }
}
