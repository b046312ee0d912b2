//! Finds the texts that can be translated.

use std::collections::BTreeMap;

use super::metadata;
use super::text::Text;
use crate::header_tool::{Source, Token, TokenKind};
use crate::lint::Plugin;

/// Returns all texts of a plugin, by namespace and key: those of `LOCTEXT`, `NSLOCTEXT` and
/// `UI_COMMAND`, and those of the settings page.
///
/// # Errors
/// If the arguments of one are not literals, two texts have the same key, or a setting has no name
/// or no explanation.
pub fn gather(plugin: &Plugin<'_>) -> Result<Vec<Text>, String> {
    let mut found = BTreeMap::new();
    for file in &plugin.sources {
        for (text, line) in texts_of(&file.source)?.into_iter().chain(metadata::texts_of(file)?) {
            let place = format!("{}:{line}", file.source.path);
            let id = (text.namespace, text.key);
            match found.get(&id) {
                Some((other, first)) if *other != text.source => {
                    let (namespace, key) = id;
                    return Err(format!(
                        "{place}: the key {namespace},{key} has another text at {first}"
                    ));
                }
                Some(_) => {}
                None => {
                    found.insert(id, (text.source, place));
                }
            }
        }
    }
    let text = |((namespace, key), (source, _))| Text { namespace, key, source };
    Ok(found.into_iter().map(text).collect())
}

/// The texts of one source, each with its line.
fn texts_of(source: &Source<'_>) -> Result<Vec<(Text, u32)>, String> {
    let mut texts = Vec::new();
    let mut namespace = String::new();
    let mut directives = source.directives.iter().peekable();
    for (at, token) in source.code.iter().enumerate() {
        while let Some(directive) = directives.next_if(|it| it.code_before <= at) {
            let mut words = directive.argument.splitn(2, char::is_whitespace);
            if directive.name == "define" && words.next() == Some("LOCTEXT_NAMESPACE") {
                namespace = words.next().unwrap_or("").trim().trim_matches('"').to_owned();
            }
        }
        let is_call = token.kind == TokenKind::Identifier
            && source.code.get(at + 1).is_some_and(|next| next.is_mark("("));
        if !is_call || !["LOCTEXT", "NSLOCTEXT", "UI_COMMAND"].contains(&token.text) {
            continue;
        }
        let inner = &source.code[at + 2..source.close(at + 1).min(source.code.len())];
        let arguments: Vec<&[Token<'_>]> = inner.split(|it| it.is_mark(",")).collect();
        let unread =
            || format!("{}:{}: {} is not of literals", source.path, token.line, token.text);
        let literal =
            |index: usize| arguments.get(index).and_then(|it| literal(it)).ok_or_else(unread);
        let mut add = |namespace: String, key: String, source: String| {
            texts.push((Text { namespace, key, source }, token.line));
        };
        match token.text {
            "LOCTEXT" => add(namespace.clone(), literal(0)?, literal(1)?),
            "NSLOCTEXT" => add(literal(0)?, literal(1)?, literal(2)?),
            _ => {
                // The engine's own namespace for commands, around the file's.
                let commands = format!("UICommands.{namespace}");
                let name = arguments.first().and_then(|it| it.first()).ok_or_else(unread)?.text;
                add(commands.clone(), name.to_owned(), literal(1)?);
                add(commands, format!("{name}_ToolTip"), literal(2)?);
            }
        }
    }
    Ok(texts)
}

/// The text of adjacent string literals; `None` if there is anything else.
fn literal(tokens: &[Token<'_>]) -> Option<String> {
    if tokens.is_empty() {
        return None;
    }
    tokens.iter().map(|token| token.string_content().and_then(unescaped)).collect()
}

/// A literal's text with its escapes resolved; `None` for one that C++ has not.
fn unescaped(raw: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = raw.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        text.push(match rest.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            quoted @ ('"' | '\'' | '\\' | '?') => quoted,
            'u' => code_point(&mut rest, 4)?,
            'U' => code_point(&mut rest, 8)?,
            _ => return None,
        });
    }
    Some(text)
}

fn code_point(rest: &mut std::str::Chars<'_>, digits: usize) -> Option<char> {
    let digits: String = rest.by_ref().take(digits).collect();
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::PluginFiles;

    fn gathered(text: &str) -> Result<Vec<Text>, String> {
        let files = PluginFiles::default()
            .with("Chat.uplugin", "{}")
            .with("Source/Chat/Chat.Build.cs", "class Chat : ModuleRules {}")
            .with("Source/Chat/Private/Thing.cpp", text);
        gather(&Plugin::read(&files))
    }

    fn text(namespace: &str, key: &str, source: &str) -> Text {
        Text { namespace: namespace.into(), key: key.into(), source: source.into() }
    }

    #[test]
    fn texts_of_all_macros_are_found_with_their_namespaces_and_escapes() {
        let found = gathered(
            "#define LOCTEXT_NAMESPACE \"Thing\"\n\
             // LOCTEXT(\"No\", \"a comment\")\n\
             FText A = LOCTEXT(\"Title\", \"One \"\n\t\"and \\\"two\\\"\\u2026\\n\");\n\
             FText B = NSLOCTEXT(\"Other\", \"Key\", \"Text, with (marks)\");\n\
             UI_COMMAND(Open, \"Open it\", \"Opens it.\", EUserInterfaceActionType::Button, FInputChord());\n\
             FText C = LOCTEXT(\"Title\", \"One and \\\"two\\\"\\u2026\\n\");\n\
             #undef LOCTEXT_NAMESPACE\n",
        );
        let expected = vec![
            text("Other", "Key", "Text, with (marks)"),
            text("Thing", "Title", "One and \"two\"\u{2026}\n"),
            text("UICommands.Thing", "Open", "Open it"),
            text("UICommands.Thing", "Open_ToolTip", "Opens it."),
        ];
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn what_cannot_be_gathered_is_an_error_with_its_place() {
        assert_eq!(
            gathered("FText A = NSLOCTEXT(\"A\", Key, \"x\");"),
            Err("Source/Chat/Private/Thing.cpp:1: NSLOCTEXT is not of literals".to_owned())
        );
        assert_eq!(
            gathered(
                "FText A = NSLOCTEXT(\"A\", \"K\", \"x\");\nFText B = NSLOCTEXT(\"A\", \"K\", \"y\");"
            ),
            Err("Source/Chat/Private/Thing.cpp:2: the key A,K has another text at \
                 Source/Chat/Private/Thing.cpp:1"
                .to_owned())
        );
        assert!(gathered("FText A = NSLOCTEXT(\"A\", \"K\", \"\\q\");").is_err());
        assert!(gathered("FText A = NSLOCTEXT(\"A\"").is_err());
    }
}
