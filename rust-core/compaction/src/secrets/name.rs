//! What a name says about the value that follows it.

use std::ops::Range;

/// How certain a name alone makes it that its value is a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// A password: any value that is not a placeholder.
    Password,
    /// Several words that together form a secret.
    Phrase,
    /// A token or key: a value that looks like one.
    Token,
    /// An unspecified key: a value that looks random and is not a GUID.
    SomeKey,
    /// A cookie header: everything that follows.
    Cookie,
    /// A PIN: a number of a few digits.
    Pin,
}

/// The longest name, in bytes.
const LONGEST: usize = 96;

/// Words at the end of a name that only say which of several it is.
const SUFFIXES: [&str; 24] = [
    "1",
    "2",
    "3",
    "value",
    "b64",
    "base64",
    "hash",
    "raw",
    "plain",
    "text",
    "plaintext",
    "old",
    "new",
    "prod",
    "production",
    "dev",
    "staging",
    "stage",
    "test",
    "live",
    "main",
    "primary",
    "secondary",
    "header",
];
/// Words before `key` that make it secret.
const KEYS: [&str; 33] = [
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "account",
    "encryption",
    "signing",
    "master",
    "service",
    "subscription",
    "ssh",
    "deploy",
    "client",
    "consumer",
    "storage",
    "shared",
    "webhook",
    "admin",
    "server",
    "app",
    "application",
    "x",
    "license",
    "crypto",
    "aes",
    "rsa",
    "hmac",
    "jwt",
    "session",
    "bot",
    "role",
    "anon",
];
/// Words before `key` that make it ordinary.
const PLAIN_KEYS: [&str; 22] = [
    "cache",
    "primary",
    "foreign",
    "sort",
    "partition",
    "row",
    "map",
    "object",
    "hot",
    "config",
    "registry",
    "translation",
    "localization",
    "loc",
    "public",
    "string",
    "index",
    "group",
    "idempotency",
    "input",
    "shortcut",
    "asset",
];
/// Words before `token` with which it is not a credential.
const PLAIN_TOKENS: [&str; 19] = [
    "page",
    "next",
    "continuation",
    "cancellation",
    "cancel",
    "sync",
    "start",
    "end",
    "bos",
    "eos",
    "pad",
    "unk",
    "sep",
    "cls",
    "mask",
    "special",
    "stop",
    "change",
    "position",
];
/// Words for "password" in other languages, as whole words.
const FOREIGN: [&str; 17] = [
    "passwort",
    "kennwort",
    "contrase\u{f1}a",
    "contrasena",
    "mot de passe",
    "senha",
    "has\u{142}o",
    "wachtwoord",
    "пароль",
    "Пароль",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "비밀번호",
    "暗証番号",
    "pass",
];

/// The name around a trigger: letters, digits, `_`, `-` and `.`.
pub(super) fn around(text: &str, at: &Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let part = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let mut start = at.start;
    while start > 0 && at.start - start < LONGEST && part(bytes[start - 1]) {
        start -= 1;
    }
    // The letter of an escape such as `\n` is not part of the name.
    if start > 0 && bytes[start - 1] == b'\\' && b"ntr".contains(&bytes[start]) && start < at.start
    {
        start += 1;
    }
    let mut end = at.end;
    // Triggers such as `key=` and `pass"` reach past the end of the name.
    while end > at.start && !part(bytes[end - 1]) && bytes[end - 1].is_ascii() {
        end -= 1;
    }
    while end < bytes.len() && end - start < LONGEST {
        let byte = bytes[end];
        // Names in other languages continue with letters that are not ASCII.
        let foreign = !byte.is_ascii()
            && text[end..]
                .chars()
                .next()
                .is_some_and(|c| c.is_alphabetic() && u32::from(c) < 0x500);
        if !(part(byte) || foreign) {
            break;
        }
        end += text[end..].chars().next().map_or(1, char::len_utf8);
    }
    // A sentence or a heading may end after it.
    while end > start && b".-".contains(&bytes[end - 1]) {
        end -= 1;
    }
    start..end
}

