//! Includes held against the lists of `*.Build.cs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::header_tool::{Report, Rule, Sample, did_you_mean};
use crate::lint::plugin::{Plugin, Target};

const UNKNOWN_INCLUDE: Rule = Rule {
    id: "unknown-include",
    reason: "an include that no public source shows may not exist, or not in all supported versions of the engine",
    source: "tests/unreal-standin/src/lint/modules.txt, each line with its source",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "#include \"Misc/Paths.h\"\n#include <atomic>\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "#include \"Widgets/Text/STextBlok.h\" ⟵\n",
        )]),
    ],
};

const MISSING_DEPENDENCY: Rule = Rule {
    id: "missing-dependency",
    reason: "a module whose header is included but which is not listed is not found by the compiler, or not by the linker",
    source: "Epic, \"Modules\" page; kevinpbuckley/VibeUE#7",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "#include \"Engine/DeveloperSettings.h\"\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "#include \"Interfaces/IPluginManager.h\" ⟵\n",
        )]),
        Sample::whole(&[
            (
                "Source/SampleChat/SampleChat.Build.cs",
                "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\nusing UnrealBuildTool;\n\npublic class \
                 SampleChat : ModuleRules\n{\n\tpublic SampleChat(ReadOnlyTargetRules Target) : \
                 base(Target)\n\t{\n\t\tPublicDependencyModuleNames.AddRange(new string[] { \"Core\", \"CoreUObject\", \
                 \"DeveloperSettings\" });\n\t\tPrivateDependencyModuleNames.AddRange(new string[] { \"Engine\", \"Slate\", \
                 \"SlateCore\", \"SampleCore\" });\n\t\tPrivateDependencyModuleNames.Add(\"LevelEditor\");\n\t}\n}\n",
            ),
            (
                "Source/SampleChat/Private/Thing.cpp",
                "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#include \"LevelEditor.h\" ⟵\n",
            ),
        ]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "bool Use()\n{\n\treturn EKeys::Enter.IsValid(); ⟵\n}\n",
        )]),
    ],
};

const PUBLIC_DEPENDENCY: Rule = Rule {
    id: "public-dependency",
    reason: "who includes a public header must find what it includes: such a module is a public dependency",
    source: "Epic, \"Modules\" page, public and private dependencies",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.h",
            "#include \"Widgets/SCompoundWidget.h\"\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "#include \"Widgets/SCompoundWidget.h\" ⟵\n",
        )]),
    ],
};

