//! Files that the user drops on a text or chooses for it.

use std::path::Path;

use vibeue_tools::Allowance;

use super::{KEPT, MOST_PICTURES, Picture, is_picture, keep};
use crate::library::Library;
use crate::writing::{mention, mentions};

/// The maximum number of files that are opened to find the pictures among them.
const MOST_OPENED: usize = 3 * MOST_PICTURES;

/// A file that the user dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedFile {
    /// Its name without its folders; for a folder, the folder's name.
    pub name: String,
    /// How a text mentions it, with the `@`, or why it is not attached.
    pub mention: Result<String, String>,
}

/// The result for the files that the user dropped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dropped {
    /// The files that were read, in their order.
    pub read: Vec<DroppedFile>,
    /// The names of those that were not, because the message is full.
    pub left_out: Vec<String>,
}

/// Keeps as many of the files as still fit in a message with this text. The others are not opened.
pub fn keep_dropped(
    library: &Library,
    text: &str,
    files: &[String],
    allowance: &Allowance,
) -> Dropped {
    let mut room = MOST_PICTURES.saturating_sub(pictures_in(text));
    let mut dropped = Dropped::default();
    for file in files {
        let name = leaf(file).to_owned();
        if room == 0 || dropped.read.len() == MOST_OPENED {
            dropped.left_out.push(name);
            continue;
        }
        let mention = match allowance.is_over() {
            Some(_) => Err("there was no time left to read it".to_owned()),
            None => Picture::content(Path::new(file))
                .and_then(|content| keep(library, file, &content))
                .map(|kept| mention(&kept)),
        };
        room -= usize::from(mention.is_ok());
        dropped.read.push(DroppedFile { name, mention });
    }
    dropped
}

/// How many pictures a text names, each once.
fn pictures_in(text: &str) -> usize {
    let mut names: Vec<String> = mentions(text).into_iter().map(|it| it.name).collect();
    names.retain(|name| name.starts_with(KEPT) || is_picture(name));
    names.sort();
    names.dedup();
    names.len()
}

/// The last name of a path, with either kind of separator.
fn leaf(path: &str) -> &str {
    let path = path.trim_end_matches(['/', '\\']);
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vibeue_tools::Stop;

    use super::super::tests::png;
    use super::*;

    fn ample() -> Allowance {
        Allowance::begin(&Stop::default(), Duration::from_secs(60))
    }

    #[test]
    fn of_500_dropped_files_the_first_that_a_message_takes_are_read() {
        let place = tempfile::tempdir().unwrap();
        let library = Library::at(place.path().join("talks"));
        let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
        // Files that are not read need not exist.
        for at in 0..9 {
            std::fs::write(path(&format!("{at}.png")), png(at + 1, 1)).unwrap();
        }
        std::fs::write(path("words.txt"), "int Door;").unwrap();
        let files: Vec<String> = std::iter::once(path("words.txt"))
            .chain((0..499).map(|at| path(&format!("{at}.png"))))
            .collect();
        let text = "See @Door.png, @Door.png and @Door.cpp";
        let dropped = keep_dropped(&library, text, &files, &ample());
        let no_picture = "it is not a picture: PNG, JPEG and WebP can be attached".to_owned();
        let mut expected =
            vec![DroppedFile { name: "words.txt".to_owned(), mention: Err(no_picture) }];
        expected.extend((0..9).map(|at| DroppedFile {
            name: format!("{at}.png"),
            mention: Ok(format!("@picture:{at}.png")),
        }));
        let left_out = (9..499).map(|at| format!("{at}.png")).collect();
        assert_eq!(dropped, Dropped { read: expected, left_out });
        let kept = std::fs::read_dir(place.path().join("talks/pictures")).unwrap().count();
        assert_eq!(kept, 9);
    }

    #[test]
    fn files_that_are_not_pictures_are_not_opened_forever() {
        let place = tempfile::tempdir().unwrap();
        let library = Library::at(place.path().join("talks"));
        let gone = |at: usize| place.path().join(format!("{at}.txt")).to_str().unwrap().to_owned();
        let files: Vec<String> = (0..500).map(gone).collect();
        let dropped = keep_dropped(&library, "", &files, &ample());
        assert_eq!((dropped.read.len(), dropped.left_out.len()), (MOST_OPENED, 500 - MOST_OPENED));
        let why = dropped.read[0].mention.clone().unwrap_err();
        assert!(why.starts_with("it cannot be read: "), "{why}");
        assert_eq!(keep_dropped(&library, "", &[], &ample()), Dropped::default());
    }

    #[test]
    fn a_folder_is_told_by_its_name_and_late_files_by_why() {
        let place = tempfile::tempdir().unwrap();
        let library = Library::at(place.path().join("talks"));
        let folder = place.path().join("Shots");
        std::fs::create_dir(&folder).unwrap();
        let files = [format!("{}/", folder.to_str().unwrap()), "C:\\Shots\\a.png".to_owned()];
        let dropped = keep_dropped(&library, "", &files, &ample());
        let told: Vec<&str> = dropped.read.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(told, ["Shots", "a.png"]);
        assert_eq!(dropped.read[0].mention, Err("it is a folder".to_owned()));
        let late = Allowance::begin(&Stop::default(), Duration::ZERO);
        let dropped = keep_dropped(&library, "", &files[1..], &late);
        let why = "there was no time left to read it".to_owned();
        assert_eq!(dropped.read, [DroppedFile { name: "a.png".to_owned(), mention: Err(why) }]);
    }
}
