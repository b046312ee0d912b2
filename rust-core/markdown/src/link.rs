//! Where a text leads.

use std::ops::Range;

use vibeue_conversation::is_unseen;

/// Where a text leads, as far as the text says: whether anything is there is
/// for others to find out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// A page of the web.
    Web(WebLink),
    /// A file, by its path from the project's folder on.
    File(FileLink),
    /// An asset, by the path of its package: `/Game/Doors/BP_Door`.
    Asset(String),
}

/// A page of the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebLink {
    /// The address, `http://` or `https://`.
    pub address: String,
    /// The site's name with nothing around it; letters outside of ASCII are
    /// written as their numbers (`\u{430}`), so that none passes for another.
    pub site: String,
    /// What the user should know before it is opened.
    pub cautions: Vec<Caution>,
}

/// What the user should know of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caution {
    /// What comes before the `@` is not the site, though it may look like one.
    NameBeforeSite,
    /// The site's name has letters of other alphabets, or their code (`xn--`).
    OtherLetters,
    /// The site is a number and not a name.
    NumberedSite,
    /// Others on the way can read it.
    NotEncrypted,
}

/// A file of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLink {
    /// The path from the project's folder on, with `/`; never leads upwards.
    pub path: String,
    /// The line, from 1; 0 for none.
    pub line: u32,
    /// A text, so that an editor of texts may open it. Everything else is shown
    /// in its folder: what could run is not opened.
    pub is_text: bool,
}

/// Texts that no program runs when it is asked to open them.
const TEXTS: [&str; 26] = [
    "c", "cc", "cfg", "cpp", "cs", "css", "csv", "cxx", "glsl", "h", "hh", "hlsl", "hpp", "inl",
    "ini", "json", "log", "md", "rs", "toml", "txt", "uplugin", "usf", "ush", "yaml", "yml",
];

/// The longest address or path that is one, in bytes.
const LONGEST: usize = 2048;

impl Link {
    /// Reads a whole text; `None` if it leads nowhere.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        if text.len() > LONGEST || text.chars().any(is_hidden) {
            return None;
        }
        if is_web(text) {
            return web(text).map(Self::Web);
        }
        asset(text).map(Self::Asset).or_else(|| file(text).map(Self::File))
    }
}

