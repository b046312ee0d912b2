//! Which facts are informative when they are listed without a sentence.

use crate::facts::{Fact, FactKind, Origin};

/// Returns whether a fact is informative in a list: because it identifies one thing, or comes with
/// the key that it belongs to. Words in capitals, fragments of code and bare numbers do not.
pub(super) fn is_informative(fact: &Fact<'_>) -> bool {
    let text = fact.text;
    let letters = text.bytes().any(|b| b.is_ascii_alphabetic());
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let by_user = matches!(fact.origin, Origin::User | Origin::Summary);
    if !by_user && is_common(fact.kind, text) || MANGLED.iter().any(|it| text.starts_with(it)) {
        return false;
    }
    // That a tool was called is known from its definition or its results.
    if fact.label == Some("tool") {
        return false;
    }
    match fact.kind {
        // An amount that nobody said is one of a table's.
        FactKind::Money => by_user || fact.label.is_some(),
        FactKind::Id => letters && digits > 0 && text.len() >= 4 || digits >= 5,
        FactKind::Path | FactKind::Asset => text.len() >= 8,
        FactKind::Identifier => {
            let named = fact.label == Some("tool") || digits > 0;
            text.len() >= 6 && (by_user || named || fact.messages >= 3)
        }
        FactKind::Number => by_user && (letters || fact.label.is_some() || digits >= 3),
        FactKind::Quote => by_user && fact.label.is_none() && text.len() >= 4,
        kind => kind.is_informative(by_user),
    }
}

/// Recognizes what looks like the name of one thing and is the same
/// everywhere: a number as code writes it, an encoding, a media type, a
/// program of the system, a member of the object at hand, an XML namespace.
fn is_common(kind: FactKind, text: &str) -> bool {
    match kind {
        FactKind::Id => is_worded_number(text) || ENCODINGS.iter().any(|it| text.starts_with(it)),
        FactKind::Identifier => {
            is_number_of_code(text) || SELVES.iter().any(|it| text.starts_with(it))
        }
        FactKind::Path => {
            PROGRAMS.iter().any(|it| text.starts_with(it))
                || text.split_once('/').is_some_and(|(kind, _)| MEDIA.contains(&kind))
        }
        FactKind::Url => text.contains("://www.w3.org/"),
        _ => false,
    }
}

/// `24-hour`, `utf-8-sig`: lower-case words and a figure or two.
fn is_worded_number(text: &str) -> bool {
    text.contains('-')
        && text.split('-').all(|part| {
            let is_word = part.bytes().all(|b| b.is_ascii_lowercase());
            is_word || part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit())
        })
}

/// `40000.0f`, `0x1F`, `1e-4`: what begins as a number and has at most a suffix.
fn is_number_of_code(text: &str) -> bool {
    let body = text.strip_prefix("0x").map_or_else(
        || text.trim_end_matches(['f', 'F', 'u', 'U', 'l', 'L']),
        |hex| hex.trim_start_matches(|c: char| c.is_ascii_hexdigit()),
    );
    body.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'e' | b'-'))
}

const ENCODINGS: [&str; 4] = ["iso-", "utf-", "cp125", "latin-"];

/// How the part of a member function's decorated name begins in which
/// Microsoft's linker writes its access and its parameters (x64).
const MANGLED: [&str; 8] = ["QEAA", "QEBA", "UEAA", "UEBA", "AEAA", "AEBA", "IEAA", "IEBA"];

const SELVES: [&str; 4] = ["self.", "this.", "this->", "cls."];

const PROGRAMS: [&str; 4] = ["/usr/bin/", "/usr/local/bin/", "/bin/", "/usr/sbin/"];

/// The registered top-level media types (RFC 6838).
const MEDIA: [&str; 9] =
    ["application", "audio", "font", "image", "message", "model", "multipart", "text", "video"];

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::MessageId;

    fn fact(kind: FactKind, text: &str, origin: Origin) -> Fact<'_> {
        let id = MessageId(2);
        Fact { kind, text, label: None, origin, first: id, last: id, messages: 3 }
    }

    #[test]
    fn what_is_the_same_everywhere_is_not_listed_unless_the_user_said_it() {
        let common = [
            (FactKind::Id, "utf-8-sig"),
            (FactKind::Id, "iso-8859-1"),
            (FactKind::Id, "24-hour"),
            (FactKind::Identifier, "40000.0f"),
            (FactKind::Identifier, "0xFF00FF"),
            (FactKind::Identifier, "self.precision"),
            (FactKind::Path, "/usr/bin/perl"),
            (FactKind::Path, "multipart/form-data"),
            (FactKind::Url, "http://www.w3.org/1999/xhtml"),
            (FactKind::Money, "$338"),
        ];
        for (kind, text) in common {
            assert!(!is_informative(&fact(kind, text, Origin::ToolResult)), "{text}");
            assert!(is_informative(&fact(kind, text, Origin::User)), "{text}");
        }
    }

    #[test]
    fn what_names_one_thing_is_listed() {
        let telling = [
            (FactKind::Id, "HAT021"),
            (FactKind::Id, "DXT1"),
            (FactKind::Id, "b2-1042-x"),
            (FactKind::Id, "ticket-4711"),
            (FactKind::Identifier, "K2Node_Event_11"),
            (FactKind::Identifier, "3.0.0rc4"),
            (FactKind::Identifier, "World.TickFor"),
            (FactKind::Path, "/testbed/reproduce.py"),
            (FactKind::Path, "image_tools/resize.py"),
            (FactKind::Url, "http://web.chal.csaw.io:8000/cgi-bin/forms.pl"),
        ];
        for (kind, text) in telling {
            assert!(is_informative(&fact(kind, text, Origin::ToolResult)), "{text}");
        }
    }
}
