//! A server's authentication challenge.

/// What a server says when it requires authentication, in the header
/// `WWW-Authenticate`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::mcp) struct Challenge {
    /// Where its metadata is.
    pub(super) metadata: Option<String>,
    /// The scopes to request, separated by spaces.
    pub(super) scope: Option<String>,
    /// Why it rejects the token, as one word.
    pub(super) error: Option<String>,
}

impl Challenge {
    /// Reads the header. What cannot be read is left out.
    pub(in crate::mcp) fn of(header: &str) -> Self {
        let fields = fields(header);
        let find = |name: &str| {
            let field = fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name));
            field.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
        };
        Self {
            metadata: find("resource_metadata"),
            scope: find("scope").filter(|scope| is_scope(scope)),
            error: find("error").filter(|error| is_word(error)),
        }
    }
}

/// Returns whether a text is a list of scopes (RFC 6749, section 3.3).
pub(super) fn is_scope(text: &str) -> bool {
    let is_allowed = |byte: u8| (0x20..0x7f).contains(&byte) && byte != b'"' && byte != b'\\';
    text.len() <= 2_000 && text.bytes().all(is_allowed)
}

/// Returns whether a text is a single word, like OAuth error codes, which can be shown.
pub(super) fn is_word(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    !text.is_empty() && text.len() <= 40 && text.bytes().all(is_allowed)
}

/// The fields of the header: `name=value` and `name="value"`, of any scheme.
fn fields(header: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut rest = header;
    while let Some((before, after)) = rest.split_once('=') {
        let name = before.rsplit([' ', ',', '\t']).next().unwrap_or_default();
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => unquoted(quoted),
            None => {
                let end = after.find([',', ' ']).unwrap_or(after.len());
                (after[..end].to_owned(), &after[end..])
            }
        };
        fields.push((name.to_owned(), value));
        rest = left;
    }
    fields
}

/// Reads up to the closing quotation mark; also returns the rest after it.
fn unquoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return (value, &text[at + 1..]),
            '\\' => value.extend(signs.next().map(|(_, sign)| sign)),
            _ => value.push(sign),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(metadata: Option<&str>, scope: Option<&str>, error: Option<&str>) -> Challenge {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Challenge { metadata: own(metadata), scope: own(scope), error: own(error) }
    }

    #[test]
    fn a_header_is_read_however_it_is_written() {
        let at = "https://a.example/.well-known/oauth-protected-resource?x=1";
        for (header, challenge) in [
            ("Bearer", of(None, None, None)),
            ("", of(None, None, None)),
            (
                "Bearer resource_metadata=\"https://a.example/.well-known/oauth-protected-resource?x=1\"",
                of(Some(at), None, None),
            ),
            (
                "Basic realm=\"a, b\", bearer error=invalid_token,Scope=\"files:read  x\", \
                 resource_metadata=https://a.example/m",
                of(Some("https://a.example/m"), Some("files:read  x"), Some("invalid_token")),
            ),
            ("Bearer error=\"a\\\"b\", scope=\"\"", of(None, None, None)),
            ("Bearer scope=\"open", of(None, Some("open"), None)),
            ("Bearer error=\"<script>\", scope=\"a\\\\b\"", of(None, None, None)),
        ] {
            assert_eq!(Challenge::of(header), challenge, "{header}");
        }
    }
}
