//! Texts that can be translated.

use std::collections::BTreeMap;

use crate::header_tool::{Directive, Report, Rule, Sample, Source, TokenKind};
use crate::lint::plugin::Plugin;

const LOCTEXT_NAMESPACE: Rule = Rule {
    id: "loctext-namespace",
    reason: "LOCTEXT takes its namespace from a macro that must be defined before and undefined behind, or a unity \
             build carries it into the next file",
    source: "Epic, \"Text Localization\" page",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "#define LOCTEXT_NAMESPACE \"Thing\"\n\nFText Title()\n{\n\treturn LOCTEXT(\"Title\", \
             \"Thing\");\n}\n\n#undef LOCTEXT_NAMESPACE\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "FText Title()\n{\n\treturn LOCTEXT(\"Title\", \"Thing\"); ⟵\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "#define LOCTEXT_NAMESPACE \"Thing\" ⟵\n\nFText Title()\n{\n\treturn LOCTEXT(\"Title\", \"Thing\");\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#define LOCTEXT_NAMESPACE \"Thing\" ⟵\n#undef LOCTEXT_NAMESPACE\n#undef LOCTEXT_NAMESPACE ⟵\n",
        )]),
    ],
};

const LOCTEXT_KEY: Rule = Rule {
    id: "loctext-key",
    reason: "two texts under one key of one namespace are a conflict when texts are gathered, and one of them is lost",
    source: "Epic, \"Text Localization\" page, gathering text",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "FText Title()\n{\n\treturn NSLOCTEXT(\"Thing\", \"Title\", \"Thing\");\n}\n\nFText \
             Other()\n{\n\treturn NSLOCTEXT(\"Other\", \"Title\", \"Other\");\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "FText Title()\n{\n\treturn NSLOCTEXT(\"Thing\", \"Title\", \"Thing\");\n}\n\nFText \
             Other()\n{\n\treturn NSLOCTEXT(\"Thing\", \"Title\", \"Other\"); ⟵\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "FText Title(const FString& Text)\n{\n\treturn NSLOCTEXT(\"Thing\", Text, \"Thing\"); ⟵\n}\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[LOCTEXT_NAMESPACE, LOCTEXT_KEY];

/// A text by its namespace and key: the text, and the first place.
type Texts = BTreeMap<(String, String), (String, String)>;

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    let mut texts = Texts::new();
    for file in &plugin.sources {
        check_file(&file.source, file.is_header(), &mut texts, report);
    }
}

fn check_file(source: &Source<'_>, is_header: bool, texts: &mut Texts, report: &mut Report) {
    let mut namespace = Namespace { source, is_header, open: None };
    let mut directives = source.directives.iter().peekable();
    for at in 0..=source.code.len() {
        while let Some(directive) = directives.next_if(|directive| directive.code_before <= at) {
            namespace.directive(directive, report);
        }
        let Some(token) = source.code.get(at) else { break };
        let skip = match token.text {
            "LOCTEXT" => 0,
            "NSLOCTEXT" => 1,
            _ => continue,
        };
        if token.kind != TokenKind::Identifier
            || source.code.get(at + 1).is_none_or(|next| !next.is_mark("("))
        {
            continue;
        }
        if skip == 0 && namespace.open.is_none() {
            namespace.add(
                token.line,
                "LOCTEXT is used where no LOCTEXT_NAMESPACE is defined.",
                "Define it above and undefine it at the end of the file.",
                report,
            );
            continue;
        }
        let space = namespace.open.as_ref().map(|(name, _)| name.as_str());
        key(source, at, skip, space, texts, report);
    }
    if let Some((_, line)) = namespace.open {
        namespace.add(
            line,
            "LOCTEXT_NAMESPACE is never undefined.",
            "End the file with '#undef LOCTEXT_NAMESPACE'.",
            report,
        );
    }
}

/// The namespace of the texts while a file is read.
struct Namespace<'s, 'f> {
    source: &'s Source<'f>,
    is_header: bool,
    /// Its name, and the line that defines it.
    open: Option<(String, u32)>,
}

impl Namespace<'_, '_> {
    fn directive(&mut self, directive: &Directive, report: &mut Report) {
        let mut words = directive.argument.split_whitespace();
        if words.next() != Some("LOCTEXT_NAMESPACE") {
            return;
        }
        let line = directive.line;
        match directive.name.as_str() {
            "define" => {
                if self.is_header {
                    let message = "A header defines LOCTEXT_NAMESPACE.";
                    self.add(line, message, "Use NSLOCTEXT in headers.", report);
                }
                if self.open.is_some() {
                    let message = "LOCTEXT_NAMESPACE is defined again.";
                    self.add(line, message, "Undefine it first.", report);
                }
                let value = words.collect::<Vec<_>>().join(" ");
                self.open = Some((value.trim_matches('"').to_owned(), line));
            }
            "undef" if self.open.take().is_none() => {
                self.add(
                    line,
                    "LOCTEXT_NAMESPACE is not defined here.",
                    "Remove the line.",
                    report,
                );
            }
            _ => {}
        }
    }

    fn add(&self, line: u32, message: &str, advice: &str, report: &mut Report) {
        report.add(&LOCTEXT_NAMESPACE, self.source.path, line, message, advice);
    }
}

/// Holds the arguments of one LOCTEXT or NSLOCTEXT against those before.
fn key(
    source: &Source<'_>,
    at: usize,
    skip: usize,
    space: Option<&str>,
    texts: &mut Texts,
    report: &mut Report,
) {
    let token = &source.code[at];
    let inner = &source.code[at + 2..source.close(at + 1).min(source.code.len())];
    let parts: Vec<&[crate::header_tool::Token<'_>]> =
        inner.split(|token| token.is_mark(",")).collect();
    let literals: Option<Vec<String>> = parts
        .iter()
        .map(|part| {
            let is_text =
                !part.is_empty() && part.iter().all(|token| token.kind == TokenKind::String);
            is_text.then(|| part.iter().filter_map(|token| token.string_content()).collect())
        })
        .collect();
    let literals = match literals {
        Some(literals) if literals.len() == 2 + skip => literals,
        _ => {
            return report.add(
                &LOCTEXT_KEY,
                source.path,
                token.line,
                format!("{} has arguments that are not literals.", token.text),
                "Gathering reads the source: write key and text as literals, and use FText::Format for values.",
            );
        }
    };
    let namespace = if skip == 1 { literals[0].clone() } else { space.unwrap_or("").to_owned() };
    let (key, text) = (literals[skip].clone(), literals[skip + 1].clone());
    let place = format!("{}({})", source.path, token.line);
    match texts.get(&(namespace.clone(), key.clone())) {
        Some((other, first)) if *other != text => report.add(
            &LOCTEXT_KEY,
            source.path,
            token.line,
            format!("The key '{key}' of '{namespace}' has another text at {first}."),
            "Give one of them another key.",
        ),
        Some(_) => {}
        None => {
            texts.insert((namespace, key), (text, place));
        }
    }
}
