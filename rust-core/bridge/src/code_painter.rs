//! Highlights code for the window while it is being written.

use vibeue_core::markdown::{CodeClass, CodeLanguage, CodeReader};

use crate::fence::fenced;
use crate::markdown::escaped;

/// Highlights growing code: lines that were complete the last time are not read again.
#[derive(Debug)]
pub struct CodePainter {
    language: Option<CodeLanguage>,
    /// The reader, after the lines that are done.
    reader: Option<CodeReader>,
    /// The lines that are done, each with its end.
    done: String,
    /// The same lines, highlighted.
    painted: String,
    /// How many bytes were read for highlighting so far.
    read: usize,
}

/// Begins a piece of code in the language that its fence names; without a known language everything
/// is plain.
pub(crate) fn new_code_painter(language: &str) -> Box<CodePainter> {
    let language = fenced(|_| None, || CodeLanguage::of(language));
    Box::new(CodePainter::new(language))
}

impl CodePainter {
    fn new(language: Option<CodeLanguage>) -> Self {
        let reader = language.map(CodeReader::new);
        Self { language, reader, done: String::new(), painted: String::new(), read: 0 }
    }

    /// Returns highlighted code as rich text.
    pub fn paint(&mut self, code: &str) -> String {
        fenced(|_| plain(code), || self.paint_code(code))
    }

    fn paint_code(&mut self, code: &str) -> String {
        if !code.starts_with(&self.done) {
            *self = Self { read: self.read, ..Self::new(self.language) };
        }
        let Some(reader) = &mut self.reader else { return plain(code) };
        let new = &code[self.done.len()..];
        let whole = new.rfind('\n').map_or(0, |at| at + 1);
        for line in new[..whole].split_terminator('\n') {
            paint_line(reader, line, &mut self.painted);
            self.painted.push('\n');
        }
        self.done.push_str(&new[..whole]);
        self.read += new.len();
        let mut painted = self.painted.clone();
        paint_line(&mut reader.clone(), &new[whole..], &mut painted);
        painted
    }
}

fn paint_line(reader: &mut CodeReader, line: &str, painted: &mut String) {
    for span in reader.line(line) {
        match tag(span.class) {
            "" => painted.push_str(&plain(span.text)),
            tag => {
                painted.push('<');
                painted.push_str(tag);
                painted.push('>');
                painted.push_str(&plain(span.text));
                painted.push_str("</>");
            }
        }
    }
}

/// A tab as wide as eight letters would take too much room in a docked window.
fn plain(text: &str) -> String {
    escaped(text).replace('\t', "    ")
}

/// The name of the style in rich text; empty for the default style.
fn tag(class: CodeClass) -> &'static str {
    match class {
        CodeClass::Plain => "",
        CodeClass::Keyword => "CodeKeyword",
        CodeClass::Type => "CodeType",
        CodeClass::Text => "CodeText",
        CodeClass::Number => "CodeNumber",
        CodeClass::Comment => "CodeComment",
        CodeClass::Directive => "CodeDirective",
        CodeClass::Key => "CodeKey",
        CodeClass::Added => "CodeAdded",
        CodeClass::Removed => "CodeRemoved",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_become_tags_and_the_tags_of_code_become_words() {
        let mut painter = new_code_painter("cpp");
        assert_eq!(
            painter.paint("if (a < b)\n\treturn \"</>\"; // &"),
            "<CodeKeyword>if</> (a &lt; b)\n    <CodeKeyword>return</> <CodeText>\"&lt;/&gt;\"</>; \
             <CodeComment>// &amp;</>"
        );
        assert_eq!(new_code_painter("klingon").paint("\tif <b>"), "    if &lt;b&gt;");
    }

    #[test]
    fn however_code_grows_it_looks_as_if_it_were_read_at_once() {
        let code = "/* a\nb */ int32 X = 1;\n\nauto S = R\"(\n)\" \"é\";\n";
        let mut growing = new_code_painter("cpp");
        for (end, _) in code.char_indices().chain([(code.len(), ' ')]) {
            let part = &code[..end];
            assert_eq!(growing.paint(part), new_code_painter("cpp").paint(part));
        }
        // Another text starts over.
        assert_eq!(growing.paint("int"), "<CodeType>int</>");
    }

    #[test]
    fn what_was_read_is_not_read_again_for_every_piece_that_comes() {
        let line = "const FString Name = TEXT(\"Door\"); // which one\n";
        let code = line.repeat(200 * 1024 / line.len());
        let mut painter = new_code_painter("cpp");
        let mut pieces = 0;
        for end in (0..code.len()).step_by(20) {
            painter.paint(&code[..end]);
            pieces += 1;
        }
        // Each piece reads itself, and the beginning of its line again.
        assert!(painter.read <= code.len() + pieces * line.len(), "{} bytes", painter.read);
    }
}
