//! What a file includes before anything else.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The first include of each of some files. Whatever compiles with a header
/// before all else shows that the header compiles alone: most headers are the
/// first include of their own source, and need no source made for them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FirstIncludes {
    of: BTreeMap<PathBuf, PathBuf>,
}

impl FirstIncludes {
    /// Reads files whose includes lie next to them or in one of `dirs`.
    ///
    /// # Errors
    /// Fails with the first file that cannot be read, or is not UTF-8.
    pub fn read<'f>(
        files: impl IntoIterator<Item = &'f PathBuf>,
        dirs: &[PathBuf],
    ) -> io::Result<Self> {
        let mut of = BTreeMap::new();
        for file in files {
            let text = std::fs::read_to_string(file)?;
            let beside = file.parent().map(Path::to_owned);
            let places = beside.iter().chain(dirs);
            let included = first_include(&text)
                .and_then(|name| places.map(|dir| dir.join(name)).find(|p| p.is_file()));
            if let Some(included) = included {
                of.insert(file.clone(), included);
            }
        }
        Ok(Self { of })
    }

    /// Returns whether another of the files begins with this header: not one that the header itself
    /// begins with, in which it would come second.
    #[must_use]
    pub fn show(&self, header: &Path) -> bool {
        let led_by = |file: &Path| {
            let mut at = header;
            while let Some(next) = self.of.get(at).filter(|next| *next != header) {
                if next == file {
                    return true;
                }
                at = next;
            }
            false
        };
        self.of.iter().any(|(file, first)| first == header && file != header && !led_by(file))
    }
}

/// Returns the name in quotes of the first include, when nothing but line
/// comments and `#pragma once` come before it.
fn first_include(text: &str) -> Option<&str> {
    let first = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with("//") && *line != "#pragma once")?;
    let (name, _) = first.strip_prefix("#include \"")?.split_once('"')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_include_is_first_behind_comments_and_the_guard_alone() {
        let name = |text| first_include(text);
        assert_eq!(
            name("// Ours.\n\n#pragma once\n  // why\n#include \"A/B.h\" // it\n"),
            Some("A/B.h")
        );
        assert_eq!(name("#define X 1\n#include \"A.h\"\n"), None);
        assert_eq!(name("#if X\n#include \"A.h\"\n#endif\n"), None);
        assert_eq!(name("/* one */ int x;\n#include \"A.h\"\n"), None);
        assert_eq!(name("#include <vector>\n#include \"A.h\"\n"), None);
        assert_eq!(name(""), None);
    }

    #[test]
    fn a_header_is_shown_by_what_begins_with_it() {
        let dir = tempfile::tempdir().unwrap();
        let (public, private) = (dir.path().join("Public"), dir.path().join("Private"));
        let write = |path: PathBuf, text: &str| {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        let a = write(public.join("A.h"), "#pragma once\n#include \"Below.h\"\n");
        let below = write(public.join("Below.h"), "#pragma once\n");
        let same_name = write(private.join("Tools/Below.h"), "#pragma once\n");
        let second = write(public.join("Second.h"), "#pragma once\n");
        // Two that begin with each other: in neither's source is the other first.
        let one = write(public.join("One.h"), "#pragma once\n#include \"Two.h\"\n");
        let two = write(public.join("Two.h"), "#pragma once\n#include \"One.h\"\n");
        let source = write(private.join("A.cpp"), "#include \"A.h\"\n#include \"Second.h\"\n");
        let beside = write(private.join("Tools/B.cpp"), "#include \"Below.h\"\n");
        let files = [&a, &one, &two, &source, &beside];
        let firsts = FirstIncludes::read(files, &[public, private]).unwrap();
        let all = [a, below, same_name, second, one, two];
        assert_eq!(all.map(|header| firsts.show(&header)), [true, true, true, false, false, false]);
        assert!(FirstIncludes::read([&dir.path().join("none.h")], &[]).is_err());
    }
}
