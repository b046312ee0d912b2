//! The beginning of a file that the user attaches to a message.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path};

use super::file_kind::{HEAD, not_text};
use super::secrets::{Discretion, Masked, SECRET, Showing};
use super::spelling::on_disk;
use super::{FileHash, Folder, list_files};
use crate::Allowance;

/// The largest file that is attached; a larger one is read by the model, part
/// by part.
const LARGEST: u64 = 8 * 1024 * 1024;

/// What a path in a folder is for a user who attaches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Excerpt {
    /// A text file.
    File {
        /// Relative to the folder.
        path: String,
        /// The hash of the whole file.
        hash: FileHash,
        /// The size of the whole file.
        bytes: u64,
        /// Its beginning, in whole lines if it has any.
        text: String,
        /// Whether `text` is the whole file.
        is_whole: bool,
    },
    /// A folder.
    Folder {
        /// Relative to the outer folder.
        path: String,
        /// Its content, one entry per line.
        text: String,
    },
    /// It exists but is not attached.
    Refused(String),
    /// There is no such thing.
    Missing,
}

impl Excerpt {
    /// Examines a path; at most this many bytes of it are used.
    pub fn of(folder: &Folder, path: &str, most: usize, allowance: &Allowance) -> Self {
        let Ok(real) = folder.find(path) else {
            return missing(folder, path);
        };
        let name = folder.name(&real);
        if real.is_dir() {
            let listed = list_files::run(folder, &serde_json::json!({"path": name}), allowance);
            return match listed {
                Ok(text) => Self::Folder { path: name, text: cut(&text, most).to_owned() },
                Err(why) => Self::Refused(why),
            };
        }
        let showing = Discretion::new(folder, allowance).of(&real, Some(Path::new(path)));
        if showing == Showing::Nothing {
            return Self::Refused(SECRET.to_owned());
        }
        // A pipe or a device would never end.
        if !real.is_file() {
            return Self::Refused("it is not a regular file".to_owned());
        }
        match read(&real) {
            Ok(Ok(content)) => whole(name, &content, showing, most),
            Ok(Err(why)) => Self::Refused(why),
            Err(error) => Self::Refused(format!("it cannot be read: {error}")),
        }
    }
}

fn whole(path: String, content: &[u8], showing: Showing, most: usize) -> Excerpt {
    let text = String::from_utf8_lossy(content);
    let masked = (showing == Showing::Masked).then(|| Masked::of(&text));
    let text = masked.map_or(text, |masked| masked.text.into());
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let shown = cut(text, most);
    Excerpt::File {
        path,
        hash: FileHash::of(content),
        bytes: content.len() as u64,
        is_whole: shown.len() == text.len(),
        text: shown.to_owned(),
    }
}

/// Reads all of a text file; says why if it is not one.
fn read(real: &Path) -> std::io::Result<Result<Vec<u8>, String>> {
    let mut content = Vec::new();
    File::open(real)?.take(LARGEST + 1).read_to_end(&mut content)?;
    if let Some(kind) = not_text(&content[..content.len().min(HEAD)]) {
        return Ok(Err(format!("it is not a text file: {kind}")));
    }
    if content.len() as u64 > LARGEST {
        return Ok(Err(format!("it has more than {LARGEST} bytes; paste the part that matters")));
    }
    Ok(Ok(content))
}

/// The beginning of a text: whole lines, or if the first is longer, whole characters.
fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let lines = text[..end].rfind('\n').map_or(end, |at| at + 1);
    &text[..lines]
}

/// The result for a path that is not in the folder.
fn missing(folder: &Folder, path: &str) -> Excerpt {
    let asked = Path::new(path);
    // On Windows a path may have a root without being absolute.
    let leaves = asked.has_root() || asked.components().any(|part| part == Component::ParentDir);
    // A link inside the folder may lead out of it.
    let is_link =
        || on_disk(folder.root(), path).is_some_and(|there| there.symlink_metadata().is_ok());
    if leaves || is_link() {
        return Excerpt::Refused("it is not in the project".to_owned());
    }
    Excerpt::Missing
}

