//! The tags and texts of a page that the stand-in wrote.

/// A tag or a text.
pub(super) enum Piece {
    /// A tag that opens, or is whole by itself.
    Open { tag: String, attributes: Vec<(String, String)>, is_whole: bool },
    /// A tag that closes.
    Close { tag: String },
    /// A text that is not blank.
    Text(String),
}

/// Tags that have no end.
const WHOLE: [&str; 5] = ["br", "img", "input", "meta", "!doctype"];

/// Takes a page apart. Scripts and style sheets are left out.
pub(super) fn pieces(page: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        push_text(&mut found, &rest[..start]);
        let inside = &rest[start + 1..];
        let end = end_of_tag(inside);
        let tag = &inside[..end];
        rest = inside.get(end + 1..).unwrap_or("");
        if let Some(name) = tag.strip_prefix('/') {
            found.push(Piece::Close { tag: name.trim().to_owned() });
            continue;
        }
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let name = name.to_ascii_lowercase();
        if name == "style" || name == "script" {
            let close = format!("</{name}>");
            rest = rest.split_once(close.as_str()).map_or("", |(_, rest)| rest);
            continue;
        }
        let is_whole = WHOLE.contains(&name.as_str());
        found.push(Piece::Open { tag: name, attributes: read_attributes(attributes), is_whole });
    }
    push_text(&mut found, rest);
    found
}

fn push_text(found: &mut Vec<Piece>, text: &str) {
    if !text.trim().is_empty() {
        found.push(Piece::Text(plain(text)));
    }
}

/// Where a tag ends: at a `>` that no quotation marks are around.
fn end_of_tag(inside: &str) -> usize {
    let mut is_quoted = false;
    for (at, c) in inside.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '>' if !is_quoted => return at,
            _ => {}
        }
    }
    inside.len()
}

fn read_attributes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((name, value)) = rest.split_once("=\"") {
        let Some((value, after)) = value.split_once('"') else { break };
        let name = name.split_whitespace().last().unwrap_or("");
        found.push((name.to_owned(), plain(value)));
        rest = after;
    }
    found
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}
