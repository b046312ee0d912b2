//! Texts without the credentials in them.

use std::ops::Range;

use vibeue_compaction::secrets::{MASK, find};

use super::server_list;

/// What a model reads in place of a credential.
pub(in crate::project) const MARK: &str = MASK;

/// Where the credentials are in a text of configuration, in order, none
/// overlapping.
pub(in crate::project) fn hidden(text: &str) -> Vec<Range<usize>> {
    let mut found = find(text);
    found.extend(server_list::values(text));
    found.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in found {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// A configuration text as shown to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::project) struct Masked {
    /// The text, with the same lines.
    pub(in crate::project) text: String,
    /// How many values are hidden.
    pub(in crate::project) values: usize,
}

impl Masked {
    pub(in crate::project) fn of(text: &str) -> Self {
        let hidden = hidden(text);
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for range in &hidden {
            out.push_str(&text[at..range.start]);
            out.push_str(MARK);
            // Lines keep their numbers, because edits refer to them.
            out.extend(text[range.clone()].chars().filter(|char| *char == '\n'));
            at = range.end;
        }
        out.push_str(&text[at..]);
        Self { text: out, values: hidden.len() }
    }

    /// Masks what was read of a file; if that `is_cut`, its last line is left out: a credential
    /// that continues after it may not be recognized.
    pub(in crate::project) fn of_bytes(content: &[u8], is_cut: bool) -> Self {
        let lines = content.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let whole = if is_cut { &content[..lines] } else { content };
        Self::of(&String::from_utf8_lossy(whole))
    }

    /// A note for the model in addition to the text; `None` if all of it is shown.
    pub(in crate::project) fn note(&self) -> Option<String> {
        let values = match self.values {
            0 => return None,
            1 => "1 value that looks like a credential is".to_owned(),
            many => format!("{many} values that look like credentials are"),
        };
        Some(format!("{values} shown as {MARK}: leave such values out of what you edit"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_stays_where_it_was() {
        let key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n\
                   -----END PRIVATE KEY-----\n";
        let text = format!("a: 1\n{key}b: 2\n");
        let masked = Masked::of(&text);
        assert_eq!(
            masked.text,
            "a: 1\n-----BEGIN PRIVATE KEY-----[secret]\n\n-----END PRIVATE KEY-----\nb: 2\n"
        );
        assert_eq!(masked.values, 1);
    }

    #[test]
    fn the_line_at_which_reading_ended_is_not_shown() {
        let content = b"{\"a\": 1,\n\"token\": \"ghp_a1B2";
        let shown = |is_cut| Masked::of_bytes(content, is_cut).text;
        assert_eq!(shown(true), "{\"a\": 1,\n");
        assert_eq!(shown(false).lines().count(), 2);
        assert_eq!(Masked::of_bytes(b"one line", true).text, "");
    }

    #[test]
    fn what_has_no_credentials_is_shown_as_it_is() {
        let text = "+ActionMappings=(ActionName=\"Jump\",Key=SpaceBar)\n\
                    ProjectID=1A2B3C4D5E6F7A8B9C0D1E2F3A4B5C6D\n";
        assert_eq!(Masked::of(text), Masked { text: text.to_owned(), values: 0 });
        assert_eq!(Masked::of(text).note(), None);
    }

    #[test]
    fn addresses_of_source_control_keep_all_but_the_password() {
        let token = format!("ghp_{}", "a1B2".repeat(9));
        let text = format!(
            "[remote \"origin\"]\n\turl = https://u:{token}@github.com/a/b\n\
             [http]\n\textraheader = AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46Z2hwXw==\n"
        );
        let masked = Masked::of(&text);
        assert_eq!(
            masked.text,
            "[remote \"origin\"]\n\turl = https://u:[secret]@github.com/a/b\n\
             [http]\n\textraheader = AUTHORIZATION: basic [secret]\n"
        );
        assert_eq!(
            masked.note().as_deref(),
            Some(
                "2 values that look like credentials are shown as [secret]: leave such values out \
                  of what you edit"
            )
        );
    }
}
