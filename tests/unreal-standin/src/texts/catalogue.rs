//! A translator's file: portable objects as the engine exports and imports them.

use std::fmt::Write as _;

use super::text::Text;

/// A text with its translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The text, with its namespace and key.
    pub text: Text,
    /// The translation; empty if there is none yet.
    pub translation: String,
}

/// All translations into one language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Catalogue {
    /// The texts, in the order of the file.
    pub entries: Vec<Entry>,
}

/// Which of an entry's three texts a line continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Context,
    Source,
    Translation,
}

impl Catalogue {
    /// Reads a `.po` file.
    ///
    /// # Errors
    /// With the line that cannot be read, or whose context has no namespace.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut catalogue = Self::default();
        let mut parts: [Option<String>; 3] = [None, None, None];
        let mut field = None;
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            let failed = |what: &str| format!("line {}: {what}", index + 1);
            if line.starts_with('#') {
                continue;
            }
            if line.is_empty() {
                catalogue.take(&mut parts).map_err(|what| failed(&what))?;
                field = None;
                continue;
            }
            let (name, rest) = line.split_once('"').ok_or_else(|| failed("no quotation mark"))?;
            let begun = match name.trim() {
                "msgctxt" => Some(Field::Context),
                "msgid" => Some(Field::Source),
                "msgstr" => Some(Field::Translation),
                "" => None,
                other => return Err(failed(&format!("`{other}` is not known here"))),
            };
            let value = rest
                .strip_suffix('"')
                .and_then(unquoted)
                .ok_or_else(|| failed("the text between the quotation marks is torn"))?;
            field = begun.or(field);
            let Some(field) = field else { return Err(failed("a text without a name")) };
            let part = &mut parts[field as usize];
            if begun.is_some() && part.is_some() {
                return Err(failed(&format!("a second {}", name.trim())));
            }
            part.get_or_insert_default().push_str(&value);
        }
        catalogue.take(&mut parts).map_err(|what| format!("at the end: {what}"))?;
        Ok(catalogue)
    }

    /// Ends an entry. The one without a context is the file's head.
    fn take(&mut self, parts: &mut [Option<String>; 3]) -> Result<(), String> {
        let [context, source, translation] = std::mem::take(parts);
        let Some(context) = context else { return Ok(()) };
        let (namespace, key) = context
            .split_once(',')
            .ok_or_else(|| format!("the context {context:?} is not a namespace and a key"))?;
        let (Some(source), Some(translation)) = (source, translation) else {
            return Err(format!("{context} has no msgid or no msgstr"));
        };
        let text = Text { namespace: namespace.to_owned(), key: key.to_owned(), source };
        self.entries.push(Entry { text, translation });
        Ok(())
    }

    /// Returns the translation of a text, if there is one for exactly these words.
    #[must_use]
    pub fn translation(&self, text: &Text) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.text == *text)?;
        (!entry.translation.is_empty()).then_some(entry.translation.as_str())
    }

    /// Returns the catalogue of these texts: with the translations that there
    /// are of the same words, without texts that are no longer there.
    #[must_use]
    pub fn renewed(&self, texts: &[Text]) -> Self {
        let entry = |text: &Text| Entry {
            text: text.clone(),
            translation: self.translation(text).unwrap_or("").to_owned(),
        };
        Self { entries: texts.iter().map(entry).collect() }
    }

    /// Writes the `.po` file of a language.
    #[must_use]
    pub fn write(&self, target: &str, culture: &str) -> String {
        let mut text = format!(
            "# The texts of {target} in `{culture}`. `cargo xtask texts` adds new ones and removes those that are gone.\n\
             msgid \"\"\nmsgstr \"\"\n\"Project-Id-Version: {target}\\n\"\n\"Language: {culture}\\n\"\n\
             \"MIME-Version: 1.0\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\
             \"Content-Transfer-Encoding: 8bit\\n\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n"
        );
        for Entry { text: Text { namespace, key, source }, translation } in &self.entries {
            let _ = write!(
                text,
                "\n#. Key:\t{key}\nmsgctxt \"{}\"\nmsgid \"{}\"\nmsgstr \"{}\"\n",
                quoted(&format!("{namespace},{key}")),
                quoted(source),
                quoted(translation)
            );
        }
        text
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out
}

fn unquoted(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        out.push(match c {
            '\\' => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                quoted @ ('"' | '\\') => quoted,
                _ => return None,
            },
            '"' => return None,
            c => c,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, source: &str, translation: &str) -> Entry {
        let text = Text { namespace: "A.B".into(), key: key.into(), source: source.into() };
        Entry { text, translation: translation.into() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let entries =
            vec![entry("One", "a \"b\"\\\n\tc", "ä „b“\\\n\tc"), entry("Two,x", "later", "")];
        let catalogue = Catalogue { entries };
        let written = catalogue.write("Target", "de");
        assert_eq!(Catalogue::read(&written), Ok(catalogue.clone()));
        assert_eq!(
            Catalogue::read(&format!("\u{feff}{}", written.replace('\n', "\r\n"))),
            Ok(catalogue)
        );
    }

    #[test]
    fn a_text_over_several_lines_is_one_text() {
        let read = Catalogue::read(
            "#, fuzzy\nmsgctxt \"A.B,K\"\nmsgid \"\"\n\"one \"\n\"two\"\nmsgstr \"eins\"\n",
        );
        assert_eq!(read, Ok(Catalogue { entries: vec![entry("K", "one two", "eins")] }));
    }

    #[test]
    fn a_torn_file_is_an_error_with_its_line() {
        for (text, said) in [
            ("msgctxt \"A,K\nmsgid", "line 1: the text between the quotation marks is torn"),
            ("msgid_plural \"x\"", "line 1: `msgid_plural` is not known here"),
            ("\"x\"", "line 1: a text without a name"),
            ("msgid \"x\"\nmsgid \"y\"", "line 2: a second msgid"),
            ("what", "line 1: no quotation mark"),
            ("msgid \"a\\q\"", "line 1: the text between the quotation marks is torn"),
            (
                "msgctxt \"K\"\nmsgid \"x\"\nmsgstr \"y\"\n\n",
                "line 4: the context \"K\" is not a namespace and a key",
            ),
            ("msgctxt \"A,K\"\nmsgid \"x\"", "at the end: A,K has no msgid or no msgstr"),
        ] {
            assert_eq!(Catalogue::read(text), Err(said.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_text_that_changed_loses_its_translation_and_one_that_is_gone_leaves() {
        let before = Catalogue {
            entries: vec![
                entry("Gone", "x", "y"),
                entry("Kept", "a", "b"),
                entry("New", "old", "alt"),
            ],
        };
        let texts = [entry("Kept", "a", "").text, entry("New", "new", "").text];
        let after = Catalogue { entries: vec![entry("Kept", "a", "b"), entry("New", "new", "")] };
        assert_eq!(before.renewed(&texts), after);
    }
}
