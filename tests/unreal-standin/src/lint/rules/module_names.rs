//! The names by which a module is known in its files.

use crate::header_tool::{Declaration, Report, Rule, Sample};
use crate::lint::plugin::Plugin;

const MODULE_NAME: Rule = Rule {
    id: "module-name",
    reason: "the build finds a module by its folder, its Build.cs, the class in it, IMPLEMENT_MODULE and the descriptor: \
             one name for all",
    source: "Epic, \"Modules\" page; CesiumEditor.cpp and SentryEditorModule.cpp",
    samples: &[
        Sample::whole(&[(
            "Source/SampleChat/Private/SampleChatModule.cpp",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#include \
             \"Modules/ModuleManager.h\"\n\nIMPLEMENT_MODULE(FDefaultModuleImpl, SampleChats) ⟵\n",
        )]),
        Sample::whole(&[(
            "Source/SampleChat/Private/SampleChatModule.cpp",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#include \
             \"Modules/ModuleManager.h\"\n\nIMPLEMENT_MODULE(FDefaultModuleImpl, SampleChat)\n",
        )]),
        Sample::whole(&[(
            "Source/ThirdParty/SampleCore/SampleCore.Build.cs",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\nusing UnrealBuildTool;\n\npublic class \
             SampleCores : ModuleRules ⟵\n{\n\tpublic SampleCores(ReadOnlyTargetRules Target) : \
             base(Target)\n\t{\n\t\tType = ModuleType.External;\n\t}\n}\n",
        )]),
    ],
};

const API_MACRO: Rule = Rule {
    id: "api-macro",
    reason: "the export macro is the module's name in capitals; another one does not exist",
    source: "Epic, \"Modules\" page; CESIUMRUNTIME_API, SENTRY_API",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class SAMPLECHAT_API FThing\n{\n};\n\nclass FPlain\n{\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class SAMPLE_API FThing ⟵\n{\n};\n\nUCLASS(MinimalAPI)\nclass UThings : public \
             UObject\n{\n\tGENERATED_BODY()\n};\n\nUCLASS()\nclass UOthers : public UObject ⟵\n{\n\tGENERATED_BODY()\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[MODULE_NAME, API_MACRO];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for module in &plugin.modules {
        let name = &module.module;
        match &module.class {
            Some(class) if class.value == *name => {}
            Some(class) => report.add(
                &MODULE_NAME,
                &module.path,
                class.line,
                format!("The class '{}' is not named as its file.", class.value),
                format!("Name it '{name}'."),
            ),
            None => report.add(
                &MODULE_NAME,
                &module.path,
                1,
                "No class derives from ModuleRules.",
                format!("Declare 'public class {name} : ModuleRules'."),
            ),
        }
        let folder = module.folder.trim_end_matches('/').rsplit('/').next().unwrap_or("");
        if folder != name {
            report.add(
                &MODULE_NAME,
                &module.path,
                1,
                format!("The folder '{folder}' is not named as the module."),
                format!("Name it '{name}'."),
            );
        }
        if !module.is_external {
            implementations(plugin, name, &module.path, report);
        }
    }
    api_macros(plugin, report);
}

fn implementations(plugin: &Plugin<'_>, name: &str, build_rules: &str, report: &mut Report) {
    let mut found = 0;
    for file in plugin.sources_of(name) {
        for declaration in file.all() {
            let Declaration::Macro(call) = declaration else { continue };
            if !matches!(call.name.as_str(), "IMPLEMENT_MODULE" | "IMPLEMENT_GAME_MODULE") {
                continue;
            }
            found += 1;
            let second = call.arguments.get(1).map_or("", String::as_str);
            if second != name {
                report.add(
                    &MODULE_NAME,
                    file.source.path,
                    call.line,
                    format!("{} names '{second}', but the module is '{name}'.", call.name),
                    format!("Write {name}, without quotes."),
                );
            }
            if found == 2 {
                report.add(
                    &MODULE_NAME,
                    file.source.path,
                    call.line,
                    "The module is implemented twice.",
                    "Keep one IMPLEMENT_MODULE.",
                );
            }
        }
    }
    if found == 0 {
        report.add(
            &MODULE_NAME,
            build_rules,
            1,
            format!("No source of '{name}' has IMPLEMENT_MODULE."),
            format!("Write IMPLEMENT_MODULE(F{name}Module, {name}) in one source."),
        );
    }
}

fn api_macros(plugin: &Plugin<'_>, report: &mut Report) {
    for file in plugin.sources.iter().filter(|file| file.is_header()) {
        let own = format!("{}_API", file.module.to_uppercase());
        for class in file.classes() {
            let name = &class.name;
            match &class.api {
                Some(api) if *api != own => report.add(
                    &API_MACRO,
                    file.source.path,
                    class.place.line,
                    format!("'{name}' has the export macro '{api}'."),
                    format!("Write {own}."),
                ),
                None if file.is_public_header() => {
                    let is_minimal =
                        class.place.specifiers().is_some_and(|list| list.has("MinimalAPI"));
                    let marker = class.place.marker.as_ref();
                    if marker.is_some_and(|marker| marker.name == "UCLASS") && !is_minimal {
                        report.add(
                            &API_MACRO,
                            file.source.path,
                            class.place.line,
                            format!("The public class '{name}' is not exported."),
                            format!("Write 'class {own} {name}', or UCLASS(MinimalAPI)."),
                        );
                    }
                }
                _ => {}
            }
        }
    }
}
