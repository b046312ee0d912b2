//! Pictures that a person drops, chooses or takes, until a message has them.

use std::path::Path;

use vibeue_core::session::library::Library;
use vibeue_core::session::writing::{Picture, keep_picture as keep, mention, no_pictures_for};

use crate::fence::fenced;
use crate::ffi::ffi::KeptPicture;

pub(crate) fn keep_picture(conversations: &str, name: &str, bytes: &[u8]) -> KeptPicture {
    fenced(
        |_| refused("it cannot be kept"),
        || told(keep(&Library::at(conversations), name, bytes)),
    )
}

pub(crate) fn keep_picture_file(conversations: &str, path: &str) -> KeptPicture {
    fenced(
        |_| refused("it cannot be kept"),
        || {
            let content = Picture::content(Path::new(path));
            told(content.and_then(|content| keep(&Library::at(conversations), path, &content)))
        },
    )
}

pub(crate) fn find_picture_problem(model: &str) -> String {
    fenced(|_| String::new(), || no_pictures_for(model).unwrap_or_default())
}

fn told(kept: Result<String, String>) -> KeptPicture {
    match kept {
        Ok(name) => KeptPicture { mention: mention(&name), problem: String::new() },
        Err(problem) => refused(&problem),
    }
}

fn refused(problem: &str) -> KeptPicture {
    KeptPicture { mention: String::new(), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_beside_the_conversations_or_refused_with_why() {
        let place = tempfile::tempdir().unwrap();
        let jpeg = place.path().join("My Door.jpeg");
        let content = b"\xff\xd8\xff\xc0\x00\x0b\x08\x01\xe0\x02\x80\x01\x01\x11\x00\xff\xd9";
        std::fs::write(&jpeg, content).unwrap();
        let talks = place.path().join("talks");
        let keep = |path: &Path| {
            let kept = keep_picture_file(talks.to_str().unwrap(), path.to_str().unwrap());
            (kept.mention, kept.problem)
        };
        let kept = |mention: &str| (mention.to_owned(), String::new());
        let refused = |problem: &str| (String::new(), problem.to_owned());
        assert_eq!(keep(&jpeg), kept("@picture:My-Door.jpg"));
        assert!(talks.join("pictures/My-Door.jpg").is_file());
        assert_eq!(keep(place.path()), refused("it is a folder"));
        let kinds = "it is not a picture: PNG, JPEG and WebP can be attached";
        assert_eq!(keep_picture(talks.to_str().unwrap(), "x.png", b"int Door;").problem, kinds);
    }
}