/// What the name says; `None` for one that does not announce a secret.
pub(super) fn class_of(name: &str) -> Option<Name> {
    if FOREIGN.contains(&name.to_lowercase().as_str()) || FOREIGN.contains(&name) {
        return Some(Name::Password);
    }
    let parts = segments(name);
    let mut parts: &[String] = &parts;
    while parts.len() > 1 && SUFFIXES.contains(&parts[parts.len() - 1].as_str()) {
        parts = &parts[..parts.len() - 1];
    }
    let (last, before) = parts.split_last()?;
    let last = last.trim_end_matches(|c: char| c.is_ascii_digit());
    let prior = before.last().map_or("", String::as_str);
    match last {
        "passcode" | "passwort" | "userpass" | "dbpass" | "rootpass" => Some(Name::Password),
        // `PGPASSWORD`, `mypwd`
        word if ["password", "passwd", "pwd"].iter().any(|end| word.ends_with(end)) => {
            Some(Name::Password)
        }
        "pass" if !prior.is_empty() && !RENDERS.contains(&prior) => Some(Name::Password),
        "passphrase" | "mnemonic" | "phrase" => Some(Name::Phrase),
        "secret" => Some(Name::Password),
        "token" | "accesstoken" | "authtoken" | "apitoken" | "refreshtoken" | "bottoken"
            if !PLAIN_TOKENS.contains(&prior) =>
        {
            Some(Name::Token)
        }
        "apikey" | "accesskey" | "privatekey" | "secretkey" | "accountkey" | "credential"
        | "credentials" | "auth" | "authorization" | "sig" | "signature" | "sas" => {
            Some(Name::Token)
        }
        "key" if KEYS.contains(&prior) => Some(Name::Token),
        "key" if !prior.is_empty() && !PLAIN_KEYS.contains(&prior) => Some(Name::SomeKey),
        "key" if name == "key" => Some(Name::SomeKey),
        "cookie" => Some(Name::Cookie),
        _ => None,
    }
}

/// Words before `pass` that make it a rendering or test pass.
const RENDERS: [&str; 16] = [
    "render", "base", "depth", "shadow", "first", "second", "post", "pre", "mesh", "test", "tests",
    "compute", "light", "custom", "did", "all",
];

/// The words of a name in lower case: `DB_Password`, `dbPassword` and
/// `db-password` all are `db`, `password`.
fn segments(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut open = String::new();
    let mut last_lower = false;
    for c in name.chars() {
        let divides = matches!(c, '_' | '-' | '.' | ' ') || (c.is_uppercase() && last_lower);
        if divides && !open.is_empty() {
            parts.push(std::mem::take(&mut open));
        }
        if !matches!(c, '_' | '-' | '.' | ' ') {
            open.extend(c.to_lowercase());
        }
        last_lower = c.is_lowercase() || c.is_ascii_digit();
    }
    if !open.is_empty() {
        parts.push(open);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_names_last_word_says_what_it_is_and_the_one_before_what_for() {
        let class = |name| class_of(name);
        for name in ["DB_PASSWORD", "dbPassword", "spring.datasource.password", "pwd", "PG_PASS_2"]
        {
            assert_eq!(class(name), Some(Name::Password), "{name}");
        }
        for name in ["api_key", "X-Api-Key", "OPENAI_API_KEY", "githubToken", "auth", "apiKey2"] {
            assert_eq!(class(name), Some(Name::Token), "{name}");
        }
        for name in [
            "max_tokens",
            "token_count",
            "nextPageToken",
            "eos_token",
            "cache_key",
            "PrimaryKey",
            "password_length",
            "secretary",
            "author",
            "BasePass",
            "tokenizer",
            "secret_name",
        ] {
            assert_eq!(class(name), None, "{name}");
        }
        assert_eq!(class("STRIPE_KEY"), Some(Name::SomeKey));
        assert_eq!(class("Set-Cookie"), Some(Name::Cookie));
    }
}
