//! A source as the parser and the rules see it: words, and what is around
//! them.

use std::collections::BTreeMap;

use super::token::{Token, TokenKind};
use super::tokenizer::{Language, tokenize};

/// A preprocessor line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// Its name: `include`, `define`, `pragma`, `if`, …
    pub name: String,
    /// The rest, without comments, its line splices replaced by blanks.
    pub argument: String,
    /// The line on which it begins, from 1.
    pub line: u32,
    /// How many words of code come before it.
    pub code_before: usize,
    /// The conditions under which it is, outermost first.
    pub conditions: Vec<String>,
}

impl Directive {
    /// The path of an `#include`, and whether it is in angle brackets.
    #[must_use]
    pub fn include(&self) -> Option<(&str, bool)> {
        if self.name != "include" {
            return None;
        }
        let argument = self.argument.trim();
        if let Some(rest) = argument.strip_prefix('<') {
            return rest.split_once('>').map(|(path, _)| (path, true));
        }
        let rest = argument.strip_prefix('"')?;
        rest.split_once('"').map(|(path, _)| (path, false))
    }
}

/// A source, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source<'a> {
    /// The path below the plugin's folder, with `/`.
    pub path: &'a str,
    /// The whole text.
    pub text: &'a str,
    /// The words of its code, without comments and preprocessor lines.
    pub code: Vec<Token<'a>>,
    /// Its comments.
    pub comments: Vec<Token<'a>>,
    /// Its preprocessor lines.
    pub directives: Vec<Directive>,
    /// For each word of code that opens a bracket, where it closes; the number of words if it never
    /// does. For other words, the word itself.
    close: Vec<usize>,
    /// For each word of code, the conditions it is under, as an index of
    /// `condition_sets`.
    condition_of: Vec<usize>,
    condition_sets: Vec<Vec<String>>,
    /// The comment before a word, by the word's index.
    docs: BTreeMap<usize, String>,
}

/// Conditions are kept in full for each branch: that many nested ones are not
/// header, and would cost the square of their number.
const MAX_NESTED_CONDITIONS: usize = 64;

impl<'a> Source<'a> {
    /// Takes the text at `path` apart; as C# if the path ends in `.cs`.
    #[must_use]
    pub fn read(path: &'a str, text: &'a str) -> Self {
        let language = if path.ends_with(".cs") { Language::CSharp } else { Language::Cpp };
        let mut source = Self {
            path,
            text,
            code: Vec::new(),
            comments: Vec::new(),
            directives: Vec::new(),
            close: Vec::new(),
            condition_of: Vec::new(),
            condition_sets: vec![Vec::new()],
            docs: BTreeMap::new(),
        };
        source.sort_words(tokenize(text, language));
        source.close = match_brackets(&source.code);
        source
    }

    /// Where the bracket at `index` closes; the number of words if it does not.
    #[must_use]
    pub fn close(&self, index: usize) -> usize {
        self.close.get(index).copied().unwrap_or(self.code.len())
    }

    /// The conditions (`#if` and the like) under which a word is,
    /// outermost first. An `#else` gives `!(…)`.
    #[must_use]
    pub fn conditions(&self, index: usize) -> &[String] {
        let set = self.condition_of.get(index).copied().unwrap_or(0);
        &self.condition_sets[set]
    }

    /// The comment that comes before a word, without its frame.
    #[must_use]
    pub fn doc(&self, index: usize) -> Option<&str> {
        self.docs.get(&index).map(String::as_str)
    }

    /// The text from one word to another, the second not included, with runs
    /// of blanks as one and comments left out.
    #[must_use]
    pub fn words(&self, range: std::ops::Range<usize>) -> String {
        let mut text = String::new();
        let mut end = None;
        // A range may run over the end of a torn file.
        let end_of_code = range.end.min(self.code.len());
        for token in &self.code[range.start.min(end_of_code)..end_of_code] {
            if end.is_some_and(|end| token.offset > end) {
                text.push(' ');
            }
            text.push_str(token.text);
            end = Some(token.end());
        }
        text
    }

