//! Web pages that arrive in place of an API's answer.

/// Returns whether a body is a web page.
pub(super) fn is_html(body: &[u8]) -> bool {
    let start = body.trim_ascii_start();
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let head = &start[..start.len().min(64)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    ["<!doctype html", "<html", "<head", "<body", "<!--", "<?xml"]
        .iter()
        .any(|start| head.starts_with(start))
}

/// Returns a page's title, or its first heading, on one line.
pub(super) fn title(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&body[..body.len().min(64 * 1024)]);
    let lower = text.to_ascii_lowercase();
    ["title", "h1", "h2"].iter().find_map(|tag| {
        let open = lower.find(&format!("<{tag}"))?;
        let start = open + lower[open..].find('>')? + 1;
        let end = start + lower[start..].find('<')?;
        let words: Vec<&str> = text[start..end].split_whitespace().collect();
        let title: String = words.join(" ").chars().take(120).collect();
        (!title.is_empty()).then_some(title)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_known_by_their_start_and_named_by_their_title() {
        let page = b"\r\n<!DOCTYPE html><html><head><TITLE lang=en>502\n Bad  Gateway</TITLE>";
        assert!(is_html(page));
        assert_eq!(title(page).as_deref(), Some("502 Bad Gateway"));
        assert_eq!(title(b"<html><title></title><h1>Sorry</h1>").as_deref(), Some("Sorry"));
        assert_eq!(title(b"<html><title>torn"), None);
        for other in [&b"{\"a\":1}"[..], b"", b"data: <html>", b"\xff\xfe"] {
            assert!(!is_html(other));
        }
    }
}
