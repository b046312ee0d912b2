//! Headers of a plugin.

use unreal_standin::header_tool::{Headers, ParsedFile, Report, check, generate};

/// The line that divides two headers of one module.
const NEXT_FILE: &str = "// next file\n";

/// Reads the bytes as the headers of a module, judges them and writes what they stand for. Every
/// place that is named is in its file; the same headers give the same files.
///
/// # Panics
/// If that does not hold.
pub fn header_tool(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let texts: Vec<&str> = text.split(NEXT_FILE).take(4).collect();
    let paths: Vec<String> =
        (0..texts.len()).map(|at| format!("Source/Fuzz/Public/Fuzz{at}.h")).collect();
    let files: Vec<ParsedFile<'_>> =
        paths.iter().zip(&texts).map(|(path, text)| ParsedFile::read(path, text, "Fuzz")).collect();
    for file in &files {
        for declaration in file.all() {
            let _ = format!("{declaration:?}").len();
        }
        for index in 0..file.source.code.len() {
            assert!(file.source.close(index) <= file.source.code.len());
            let _ = (file.source.conditions(index), file.source.doc(index));
        }
    }
    let mut report = Report::default();
    check(&Headers::new(&files), &mut report);
    let first = generate(&files);
    assert_eq!(first, generate(&files), "the same headers, the same files");
    if let Err(found) = &first {
        assert!(!found.is_empty(), "what is refused is refused for a reason");
        for diagnostic in found {
            let text = paths.iter().position(|path| *path == diagnostic.path).map(|at| texts[at]);
            let text = text.expect("a diagnostic names one of the files");
            let lines = text.lines().count().max(1) as u64;
            let line = u64::from(diagnostic.line);
            assert!((1..=lines + 1).contains(&line), "line {line} of {lines}");
        }
    }
}
