//! Pins and tags of the conversations in a library.

use std::fs;
use std::path::PathBuf;

use vibeue_conversation::{Error, ErrorKind, Result};

use super::{Labels, Library};
use crate::files::{OutputFile, Readers, Replacing, storage_error};

impl Library {
    /// The labels of a conversation.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if that is not an id, or the file of labels is damaged;
    /// [`ErrorKind::Io`] if it cannot be read.
    pub fn labels(&self, id: &str) -> Result<Labels> {
        Labels::read(&self.labels_path(id)?)
    }

    /// Pins a conversation before the others, or unpins it. Returns its labels.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if there is no such conversation, [`ErrorKind::Busy`] if its labels are
    /// being written, [`ErrorKind::Io`] if they cannot be written.
    pub fn pin(&self, id: &str, pinned: bool) -> Result<Labels> {
        self.relabel(id, |labels| {
            labels.pinned = pinned;
            Ok(())
        })
    }

    /// Adds a tag to a conversation, as [`Labels::tag_of`] reads it. Returns its labels.
    ///
    /// # Errors
    /// As for [`Library::pin`], and [`ErrorKind::Input`] if it is not a tag or there are already
    /// sixteen.
    pub fn tag(&self, id: &str, tag: &str) -> Result<Labels> {
        let tag = Labels::tag_of(tag)?;
        self.relabel(id, |labels| labels.add(tag))
    }

    /// Removes a tag, if it is there. Returns the labels.
    ///
    /// # Errors
    /// As for [`Library::tag`].
    pub fn untag(&self, id: &str, tag: &str) -> Result<Labels> {
        let tag = Labels::tag_of(tag)?;
        self.relabel(id, |labels| {
            labels.tags.retain(|there| *there != tag);
            Ok(())
        })
    }

    /// Replaces the tags of a conversation: words separated by blanks or commas, as the user types
    /// them. Returns its labels.
    ///
    /// # Errors
    /// As for [`Library::tag`].
    pub fn set_tags(&self, id: &str, words: &str) -> Result<Labels> {
        let words = words.split(|it: char| it.is_whitespace() || ",;".contains(it));
        let tags = words.filter(|word| !word.is_empty()).map(Labels::tag_of);
        let tags: Vec<String> = tags.collect::<Result<_>>()?;
        self.relabel(id, |labels| {
            labels.tags.clear();
            tags.into_iter().try_for_each(|tag| labels.add(tag))
        })
    }

    fn relabel(&self, id: &str, change: impl FnOnce(&mut Labels) -> Result<()>) -> Result<Labels> {
        self.existing(id)?;
        let path = self.labels_path(id)?;
        // Damaged labels are replaced: there is nothing to keep in them.
        let mut labels = match Labels::read(&path) {
            Err(error) if error.kind() == ErrorKind::Io => return Err(error),
            read => read.unwrap_or_default(),
        };
        let before = labels.clone();
        change(&mut labels)?;
        if labels == before && path.exists() == (labels != Labels::default()) {
            return Ok(labels);
        }
        if labels == Labels::default() {
            fs::remove_file(&path)
                .map_err(|error| storage_error(&path, "cannot remove the labels", &error))?;
            return Ok(labels);
        }
        let text = serde_json::to_vec(&labels).expect("labels have string keys only");
        OutputFile::put(&path, Replacing::Files, Readers::Owner, &text)?;
        Ok(labels)
    }

    /// The path of a conversation's labels, whether the file exists or not.
    pub(super) fn labels_path(&self, id: &str) -> Result<PathBuf> {
        Ok(self.path_of(id)?.with_extension("labels.json"))
    }

    /// The journal of an existing conversation.
    pub(super) fn existing(&self, id: &str) -> Result<PathBuf> {
        let path = self.path_of(id)?;
        if path.is_file() {
            return Ok(path);
        }
        Err(Error::new(ErrorKind::Input, "there is no such conversation")
            .at(id)
            .hint("give the id of a listed conversation"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library() -> (tempfile::TempDir, Library) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("talk.jsonl"), "{}\n").unwrap();
        let library = Library::at(folder.path());
        (folder, library)
    }

    #[test]
    fn pins_and_tags_stay_and_leave_no_file_when_they_are_gone() {
        let (folder, library) = library();
        assert_eq!(library.labels("talk"), Ok(Labels::default()));
        library.pin("talk", true).unwrap();
        library.tag("talk", " #Größe ").unwrap();
        let both = library.tag("talk", "door").unwrap();
        let tags = vec!["door".to_owned(), "größe".to_owned()];
        assert_eq!(both, Labels { pinned: true, tags });
        assert_eq!(library.tag("talk", "DOOR"), Ok(both.clone()));
        assert_eq!(library.labels("talk"), Ok(both));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let facts = fs::metadata(library.labels_path("talk").unwrap()).unwrap();
            assert_eq!(facts.permissions().mode() & 0o777, 0o600);
        }
        library.untag("talk", "door").unwrap();
        library.untag("talk", "GRÖSSE").unwrap();
        library.untag("talk", "größe").unwrap();
        assert_eq!(library.pin("talk", false), Ok(Labels::default()));
        assert_eq!(library.pin("talk", false), Ok(Labels::default()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn tags_are_set_as_they_are_typed_or_not_at_all() {
        let (_folder, library) = library();
        let set = |words: &str| library.set_tags("talk", words).map(|labels| labels.tags);
        assert_eq!(set("#door, red  airlock;door").unwrap(), ["airlock", "door", "red"]);
        assert_eq!(set("door a/b").unwrap_err().kind(), ErrorKind::Input);
        assert_eq!(library.labels("talk").unwrap().tags, ["airlock", "door", "red"]);
        assert_eq!(set(" , ").unwrap(), [""; 0]);
    }

    #[test]
    fn an_invalid_tag_and_an_unknown_conversation_are_refused() {
        let (_folder, library) = library();
        for text in ["", "#", "a b", "a/b", "a\nb", &"x".repeat(41)] {
            let refused = library.tag("talk", text).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::Input, "{text:?}");
        }
        assert_eq!(library.pin("nobody", true).unwrap_err().kind(), ErrorKind::Input);
        assert_eq!(library.pin("../talk", true).unwrap_err().kind(), ErrorKind::Input);
        for number in 0..16 {
            library.tag("talk", &format!("t{number}")).unwrap();
        }
        assert_eq!(library.tag("talk", "one-more").unwrap_err().kind(), ErrorKind::Input);
    }

    #[test]
    fn damaged_labels_are_named_and_written_again() {
        let (_folder, library) = library();
        let path = library.labels_path("talk").unwrap();
        for text in ["", "{\"pinned\":7}", "\u{0}\u{0}"] {
            fs::write(&path, text).unwrap();
            assert_eq!(library.labels("talk").unwrap_err().kind(), ErrorKind::Input);
        }
        assert_eq!(library.pin("talk", true), Ok(Labels { pinned: true, tags: Vec::new() }));
        fs::write(&path, r#"{"tags":["b","a/../x","a","a"],"color":"red"}"#).unwrap();
        let tags = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(library.labels("talk"), Ok(Labels { pinned: false, tags }));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(library.pin("talk", true).unwrap_err().kind(), ErrorKind::Io);
    }
}