    /// The `#include`s: path, in angle brackets, the directive.
    pub fn includes(&self) -> impl Iterator<Item = (&str, bool, &Directive)> {
        self.directives.iter().filter_map(|directive| {
            directive.include().map(|(path, angled)| (path, angled, directive))
        })
    }

    fn sort_words(&mut self, tokens: Vec<Token<'a>>) {
        let mut conditions = Conditions { stack: Vec::new(), set: 0 };
        let mut comments: Vec<Token<'a>> = Vec::new();
        let mut last_line = 0;
        for token in tokens {
            match token.kind {
                TokenKind::Comment => {
                    // A comment after code, on its line, is not about what follows.
                    if token.line != last_line {
                        comments.push(token);
                    }
                    self.comments.push(token);
                }
                TokenKind::Directive => {
                    comments.clear();
                    let directive = self.directive(&token, &conditions);
                    conditions.step(&directive, &mut self.condition_sets);
                    self.directives.push(directive);
                }
                _ => {
                    if !comments.is_empty() {
                        if let Some(doc) = doc_text(&comments) {
                            self.docs.insert(self.code.len(), doc);
                        }
                        comments.clear();
                    }
                    last_line = token.line;
                    self.condition_of.push(conditions.set);
                    self.code.push(token);
                }
            }
        }
    }

    fn directive(&self, token: &Token<'_>, conditions: &Conditions) -> Directive {
        let text = token.text.replace("\\\r\n", " ").replace("\\\n", " ");
        let text = text[1..].trim_start();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
        Directive {
            name: text[..end].to_owned(),
            argument: text[end..].trim().to_owned(),
            line: token.line,
            code_before: self.code.len(),
            conditions: self.condition_sets[conditions.set].clone(),
        }
    }
}

/// The conditions that are open while a source is read.
struct Conditions {
    /// Each open `#if`: the set around it, and the conditions of the branches
    /// that came before the present one.
    stack: Vec<(usize, Vec<String>)>,
    /// The present set.
    set: usize,
}

