//! What properties and functions show in the editor and in Blueprint.

use super::Headers;
use crate::header_tool::declaration::{Access, Class, Property};
use crate::header_tool::diagnostic::{Report, Rule, Sample};
use crate::header_tool::nearest::did_you_mean;
use crate::header_tool::specifier::Specifiers;

const MISSING_CATEGORY: Rule = Rule {
    id: "missing-category",
    reason: "what the editor or Blueprint shows needs a category; in plugins the header tool makes it an error",
    source: "Epic, \"Property Specifiers\" (Category); UnrealSpecifiers, UFUNCTION/Category",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(EditAnywhere, Category = \"Thing\")\n\tint32 \
             Count = 0;\n\n\tUPROPERTY(Config)\n\tint32 Total = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\t\
             UPROPERTY(EditAnywhere)\n\tint32 Count = 0; ⟵\n\n\tUFUNCTION(BlueprintCallable, Category = \"\")\n\tvoid \
             Take(); ⟵\n};\n",
        )]),
    ],
};

const PRIVATE_BLUEPRINT_ACCESS: Rule = Rule {
    id: "private-blueprint-access",
    reason: "the header tool refuses Blueprint access to a private property unless it is allowed by name",
    source: "UnrealSpecifiers, Meta/Blueprint/AllowPrivateAccess",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\nprivate:\n\t\
             UPROPERTY(BlueprintReadOnly, Category = \"Thing\", meta = (AllowPrivateAccess = \"true\"))\n\tint32 Count = \
             0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\n\t\
             UPROPERTY(BlueprintReadOnly, Category = \"Thing\")\n\tint32 Count = 0; ⟵\n};\n",
        )]),
    ],
};

const EDIT_CONDITION: Rule = Rule {
    id: "edit-condition",
    reason: "an `EditCondition` or `GetOptions` that names nothing leaves the property as if it had none",
    source: "UnrealSpecifiers, Meta/Property/EditCondition and Meta/String/GetOptions",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\t\
             UPROPERTY(EditAnywhere, Category = \"Thing\")\n\tbool bOn = true;\n\n\tUPROPERTY(EditAnywhere, Category = \
             \"Thing\", meta = (EditCondition = \"bOn && Count > 0\", GetOptions = \"Names\"))\n\tFString \
             Name;\n\n\tUPROPERTY()\n\tint32 Count = 0;\n\n\tUFUNCTION()\n\tTArray<FString> Names() const;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\t\
             UPROPERTY()\n\tbool bOn = true;\n\n\tUPROPERTY(EditAnywhere, Category = \"Thing\", meta = (EditCondition = \
             \"bOnn\"))\n\tFString Name; ⟵\n\n\tUPROPERTY(EditAnywhere, Category = \"Thing\", meta = (GetOptions = \
             \"Names\"))\n\tFString Other; ⟵\n};\n",
        )]),
    ],
};

const CLAMP_FORM: Rule = Rule {
    id: "clamp-form",
    reason: "limits that cross, or that are given for something that is not a number, limit nothing",
    source: "UnrealSpecifiers, Meta/Numeric/ClampMin, ClampMax, UIMin, UIMax",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(EditAnywhere, Category = \"Thing\", meta = \
             (ClampMin = \"0.1\", ClampMax = 0.9f, UIMin = \"0.2\", UIMax = \"0.8\"))\n\tfloat Part = 0.5f;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(EditAnywhere, Category = \"Thing\", meta = \
             (ClampMin = \"1\", ClampMax = \"0\"))\n\tint32 Count = 0; ⟵\n\n\tUPROPERTY(EditAnywhere, Category = \
             \"Thing\", meta = (ClampMin = \"1\"))\n\tFString Name; ⟵\n\n\tUPROPERTY(EditAnywhere, Category = \
             \"Thing\", meta = (ClampMin = \"one\"))\n\tint32 Total = 0; ⟵\n\n\tUPROPERTY(EditAnywhere, Category = \
             \"Thing\", meta = (ClampMin = \"1\", ClampMax = \"5\"))\n\tint32 Size = 9; ⟵\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] =
    &[MISSING_CATEGORY, PRIVATE_BLUEPRINT_ACCESS, EDIT_CONDITION, CLAMP_FORM];

const SHOWN: &[&str] = &[
    "EditAnywhere",
    "EditDefaultsOnly",
    "EditInstanceOnly",
    "VisibleAnywhere",
    "VisibleDefaultsOnly",
    "VisibleInstanceOnly",
    "BlueprintReadOnly",
    "BlueprintReadWrite",
    "BlueprintCallable",
    "BlueprintPure",
    "CallInEditor",
];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        let path = file.source.path;
        for class in file.classes() {
            for property in class.properties() {
                let Some(specifiers) = property.place.specifiers() else { continue };
                category(path, &property.name, property.place.line, specifiers, report);
                private_access(path, property, specifiers, report);
                conditions(path, class, property, specifiers, report);
                clamps(path, property, specifiers, report);
            }
            for function in class.functions() {
                if let Some(specifiers) = function.place.specifiers() {
                    category(path, &function.name, function.place.line, specifiers, report);
                }
            }
        }
    }
}

