//! The look of the code, as far as a line shows it.

use crate::header_tool::{Report, Rule, Sample, TokenKind};
use crate::lint::plugin::Plugin;

const INDENTATION: Rule = Rule {
    id: "indentation",
    reason: "Epic's standard indents with tabs, and mixed files show every line as changed",
    source: "Epic, \"Epic C++ Coding Standard\", general style",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "/**\n * Text.\n */\nstatic const TCHAR* GText = TEXT(R\"(\n    four blanks\n)\");\n\nvoid Use(int32 First,\n\t\t int32 Second);\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Use()\n{\n    Use(); ⟵\n}\n",
        )]),
    ],
};

const ALLMAN: Rule = Rule {
    id: "allman",
    reason: "Epic's standard puts every brace on a line of its own",
    source: "Epic, \"Epic C++ Coding Standard\", braces",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Use(int32 Count)\n{\n\tif (Count > 0)\n\t{\n\t\tTArray<int32> Numbers = {1, 2};\n\t}\n\telse\n\t{\n\t\t\
             Run([Count] { return Count; });\n\t}\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Use(int32 Count)\n{\n\tif (Count > 0) { ⟵\n\t\tUse(0);\n\t} else { ⟵\n\t\tUse(1);\n\t}\n}\n",
        )]),
    ],
};

const LINE_END: Rule = Rule {
    id: "line-end",
    reason: "blanks at the end of a line and a missing last line end show up as changes later",
    source: "Epic, \"Epic C++ Coding Standard\"; the repository's .clang-format",
    samples: &[
        Sample::part(&[("Source/SampleChat/Private/Thing.cpp", "void Use();\n")]),
        Sample::part(&[("Source/SampleChat/Private/Thing.cpp", "void Use(); \t ⟵\n")]),
    ],
};

pub(super) const RULES: &[Rule] = &[INDENTATION, ALLMAN, LINE_END];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for file in &plugin.sources {
        let source = &file.source;
        let code_lines: std::collections::BTreeSet<u32> =
            source.code.iter().map(|token| token.line).collect();
        for (index, line) in source.text.lines().enumerate() {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            let indent = &line[..line.len() - line.trim_start().len()];
            // Tabs followed by a few blanks align, as .clang-format does.
            let is_blank = indent.starts_with(' ') || indent.contains("    ");
            if is_blank && code_lines.contains(&number) && !line.trim_start().starts_with('*') {
                report.add(
                    &INDENTATION,
                    source.path,
                    number,
                    "The line is indented with blanks.",
                    "Indent with tabs.",
                );
            }
            if line.ends_with([' ', '\t']) {
                report.add(
                    &LINE_END,
                    source.path,
                    number,
                    "The line ends with blanks.",
                    "Remove them.",
                );
            }
        }
        if !source.text.is_empty() && !source.text.ends_with('\n') {
            let last = u32::try_from(source.text.lines().count()).unwrap_or(u32::MAX);
            report.add(&LINE_END, source.path, last, "The last line has no end.", "End it.");
        }
        for at in 1..source.code.len() {
            let token = &source.code[at];
            let ends_line = source.code.get(at + 1).is_none_or(|next| next.line > token.line);
            if token.is_mark("{")
                && ends_line
                && source.code[at - 1].line == token.line
                && opens_block(source, at)
            {
                report.add(
                    &ALLMAN,
                    source.path,
                    token.line,
                    "The brace comes after other code.",
                    "Put it on a line of its own.",
                );
            }
        }
    }
}

/// Whether the brace at `at` opens a block that the standard puts on a line of
/// its own: not an initializer, and not a lambda.
fn opens_block(source: &crate::header_tool::Source<'_>, at: usize) -> bool {
    let before = &source.code[at - 1];
    if matches!(before.text, "else" | "do" | "override" | "final" | "const" | "noexcept") {
        return true;
    }
    let line = before.line;
    let first =
        source.code[..at].iter().rposition(|token| token.line < line).map_or(0, |index| index + 1);
    let words = &source.code[first..at];
    let is_statement = words.first().is_some_and(|token| {
        matches!(
            token.text,
            "if" | "for"
                | "while"
                | "switch"
                | "class"
                | "struct"
                | "enum"
                | "namespace"
                | "union"
                | "}"
        )
    });
    let is_lambda = words.iter().any(|token| token.is_mark("["));
    let is_function = before.is_mark(")")
        && words.first().is_some_and(|token| token.kind == TokenKind::Identifier)
        && !words.iter().any(|token| token.is_mark("=") || token.is_word("return"));
    (is_statement || is_function) && !is_lambda
}