impl Conditions {
    fn step(&mut self, directive: &Directive, sets: &mut Vec<Vec<String>>) {
        let condition = match directive.name.as_str() {
            "ifdef" => format!("defined({})", directive.argument),
            "ifndef" => format!("!defined({})", directive.argument),
            _ => directive.argument.clone(),
        };
        match directive.name.as_str() {
            "if" | "ifdef" | "ifndef" => {
                self.stack.push((self.set, vec![condition.clone()]));
                self.enter(condition, sets);
            }
            "elif" | "else" => {
                let Some((outer, before)) = self.stack.last_mut() else { return };
                let outer = *outer;
                let mut terms: Vec<String> = before
                    .iter()
                    .take(MAX_NESTED_CONDITIONS)
                    .map(|term| format!("!({term})"))
                    .collect();
                if directive.name == "elif" {
                    before.push(condition.clone());
                    terms.push(condition);
                }
                self.set = outer;
                self.enter(terms.join(" && "), sets);
            }
            "endif" => {
                if let Some((outer, _)) = self.stack.pop() {
                    self.set = outer;
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, condition: String, sets: &mut Vec<Vec<String>>) {
        let mut conditions = sets[self.set].clone();
        if conditions.len() < MAX_NESTED_CONDITIONS {
            conditions.push(condition);
            sets.push(conditions);
            self.set = sets.len() - 1;
        }
    }
}

/// Pairs brackets, forgiving ones that have no partner.
fn match_brackets(code: &[Token<'_>]) -> Vec<usize> {
    let mut close: Vec<usize> = (0..code.len()).collect();
    let mut open: Vec<usize> = Vec::new();
    let mut counts = [0usize; 3];
    for (index, token) in code.iter().enumerate() {
        if token.kind != TokenKind::Punctuation {
            continue;
        }
        if let Some(kind) = "([{".find(token.text) {
            close[index] = code.len();
            counts[kind] += 1;
            open.push(index);
        } else if let Some(kind) = ")]}".find(token.text) {
            if counts[kind] == 0 {
                continue;
            }
            while let Some(start) = open.pop() {
                let found = "([{".find(code[start].text).unwrap_or(0);
                counts[found] -= 1;
                if found == kind {
                    close[start] = index;
                    break;
                }
            }
        }
    }
    close
}

/// The text of the comments before a declaration: the last block, or the run
/// of `//` lines.
fn doc_text(comments: &[Token<'_>]) -> Option<String> {
    let last = comments.last()?;
    let lines: Vec<&str> = if last.text.starts_with("/*") {
        let inner = last.text.strip_prefix("/*").unwrap_or(last.text);
        inner.strip_suffix("*/").unwrap_or(inner).trim_start_matches('*').lines().collect()
    } else {
        let first = comments.iter().rposition(|token| token.text.starts_with("/*"));
        let run = &comments[first.map_or(0, |index| index + 1)..];
        run.iter().map(|token| token.text.trim_start_matches('/')).collect()
    };
    let mut text = String::new();
    for line in lines {
        let line = line.trim();
        let line = line.strip_prefix('*').unwrap_or(line).trim();
        if !(text.is_empty() && line.is_empty()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(source: &Source<'_>, text: &str) -> usize {
        source.code.iter().position(|token| token.text == text).expect("the word is there")
    }

    #[test]
    fn a_word_knows_the_conditions_it_stands_under() {
        let source = Source::read(
            "A.h",
            "a\n#if X\nb\n#ifdef Y\nc\n#endif\n#elif Z\nd\n#else\ne\n#endif\nf\n#endif\ng",
        );
        let conditions = |text| source.conditions(word(&source, text)).to_vec();
        assert_eq!(conditions("a"), Vec::<String>::new());
        assert_eq!(conditions("b"), ["X"]);
        assert_eq!(conditions("c"), ["X", "defined(Y)"]);
        assert_eq!(conditions("d"), ["!(X) && Z"]);
        assert_eq!(conditions("e"), ["!(X) && !(Z)"]);
        assert_eq!(conditions("f"), Vec::<String>::new());
        assert_eq!(conditions("g"), Vec::<String>::new());
    }

    #[test]
    fn brackets_that_have_no_partner_are_forgiven() {
        let source = Source::read("A.h", "( a [ b ) c ] { d");
        assert_eq!(source.close(word(&source, "(")), 4);
        assert_eq!(source.close(word(&source, "[")), source.code.len());
        assert_eq!(source.close(word(&source, "{")), source.code.len());
        let many = ")]}([{".repeat(20_000);
        assert_eq!(Source::read("A.h", &many).code.len(), 120_000);
    }

    #[test]
    fn the_comment_before_a_word_is_its_doc() {
        let source = Source::read(
            "A.h",
            "/** First.\n *\n * Second. */\na // behind\nb\n// one\n// two\nc\n/* old */ /** new */ d\n// x\n#if 1\ne",
        );
        let doc = |text| source.doc(word(&source, text));
        assert_eq!(doc("a"), Some("First.\n\nSecond."));
        assert_eq!(doc("b"), None);
        assert_eq!(doc("c"), Some("one\ntwo"));
        assert_eq!(doc("d"), Some("new"));
        assert_eq!(doc("e"), None);
    }

    #[test]
    fn includes_are_read_with_their_brackets() {
        let source = Source::read(
            "A.h",
            "#include \"A/B.h\" // why\n# include <vector>\n#include X\n#pragma once\n",
        );
        let includes: Vec<_> = source
            .includes()
            .map(|(path, angled, directive)| (path, angled, directive.line))
            .collect();
        assert_eq!(includes, [("A/B.h", false, 1), ("vector", true, 2)]);
        assert_eq!(source.directives[3].argument, "once");
    }

    #[test]
    fn the_words_of_a_range_are_joined_as_written() {
        let source = Source::read("A.h", "const /* x */ TArray<FString>  &Names;");
        assert_eq!(source.words(0..7), "const TArray<FString> &Names");
    }
}
