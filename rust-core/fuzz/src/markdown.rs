//! Markdown that a model writes, in a terminal.

use crate::terminal_markdown::Renderer;
use vibeue_core::markdown::{BlockKind, CodeLanguage, CodeReader, read};

/// Renders the bytes as Markdown in a terminal as wide as the first byte says. It does not matter
/// where the text is cut; the output controls the terminal only with our styles, and every one of
/// them is closed at the end.
///
/// # Panics
/// If that does not hold.
pub fn markdown(data: &[u8]) {
    let Some((width, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let columns = WIDTHS[usize::from(*width) % WIDTHS.len()];
    let mut whole = Renderer::new(columns);
    let whole = whole.push(&text) + &whole.finish();
    let mut pieces = Renderer::new(columns);
    let mut cut = String::new();
    for character in text.chars() {
        cut.push_str(&pieces.push(character.encode_utf8(&mut [0; 4])));
    }
    cut.push_str(&pieces.finish());
    assert_eq!(cut, whole, "it does not matter where the pieces are cut");
    tame(&whole);
    // The window's reader: it cuts any input into parts with words.
    for block in read(&text) {
        assert!(block.spans.iter().all(|span| !span.text.is_empty()), "{block:?}");
        let language = CodeLanguage::of(&block.mark).filter(|_| block.kind == BlockKind::Code);
        if let Some(mut code) = language.map(CodeReader::new) {
            for line in block.text().split('\n') {
                let shown: String = code.line(line).iter().map(|span| span.text).collect();
                assert_eq!(shown, line, "no letter of code is lost");
            }
        }
    }
}

/// Widths that a terminal may have.
const WIDTHS: [fn() -> Option<usize>; 6] =
    [|| None, || Some(80), || Some(40), || Some(7), || Some(1), || Some(0)];

/// Nothing but our own styles steers the terminal.
fn tame(shown: &str) {
    let mut rest = shown;
    let mut styled = false;
    while let Some(at) = rest.find(|letter: char| letter.is_control()) {
        let (_, from) = rest.split_at(at);
        if let Some(sequence) = from.strip_prefix("\u{1b}[") {
            let end = sequence.find('m').expect("a style ends");
            let codes = &sequence[..end];
            assert!(codes.bytes().all(|it| it.is_ascii_digit() || it == b';'), "{codes:?}");
            styled = codes != "0";
            rest = &sequence[end + 1..];
        } else {
            assert!(from.starts_with(['\n', '\t']), "{:?}", from.chars().next());
            rest = &from[1..];
        }
    }
    assert!(!styled, "every style is closed: {shown:?}");
}
