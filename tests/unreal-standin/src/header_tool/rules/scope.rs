//! Where reflected types may be.

use super::Headers;
use crate::header_tool::declaration::{Declaration, Place};
use crate::header_tool::diagnostic::{Report, Rule, Sample};

const REFLECTED_SCOPE: Rule = Rule {
    id: "reflected-scope",
    reason: "the header tool does not run the preprocessor and knows no namespaces: a type that it sees must be \
             there for the compiler too, under the same name",
    source: "Epic, \"Unreal Engine Reflection System\"; UnrealSpecifiers, UCLASS page",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\n#if \
             WITH_EDITORONLY_DATA\n\tUPROPERTY()\n\tint32 Count = 0;\n#endif\n\n#if \
             WITH_EDITOR\n\tUFUNCTION()\n\tvoid Reset();\n#endif\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "namespace Sample\n{\nUSTRUCT()\nstruct FThing ⟵\n{\n\tGENERATED_BODY()\n};\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#if PLATFORM_WINDOWS\nUSTRUCT()\nstruct FThing ⟵\n{\n\tGENERATED_BODY()\n};\n#endif\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\n#if \
             WITH_EDITOR\n\tUPROPERTY()\n\tint32 Count = 0; ⟵\n#endif\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class FOuter\n{\n\tUENUM()\n\tenum class EThing : uint8 ⟵\n\t{\n\t\tOne\n\t};\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[REFLECTED_SCOPE];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        for declaration in file.all() {
            let path = file.source.path;
            match declaration {
                Declaration::Class(class) => {
                    at_file_scope(path, &class.name, &class.place, report);
                }
                Declaration::Enum(found) => at_file_scope(path, &found.name, &found.place, report),
                Declaration::Property(property) => conditions(
                    path,
                    &property.name,
                    &property.place,
                    &["WITH_EDITORONLY_DATA"],
                    report,
                ),
                Declaration::Function(function) => conditions(
                    path,
                    &function.name,
                    &function.place,
                    &["WITH_EDITOR", "WITH_EDITORONLY_DATA"],
                    report,
                ),
                Declaration::Delegate(_) | Declaration::Macro(_) | Declaration::Stray(_) => {}
            }
        }
    }
}

fn at_file_scope(path: &str, name: &str, place: &Place, report: &mut Report) {
    if place.marker.is_none() {
        return;
    }
    if let Some(outer) = place.scope.last() {
        report.add(
            &REFLECTED_SCOPE,
            path,
            place.line,
            format!("'{name}' is marked for reflection inside '{outer}'."),
            "Move it to the top of the file: reflected types cannot be inside a namespace or another type.",
        );
    }
    conditions(path, name, place, &["WITH_EDITOR", "WITH_EDITORONLY_DATA"], report);
}

fn conditions(path: &str, name: &str, place: &Place, allowed: &[&str], report: &mut Report) {
    if place.marker.is_none() {
        return;
    }
    let forbidden = place.conditions.iter().find(|condition| {
        // An include guard around the whole file is not a choice.
        let is_guard = condition.starts_with("!defined(") && condition.ends_with("_H)");
        !is_guard && !allowed.contains(&condition.as_str())
    });
    if let Some(condition) = forbidden {
        report.add(
            &REFLECTED_SCOPE,
            path,
            place.line,
            format!("'{name}' is marked for reflection under '#if {condition}'."),
            format!(
                "Only {} may stand around it; move it out of the condition.",
                allowed.join(" and ")
            ),
        );
    }
}
