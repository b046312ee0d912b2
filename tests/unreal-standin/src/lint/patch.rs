//! Applying a patch to the files of a plugin.

use super::plugin_files::PluginFiles;

/// The other side of a file that a patch adds or removes.
const NOTHING: &str = "/dev/null";

/// What a patch does to one file.
#[derive(Debug, Default)]
struct FilePatch<'a> {
    /// Its path before, or [`NOTHING`].
    old: &'a str,
    /// Its path after, or [`NOTHING`].
    new: &'a str,
    hunks: Vec<Hunk<'a>>,
}

/// Lines that are replaced by others, the unchanged ones around them included.
#[derive(Debug, Default)]
struct Hunk<'a> {
    /// The line of the patch at which it begins, counted from 1.
    line: usize,
    before: Vec<&'a str>,
    after: Vec<&'a str>,
}

/// Applies a unified diff as `git diff` writes it: paths begin with `a/` and `b/`, and `/dev/null`
/// adds or removes a file. What `diff -u` writes is read as well if its paths begin like that.
///
/// Each hunk is found by the lines that it removes and those around them, and
/// not by the numbers in its head. They must follow each other at exactly one
/// place of the file: a patch survives changes elsewhere in it, unless these repeat
/// the same lines. A file that is removed is not compared with what the patch
/// says of it. Lines of a changed or added file end with line feeds, the last
/// one too.
///
/// # Errors
///
/// If the text is not such a diff or does not fit the files: what was looked for, in which file,
/// and what to do.
pub fn apply_patch(files: PluginFiles, patch: &str) -> Result<PluginFiles, String> {
    let parts = read(patch)?;
    if parts.is_empty() {
        return Err("the patch changes no file: it has no line that begins with \"--- \"".into());
    }
    parts.iter().try_fold(files, apply_to_file)
}

fn apply_to_file(files: PluginFiles, part: &FilePatch<'_>) -> Result<PluginFiles, String> {
    if part.old == NOTHING {
        if files.has(part.new) {
            return Err(format!("the patch adds {}, which is there already", part.new));
        }
        let lines = part.hunks.iter().flat_map(|hunk| &hunk.after);
        return Ok(files.with(part.new, &lines.map(|line| format!("{line}\n")).collect::<String>()));
    }
    if !files.has(part.old) {
        return Err(format!(
            "the patch changes {}, which does not exist: if it was renamed, rename it in the patch",
            part.old
        ));
    }
    if part.new == NOTHING {
        return Ok(files.without(part.old));
    }
    if part.old != part.new {
        return Err(format!("the patch renames {} to {}: it cannot", part.old, part.new));
    }
    let text = files.text(part.old).ok_or_else(|| format!("{} is not a text", part.old))?;
    let mut lines: Vec<&str> = text.lines().collect();
    for hunk in &part.hunks {
        let at = place(&lines, hunk, part.old)?;
        lines.splice(at..at + hunk.before.len(), hunk.after.iter().copied());
    }
    let changed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Ok(files.with(part.old, &changed))
}

/// Finds the one place where a hunk fits.
fn place(lines: &[&str], hunk: &Hunk<'_>, path: &str) -> Result<usize, String> {
    let wanted = &hunk.before;
    let places: Vec<usize> = lines
        .windows(wanted.len())
        .enumerate()
        .filter(|(_, window)| *window == wanted.as_slice())
        .map(|(at, _)| at)
        .collect();
    match places.as_slice() {
        [at] => Ok(*at),
        [] => Err(format!(
            "the hunk at line {} of the patch no longer fits {path}, which has changed since: {}; \
             write the mistake into the file as it is now and compare the two with diff -u",
            hunk.line,
            nearest_miss(lines, wanted)
        )),
        several => Err(format!(
            "the hunk at line {} of the patch fits {path} at {} places: give it more lines around",
            hunk.line,
            several.len()
        )),
    }
}

/// Says how far the best place fits.
fn nearest_miss(lines: &[&str], wanted: &[&str]) -> String {
    let fits = |at: usize| wanted.iter().zip(&lines[at..]).take_while(|(a, b)| a == b).count();
    let best = (0..lines.len()).max_by_key(|at| (fits(*at), usize::MAX - at)).unwrap_or(0);
    let count = if lines.is_empty() { 0 } else { fits(best) };
    let expected = wanted.get(count).copied().unwrap_or_default();
    if count == 0 {
        return format!("it has no line \"{expected}\"");
    }
    let found = lines.get(best + count).copied().unwrap_or("the end of the file");
    format!("line {} is \"{found}\" and not \"{expected}\"", best + count + 1)
}

