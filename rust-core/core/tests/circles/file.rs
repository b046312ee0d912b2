//! What one source file declares and names.

use std::collections::BTreeSet;

use super::tokens::tokens_of;

/// A path as its words: `crate`, `facts`, `Fact`; the last one may be `*`.
pub(crate) type Words = Vec<String>;

/// A name that an import brings into a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) path: Words,
    /// What it is called here; `*` for all names of a module.
    pub(crate) name: String,
    /// Whether it is only passed on unless the file names it, too.
    pub(crate) is_public: bool,
}

/// What one source file declares and names.
#[derive(Debug, Default)]
pub(crate) struct File {
    /// The modules that are files of their own.
    pub(crate) modules: BTreeSet<String>,
    /// The items that it defines.
    pub(crate) items: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
    /// The paths in its code.
    pub(crate) paths: Vec<Words>,
    /// The first words of its paths, and every other word.
    pub(crate) words: BTreeSet<String>,
}

const ITEMS: [&str; 9] =
    ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "mod"];

impl File {
    pub(crate) fn read(source: &str) -> Self {
        let tokens = tokens_of(source);
        let mut file = Self::default();
        // How deep the modules lie that are written within the file.
        let mut within: Vec<usize> = Vec::new();
        let mut depth = 0;
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at].as_str();
            let next = tokens.get(at + 1).map_or("", String::as_str);
            let begins = at == 0 || [";", "}", "{", ")", "]", "pub"].contains(&&*tokens[at - 1]);
            match token {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    within.pop_if(|outer| *outer == depth);
                }
                "mod" if tokens.get(at + 2).is_some_and(|sign| sign == ";") => {
                    file.modules.insert(next.to_owned());
                    at += 1;
                }
                "use" if begins => {
                    let is_public = at > 0 && ["pub", ")"].contains(&&*tokens[at - 1]);
                    let first = file.imports.len();
                    at = file.import(&tokens, at + 1, &[], is_public);
                    for import in &mut file.imports[first..] {
                        leave(&mut import.path, within.len());
                    }
                    continue;
                }
                // Where an item is visible is not a use of that place.
                "in" if at > 1 && tokens[at - 2] == "pub" => at = end_of_path(&tokens, at + 1) - 1,
                _ if ITEMS.contains(&token) => {
                    if token == "mod" && tokens.get(at + 2).is_some_and(|sign| sign == "{") {
                        within.push(depth);
                    }
                    file.items.insert(next.to_owned());
                    at += usize::from(is_word(next));
                }
                _ if is_word(token) => {
                    let end = end_of_path(&tokens, at);
                    file.words.insert(token.to_owned());
                    if end > at + 1 && (at == 0 || tokens[at - 1] != "::") {
                        let mut path = tokens[at..end].iter().step_by(2).cloned().collect();
                        leave(&mut path, within.len());
                        file.paths.push(path);
                    }
                    at = end;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        file
    }

    /// Adds the names of an import, and returns where it ends.
    fn import(&mut self, tokens: &[String], at: usize, from: &[String], is_public: bool) -> usize {
        let mut path = from.to_vec();
        let mut at = at;
        loop {
            if tokens[at] == "{" {
                at += 1;
                while tokens[at] != "}" {
                    at = self.import(tokens, at, &path, is_public);
                    at += usize::from(tokens[at] == ",");
                }
                return at + 1;
            }
            path.push(tokens[at].clone());
            at += 1;
            if tokens[at] != "::" {
                break;
            }
            at += 1;
        }
        path.pop_if(|word| word == "self" && !from.is_empty());
        let mut name = path.last().cloned().unwrap_or_default();
        if tokens[at] == "as" {
            name.clone_from(&tokens[at + 1]);
            at += 2;
        }
        self.imports.push(Import { path, name, is_public });
        at
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

fn end_of_path(tokens: &[String], at: usize) -> usize {
    let mut end = at + 1;
    while tokens.get(end).is_some_and(|sign| sign == "::")
        && tokens.get(end + 1).is_some_and(|word| is_word(word))
    {
        end += 2;
    }
    end
}

/// Rewrites a path out of a module that is written within a file into one of
/// the file.
fn leave(path: &mut Words, depth: usize) {
    if depth > 0 && path.first().is_some_and(|word| word == "super") {
        let up = path.iter().take(depth).take_while(|word| *word == "super").count();
        path.drain(..up);
        if path.first().is_none_or(|word| word != "super") {
            path.insert(0, "self".to_owned());
        }
    }
}
