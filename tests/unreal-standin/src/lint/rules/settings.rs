//! Classes that show a page of settings.

use crate::header_tool::{Class, Property, Report, Rule, Sample, Specifiers, TypeIndex};
use crate::lint::plugin::Plugin;

const SETTING_CLAMPS: Rule = Rule {
    id: "setting-clamps",
    reason: "a number without limits lets a slip of the keyboard switch the feature off or exhaust the memory",
    source: "UnrealSpecifiers, Meta/Numeric/ClampMin; CesiumRuntimeSettings.h",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS(Config = \
             EditorPerProjectUserSettings)\nclass SAMPLECHAT_API UThing : public \
             UDeveloperSettings\n{\n\tGENERATED_BODY()\n\npublic:\n\t/** How many. */\n\tUPROPERTY(Config, EditAnywhere, \
             Category = \"Thing\", meta = (ClampMin = \"0\", ClampMax = \"9\"))\n\tint32 Count = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS(Config = \
             EditorPerProjectUserSettings)\nclass SAMPLECHAT_API UThing : public \
             UDeveloperSettings\n{\n\tGENERATED_BODY()\n\npublic:\n\t/** How many. */\n\tUPROPERTY(Config, EditAnywhere, \
             Category = \"Thing\", meta = (ClampMin = \"0\"))\n\tint32 Count = 0; ⟵\n};\n",
        )]),
    ],
};

const SETTING_TOOLTIP: Rule = Rule {
    id: "setting-tooltip",
    reason: "the comment before a setting is the tooltip that explains it to its user",
    source: "UnrealSpecifiers, Meta/DetailsPanel/ToolTip; Epic, \"Property Specifiers\"",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS(Config = \
             EditorPerProjectUserSettings)\nclass SAMPLECHAT_API UThing : public \
             UDeveloperSettings\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY(Config, EditAnywhere, Category = \
             \"Thing\", meta = (ToolTip = \"Whether.\"))\n\tbool bOn = true;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS(Config = \
             EditorPerProjectUserSettings)\nclass SAMPLECHAT_API UThing : public \
             UDeveloperSettings\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY(Config, EditAnywhere, Category = \
             \"Thing\")\n\tbool bOn = true; ⟵\n};\n",
        )]),
    ],
};

const SETTING_CONFIG: Rule = Rule {
    id: "setting-config",
    reason: "a setting that is not Config is forgotten when the editor closes, and so is one of a class without Config",
    source: "Epic, \"Configuration Files\" page; UnrealSpecifiers, UCLASS/Config",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS(Config = Engine, \
             DefaultConfig)\nclass SAMPLECHAT_API UThing : public \
             UDeveloperSettings\n{\n\tGENERATED_BODY()\n\npublic:\n\t/** Whether. */\n\tUPROPERTY(Config, EditAnywhere, \
             Category = \"Thing\")\n\tbool bOn = true;\n\n\t/** Shown only. */\n\tUPROPERTY(VisibleAnywhere, Category = \
             \"Thing\")\n\tFString Version;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS()\nclass SAMPLECHAT_API \
             UThing : public UDeveloperSettings ⟵\n{\n\tGENERATED_BODY()\n\npublic:\n\t/** Whether. \
             */\n\tUPROPERTY(EditAnywhere, Category = \"Thing\")\n\tbool bOn = true; ⟵\n};\n",
        )]),
    ],
};