fn category(path: &str, name: &str, line: u32, specifiers: &Specifiers, report: &mut Report) {
    if specifiers.has("BlueprintInternalUseOnly")
        || specifiers.meta_is_on("BlueprintInternalUseOnly")
    {
        return;
    }
    let Some(shown) = SHOWN.iter().find(|shown| specifiers.has(shown)) else { return };
    let value = specifiers.get("Category").and_then(|category| category.value.as_deref());
    if value.is_none_or(|value| value.trim().is_empty()) {
        report.add(
            &MISSING_CATEGORY,
            path,
            line,
            format!("'{name}' is {shown} but has no category."),
            "Add Category = \"…\".",
        );
    }
}

fn private_access(path: &str, property: &Property, specifiers: &Specifiers, report: &mut Report) {
    let shown =
        ["BlueprintReadOnly", "BlueprintReadWrite"].into_iter().find(|name| specifiers.has(name));
    if let (Some(shown), Access::Private) = (shown, property.place.access)
        && !specifiers.meta_is_on("AllowPrivateAccess")
    {
        report.add(
            &PRIVATE_BLUEPRINT_ACCESS,
            path,
            property.place.line,
            format!("'{}' is private but {shown}.", property.name),
            "Move it out of private, or add meta = (AllowPrivateAccess = \"true\").",
        );
    }
}

fn conditions(
    path: &str,
    class: &Class,
    property: &Property,
    specifiers: &Specifiers,
    report: &mut Report,
) {
    let line = property.place.line;
    if let Some(condition) =
        specifiers.meta("EditCondition").and_then(|entry| entry.value.as_deref())
    {
        let words = condition.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        for word in words.filter(|word| word.starts_with(char::is_alphabetic)) {
            let is_enumerator = word.contains("::");
            let is_value = matches!(word, "true" | "false" | "nullptr");
            let is_property = class.properties().any(|other| other.name == word);
            // A property of the class's base is not seen from here.
            let has_own_base = class
                .bases
                .first()
                .is_some_and(|base| !base.name.is_empty() && !is_known_base(&base.name));
            if !(is_enumerator || is_value || is_property || has_own_base) {
                let names = class.properties().map(|other| other.name.as_str());
                report.add(
                    &EDIT_CONDITION,
                    path,
                    line,
                    format!(
                        "The EditCondition of '{}' names '{word}', which is not a property.",
                        property.name
                    ),
                    did_you_mean(word, names, "Name a property of the same class."),
                );
            }
        }
    }
    if let Some(function) = specifiers.meta("GetOptions").and_then(|entry| entry.value.as_deref()) {
        let is_elsewhere = function.contains('.');
        let is_here =
            class.functions().any(|other| other.name == function && other.place.marker.is_some());
        if !is_elsewhere && !is_here {
            let names = class.functions().map(|other| other.name.as_str());
            report.add(
                &EDIT_CONDITION,
                path,
                line,
                format!(
                    "The GetOptions of '{}' names '{function}', which is not a UFUNCTION.",
                    property.name
                ),
                did_you_mean(function, names, "Name a UFUNCTION that returns TArray<FString>."),
            );
        }
    }
}

fn is_known_base(name: &str) -> bool {
    matches!(name, "UObject" | "UDeveloperSettings" | "UEditorSubsystem" | "UDataAsset")
}

/// Whether a type's name is that of a number.
pub(super) fn is_number(name: &str) -> bool {
    matches!(
        name,
        "int"
            | "uint8"
            | "int8"
            | "int16"
            | "uint16"
            | "int32"
            | "uint32"
            | "int64"
            | "uint64"
            | "float"
            | "double"
    )
}

fn clamps(path: &str, property: &Property, specifiers: &Specifiers, report: &mut Report) {
    let mut add = |message: String, advice: &str| {
        report.add(&CLAMP_FORM, path, property.place.line, message, advice);
    };
    let name = &property.name;
    let mut limits = [None; 4];
    for (index, limit) in ["ClampMin", "UIMin", "UIMax", "ClampMax"].into_iter().enumerate() {
        let Some(entry) = specifiers.meta(limit) else { continue };
        let inner = &property.cpp_type.arguments;
        let is_numeric = is_number(&property.cpp_type.name)
            || inner.iter().any(|argument| is_number(&argument.name))
            || property.cpp_type.name.starts_with("FVector")
            || matches!(property.cpp_type.name.as_str(), "FRotator" | "FIntPoint" | "FLinearColor");
        if !is_numeric {
            add(format!("'{name}' is not a number but has {limit}."), "Remove it.");
            continue;
        }
        let text = entry.value.as_deref().unwrap_or("").trim().trim_end_matches(['f', 'F']);
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => limits[index] = Some(value),
            _ => add(
                format!("The {limit} of '{name}' is not a number: '{text}'."),
                "Write a plain number.",
            ),
        }
    }
    let known: Vec<f64> = limits.iter().flatten().copied().collect();
    if known.windows(2).any(|pair| pair[0] > pair[1]) {
        add(format!("The limits of '{name}' cross."), "Keep ClampMin ≤ UIMin ≤ UIMax ≤ ClampMax.");
    }
    let default = property.default.as_deref().map(|text| text.trim_end_matches(['f', 'F']));
    if let Some(default) = default.and_then(|text| text.parse::<f64>().ok()) {
        let below = limits[0].is_some_and(|limit| default < limit);
        let above = limits[3].is_some_and(|limit| default > limit);
        if below || above {
            add(
                format!("The default {default} of '{name}' is outside its limits."),
                "Change one of them.",
            );
        }
    }
}
