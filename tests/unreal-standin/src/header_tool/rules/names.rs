//! The names of reflected types.

use std::collections::BTreeMap;

use super::Headers;
use crate::header_tool::diagnostic::{Report, Rule, Sample};
use crate::header_tool::type_index::ENGINE_TYPES;

const TYPE_PREFIX: Rule = Rule {
    id: "type-prefix",
    reason: "the header tool takes the first letter of a type's name for its kind and strips it to make the \
             reflected name",
    source: "Epic, \"Epic C++ Coding Standard\", naming conventions",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UENUM()\nenum class EThing : uint8\n{\n\tOne\n};\n\nUSTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API FThing : public UObject ⟵\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct Thing ⟵\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UENUM()\nenum class FThing : uint8 ⟵\n{\n\tOne\n};\n",
        )]),
    ],
};

const UNIQUE_TYPE_NAME: Rule = Rule {
    id: "unique-type-name",
    reason: "reflection and generated file names know one name space for all modules, prefixes left out",
    source: "UE-OSC#85 and WFCPlugin#2 (\"An item with the same key has already been added\")",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UWidget : public UObject ⟵\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n};\n\nUCLASS()\nclass SAMPLECHAT_API UThing : public UObject \
             ⟵\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Sub/SampleChatLine.h",
            "USTRUCT() ⟵\nstruct FOtherLine\n{\n\tGENERATED_BODY()\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[TYPE_PREFIX, UNIQUE_TYPE_NAME];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut stems: BTreeMap<String, &str> = BTreeMap::new();
    for file in headers.headers() {
        let path = file.source.path;
        let mut types = Vec::new();
        for class in file.classes() {
            let Some(marker) = &class.place.marker else { continue };
            // A UINTERFACE has a native twin with the letter I.
            let letters: &[char] = if marker.name == "USTRUCT" { &['F'] } else { &['U', 'A'] };
            types.push((&class.name, class.place.line, letters));
        }
        for found in file.enums() {
            if found.place.marker.is_some() {
                types.push((&found.name, found.place.line, &['E']));
            }
        }
        for (name, line, letters) in types {
            if has_prefix(name, line, letters, path, report) {
                check_unique(name, line, letters, &mut names, path, report);
            }
        }
        if file.has_reflected_types()
            && let Some(other) = stems.insert(file.stem().to_lowercase(), path)
        {
            report.add(
                &UNIQUE_TYPE_NAME,
                path,
                file.first_marker().unwrap_or(1),
                format!("'{other}' would have the same generated files."),
                "Rename one of the headers.",
            );
        }
    }
}

/// Reports a name that begins with none of its letters; returns `true` if it begins with one.
fn has_prefix(name: &str, line: u32, letters: &[char], path: &str, report: &mut Report) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    let is_prefixed = first.is_some_and(|letter| letters.contains(&letter))
        && characters.next().is_some_and(char::is_uppercase);
    if !is_prefixed {
        let wanted: Vec<String> = letters.iter().map(char::to_string).collect();
        report.add(
            &TYPE_PREFIX,
            path,
            line,
            format!("'{name}' does not begin with {}.", wanted.join(" or ")),
            format!("Name it '{}{}'.", letters[0], stripped(name)),
        );
    }
    is_prefixed
}

/// Reports a name that a type of the engine, or one among `names`, has too.
fn check_unique(
    name: &str,
    line: u32,
    letters: &[char],
    names: &mut BTreeMap<String, String>,
    path: &str,
    report: &mut Report,
) {
    if ENGINE_TYPES.contains(&name) {
        report.add(
            &UNIQUE_TYPE_NAME,
            path,
            line,
            format!("The engine has a type named '{name}'."),
            "Give it a name that says whose it is.",
        );
    }
    // An enumeration keeps its letter in its reflected name.
    let is_enum = letters[0] == 'E';
    let key = if is_enum { name } else { stripped(name) }.to_lowercase();
    if let Some(other) = names.insert(key, name.to_owned()) {
        report.add(
            &UNIQUE_TYPE_NAME,
            path,
            line,
            format!("'{name}' has the same reflected name as '{other}'."),
            "Rename one of them: the first letter does not count.",
        );
    }
}

/// A name without its prefix letter.
fn stripped(name: &str) -> &str {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(first), Some(second)) if "UAFESITI".contains(first) && second.is_uppercase() => {
            &name[1..]
        }
        _ => name,
    }
}
