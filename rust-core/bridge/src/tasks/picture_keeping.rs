//! Pictures that the user drops, chooses, takes or pastes, kept in the background until a message
//! has them.

use std::path::Path;
use std::time::Duration;

use vibeue_core::session::library::Library;
use vibeue_core::session::writing::{
    self, Copied, Dropped, DroppedFile, keep_dropped, keep_pasted, keep_picture as keep, mention,
};
use vibeue_core::tools::{Allowance, Stop};

use super::job::Job;
use crate::fence::fenced;
use crate::ffi::ffi::KeptPicture;

/// How long dropped files are read at most.
const LONGEST: Duration = Duration::from_secs(30);

/// Pictures that are read and kept in the background.
#[derive(Debug)]
pub struct PictureKeeping {
    job: Job<Dropped>,
}

/// Begins to keep files.
pub(crate) fn start_picture_keeping(
    conversations: &str,
    text: &str,
    files: &[String],
) -> Box<PictureKeeping> {
    let (library, text, files) = (Library::at(conversations), text.to_owned(), files.to_vec());
    let job = Job::start("vibeue-pictures", failed(&files), move |cancel| {
        let allowance = Allowance::begin(&Stop::from(cancel.clone()), LONGEST);
        keep_dropped(&library, &text, &files, &allowance)
    });
    Box::new(PictureKeeping { job })
}

/// Begins to keep a picture that was taken.
pub(crate) fn start_taken_picture(
    conversations: &str,
    name: &str,
    bytes: &[u8],
) -> Box<PictureKeeping> {
    let (library, name, bytes) = (Library::at(conversations), name.to_owned(), bytes.to_vec());
    let job = Job::start("vibeue-pictures", failed(std::slice::from_ref(&name)), move |_| {
        let mention = keep(&library, &name, &bytes).map(|kept| mention(&kept));
        Dropped { read: vec![DroppedFile { name, mention }], left_out: Vec::new() }
    });
    Box::new(PictureKeeping { job })
}

/// Whether this text may stand for copied files.
pub(crate) fn may_stand_for_pictures(text: &str) -> bool {
    fenced(|_| false, || writing::may_stand_for_pictures(text))
}

/// Begins to keep what was copied: files, or a picture.
pub(crate) fn start_pasting(
    conversations: &str,
    text: &str,
    copied_text: &str,
) -> Box<PictureKeeping> {
    let (library, text) = (Library::at(conversations), text.to_owned());
    let copied_text = copied_text.to_owned();
    // If the clipboard cannot be read, there is still the text.
    let is_text = !copied_text.is_empty();
    let unread = if is_text { Dropped::default() } else { failed(&["Pasted".to_owned()]) };
    let job = Job::start("vibeue-pictures", unread, move |cancel| {
        let allowance = Allowance::begin(&Stop::from(cancel.clone()), LONGEST);
        let copied = if is_text { Ok(Copied::read_for(&copied_text)) } else { Copied::read() };
        keep_pasted(&library, &text, copied, &allowance)
    });
    Box::new(PictureKeeping { job })
}

/// The report if they could not be read.
fn failed(names: &[String]) -> Dropped {
    let unread = |name: &String| {
        let leaf = Path::new(name).file_name().unwrap_or_default();
        let mention = Err("it could not be read".to_owned());
        DroppedFile { name: leaf.to_string_lossy().into_owned(), mention }
    };
    Dropped { read: names.iter().map(unread).collect(), left_out: Vec::new() }
}

/// The file being read may be on a server that has gone away: nobody waits for it.
impl Drop for PictureKeeping {
    fn drop(&mut self) {
        self.job.leave();
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl PictureKeeping {
    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn pictures(&self) -> Vec<KeptPicture> {
        let read = self.job.result().map(|dropped| dropped.read.as_slice());
        read.unwrap_or_default().iter().map(to_ffi).collect()
    }

    pub fn left_out(&self) -> Vec<String> {
        self.job.result().map(|dropped| dropped.left_out.clone()).unwrap_or_default()
    }
}

fn to_ffi(file: &DroppedFile) -> KeptPicture {
    let name = file.name.clone();
    match &file.mention {
        Ok(mention) => KeptPicture { name, mention: mention.clone(), problem: String::new() },
        Err(problem) => KeptPicture { name, mention: String::new(), problem: problem.clone() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(keeping: &PictureKeeping) -> Vec<(String, String, String)> {
        while !keeping.is_finished() {
            std::thread::yield_now();
        }
        let row = |it: KeptPicture| (it.name, it.mention, it.problem);
        keeping.pictures().into_iter().map(row).collect()
    }

    fn row(name: &str, mention: &str, problem: &str) -> (String, String, String) {
        (name.to_owned(), mention.to_owned(), problem.to_owned())
    }

    #[test]
    fn files_are_kept_beside_the_conversations_or_refused_with_why() {
        let place = tempfile::tempdir().unwrap();
        let jpeg = place.path().join("My Door.jpeg");
        let content = b"\xff\xd8\xff\xc0\x00\x0b\x08\x01\xe0\x02\x80\x01\x01\x11\x00\xff\xd9";
        std::fs::write(&jpeg, content).unwrap();
        let talks = place.path().join("talks");
        let mut files = vec![place.path().join("talks").to_str().unwrap().to_owned()];
        std::fs::create_dir(&talks).unwrap();
        files.extend(vec![jpeg.to_str().unwrap().to_owned(); 12]);
        let keeping = start_picture_keeping(talks.to_str().unwrap(), "@picture:a.png", &files);
        let mut expected = vec![row("talks", "", "it is a folder")];
        expected.extend(vec![row("My Door.jpeg", "@picture:My-Door.jpg", ""); 9]);
        assert_eq!(rows(&keeping), expected);
        assert_eq!(keeping.left_out(), ["My Door.jpeg"; 3]);
        assert!(talks.join("pictures/My-Door.jpg").is_file());
    }

    #[test]
    fn what_was_taken_is_kept_by_its_name() {
        let place = tempfile::tempdir().unwrap();
        let content = b"\xff\xd8\xff\xc0\x00\x0b\x08\x01\xe0\x02\x80\x01\x01\x11\x00\xff\xd9";
        let keep = |bytes: &[u8]| {
            rows(&start_taken_picture(place.path().to_str().unwrap(), "Viewport", bytes))
        };
        assert_eq!(keep(content), [row("Viewport", "@picture:Viewport.jpg", "")]);
        let kinds = "it is not a picture: PNG, JPEG and WebP can be attached";
        assert_eq!(keep(b"int Door;"), [row("Viewport", "", kinds)]);
    }
}
