//! `GENERATED_BODY()`, and markers that mark nothing.

use std::collections::BTreeSet;

use super::Headers;
use crate::header_tool::declaration::{BodyMacro, Declaration};
use crate::header_tool::diagnostic::{Report, Rule, Sample};
use crate::header_tool::parsed_file::ParsedFile;

const GENERATED_BODY: Rule = Rule {
    id: "generated-body",
    reason: "the generated members of a reflected type come in through `GENERATED_BODY()`, which leaves the access \
             private, so it is the type's first statement",
    source: "Epic, \"Unreal Engine UObject Basics\" page; 20tab and CesiumGS headers",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tint32 Count \
             = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject ⟵\n{\npublic:\n\tint32 Count = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\npublic:\n\tint32 Count = \
             0;\n\n\tGENERATED_BODY() ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\tGENERATED_BODY() ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "struct FThing\n{\n\tGENERATED_BODY() ⟵\n};\n",
        )]),
    ],
};

const STRAY_MARKER: Rule = Rule {
    id: "stray-marker",
    reason: "a reflection macro expands to nothing, so one that comes before nothing it could mark is lost in silence",
    source: "Epic, \"Unreal Engine Reflection System\" page: markers stand directly before what they mark",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tint32 Count = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY() ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY() ⟵\n\tint32 Count() const;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "struct FThing\n{\n\tUPROPERTY() ⟵\n\tint32 Count = 0;\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[GENERATED_BODY, STRAY_MARKER];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        let path = file.source.path;
        for class in file.classes() {
            let name = &class.name;
            let is_reflected = class.place.marker.is_some();
            match (is_reflected, class.bodies.as_slice()) {
                (true, []) => report.add(
                    &GENERATED_BODY,
                    path,
                    class.place.line,
                    format!("'{name}' is marked for reflection but has no GENERATED_BODY()."),
                    "Make GENERATED_BODY() the first statement of its body.",
                ),
                // The native twin of a UINTERFACE has a body and no marker.
                (false, [_]) if is_interface_twin(file, name) => {}
                (false, [first, ..]) => report.add(
                    &GENERATED_BODY,
                    path,
                    first.line,
                    format!("'{name}' has {}() but is not marked for reflection.", first.name),
                    "Put UCLASS() or USTRUCT() before the type, or remove the body macro.",
                ),
                (_, bodies) => forms(path, name, bodies, report),
            }
        }
        let classes = file.classes();
        let reflected: BTreeSet<&str> = classes
            .iter()
            .filter(|class| class.place.marker.is_some())
            .map(|class| class.name.as_str())
            .collect();
        for declaration in file.all() {
            stray(path, declaration, &reflected, report);
        }
    }
}

/// Reports body macros of an old form, a second one, and one at a wrong place.
fn forms(path: &str, name: &str, bodies: &[BodyMacro], report: &mut Report) {
    for body in bodies.iter().filter(|body| body.name != "GENERATED_BODY") {
        report.add(
            &GENERATED_BODY,
            path,
            body.line,
            format!("{} is an old form.", body.name),
            "Write GENERATED_BODY() and declare the constructors that you need.",
        );
    }
    for body in bodies.iter().skip(1) {
        report.add(
            &GENERATED_BODY,
            path,
            body.line,
            format!("'{name}' has a second body macro."),
            "Remove it.",
        );
    }
    if let Some(body) = bodies.first().filter(|body| !body.is_first) {
        report.add(
            &GENERATED_BODY,
            path,
            body.line,
            format!("GENERATED_BODY() is not the first statement of '{name}'."),
            "Move it to the top of the body: it leaves the access at private.",
        );
    }
}

/// Whether a class `IX` belongs to a `UINTERFACE` named `UX`.
fn is_interface_twin(file: &ParsedFile<'_>, name: &str) -> bool {
    name.strip_prefix('I').is_some_and(|rest| {
        file.classes().iter().any(|class| {
            class.name.strip_prefix('U') == Some(rest)
                && class.place.marker.as_ref().is_some_and(|marker| marker.name == "UINTERFACE")
        })
    })
}

/// Reports a marker that comes before the wrong thing.
fn stray(path: &str, declaration: &Declaration, reflected: &BTreeSet<&str>, report: &mut Report) {
    let (place, is, wants): (_, _, &[&str]) = match declaration {
        Declaration::Stray(stray) => {
            return report.add(
                &STRAY_MARKER,
                path,
                stray.marker.line,
                format!("{} marks nothing: {}.", stray.marker.name, stray.problem),
                "Put it directly before what it marks, or remove it.",
            );
        }
        Declaration::Class(class) => (&class.place, "a type", &["UCLASS", "USTRUCT", "UINTERFACE"]),
        Declaration::Enum(found) => (&found.place, "an enumeration", &["UENUM"]),
        Declaration::Property(property) => (&property.place, "a variable", &["UPROPERTY"]),
        Declaration::Function(function) => (&function.place, "a function", &["UFUNCTION"]),
        Declaration::Delegate(delegate) => (&delegate.place, "a delegate", &["UDELEGATE"]),
        Declaration::Macro(_) => return,
    };
    let Some(marker) = &place.marker else { return };
    if !wants.contains(&marker.name.as_str()) {
        return report.add(
            &STRAY_MARKER,
            path,
            marker.line,
            format!("{} comes before {is}.", marker.name),
            format!("{is} is marked with {}.", wants.join(" or ")),
        );
    }
    let is_member = matches!(declaration, Declaration::Property(_) | Declaration::Function(_));
    let owner_is_reflected =
        place.scope.last().is_some_and(|owner| reflected.contains(owner.as_str()));
    if is_member && !owner_is_reflected {
        report.add(
            &STRAY_MARKER,
            path,
            marker.line,
            format!("{} is not inside a reflected type.", marker.name),
            "Mark the type around it with UCLASS() or USTRUCT(), or remove the marker.",
        );
    }
}