#[cfg(test)]
mod tests {
    use super::super::tests::ample;
    use super::*;

    fn workshop() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        let inner = place.path().join("inner");
        std::fs::create_dir_all(inner.join("Source")).unwrap();
        std::fs::write(place.path().join("outer.txt"), "x").unwrap();
        std::fs::write(inner.join("Source/a.cpp"), "\u{feff}one\ntwo\nthree\n").unwrap();
        let folder = Folder::open(&inner).unwrap();
        (place, folder)
    }

    #[test]
    fn a_text_file_comes_by_whole_lines_with_the_hash_of_all_of_it() {
        let (_place, folder) = workshop();
        let of = |most| Excerpt::of(&folder, "./Source/a.cpp", most, &ample());
        let expected = |text: &str, is_whole| Excerpt::File {
            path: "Source/a.cpp".to_owned(),
            hash: FileHash::of("\u{feff}one\ntwo\nthree\n".as_bytes()),
            bytes: 17,
            text: text.to_owned(),
            is_whole,
        };
        assert_eq!(of(1_000), expected("one\ntwo\nthree\n", true));
        assert_eq!(of(9), expected("one\ntwo\n", false));
        assert_eq!(of(2), expected("on", false));
        let listed = Excerpt::of(&folder, "Source", 1_000, &ample());
        let text = "Source/a.cpp  17 bytes\n".to_owned();
        assert_eq!(listed, Excerpt::Folder { path: "Source".to_owned(), text });
    }

    #[test]
    fn what_must_not_or_cannot_be_attached_is_refused_with_the_reason() {
        let (place, folder) = workshop();
        let inner = folder.root().to_owned();
        for name in [".env", ".env.local", "server.KEY", "id_rsa", "Credentials.json"] {
            std::fs::write(inner.join(name), "x").unwrap();
        }
        for name in [".env.example", "id_map.txt", "keys.txt"] {
            std::fs::write(inner.join(name), "x").unwrap();
        }
        std::fs::write(inner.join("door.uasset"), b"\xc1\x83\x2a\x9e\0\0").unwrap();
        File::create(inner.join("huge.txt")).unwrap().set_len(LARGEST + 1).unwrap();
        let of = |path: &str| Excerpt::of(&folder, path, 100, &ample());
        let refused = |why: &str| Excerpt::Refused(why.to_owned());
        for name in [".env", ".env.local", "server.KEY", "id_rsa", "Credentials.json"] {
            assert_eq!(of(name), refused("a file of that name usually holds secrets"), "{name}");
        }
        for name in [".env.example", "id_map.txt", "keys.txt"] {
            assert!(matches!(of(name), Excerpt::File { .. }), "{name}");
        }
        assert_eq!(of("door.uasset"), refused("it is not a text file: an Unreal asset"));
        assert_eq!(of("huge.txt"), refused("it is not a text file: binary data"));
        let outer = place.path().join("outer.txt").display().to_string();
        for path in ["../outer.txt", "../nothing", &outer, "/nowhere"] {
            assert_eq!(of(path), refused("it is not in the project"), "{path}");
        }
        for path in ["nothing.cpp", "C:nothing.cpp", "a\0b", ""] {
            assert!(matches!(of(path), Excerpt::Missing | Excerpt::Folder { .. }), "{path:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_neither_leads_out_nor_hides_a_name() {
        let (place, folder) = workshop();
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, folder.root().join(name)).unwrap();
        };
        link(&place.path().join("outer.txt"), "out.txt");
        std::fs::write(folder.root().join(".env"), "x").unwrap();
        link(&folder.root().join(".env"), "harmless.txt");
        let of = |path: &str| Excerpt::of(&folder, path, 100, &ample());
        assert_eq!(of("out.txt"), Excerpt::Refused("it is not in the project".to_owned()));
        let secret = Excerpt::Refused("a file of that name usually holds secrets".to_owned());
        assert_eq!(of("harmless.txt"), secret);
    }
}
