//! Writing `X.gen.cpp`: the reflection table of a header.

use std::fmt::Write as _;

use super::declaration::{Class, Enum, Function, Place, Property};
use super::parsed_file::ParsedFile;
use super::specifier::{Specifier, Specifiers};

/// Writes the text of a header's `X.gen.cpp`.
pub(super) fn write(file: &ParsedFile<'_>) -> String {
    let mut text = format!(
        "// Written by the header tool of the plugin's tests from {}.h. Changes are lost.\n\n#include \
         \"StandIn/Reflection.h\"\n#include \"{}\"\n",
        file.stem(),
        include_path(file.source.path),
    );
    for found in file.enums().into_iter().filter(|found| found.place.marker.is_some()) {
        under_conditions(&mut text, &found.place, &enumeration(found, &file.module));
    }
    for class in file.classes().into_iter().filter(|class| class.place.marker.is_some()) {
        under_conditions(&mut text, &class.place, &class_or_struct(class, &file.module));
    }
    text
}

/// The path by which the module's own include folders find a header.
fn include_path(path: &str) -> &str {
    let below = path.strip_prefix("Source/").unwrap_or(path);
    let in_module = below.split_once('/').map_or(below, |(_, rest)| rest);
    ["Public/", "Private/", "Classes/"]
        .iter()
        .find_map(|folder| in_module.strip_prefix(folder))
        .unwrap_or(in_module)
}

/// Adds `part` under the conditions of `place`, without its include guard.
fn under_conditions(text: &mut String, place: &Place, part: &str) {
    let is_guard =
        |condition: &String| condition.starts_with("!defined(") && condition.ends_with("_H)");
    let conditions: Vec<&String> =
        place.conditions.iter().filter(|condition| !is_guard(condition)).collect();
    for condition in &conditions {
        let _ = writeln!(text, "#if {condition}");
    }
    text.push_str(part);
    for _ in &conditions {
        text.push_str("#endif\n");
    }
}

fn enumeration(found: &Enum, module: &str) -> String {
    let name = &found.name;
    let mut text = head(name, "FEnumBuilder& Enum", "Enum", module, &found.place);
    for value in &found.values {
        let _ = write!(text, "\t\tEnum.Value({}, {name}::{})", literal(&value.name), value.name);
        metadata(&mut text, "\n\t\t\t.", &value.meta, value.doc.as_deref(), "");
        text.push_str(";\n");
    }
    let _ = write!(text, "\t}}\n}};\nSTANDIN_IMPLEMENT_ENUM({name})\n");
    text
}

fn class_or_struct(class: &Class, module: &str) -> String {
    let is_struct = class.place.marker.as_ref().is_some_and(|marker| marker.name == "USTRUCT");
    let (builder, variable, implement) = if is_struct {
        ("FStructBuilder& Struct", "Struct", "STANDIN_IMPLEMENT_STRUCT")
    } else {
        ("FClassBuilder& Class", "Class", "STANDIN_IMPLEMENT_CLASS")
    };
    let name = &class.name;
    let mut text = head(name, builder, variable, module, &class.place);
    let outer = class.place.conditions.len();
    for property in class.properties().filter(|property| property.place.marker.is_some()) {
        inner_conditions(&mut text, &property.place, outer, &member(name, variable, property));
    }
    for function in class.functions().filter(|function| function.place.marker.is_some()) {
        inner_conditions(&mut text, &function.place, outer, &method(class, variable, function));
    }
    let _ = write!(text, "\t}}\n}};\n{implement}({name})\n");
    text
}

/// Adds `part` under the conditions that a member has beyond its class.
fn inner_conditions(text: &mut String, place: &Place, outer: usize, part: &str) {
    let inner = place.conditions.get(outer..).unwrap_or_default().to_vec();
    under_conditions(text, &Place { conditions: inner, ..place.clone() }, part);
}

fn head(name: &str, builder: &str, variable: &str, module: &str, place: &Place) -> String {
    let mut text = format!(
        "\ntemplate <>\nstruct StandIn::TReflected<{name}>\n{{\n\tstatic void Describe(StandIn::{builder})\n\t{{\n\t\t\
         {variable}.Module({});\n",
        literal(module)
    );
    let before = format!("\t\t{variable}.");
    let empty = Specifiers::default();
    let specifiers = place.specifiers().unwrap_or(&empty);
    described(&mut text, &before, specifiers, place.doc.as_deref(), ";\n");
    text
}

