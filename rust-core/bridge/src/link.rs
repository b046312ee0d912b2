//! Where a text leads, for the host that opens it.

use std::path::Path;

use vibeue_core::markdown::{Caution, Link, WebLink};
use vibeue_core::tools::project::Folder;

use crate::fence::fenced;
use crate::ffi::ffi::{LinkKind, LinkPlace};

/// Reads a text, and looks for the file in the project's folder, following links: files outside of
/// it are not found.
pub(crate) fn find_link(text: &str, project: &str) -> LinkPlace {
    fenced(|_| nowhere(), || place(text, project))
}

fn place(text: &str, project: &str) -> LinkPlace {
    match Link::of(text) {
        None => nowhere(),
        Some(Link::Web(web)) => page(web),
        Some(Link::Asset(path)) => LinkPlace { kind: LinkKind::Asset, name: path, ..nowhere() },
        Some(Link::File(file)) => {
            let found = find(project, &file.path);
            // The target of a link in the folder decides.
            let is_text = matches!(
                found.as_ref().and_then(|(name, _)| Link::of(&format!("./{name}"))),
                Some(Link::File(real)) if real.is_text
            );
            LinkPlace {
                kind: LinkKind::File,
                name: file.path,
                path: found.map(|(_, path)| path).unwrap_or_default(),
                line: file.line,
                is_text: is_text && file.is_text,
                ..nowhere()
            }
        }
    }
}

/// A file of the project: its relative path and its absolute one.
fn find(project: &str, path: &str) -> Option<(String, String)> {
    let folder = Folder::open(Path::new(project)).ok()?;
    let real = folder.find(path).ok().filter(|it| it.is_file())?;
    let name = folder.name(&real);
    let whole = Path::new(project).join(&name).to_str()?.to_owned();
    Some((name, whole))
}

fn page(web: WebLink) -> LinkPlace {
    let has = |caution| web.cautions.contains(&caution);
    LinkPlace {
        kind: LinkKind::Web,
        has_name_before_site: has(Caution::NameBeforeSite),
        has_other_letters: has(Caution::OtherLetters),
        has_numbered_site: has(Caution::NumberedSite),
        is_not_encrypted: has(Caution::NotEncrypted),
        name: web.address,
        site: web.site,
        ..nowhere()
    }
}

fn nowhere() -> LinkPlace {
    LinkPlace {
        kind: LinkKind::Nowhere,
        name: String::new(),
        site: String::new(),
        has_name_before_site: false,
        has_other_letters: false,
        has_numbered_site: false,
        is_not_encrypted: false,
        path: String::new(),
        line: 0,
        is_text: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_in_the_project_alone_and_a_script_is_not_a_text() {
        let outer = tempfile::tempdir().unwrap();
        std::fs::write(outer.path().join("secret.txt"), "x").unwrap();
        let project = outer.path().join("project");
        std::fs::create_dir_all(project.join("Source")).unwrap();
        for name in ["Source/Door.cpp", "Source/run.bat"] {
            std::fs::write(project.join(name), "x").unwrap();
        }
        let at = project.to_str().unwrap();
        let found = |text: &str| {
            let it = find_link(text, at);
            (it.kind, it.path, it.line, it.is_text)
        };
        let path = |name: &str| project.join(name).to_str().unwrap().to_owned();
        let file = LinkKind::File;
        assert_eq!(found("Source/Door.cpp:7"), (file, path("Source/Door.cpp"), 7, true));
        assert_eq!(found("Source/run.bat"), (file, path("Source/run.bat"), 0, false));
        assert_eq!(found("Source/None.cpp"), (file, String::new(), 0, false));
        assert_eq!(found("../secret.txt"), (LinkKind::Nowhere, String::new(), 0, false));
        #[cfg(unix)]
        {
            let link = |from: &Path, to: &str| {
                std::os::unix::fs::symlink(from, project.join(to)).unwrap();
            };
            link(&outer.path().join("secret.txt"), "Source/out.txt");
            link(&project.join("Source/run.bat"), "Source/script.txt");
            assert_eq!(found("Source/out.txt"), (file, String::new(), 0, false));
            assert_eq!(found("Source/script.txt"), (file, path("Source/run.bat"), 0, false));
        }
    }

    #[test]
    fn a_page_comes_with_what_is_to_be_said_of_it() {
        let it = find_link("http://epicgames.com@\u{430}.example/", "");
        let said = (it.kind, it.site.as_str(), it.has_name_before_site, it.has_other_letters);
        assert_eq!(said, (LinkKind::Web, "\\u{430}.example", true, true));
        assert!(it.is_not_encrypted && !it.has_numbered_site);
        assert_eq!(find_link("/Game/A/B.B", "").name, "/Game/A/B");
    }
}
