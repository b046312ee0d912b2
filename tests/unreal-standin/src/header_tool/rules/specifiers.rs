//! The spelling of specifiers.

use super::Headers;
use super::vocabulary;
use crate::header_tool::declaration::{Declaration, Marker};
use crate::header_tool::diagnostic::{Report, Rule, Sample};
use crate::header_tool::nearest::did_you_mean;
use crate::header_tool::specifier::Specifier;

const UNKNOWN_SPECIFIER: Rule = Rule {
    id: "unknown-specifier",
    reason: "the header tool stops at a specifier that it does not know",
    source: "fjz13/UnrealSpecifiers, Doc/en/Specifier",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS(config = EditorPerProjectUserSettings)\nclass SAMPLECHAT_API UThing : public \
             UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY(Config, Transient)\n\tint32 Count = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS(BlueprintTyp) ⟵\nclass SAMPLECHAT_API UThing : public \
             UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY(EditAnywere, Category = \"Thing\") ⟵\n\tint32 Count \
             = 0;\n\n\tUFUNCTION(Transient) ⟵\n\tvoid Take(UPARAM(reff) int32& Item); ⟵\n};\n",
        )]),
    ],
};

const UNKNOWN_META: Rule = Rule {
    id: "unknown-meta",
    reason: "an entry of `meta` that nothing reads is dropped in silence, so a slip switches a limit off",
    source: "fjz13/UnrealSpecifiers, Doc/en/Meta",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(EditAnywhere, Category = \"Thing\", meta = \
             (ClampMin = 0, ClampMax = 9))\n\tint32 Count = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(EditAnywhere, Category = \"Thing\", meta = \
             (ClampMinimum = 0)) ⟵\n\tint32 Count = 0;\n};\n",
        )]),
    ],
};

const SPECIFIER_CONFLICT: Rule = Rule {
    id: "specifier-conflict",
    reason: "the header tool stops at specifiers that exclude each other, and of one that comes twice a value is lost",
    source: "Epic, \"Property Specifiers\" page; fjz13/UnrealSpecifiers",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(EditAnywhere, BlueprintReadOnly, Category = \
             \"Thing\")\n\tint32 Count = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(EditAnywhere, VisibleAnywhere, Category = \
             \"Thing\") ⟵\n\tint32 Count = 0;\n\n\tUPROPERTY(Transient, Transient) ⟵\n\tint32 Total = 0;\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[UNKNOWN_SPECIFIER, UNKNOWN_META, SPECIFIER_CONFLICT];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        let path = file.source.path;
        for declaration in file.all() {
            let marker = match declaration {
                Declaration::Class(class) => class.place.marker.as_ref(),
                Declaration::Enum(found) => {
                    for value in &found.values {
                        meta(path, &value.meta, report);
                    }
                    found.place.marker.as_ref()
                }
                Declaration::Property(property) => property.place.marker.as_ref(),
                Declaration::Function(function) => {
                    for specifiers in
                        function.parameters.iter().filter_map(|p| p.specifiers.as_ref())
                    {
                        list(path, "UPARAM", &specifiers.list, vocabulary::PARAMETER, report);
                        meta(path, &specifiers.meta, report);
                    }
                    function.place.marker.as_ref()
                }
                Declaration::Delegate(delegate) => delegate.place.marker.as_ref(),
                Declaration::Macro(_) => None,
                Declaration::Stray(stray) => Some(&stray.marker),
            };
            if let Some(marker) = marker {
                check_marker(path, marker, report);
            }
        }
    }
}

fn check_marker(path: &str, marker: &Marker, report: &mut Report) {
    let known = match marker.name.as_str() {
        "UCLASS" => vocabulary::CLASS,
        "USTRUCT" => vocabulary::STRUCT,
        "UENUM" => vocabulary::ENUM,
        "UINTERFACE" => vocabulary::INTERFACE,
        "UPROPERTY" => vocabulary::PROPERTY,
        _ => vocabulary::FUNCTION,
    };
    let specifiers = &marker.specifiers;
    list(path, &marker.name, &specifiers.list, known, report);
    meta(path, &specifiers.meta, report);
    for (left, right) in vocabulary::CONFLICTS {
        if let (Some(_), Some(found)) = (specifiers.get(left), specifiers.get(right)) {
            report.add(
                &SPECIFIER_CONFLICT,
                path,
                found.line,
                format!("'{left}' and '{right}' exclude each other."),
                "Keep one.",
            );
        }
    }
    for (index, specifier) in specifiers.list.iter().enumerate().take(64) {
        let again = specifiers.list[..index]
            .iter()
            .any(|other| other.name.eq_ignore_ascii_case(&specifier.name));
        if again {
            report.add(
                &SPECIFIER_CONFLICT,
                path,
                specifier.line,
                format!("'{}' is given twice.", specifier.name),
                "Remove one.",
            );
        }
    }
}

fn list(path: &str, taker: &str, specifiers: &[Specifier], known: &[&str], report: &mut Report) {
    for specifier in specifiers {
        let name = &specifier.name;
        if known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            continue;
        }
        let all = [
            ("UCLASS", vocabulary::CLASS),
            ("UPROPERTY", vocabulary::PROPERTY),
            ("UFUNCTION", vocabulary::FUNCTION),
        ];
        let other =
            all.iter().find(|(_, words)| words.iter().any(|word| word.eq_ignore_ascii_case(name)));
        let is_meta = vocabulary::META.iter().any(|word| word.eq_ignore_ascii_case(name));
        let advice = match other {
            _ if is_meta => format!("It belongs into meta = ({name} …)."),
            Some((macro_name, _)) => format!("It belongs to {macro_name}."),
            None => did_you_mean(name, known.iter().copied(), "Remove it."),
        };
        report.add(
            &UNKNOWN_SPECIFIER,
            path,
            specifier.line,
            format!("'{name}' is not a specifier of {taker}."),
            advice,
        );
    }
}

fn meta(path: &str, entries: &[Specifier], report: &mut Report) {
    for entry in entries {
        if !vocabulary::META.iter().any(|known| known.eq_ignore_ascii_case(&entry.name)) {
            report.add(
                &UNKNOWN_META,
                path,
                entry.line,
                format!("Nothing reads the entry '{}' of meta.", entry.name),
                did_you_mean(&entry.name, vocabulary::META.iter().copied(), "Remove it."),
            );
        }
    }
}
