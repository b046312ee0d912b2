//! Which of the vocabularies are in the library.

use std::fs;
use std::path::Path;

/// Where they are, with their terms.
const FOLDER: &str = "rust-core/tokens/assets/vocab";

/// How much of an asset is searched for; it is packed so tightly that this occurs nowhere else.
const SAMPLE: usize = 64;

/// Finds the assets that are inside what was built, by their bytes; returns the
/// files' names, sorted.
///
/// # Errors
/// If a file cannot be read, or none of them is inside.
pub(super) fn inside(root: &Path, built: &[u8]) -> Result<Vec<String>, String> {
    let folder = root.join(FOLDER);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_none_or(|it| it != "bpe" && it != "bin") {
            continue;
        }
        let asset = fs::read(&path).map_err(failed)?;
        let middle = asset.len() / 2;
        if contains(built, &asset[middle..asset.len().min(middle + SAMPLE)]) {
            found.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(format!("no vocabulary of {FOLDER} is in the library"));
    }
    Ok(found)
}

/// The terms of those that are inside, and of nothing else: the sections of
/// `LICENSES.md` that name one of them.
///
/// # Errors
/// If the file cannot be read, or has no section for one of them.
pub(super) fn terms(root: &Path, inside: &[String], llama3: bool) -> Result<String, String> {
    let path = root.join(FOLDER).join("LICENSES.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    select(&text, inside, llama3)
}

fn select(text: &str, inside: &[String], llama3: bool) -> Result<String, String> {
    let (preface, sections) =
        text.split_once("\n## ").ok_or("LICENSES.md of the vocabularies has no sections")?;
    let sections: Vec<(&str, &str)> =
        sections.split("\n## ").filter_map(|section| section.split_once('\n')).collect();
    let names = |title: &str, file: &String| title.contains(&format!("`{file}`"));
    for file in inside {
        if !sections.iter().any(|(title, _)| names(title, file)) {
            return Err(format!("LICENSES.md of the vocabularies does not mention {file}"));
        }
    }
    let mut terms = format!("{}\n", preface.trim_end());
    for (title, body) in sections {
        let wanted = inside.iter().any(|file| names(title, file));
        if wanted || (llama3 && title.contains("Llama 3")) {
            terms.push_str(&format!("\n## {title}\n{}\n", body.trim_end()));
        }
    }
    Ok(terms)
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    let Some((first, rest)) = word.split_first() else { return true };
    let mut at = 0;
    while let Some(next) = text[at..].iter().position(|byte| byte == first) {
        at += next + 1;
        if text[at..].starts_with(rest) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn what_is_inside_is_found_by_its_bytes() {
        let root = crate::bridge::root();
        let asset = |name: &str| fs::read(root.join(FOLDER).join(name)).unwrap();
        let built = [b"ELF".to_vec(), asset("qwen2.bpe"), asset("classes.bin")].concat();
        assert_eq!(inside(&root, &built), Ok(names(&["classes.bin", "qwen2.bpe"])));
        let none = inside(&root, b"ELF and nothing of ours").unwrap_err();
        assert_eq!(none, "no vocabulary of rust-core/tokens/assets/vocab is in the library");
    }

    #[test]
    fn the_terms_are_those_of_what_is_inside() {
        let root = crate::bridge::root();
        let told = |inside: &[&str], llama3| terms(&root, &names(inside), llama3).unwrap();
        let some = told(&["o200k_base.bpe", "kimi_k2.bpe", "classes.bin"], false);
        let titles: Vec<&str> = some.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(
            titles,
            [
                "## OpenAI: `o200k_base.bpe`, `cl100k_base.bpe`",
                "## Kimi: `kimi_k2.bpe`",
                "## Unicode: `classes.bin`"
            ]
        );
        assert!(some.contains("Modified MIT License") && !some.contains("Mistral AI"));
        assert!(told(&["qwen2.bpe"], true).contains("\n## Not in this folder: Llama 3\n"));
    }

    #[test]
    fn a_vocabulary_without_terms_is_refused_by_name() {
        let text = "# Terms\n\nOf all.\n\n## One: `one.bpe`\n\nMIT\n";
        assert_eq!(
            select(text, &names(&["one.bpe"]), false),
            Ok("# Terms\n\nOf all.\n\n## One: `one.bpe`\n\nMIT\n".to_owned())
        );
        assert_eq!(
            select(text, &names(&["two.bpe"]), false),
            Err("LICENSES.md of the vocabularies does not mention two.bpe".to_owned())
        );
    }
}
