//! What this header tool does not write, though the engine's does.

use super::Headers;
use crate::header_tool::diagnostic::{Report, Rule, Sample};

const STAND_IN_LIMIT: Rule = Rule {
    id: "stand-in-limit",
    reason: "the stand-in has no code behind these forms; they are refused instead of ignored",
    source: "tests/unreal-standin/README.md, \"Not supported\"",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tuint8 bOn : \
             1;\n\tint32 Counts[4];\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY()\n\t\
             uint8 bOn : 1; ⟵\n\n\tUPROPERTY()\n\tint32 Counts[4]; ⟵\n\n\tUFUNCTION(BlueprintImplementableEvent)\n\tvoid \
             Done(); ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UINTERFACE()\nclass UThing : public UInterface ⟵\n{\n\tGENERATED_BODY()\n};\n\nclass \
             IThing\n{\n\tGENERATED_BODY()\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[STAND_IN_LIMIT];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        let mut add = |line, what: String, advice: &str| {
            report.add(
                &STAND_IN_LIMIT,
                file.source.path,
                line,
                format!("{what} is not supported here."),
                advice,
            );
        };
        for class in file.classes() {
            if class.place.marker.as_ref().is_some_and(|marker| marker.name == "UINTERFACE") {
                add(
                    class.place.line,
                    format!("The UINTERFACE '{}'", class.name),
                    "Use a UObject base class.",
                );
            }
            for property in class.properties().filter(|property| property.place.marker.is_some()) {
                if property.is_bit_field {
                    add(
                        property.place.line,
                        format!("The bit field '{}'", property.name),
                        "Use bool.",
                    );
                }
                if property.is_array {
                    add(
                        property.place.line,
                        format!("The array '{}'", property.name),
                        "Use TArray.",
                    );
                }
            }
            for function in class.functions() {
                let Some(specifiers) = function.place.specifiers() else { continue };
                for event in ["BlueprintImplementableEvent", "BlueprintNativeEvent"] {
                    if specifiers.has(event) {
                        add(
                            function.place.line,
                            format!("The {event} '{}'", function.name),
                            "Use a dynamic delegate.",
                        );
                    }
                }
            }
        }
    }
}