const SECRET_SETTING: Rule = Rule {
    id: "secret-setting",
    reason: "a key that is shown in the open ends up in screenshots, and one in a default config in the repository",
    source: "UnrealSpecifiers, Meta/String/PasswordField; UEHttpGPT keeps its key in a project's DefaultConfig",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS(Config = \
             EditorPerProjectUserSettings)\nclass SAMPLECHAT_API UThing : public \
             UDeveloperSettings\n{\n\tGENERATED_BODY()\n\npublic:\n\t/** The key. */\n\tUPROPERTY(Config, EditAnywhere, \
             Category = \"Thing\", meta = (PasswordField = true))\n\tFString ApiKey;\n\n\t/** Where the key is. \
             */\n\tUPROPERTY(Config, EditAnywhere, Category = \"Thing\")\n\tFString ApiKeyEnvironmentVariable;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Engine/DeveloperSettings.h\"\n#include \"Thing.generated.h\"\n\nUCLASS(Config = Game, \
             DefaultConfig)\nclass SAMPLECHAT_API UThing : public \
             UDeveloperSettings\n{\n\tGENERATED_BODY()\n\npublic:\n\t/** The key. */\n\tUPROPERTY(Config, EditAnywhere, \
             Category = \"Thing\", meta = (PasswordField = true))\n\tFString ApiKey; ⟵\n\n\t/** The word. \
             */\n\tUPROPERTY(Config, EditAnywhere, Category = \"Thing\")\n\tFString Password; ⟵\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] =
    &[SETTING_CLAMPS, SETTING_TOOLTIP, SETTING_CONFIG, SECRET_SETTING];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    let types = plugin.types();
    for file in plugin.sources.iter().filter(|file| file.is_header()) {
        for class in file.classes() {
            if is_settings(&types, class) {
                check_class(file.source.path, class, report);
            }
        }
    }
}

fn is_settings(types: &TypeIndex, class: &Class) -> bool {
    class.place.marker.is_some() && types.derives_from(&class.name, "UDeveloperSettings")
}

fn check_class(path: &str, class: &Class, report: &mut Report) {
    let empty = Specifiers::default();
    let of_class = class.place.specifiers().unwrap_or(&empty);
    if of_class.get("Config").and_then(|config| config.value.as_deref()).is_none() {
        report.add(
            &SETTING_CONFIG,
            path,
            class.place.line,
            format!("The settings class '{}' names no config file.", class.name),
            "Write UCLASS(Config = EditorPerProjectUserSettings), or another file.",
        );
    }
    let is_shared = of_class.has("DefaultConfig");
    for property in class.properties() {
        let Some(specifiers) = property.place.specifiers() else { continue };
        check_setting(path, property, specifiers, is_shared, report);
    }
}

fn check_setting(
    path: &str,
    property: &Property,
    specifiers: &Specifiers,
    is_shared: bool,
    report: &mut Report,
) {
    let line = property.place.line;
    let name = &property.name;
    let is_edited = ["EditAnywhere", "EditDefaultsOnly", "EditInstanceOnly"]
        .iter()
        .any(|word| specifiers.has(word));
    let is_config = specifiers.has("Config") || specifiers.has("GlobalConfig");
    if is_edited && !is_config {
        report.add(
            &SETTING_CONFIG,
            path,
            line,
            format!("The setting '{name}' is not Config."),
            "Add Config.",
        );
    }
    let is_shown = is_edited || specifiers.has("VisibleAnywhere");
    if is_shown && property.place.doc.is_none() && specifiers.meta("ToolTip").is_none() {
        report.add(
            &SETTING_TOOLTIP,
            path,
            line,
            format!("The setting '{name}' has no tooltip."),
            "Say in a comment before it what it does, its unit and its default.",
        );
    }
    let is_number = matches!(
        property.cpp_type.name.as_str(),
        "uint8" | "int32" | "uint32" | "int64" | "uint64" | "float" | "double"
    );
    let missing: Vec<&str> = ["ClampMin", "ClampMax"]
        .into_iter()
        .filter(|limit| specifiers.meta(limit).is_none())
        .collect();
    if is_edited && is_number && !missing.is_empty() {
        report.add(
            &SETTING_CLAMPS,
            path,
            line,
            format!("The number '{name}' has no {}.", missing.join(" and no ")),
            "Add meta = (ClampMin = …, ClampMax = …), and clamp again where it is read: files are not clamped.",
        );
    }
    if is_config && is_secret(property) {
        check_secret(path, property, specifiers, is_shared, report);
    }
}

fn is_secret(property: &Property) -> bool {
    let lower = property.name.to_lowercase();
    property.cpp_type.name == "FString"
        && ["apikey", "password", "secret", "accesstoken", "authtoken"]
            .iter()
            .any(|word| lower.ends_with(word))
}

fn check_secret(
    path: &str,
    property: &Property,
    specifiers: &Specifiers,
    is_shared: bool,
    report: &mut Report,
) {
    let (name, line) = (&property.name, property.place.line);
    if !specifiers.meta_is_on("PasswordField") {
        report.add(
            &SECRET_SETTING,
            path,
            line,
            format!("The secret '{name}' is shown in the open."),
            "Add meta = (PasswordField = true).",
        );
    }
    if is_shared {
        report.add(
            &SECRET_SETTING,
            path,
            line,
            format!("The secret '{name}' is saved to a Default*.ini, which is committed."),
            "Move it to a class with Config = EditorPerProjectUserSettings.",
        );
    }
}