fn read(patch: &str) -> Result<Vec<FilePatch<'_>>, String> {
    let mut parts: Vec<FilePatch<'_>> = Vec::new();
    let mut lines = patch.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
    while let Some((number, line)) = lines.next() {
        if let Some(old) = line.strip_prefix("--- ") {
            let new = lines.next().and_then(|(_, next)| next.strip_prefix("+++ "));
            let new =
                new.ok_or_else(|| format!("line {number} of the patch has no \"+++ \" below"))?;
            parts.push(FilePatch { old: path(old), new: path(new), hunks: Vec::new() });
        } else if line.starts_with("@@") {
            let part = parts
                .last_mut()
                .ok_or_else(|| format!("line {number} of the patch has no file"))?;
            let mut hunk = Hunk { line: number, ..Hunk::default() };
            while let Some((_, line)) = lines.next_if(|(_, line)| !begins_another(line)) {
                match line.split_at_checked(1) {
                    Some((" ", rest)) => {
                        hunk.before.push(rest);
                        hunk.after.push(rest);
                    }
                    Some(("-", rest)) => hunk.before.push(rest),
                    Some(("+", rest)) => hunk.after.push(rest),
                    // Some editors drop the space of an empty line.
                    None => {
                        hunk.before.push("");
                        hunk.after.push("");
                    }
                    // "\ No newline at end of file"
                    Some(("\\", _)) => {}
                    Some(_) => return Err(format!("\"{line}\" is not a line of a hunk")),
                }
            }
            if hunk.before == hunk.after {
                return Err(format!("the hunk at line {number} of the patch changes nothing"));
            }
            if hunk.before.is_empty() && part.old != NOTHING {
                return Err(format!("the hunk at line {number} of the patch has no line around"));
            }
            part.hunks.push(hunk);
        } else if !is_between_files(line) {
            return Err(format!("line {number} of the patch is not understood: \"{line}\""));
        }
    }
    Ok(parts)
}

/// A removed line may itself begin with two dashes and a space: the head of a file is recognized by
/// the `a/` or `/dev/null` after them.
fn begins_another(line: &str) -> bool {
    let names_a_file = |rest: &str| rest.starts_with("a/") || rest.starts_with(NOTHING);
    line.starts_with("@@")
        || line.starts_with("diff ")
        || line.strip_prefix("--- ").is_some_and(names_a_file)
}

/// What `git diff` writes above a file.
fn is_between_files(line: &str) -> bool {
    ["diff ", "index ", "new file mode", "deleted file mode"]
        .iter()
        .any(|begin| line.starts_with(begin))
}

fn path(side: &str) -> &str {
    let path = side.split('\t').next().unwrap_or(side).trim_end();
    path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "one\ntwo\nthree\nfour\ntwo\n";

    fn files() -> PluginFiles {
        PluginFiles::default().with("Source/A.h", SOURCE).with("Source/B.h", "b\n")
    }

    fn refusal(patch: &str) -> String {
        apply_patch(files(), patch).expect_err("the patch does not fit")
    }

    #[test]
    fn a_patch_changes_adds_and_removes_files_wherever_its_lines_have_moved() {
        let patch = "diff --git a/Source/A.h b/Source/A.h\n\
             --- a/Source/A.h\n+++ b/Source/A.h\n\
             @@ -91,2 +91,3 @@ far away\n two\n-three\n+drei\n+3\n\
             --- /dev/null\n+++ b/Source/C.h\n@@ -0,0 +1,2 @@\n+c\n+\n\
             --- a/Source/B.h\n+++ /dev/null\n";
        let changed = apply_patch(files(), patch).expect("it fits");
        let expected = PluginFiles::default()
            .with("Source/A.h", "one\ntwo\ndrei\n3\nfour\ntwo\n")
            .with("Source/C.h", "c\n\n");
        assert_eq!(changed, expected);
    }

    #[test]
    fn a_patch_that_no_longer_fits_says_where_and_what_to_do() {
        let head = "--- a/Source/A.h\n+++ b/Source/A.h\n";
        let refused = refusal(&format!("{head}@@ -2,2 +2,1 @@\n two\n three\n-vier\n"));
        assert_eq!(
            refused,
            "the hunk at line 3 of the patch no longer fits Source/A.h, which has changed since: \
             line 4 is \"four\" and not \"vier\"; write the mistake into the file as it is now and \
             compare the two with diff -u"
        );
        let refused = refusal(&format!("{head}@@ -1 +1 @@\n-zero\n+0\n"));
        assert!(refused.contains("it has no line \"zero\""), "{refused}");
        let refused = refusal(&format!("{head}@@ -2 +2 @@\n-two\n+2\n"));
        assert!(refused.contains("at 2 places: give it more lines around"), "{refused}");
        let refused = refusal("--- a/Source/Z.h\n+++ b/Source/Z.h\n@@ -1 +1 @@\n-a\n+b\n");
        assert!(refused.contains("Source/Z.h, which does not exist"), "{refused}");
        let refused = refusal("--- /dev/null\n+++ b/Source/B.h\n@@ -0,0 +1 @@\n+b\n");
        assert_eq!(refused, "the patch adds Source/B.h, which is there already");
    }

    #[test]
    fn a_text_that_is_not_a_patch_is_refused() {
        for (patch, why) in [
            ("", "changes no file"),
            ("@@ -1 +1 @@\n", "has no file"),
            ("--- a/Source/A.h\n", "no \"+++ \" below"),
            ("--- a/Source/A.h\n+++ b/Source/A.h\n@@ -1 +1 @@\n one\n", "changes nothing"),
            ("--- a/Source/A.h\n+++ b/Source/A.h\n@@ -1 +1 @@\n+one\n", "no line around"),
            ("--- a/Source/A.h\n+++ b/Source/B.h\n@@ -1 +1 @@\n-one\n+1\n", "renames"),
            ("one\n", "is not understood"),
        ] {
            let refused = refusal(patch);
            assert!(refused.contains(why), "{patch:?}: {refused}");
        }
    }
}
