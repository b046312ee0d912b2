//! The `.uplugin` file.

mod vocabulary;

use serde_json::{Map, Value};

use crate::header_tool::{Report, Rule, Sample, did_you_mean};
use crate::lint::plugin::Plugin;

use vocabulary::{
    Kind, MODULE_FIELDS, MODULE_TYPES, PHASES, PLATFORMS, PLUGIN_MODULES, REFERENCE_FIELDS,
    REQUIRED, TOP,
};

const DESCRIPTOR_JSON: Rule = Rule {
    id: "descriptor-json",
    reason: "the editor does not load a plugin whose descriptor it cannot read",
    source: "Epic, \"Plugins\" page, plugin descriptor files",
    samples: &[Sample::whole(&[("SampleChat.uplugin", "{\n\t\"FileVersion\": 3,\n} ⟵\n")])],
};

const DESCRIPTOR_FIELD: Rule = Rule {
    id: "descriptor-field",
    reason: "a field that is misspelt, of the wrong type or empty is passed over in silence, and Fab refuses empty ones",
    source: "71 public descriptors (evidence for the stand-in); mythiclemon's checklist of Fab's technical rules",
    samples: &[Sample::whole(&[(
        "SampleChat.uplugin",
        "{\n\t\"FileVersion\": 3,\n\t\"Version\": 1,\n\t\"VersionName\": \"1.0\",\n\t\"FriendlyName\": \
             \"Chat\",\n\t\"Description\": \"Chats.\",\n\t\"Category\": \"Editor\",\n\t\"CreatedBy\": \
             \"Us\",\n\t\"CreatedByUrl\": \"https://example.com\", ⟵\n\t\"DocsURL\": \
             \"https://example.com\",\n\t\"SupportURL\": \"\", ⟵\n\t\"CanContainContent\": \"false\", ⟵\n\t\"Modules\": [\n\t\t{\n\t\t\t\"Name\": \
             \"SampleChat\",\n\t\t\t\"Type\": \"Editor\",\n\t\t\t\"LoadingPhase\": \"Default\",\n\t\t\t\"PlatformAllowList\": \
             [\"Win64\"]\n\t\t}\n\t]\n}\n",
    )])],
};

const ENGINE_VERSION: Rule = Rule {
    id: "engine-version",
    reason: "an engine of another version asks whether to load the plugin anyway, and passes over it when nobody is there \
             to answer: packaging names the version, one package for each",
    source: "Epic, \"Plugins\" page, EngineVersion; mythiclemon's checklist of Fab's technical rules (one package each)",
    samples: &[Sample::whole(&[(
        "SampleChat.uplugin",
        "{\n\t\"FileVersion\": 3,\n\t\"Version\": 1,\n\t\"VersionName\": \"1.0\",\n\t\"FriendlyName\": \
         \"Chat\",\n\t\"Description\": \"Chats.\",\n\t\"Category\": \"Editor\",\n\t\"CreatedBy\": \
         \"Us\",\n\t\"DocsURL\": \"https://example.com\",\n\t\"SupportURL\": \
         \"https://example.com\",\n\t\"EngineVersion\": \"5.7.0\", ⟵\n\t\"Modules\": [\n\t\t{\n\t\t\t\"Name\": \
         \"SampleChat\",\n\t\t\t\"Type\": \"Editor\",\n\t\t\t\"LoadingPhase\": \"Default\",\n\t\t\t\"PlatformAllowList\": \
         [\"Win64\"]\n\t\t}\n\t]\n}\n",
    )])],
};

const DESCRIPTOR_MODULE: Rule = Rule {
    id: "descriptor-module",
    reason: "a module that is listed must be there, one that is there must be listed, and a kind or phase that the engine \
             does not know stops it",
    source: "Epic, \"Plugins\" page, module descriptors",
    samples: &[Sample::whole(&[(
        "SampleChat.uplugin",
        "{\n\t\"FileVersion\": 3,\n\t\"Version\": 1,\n\t\"VersionName\": \"1.0\",\n\t\"FriendlyName\": \
         \"Chat\",\n\t\"Description\": \"Chats.\",\n\t\"Category\": \"Editor\",\n\t\"CreatedBy\": \
         \"Us\",\n\t\"DocsURL\": \"https://example.com\",\n\t\"SupportURL\": \
         \"https://example.com\",\n\t\"Modules\": [ ⟵\n\t\t{\n\t\t\t\"Name\": \
         \"SampleChats\", ⟵\n\t\t\t\"Type\": \"Edtor\", ⟵\n\t\t\t\"LoadingPhase\": \
         \"Default\",\n\t\t\t\"PlatformAllowList\": [\"Win64\"]\n\t\t}\n\t]\n}\n",
    )])],
};

