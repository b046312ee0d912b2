//! Texts joined by line breaks.

pub(super) fn join<'a>(mut texts: impl Iterator<Item = &'a str>) -> String {
    let mut out = texts.next().unwrap_or_default().to_owned();
    for text in texts {
        out.push('\n');
        out.push_str(text);
    }
    out
}
