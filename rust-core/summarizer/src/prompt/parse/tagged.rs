//! Reads tagged text with headings.

use super::heading::{Field, heading};
use super::item::{is_placeholder, push};
use crate::prompt::answer::Answer;

/// Reads the text; `None` if it has neither the tag nor a known heading.
pub(super) fn read(text: &str) -> Option<Answer> {
    let (text, analysed) = without_analysis(text);
    let (inside, tagged) = match find(&text, "<summary>") {
        Some(at) => {
            let rest = &text[at + "<summary>".len()..];
            (rfind(rest, "</summary>").map_or(rest, |end| &rest[..end]), true)
        }
        None => (text.as_str(), false),
    };
    let mut answer = Answer::default();
    let known = fill(inside, &mut answer);
    (known || tagged || analysed).then_some(answer)
}

/// Removes what is between the tags of the analysis; also returns whether there
/// were such tags.
fn without_analysis(text: &str) -> (String, bool) {
    let Some(start) = find(text, "<analysis>") else {
        return (text.to_owned(), false);
    };
    // A summary that precedes it, or is mentioned in it, is not removed.
    let end = find(&text[start..], "</analysis>").map(|end| start + end + "</analysis>".len());
    let end = end.or_else(|| find(&text[start..], "<summary>").map(|end| start + end));
    let rest = end.map_or("", |end| &text[end..]);
    (format!("{}{rest}", &text[..start]), true)
}

fn find(text: &str, tag: &str) -> Option<usize> {
    positions(text, tag).next()
}

fn rfind(text: &str, tag: &str) -> Option<usize> {
    positions(text, tag).last()
}

fn positions<'a>(text: &'a str, tag: &'a str) -> impl Iterator<Item = usize> + 'a {
    memchr::memchr_iter(b'<', text.as_bytes()).filter(move |at| {
        text.get(*at..*at + tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag))
    })
}

/// Reads headings and lines; returns whether a heading was known.
fn fill(text: &str, answer: &mut Answer) -> bool {
    let mut field: Option<Field> = None;
    let mut known = false;
    let mut open = String::new();
    for line in text.lines() {
        if let Some(next) = heading(line) {
            put(answer, field, &mut open);
            known |= next.is_some_and(|field| field != Field::Analysis);
            field = next;
            continue;
        }
        let bare = line.trim();
        if bare.is_empty() {
            put(answer, field, &mut open);
        } else if let Some(item) = bullet(bare) {
            put(answer, field, &mut open);
            open.push_str(item);
        } else {
            if !open.is_empty() {
                open.push(' ');
            }
            open.push_str(bare);
        }
    }
    put(answer, field, &mut open);
    known
}

/// The text after a list mark.
fn bullet(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&digits) {
        let rest = &line[digits..];
        return rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")).map(str::trim);
    }
    ["- ", "* ", "• ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)).map(str::trim)
}

/// Files one line under its field.
fn put(answer: &mut Answer, field: Option<Field>, open: &mut String) {
    let line = std::mem::take(open);
    if line.is_empty() || is_placeholder(&line) {
        return;
    }
    push(answer, field, line);
}
