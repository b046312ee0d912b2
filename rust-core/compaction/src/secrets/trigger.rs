//! Strings that may announce a secret.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::prefix::{FORMS, Form};

/// How to continue at a trigger.
#[derive(Debug, Clone, Copy)]
pub(super) enum Handler {
    /// A prefix used by an issuer.
    Prefix(&'static Form),
    /// Part of a name that a value may follow.
    Name,
    /// The word before the value of an authorization header.
    Scheme,
    /// The beginning of a private key block.
    Block,
    /// `://`
    Address,
    /// The path of a webhook, whose last part is the secret; it has at least
    /// this many bytes.
    PathTail(usize),
    /// An option whose value is `user:password`.
    Option,
    /// A short option that takes a password in some programs.
    ShortOption,
    /// `PIN`, of the given length, and a word or sign before its number.
    Pin(usize),
}

/// Parts of names after which a value may be secret, in lower case. The whole
/// name is judged later.
const NAMES: [&str; 31] = [
    "passw",
    "passphrase",
    "passcode",
    "pass=",
    "_pass",
    "pass\"",
    "pwd",
    "secret",
    "token",
    "apikey",
    "_key",
    "-key",
    "accesskey",
    "privatekey",
    "accountkey",
    "key=",
    "credential",
    "auth",
    "cookie",
    "sig=",
    "signature=",
    "mnemonic",
    "seed phrase",
    "recovery phrase",
    "kennwort",
    "contrase",
    "mot de passe",
    "senha",
    "has\u{142}o",
    "wachtwoord",
    "api key",
];
/// The same in scripts without ASCII letters; in both cases if the script has
/// two.
const FOREIGN_NAMES: [&str; 8] =
    ["пароль", "Пароль", "密码", "密碼", "口令", "パスワード", "비밀번호", "暗証番号"];
const SCHEMES: [&str; 2] = ["bearer ", "basic "];
const BLOCKS: [&str; 2] = ["-----begin", "private-lines:"];
const OPTIONS: [&str; 3] = [" -u ", "--user ", "--user="];
const SHORT_OPTIONS: [&str; 1] = [" -p"];
/// What names a PIN and the bytes of its name: `pin` by itself begins too many words.
const PINS: [(&str, usize); 10] = [
    ("pin is ", 3),
    ("pin was ", 3),
    ("pin ist ", 3),
    ("pin lautet ", 3),
    ("pin:", 3),
    ("pin =", 3),
    ("pin=", 3),
    ("pin\"", 3),
    ("pin code", 8),
    ("pin number", 10),
];
const PATHS: [(&str, usize); 3] =
    [("hooks.slack.com/", 20), ("api/webhooks/", 40), (".webhook.office.com/", 30)];

struct Table {
    automaton: AhoCorasick,
    handlers: Vec<Handler>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let all = FORMS
        .iter()
        .map(|form| (form.prefix, Handler::Prefix(form)))
        .chain(NAMES.iter().chain(&FOREIGN_NAMES).map(|name| (*name, Handler::Name)))
        .chain(SCHEMES.iter().map(|name| (*name, Handler::Scheme)))
        .chain(BLOCKS.iter().map(|name| (*name, Handler::Block)))
        .chain(OPTIONS.iter().map(|name| (*name, Handler::Option)))
        .chain(SHORT_OPTIONS.iter().map(|name| (*name, Handler::ShortOption)))
        .chain(PINS.iter().map(|(name, length)| (*name, Handler::Pin(*length))))
        .chain(PATHS.iter().map(|(name, least)| (*name, Handler::PathTail(*least))))
        .chain([("://", Handler::Address)]);
    let (patterns, handlers): (Vec<&str>, Vec<Handler>) = all.unzip();
    let automaton = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(&patterns)
        .expect("the patterns are constants of a few hundred bytes");
    Table { automaton, handlers }
});

/// The triggers of a text, in the order of their ends.
pub(super) fn triggers(text: &str) -> impl Iterator<Item = (Range<usize>, Handler)> {
    let table = &*TABLE;
    table
        .automaton
        .find_overlapping_iter(text)
        .map(move |found| (found.range(), table.handlers[found.pattern().as_usize()]))
}