/// The web addresses in prose, in order, without the punctuation after them.
pub(crate) fn addresses(prose: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = prose[from..].find("http").map(|at| from + at) {
        let rest = &prose[start..];
        let inside = prose[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        let end = rest.find(|c: char| c.is_whitespace() || is_hidden(c) || "<>\"`".contains(c));
        let address = without_marks(&rest[..end.unwrap_or(rest.len())]);
        if !inside && Link::of(address).is_some_and(|link| matches!(link, Link::Web(_))) {
            found.push(start..start + address.len());
            from = start + address.len();
        } else {
            from = start + "http".len();
        }
    }
    found
}

/// An address without what ends the sentence, and without a bracket that it
/// does not open.
fn without_marks(mut address: &str) -> &str {
    while let Some(last) = address.chars().next_back() {
        let opens = |open: char, close: char| {
            address.matches(open).count() >= address.matches(close).count()
        };
        let ends = match last {
            ')' => !opens('(', ')'),
            ']' => !opens('[', ']'),
            _ => ".,;:!?'*_}|\u{2026}\u{3002}\u{ff0c}".contains(last),
        };
        if !ends {
            break;
        }
        address = &address[..address.len() - last.len_utf8()];
    }
    address
}

pub(crate) fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

/// Letters that are not seen, or turn others around; a link has no ends of lines either.
fn is_hidden(c: char) -> bool {
    c.is_control() || is_unseen(c)
}

fn web(address: &str) -> Option<WebLink> {
    let (scheme, rest) = address.split_once("://")?;
    // A browser takes `\` for `/`: no real address has one.
    if address.contains(|c: char| c.is_whitespace() || "<>\"`\\{}|^".contains(c)) {
        return None;
    }
    let place = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let (before, site) = match place.rsplit_once('@') {
        Some((before, site)) => (Some(before), site),
        None => (None, place),
    };
    let site = match site.strip_prefix('[').and_then(|it| it.split_once(']')) {
        Some((number, _)) => number,
        None => site.split_once(':').map_or(site, |(name, _)| name),
    };
    let is_number = site.contains(':') || site.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let is_local = site == "localhost";
    if site.is_empty() || site.starts_with('.') || !(site.contains(['.', ':']) || is_local) {
        return None;
    }
    let letters =
        !site.is_ascii() || site.split('.').any(|it| it.to_lowercase().starts_with("xn--"));
    let cautions = [
        (before.is_some(), Caution::NameBeforeSite),
        (letters, Caution::OtherLetters),
        (is_number, Caution::NumberedSite),
        (scheme == "http" && !is_local, Caution::NotEncrypted),
    ];
    let plain = |c: char| if c.is_ascii() { c.to_string() } else { c.escape_unicode().to_string() };
    Some(WebLink {
        address: address.to_owned(),
        site: site.chars().map(plain).collect(),
        cautions: cautions.into_iter().filter_map(|(is, caution)| is.then_some(caution)).collect(),
    })
}

/// Reads `/Game/Doors/BP_Door` and `/Game/Doors/BP_Door.BP_Door`.
fn asset(text: &str) -> Option<String> {
    let path = text.strip_prefix("/Game/").or_else(|| text.strip_prefix("/Engine/"))?;
    let is_name = |c: char| c.is_alphanumeric() || "_-+".contains(c);
    let object = path.rsplit('/').next().unwrap_or(path);
    let (package, inside) = object.split_once('.').unwrap_or((object, object));
    let folders = path[..path.len() - object.len()].split_terminator('/');
    let mut names = folders.chain([package, inside]);
    if !names.all(|name| !name.is_empty() && name.chars().all(is_name)) {
        return None;
    }
    let end = text.len() - (object.len() - package.len());
    Some(text[..end].to_owned())
}

/// Reads `Source/Door.cpp`, `Source\Door.cpp:42`, `./Config/A.ini(7)` and
/// `Source/Door.h#L3-L9`.
fn file(text: &str) -> Option<FileLink> {
    let (path, line) = without_line(text);
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let is_letter = |c: char| c.is_alphanumeric() || "_-.+@".contains(c);
    let is_part =
        |part: &str| !part.is_empty() && part != "." && part != ".." && part.chars().all(is_letter);
    let (_, name) = path.rsplit_once('/').filter(|_| path.split('/').all(is_part))?;
    let (stem, ending) = name.rsplit_once('.')?;
    let is_ending = (1..=10).contains(&ending.len())
        && ending.bytes().all(|it| it.is_ascii_alphanumeric())
        && ending.bytes().any(|it| it.is_ascii_alphabetic());
    if !is_ending || stem.is_empty() || path.starts_with("www.") {
        return None;
    }
    let is_text = TEXTS.contains(&ending.to_ascii_lowercase().as_str());
    Some(FileLink { path: path.to_owned(), line, is_text })
}

/// Cuts the line off a path.
fn without_line(text: &str) -> (&str, u32) {
    let number = |digits: &str| {
        let digits = &digits[..digits.bytes().take_while(u8::is_ascii_digit).count()];
        digits.parse::<u32>().ok()
    };
    for (mark, end) in [("#L", ""), (":", ""), ("(", ")")] {
        let Some((path, behind)) = text.split_once(mark) else { continue };
        let tail = behind.trim_end_matches(end);
        let is_place = tail.bytes().all(|it| it.is_ascii_digit() || b":,-L".contains(&it));
        if let Some(line) = number(tail).filter(|_| is_place) {
            return (path, line);
        }
    }
    (text, 0)
}