fn member(class: &str, variable: &str, property: &Property) -> String {
    let name = &property.name;
    let mut text = format!(
        "\t\t{variable}.Property({}, {}, &{class}::{name})",
        literal(name),
        literal(&property.cpp_type.text)
    );
    if let Some(specifiers) = property.place.specifiers() {
        described(&mut text, "\n\t\t\t.", specifiers, property.place.doc.as_deref(), "");
    }
    text.push_str(";\n");
    text
}

fn method(class: &Class, variable: &str, function: &Function) -> String {
    let name = &function.name;
    let address = address_of(class, function);
    let mut text = format!("\t\t{variable}.Function({}, {address})", literal(name));
    if let Some(specifiers) = function.place.specifiers() {
        described(&mut text, "\n\t\t\t.", specifiers, function.place.doc.as_deref(), "");
    }
    for parameter in &function.parameters {
        let _ = write!(
            text,
            "\n\t\t\t.Parameter({}, {})",
            literal(&parameter.name),
            literal(&parameter.cpp_type.text)
        );
    }
    if !function.returns.is_void() {
        let _ = write!(text, "\n\t\t\t.Returns({})", literal(&function.returns.text));
    }
    text.push_str(";\n");
    text
}

/// The address of a function; with its type where C++ knows others of the name.
fn address_of(class: &Class, function: &Function) -> String {
    let name = &class.name;
    let plain = format!("&{name}::{}", function.name);
    if class.functions().filter(|other| other.name == function.name).count() < 2 {
        return plain;
    }
    let types: Vec<&str> =
        function.parameters.iter().map(|parameter| parameter.cpp_type.text.as_str()).collect();
    let of = if function.is_static { String::new() } else { format!("{name}::") };
    let returns = if function.returns.is_void() { "void" } else { &function.returns.text };
    let end = if function.is_const { " const" } else { "" };
    format!("static_cast<{returns} ({of}*)({}){end}>({plain})", types.join(", "))
}

/// Adds specifiers and metadata, each between `before` and `after`.
fn described(
    text: &mut String,
    before: &str,
    specifiers: &Specifiers,
    doc: Option<&str>,
    after: &str,
) {
    for specifier in &specifiers.list {
        let value = specifier.value.as_deref().unwrap_or("");
        let _ = write!(
            text,
            "{before}Specifier({}, {}){after}",
            literal(&specifier.name),
            literal(value)
        );
    }
    metadata(text, before, &specifiers.meta, doc, after);
}

fn metadata(
    text: &mut String,
    before: &str,
    entries: &[Specifier],
    doc: Option<&str>,
    after: &str,
) {
    for entry in entries {
        let value = entry.value.as_deref().unwrap_or("");
        let _ =
            write!(text, "{before}Metadata({}, {}){after}", literal(&entry.name), literal(value));
    }
    let has_tool_tip = entries.iter().any(|entry| entry.name.eq_ignore_ascii_case("ToolTip"));
    if let (Some(doc), false) = (doc, has_tool_tip) {
        let _ = write!(text, "{before}Metadata(\"ToolTip\", {}){after}", literal(doc));
    }
}

/// A narrow C++ literal of UTF-8 text.
fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            // Three digits, so that a digit after it is not included; and `??` would be a trigraph
            // to an old compiler.
            character if character.is_ascii_control() => {
                let _ = write!(literal, "\\{:03o}", u32::from(character));
            }
            '?' => literal.push_str("\\?"),
            character => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_literals_that_a_compiler_reads_back() {
        assert_eq!(literal("a\"b\\c\nd\te\u{1}2é??"), "\"a\\\"b\\\\c\\nd\\te\\0012é\\?\\?\"");
    }

    #[test]
    fn a_function_with_overloads_is_named_by_its_type() {
        let text = "UCLASS() class UA : public UB { GENERATED_BODY() UFUNCTION() int32 F(const FString& A) const; \
                    void F(); UFUNCTION() static void G(bool B); void G(); UFUNCTION() void H(); };";
        let file = ParsedFile::read("Source/M/A.h", text, "M");
        let class = file.classes()[0];
        let addresses: Vec<String> = class
            .functions()
            .filter(|function| function.place.marker.is_some())
            .map(|function| address_of(class, function))
            .collect();
        assert_eq!(
            addresses,
            [
                "static_cast<int32 (UA::*)(const FString&) const>(&UA::F)",
                "static_cast<void (*)(bool)>(&UA::G)",
                "&UA::H",
            ]
        );
    }

    #[test]
    fn a_header_is_included_as_its_module_sees_it() {
        assert_eq!(include_path("Source/VibeUE/Public/Chat/Chat.h"), "Chat/Chat.h");
        assert_eq!(include_path("Source/VibeUE/Private/Chat.h"), "Chat.h");
        assert_eq!(include_path("Source/VibeUE/Chat.h"), "Chat.h");
    }
}