const PLATFORM_ALLOW_LIST: Rule = Rule {
    id: "platform-allow-list",
    reason: "Fab wants the platforms of each module named, and a module with native libraries fails to build elsewhere",
    source: "mythiclemon's checklist of Fab's technical rules; 11 public descriptors with PlatformAllowList",
    samples: &[Sample::whole(&[(
        "SampleChat.uplugin",
        "{\n\t\"FileVersion\": 3,\n\t\"Version\": 1,\n\t\"VersionName\": \"1.0\",\n\t\"FriendlyName\": \
         \"Chat\",\n\t\"Description\": \"Chats.\",\n\t\"Category\": \"Editor\",\n\t\"CreatedBy\": \
         \"Us\",\n\t\"DocsURL\": \"https://example.com\",\n\t\"SupportURL\": \
         \"https://example.com\",\n\t\"Modules\": [\n\t\t{\n\t\t\t\"Name\": \
         \"SampleChat\",\n\t\t\t\"Type\": \"Editor\",\n\t\t\t\"LoadingPhase\": \"Default\",\n\t\t\t\"PlatformAllowList\": \
         [\"Windows\"] ⟵\n\t\t}\n\t]\n}\n",
    )])],
};

const PLUGIN_DEPENDENCY: Rule = Rule {
    id: "plugin-dependency",
    reason: "a module of another plugin is only there if the descriptor names that plugin",
    source: "Epic, \"Plugins\" page, plugin references; IPythonScriptPlugin users list PythonScriptPlugin",
    samples: &[Sample::whole(&[
        (
            "Source/SampleChat/SampleChat.Build.cs",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\nusing UnrealBuildTool;\n\npublic class \
             SampleChat : ModuleRules\n{\n\tpublic SampleChat(ReadOnlyTargetRules Target) : \
             base(Target)\n\t{\n\t\tPublicDependencyModuleNames.AddRange(new string[] { \"Core\", \"CoreUObject\", \
             \"DeveloperSettings\" });\n\t\tPrivateDependencyModuleNames.AddRange(new string[] { \"Slate\", \"SlateCore\", \
             \"SampleCore\" });\n\t\tPrivateDependencyModuleNames.Add(\"PythonScriptPlugin\"); ⟵\n\t}\n}\n",
        ),
        (
            "Source/SampleChat/Private/Thing.cpp",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#include \"IPythonScriptPlugin.h\"\n",
        ),
    ])],
};

pub(super) const RULES: &[Rule] = &[
    DESCRIPTOR_JSON,
    DESCRIPTOR_FIELD,
    ENGINE_VERSION,
    DESCRIPTOR_MODULE,
    PLATFORM_ALLOW_LIST,
    PLUGIN_DEPENDENCY,
];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    let Some(path) = plugin.descriptor else {
        report.add(
            &DESCRIPTOR_JSON,
            "",
            1,
            "The plugin has no .uplugin file at its top.",
            "Add one that bears the plugin's name.",
        );
        return;
    };
    let text = plugin.files.text(path).unwrap_or("");
    let top = match serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(top)) => top,
        Ok(_) => {
            return report.add(
                &DESCRIPTOR_JSON,
                path,
                1,
                "The descriptor is not a JSON object.",
                "Begin it with '{'.",
            );
        }
        Err(error) => {
            let line = u32::try_from(error.line()).unwrap_or(1).max(1);
            return report.add(
                &DESCRIPTOR_JSON,
                path,
                line,
                format!("The descriptor is not JSON: {error}."),
                "Correct it; the last entry of a list has no comma behind it.",
            );
        }
    };
    let descriptor = Descriptor { path, text, plugin };
    descriptor.fields(&top, TOP, 0, report);
    descriptor.required(&top, report);
    descriptor.engine_version(&top, report);
    descriptor.modules(&top, report);
    descriptor.references(&top, report);
}

struct Descriptor<'d, 'a> {
    path: &'d str,
    text: &'d str,
    plugin: &'d Plugin<'a>,
}

impl Descriptor<'_, '_> {
    /// The line of the `nth` field named `key`, from 0.
    fn line_of(&self, key: &str, nth: usize) -> u32 {
        let quoted = format!("\"{key}\"");
        let is_field = |line: &&str| {
            line.split_once(&quoted).is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
        };
        let found = self.text.lines().enumerate().filter(|(_, line)| is_field(line)).nth(nth);
        found.map_or(1, |(index, _)| u32::try_from(index + 1).unwrap_or(1))
    }

    fn add(&self, rule: &Rule, line: u32, report: &mut Report, message: String, advice: &str) {
        report.add(rule, self.path, line, message, advice);
    }

    /// Holds the fields of an object against those that are known.
    fn fields(
        &self,
        object: &Map<String, Value>,
        known: &[(&str, Kind)],
        nth: usize,
        report: &mut Report,
    ) {
        for (key, value) in object {
            let line = self.line_of(key, nth);
            let Some((_, kind)) = known.iter().find(|(name, _)| name == key) else {
                let names = known.iter().map(|(name, _)| *name);
                let advice = match key.as_str() {
                    "WhitelistPlatforms" => "Write 'PlatformAllowList'.".to_owned(),
                    _ => did_you_mean(key, names, "Remove it: nothing reads it."),
                };
                self.add(
                    &DESCRIPTOR_FIELD,
                    line,
                    report,
                    format!("The field '{key}' is not known."),
                    &advice,
                );
                continue;
            };
            let found = match value {
                Value::Number(_) => Some(Kind::Number),
                Value::String(_) => Some(Kind::Text),
                Value::Bool(_) => Some(Kind::Flag),
                Value::Array(_) => Some(Kind::List),
                Value::Object(_) => Some(Kind::Object),
                Value::Null => None,
            };
            if found != Some(*kind) {
                let wanted = match kind {
                    Kind::Number => "a number",
                    Kind::Text => "a text in quotes",
                    Kind::Flag => "true or false",
                    Kind::List => "a list",
                    Kind::Object => "an object",
                };
                let message = format!("The field '{key}' holds {value}.");
                self.add(&DESCRIPTOR_FIELD, line, report, message, &format!("It takes {wanted}."));
            } else if *kind == Kind::Number && !value.is_u64() {
                let message = format!("The field '{key}' holds {value}.");
                self.add(&DESCRIPTOR_FIELD, line, report, message, "It takes a whole number.");
            }
        }
    }

    fn required(&self, top: &Map<String, Value>, report: &mut Report) {
        for key in REQUIRED {
            let value = top.get(*key);
            if value.is_none() {
                let message = format!("The field '{key}' is missing.");
                self.add(&DESCRIPTOR_FIELD, 1, report, message, "Fill it in: Fab asks for it.");
            } else if value.and_then(Value::as_str).is_some_and(|text| text.trim().is_empty()) {
                let message = format!("The field '{key}' is empty.");
                self.add(
                    &DESCRIPTOR_FIELD,
                    self.line_of(key, 0),
                    report,
                    message,
                    "Fill it in: Fab asks for it.",
                );
            }
        }
        if top.get("FileVersion").and_then(Value::as_u64).is_some_and(|version| version != 3) {
            let line = self.line_of("FileVersion", 0);
            self.add(
                &DESCRIPTOR_FIELD,
                line,
                report,
                "FileVersion is not 3.".to_owned(),
                "Write 3.",
            );
        }
        let urls = top.iter().filter(|(key, _)| key.ends_with("URL"));
        for (key, url) in urls.filter_map(|(key, value)| value.as_str().map(|text| (key, text))) {
            if !url.is_empty() && !url.starts_with("https://") {
                let message = format!("'{key}' is not an https address: '{url}'.");
                self.add(
                    &DESCRIPTOR_FIELD,
                    self.line_of(key, 0),
                    report,
                    message,
                    "Begin it with 'https://'.",
                );
            }
        }
    }

    fn engine_version(&self, top: &Map<String, Value>, report: &mut Report) {
        let Some(version) = top.get("EngineVersion") else { return };
        let message = format!("EngineVersion is {version}.");
        let advice = "Leave it out; `cargo xtask package --engine` writes it into the package.";
        self.add(&ENGINE_VERSION, self.line_of("EngineVersion", 0), report, message, advice);
    }

    fn modules(&self, top: &Map<String, Value>, report: &mut Report) {
        let empty = Vec::new();
        let modules = top.get("Modules").and_then(Value::as_array).unwrap_or(&empty);
        let mut listed = Vec::new();
        for (index, module) in modules.iter().enumerate() {
            let Value::Object(module) = module else {
                let line = self.line_of("Modules", 0);
                self.add(
                    &DESCRIPTOR_MODULE,
                    line,
                    report,
                    "A module is not an object.".to_owned(),
                    "Write { … }.",
                );
                continue;
            };
            let nth = |key: &str| {
                modules[..index].iter().filter(|other| other.get(key).is_some()).count()
            };
            self.fields(module, MODULE_FIELDS, index, report);
            let text = |key: &str| module.get(key).and_then(Value::as_str).unwrap_or("");
            let name = text("Name");
            listed.push(name);
            let name_line = self.line_of("Name", nth("Name"));
            let path = format!("Source/{name}/{name}.Build.cs");
            if !self.plugin.files.has(&path) {
                let names = self.plugin.modules.iter().map(|module| module.module.as_str());
                let advice = did_you_mean(name, names, "Add the module, or remove it here.");
                let message = format!("The module '{name}' has no '{path}'.");
                self.add(&DESCRIPTOR_MODULE, name_line, report, message, &advice);
            }
            for (key, known) in [("Type", MODULE_TYPES), ("LoadingPhase", PHASES)] {
                let value = text(key);
                if !known.contains(&value) {
                    let line =
                        if value.is_empty() { name_line } else { self.line_of(key, nth(key)) };
                    let advice = did_you_mean(
                        value,
                        known.iter().copied(),
                        &format!("Use {}.", known.join(", ")),
                    );
                    let message = format!("The {key} '{value}' of '{name}' is not known.");
                    self.add(&DESCRIPTOR_MODULE, line, report, message, &advice);
                }
            }
            self.platforms(module, name, name_line, nth("PlatformAllowList"), report);
        }
        for module in self.plugin.modules.iter().filter(|module| !module.is_external) {
            if !listed.contains(&module.module.as_str()) {
                let line = self.line_of("Modules", 0);
                let message = format!("The module '{}' is not listed.", module.module);
                self.add(&DESCRIPTOR_MODULE, line, report, message, "Add it to Modules.");
            }
        }
    }

    fn platforms(
        &self,
        module: &Map<String, Value>,
        name: &str,
        line: u32,
        nth: usize,
        report: &mut Report,
    ) {
        let Some(platforms) = module.get("PlatformAllowList").and_then(Value::as_array) else {
            let message = format!("The module '{name}' has no PlatformAllowList.");
            return self.add(
                &PLATFORM_ALLOW_LIST,
                line,
                report,
                message,
                "Name its platforms: [\"Win64\", \"Mac\", \"Linux\"].",
            );
        };
        let line = self.line_of("PlatformAllowList", nth);
        if platforms.is_empty() {
            let message = format!("The PlatformAllowList of '{name}' is empty.");
            self.add(&PLATFORM_ALLOW_LIST, line, report, message, "Name its platforms.");
        }
        for platform in platforms {
            let platform_name = platform.as_str().unwrap_or("");
            if !PLATFORMS.contains(&platform_name) {
                let message = format!("{platform} is not a platform.");
                let advice = match platform_name {
                    "Windows" | "Win32" => "Write 'Win64'.".to_owned(),
                    "MacOS" | "macOS" => "Write 'Mac'.".to_owned(),
                    other => {
                        did_you_mean(other, PLATFORMS.iter().copied(), "Use Win64, Mac or Linux.")
                    }
                };
                self.add(&PLATFORM_ALLOW_LIST, line, report, message, &advice);
            }
        }
    }

    fn references(&self, top: &Map<String, Value>, report: &mut Report) {
        let empty = Vec::new();
        let plugins = top.get("Plugins").and_then(Value::as_array).unwrap_or(&empty);
        let modules = top.get("Modules").and_then(Value::as_array).map_or(0, Vec::len);
        for (index, reference) in plugins.iter().enumerate() {
            if let Value::Object(reference) = reference {
                // Modules come before plugins in nearly all descriptors.
                self.fields(reference, REFERENCE_FIELDS, modules + index, report);
            }
        }
        for module in &self.plugin.modules {
            for dependency in module.dependencies() {
                let needed = PLUGIN_MODULES.iter().find(|(name, _)| *name == dependency.value);
                let Some((name, plugin)) = needed else { continue };
                let is_listed = plugins.iter().any(|entry| {
                    entry.get("Name").and_then(Value::as_str) == Some(plugin)
                        && entry.get("Enabled").and_then(Value::as_bool) == Some(true)
                });
                if !is_listed {
                    report.add(
                        &PLUGIN_DEPENDENCY,
                        &module.path,
                        dependency.line,
                        format!("The module '{name}' belongs to the plugin '{plugin}', which the descriptor does not name."),
                        format!("Add {{ \"Name\": \"{plugin}\", \"Enabled\": true }} to its Plugins."),
                    );
                }
            }
        }
    }
}
