//! The form of reflected enumerations.

use super::Headers;
use crate::header_tool::diagnostic::{Report, Rule, Sample};

const ENUM_FORM: Rule = Rule {
    id: "enum-form",
    reason: "reflection stores an enumeration as a byte and names its values by the enumeration",
    source: "Epic, \"Unreal Engine Reflection System\"; CesiumRuntime/Public/OriginPlacement.h",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UENUM(BlueprintType)\nenum class EThing : uint8\n{\n\tOne UMETA(DisplayName = \"1\"),\n\tTwo\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UENUM()\nenum EThing ⟵\n{\n\tOne\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UENUM(BlueprintType)\nenum class EThing : int32 ⟵\n{\n\tOne\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UENUM()\nenum class EThing : uint8\n{\n\tOne,\n\tone ⟵\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[ENUM_FORM];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        for found in file.enums() {
            let Some(marker) = &found.place.marker else { continue };
            let name = &found.name;
            let line = found.place.line;
            let path = file.source.path;
            let is_blueprint = marker.specifiers.has("BlueprintType");
            let underlying = found.underlying.as_deref();
            if !found.is_scoped
                || underlying.is_none()
                || (is_blueprint && underlying != Some("uint8"))
            {
                report.add(
                    &ENUM_FORM,
                    path,
                    line,
                    format!("'{name}' is not an 'enum class … : uint8'."),
                    format!("Write 'enum class {name} : uint8'."),
                );
            }
            if found.values.is_empty() {
                report.add(
                    &ENUM_FORM,
                    path,
                    line,
                    format!("'{name}' has no values."),
                    "Give it at least one.",
                );
            }
            for (index, value) in found.values.iter().enumerate() {
                let is_double = found.values[..index.min(256)]
                    .iter()
                    .any(|other| other.name.eq_ignore_ascii_case(&value.name));
                if is_double {
                    report.add(
                        &ENUM_FORM,
                        path,
                        value.line,
                        format!(
                            "'{}' differs from an earlier value of '{name}' at most by case.",
                            value.name
                        ),
                        "Rename it: reflected names ignore case.",
                    );
                }
            }
        }
    }
}