const UNUSED_DEPENDENCY: Rule = Rule {
    id: "unused-dependency",
    reason: "a dependency that nothing uses costs build time and ties the plugin to a module that may go",
    source: "EditorStyle is listed by 50 public plugins out of habit and is deprecated",
    samples: &[
        Sample::whole(&[(
            "Source/SampleChat/SampleChat.Build.cs",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\nusing UnrealBuildTool;\n\npublic class \
             SampleChat : ModuleRules\n{\n\tpublic SampleChat(ReadOnlyTargetRules Target) : \
             base(Target)\n\t{\n\t\tPublicDependencyModuleNames.AddRange(new string[] { \"Core\", \"CoreUObject\", \
             \"DeveloperSettings\" });\n\t\tPrivateDependencyModuleNames.AddRange(new string[] { \"Slate\", \"SlateCore\", \
             \"SampleCore\" });\n\t\tPrivateDependencyModuleNames.Add(\"EditorStyle\"); ⟵\n\t}\n}\n",
        )]),
        Sample::whole(&[(
            "Source/SampleChat/SampleChat.Build.cs",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\nusing UnrealBuildTool;\n\npublic class \
             SampleChat : ModuleRules\n{\n\tpublic SampleChat(ReadOnlyTargetRules Target) : \
             base(Target)\n\t{\n\t\tPublicDependencyModuleNames.AddRange(new string[] { \"Core\", \"CoreUObject\", \
             \"DeveloperSettings\" });\n\t\tPrivateDependencyModuleNames.AddRange(new string[] { \"Slate\", \"SlateCore\", \
             \"SampleCore\" });\n\t\tPrivateDependencyModuleNames.Add(\"Slate\"); ⟵\n\t}\n}\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] =
    &[UNKNOWN_INCLUDE, MISSING_DEPENDENCY, PUBLIC_DEPENDENCY, UNUSED_DEPENDENCY];

/// How a module is needed: where, and from a public header or not.
struct Need<'p> {
    path: &'p str,
    line: u32,
    what: String,
    is_public: bool,
}

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for module in plugin.modules.iter().filter(|module| !module.is_external) {
        let needs = needs(plugin, &module.module, report);
        let listed: BTreeSet<&str> =
            module.dependencies().map(|listed| listed.value.as_str()).collect();
        let public: BTreeSet<&str> =
            module.public.iter().map(|listed| listed.value.as_str()).collect();
        for (name, uses) in &needs {
            let Some(first) = uses.first() else { continue };
            let from_public = uses.iter().find(|need| need.is_public);
            if !listed.contains(name.as_str()) {
                report.add(
                    &MISSING_DEPENDENCY,
                    first.path,
                    first.line,
                    format!(
                        "{} needs the module '{name}', which '{}' does not list.",
                        first.what, module.path
                    ),
                    format!(
                        "Add it to {}DependencyModuleNames.",
                        if from_public.is_some() { "Public" } else { "Private" }
                    ),
                );
            } else if let (Some(need), false) = (from_public, public.contains(name.as_str())) {
                report.add(
                    &PUBLIC_DEPENDENCY,
                    need.path,
                    need.line,
                    format!(
                        "{} in a public header needs '{name}', which is listed as private.",
                        need.what
                    ),
                    "List it in PublicDependencyModuleNames, or declare the type forward.",
                );
            }
        }
        let mut seen = BTreeSet::new();
        for listed in module.dependencies() {
            let name = listed.value.as_str();
            // Core and CoreUObject come with every include and every type.
            let is_ground = matches!(name, "Core" | "CoreUObject");
            let message = if !seen.insert(name) {
                format!("'{name}' is listed twice.")
            } else if !is_ground && !needs.contains_key(name) {
                format!("Nothing in '{}' uses the module '{name}'.", module.module)
            } else {
                continue;
            };
            report.add(&UNUSED_DEPENDENCY, &module.path, listed.line, message, "Remove it.");
        }
    }
}

/// The modules that the sources of `module` need, each with its uses.
fn needs<'p>(
    plugin: &'p Plugin<'_>,
    module: &'p str,
    report: &mut Report,
) -> BTreeMap<String, Vec<Need<'p>>> {
    let mut needs: BTreeMap<String, Vec<Need<'p>>> = BTreeMap::new();
    for file in plugin.sources_of(module) {
        let path = file.source.path;
        let is_public = file.is_public_header();
        for (include, is_angled, directive) in file.source.includes() {
            match plugin.resolve(file, include, is_angled) {
                Target::Own | Target::Outside => {}
                Target::Module(name) => {
                    let line = directive.line;
                    let what = format!("'{include}'");
                    needs.entry(name).or_default().push(Need { path, line, what, is_public });
                    for other in plugin.map.modules_in_turn(include) {
                        let what = format!("What '{include}' includes in turn");
                        let need = Need { path, line, what, is_public };
                        needs.entry((*other).to_owned()).or_default().push(need);
                    }
                }
                Target::Unknown => report.add(
                    &UNKNOWN_INCLUDE,
                    path,
                    directive.line,
                    format!("It is unknown where '{include}' comes from."),
                    did_you_mean(
                        include,
                        plugin.map.includes(),
                        "Find a public source that includes it, and add it to tests/unreal-standin/src/lint/modules.txt.",
                    ),
                ),
            }
        }
        for token in &file.source.code {
            if let Some(name) = plugin.map.module_of_name(token.text) {
                needs.entry(name.to_owned()).or_default().push(Need {
                    path,
                    line: token.line,
                    what: format!("'{}'", token.text),
                    is_public,
                });
            }
        }
    }
    needs
}
