//! Names and habits that break on one platform or in one build.

use crate::header_tool::{Declaration, Report, Rule, Sample, TokenKind};
use crate::lint::plugin::Plugin;

const WIN32_NAME: Rule = Rule {
    id: "win32-name",
    reason: "Windows.h defines these names as macros: a function that bears one is renamed in the files that see the \
             macro, and does not link",
    source: "turbolink#32 (GetMessage), yojimbo#19 (SendMessage), aws-sdk-cpp#454 (GetObject)",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class FThing\n{\npublic:\n\tvoid SubmitUserMessage();\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "enum class EThing : uint8\n{\n\tNone,\n\tERROR ⟵\n};\n\nclass FThing\n{\npublic:\n\tvoid SendMessage(); \
             ⟵\n\n\tint32 DELETE = 0; ⟵\n};\n",
        )]),
    ],
};

const STD_IN_PUBLIC_HEADER: Rule = Rule {
    id: "std-in-public-header",
    reason: "the engine's modules speak to each other in its own containers; types of std differ between the compilers' \
             libraries",
    source: "Epic, \"Epic C++ Coding Standard\", use of standard libraries",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "static_assert(std::is_same_v<int32, int32>);\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "struct FThing\n{\n\tstd::string Name; ⟵\n};\n",
        )]),
    ],
};

const USING_NAMESPACE: Rule = Rule {
    id: "using-namespace",
    reason: "a `using namespace` in a header, or at the top of a source in a unity build, changes what other files mean",
    source: "Epic, \"Epic C++ Coding Standard\", namespaces",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Use()\n{\n\tusing namespace UE::Tasks;\n}\n",
        )]),
        Sample::part(&[("Source/SampleChat/Public/Thing.h", "using namespace UE::Tasks; ⟵\n")]),
        Sample::part(&[("Source/SampleChat/Private/Thing.cpp", "using namespace UE::Tasks; ⟵\n")]),
    ],
};

const NO_EXCEPTIONS: Rule = Rule {
    id: "no-exceptions",
    reason: "engine modules are built without exceptions and run-time type information",
    source: "Cesium's and Cronos' Build.cs turn them on by hand; cronos-labs/play-unreal-plugin#131",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Use()\n{\n\t// try again\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Use()\n{\n\ttry ⟵\n\t{\n\t}\n\tcatch (...) ⟵\n\t{\n\t\tthrow; ⟵\n\t}\n}\n",
        )]),
    ],
};

const UNITY_NAME: Rule = Rule {
    id: "unity-name",
    reason: "a unity build puts several sources into one, where two file-local names that are equal clash",
    source: "Epic, \"Unreal Build Tool\" page, unity builds; PCGEx and RiderLink build with bUseUnity false to find them",
    samples: &[
        Sample::part(&[
            (
                "Source/SampleChat/Private/ThingA.cpp",
                "namespace ThingA\n{\nstatic void Use()\n{\n}\n}\n",
            ),
            (
                "Source/SampleChat/Private/ThingB.cpp",
                "namespace ThingB\n{\nstatic void Use()\n{\n}\n}\n",
            ),
        ]),
        Sample::part(&[
            ("Source/SampleChat/Private/ThingA.cpp", "static void Use()\n{\n}\n"),
            ("Source/SampleChat/Private/ThingB.cpp", "namespace\n{\nvoid Use() ⟵\n{\n}\n}\n"),
        ]),
    ],
};

pub(super) const RULES: &[Rule] =
    &[WIN32_NAME, STD_IN_PUBLIC_HEADER, USING_NAMESPACE, NO_EXCEPTIONS, UNITY_NAME];

/// Names that Windows.h, or what it includes, defines as macros. Source: the
/// issue threads named at the rule, and Microsoft's pages of the functions,
/// which list an A and a W form for each.
const WIN32_MACROS: &[&str] = &[
    "AddJob",
    "AppendMenu",
    "CallMsgFilter",
    "CharLower",
    "CharUpper",
    "CopyFile",
    "CreateDialog",
    "CreateDirectory",
    "CreateEvent",
    "CreateFile",
    "CreateFont",
    "CreateMutex",
    "CreateProcess",
    "CreateSemaphore",
    "CreateWindow",
    "DefWindowProc",
    "DeleteFile",
    "DialogBox",
    "DispatchMessage",
    "DrawText",
    "EncryptFile",
    "ExitWindows",
    "FindFirstFile",
    "FindNextFile",
    "FindResource",
    "FindText",
    "FindWindow",
    "FormatMessage",
    "FreeModule",
    "GetClassInfo",
    "GetClassName",
    "GetCommandLine",
    "GetComputerName",
    "GetCurrentDirectory",
    "GetCurrentTime",
    "GetDriveType",
    "GetEnvironmentVariable",
    "GetFileAttributes",
    "GetFirstChild",
    "GetFreeSpace",
    "GetJob",
    "GetMessage",
    "GetModuleHandle",
    "GetNextSibling",
    "GetObject",
    "GetProfileString",
    "GetProp",
    "GetStartupInfo",
    "GetTempFileName",
    "GetTempPath",
    "GetUserName",
    "GetWindowText",
    "InsertMenu",
    "IsMaximized",
    "IsMinimized",
    "LoadIcon",
    "LoadImage",
    "LoadLibrary",
    "LoadMenu",
    "LoadString",
    "LogEvent",
    "MessageBox",
    "MoveFile",
    "OpenEvent",
    "PeekMessage",
    "PlaySound",
    "PostMessage",
    "PostThreadMessage",
    "RegisterClass",
    "RemoveDirectory",
    "RemoveProp",
    "ReplaceFile",
    "ReplaceText",
    "ReportEvent",
    "SearchPath",
    "SendMessage",
    "SetCurrentDirectory",
    "SetEnvironmentVariable",
    "SetJob",
    "SetPort",
    "SetProp",
    "SetWindowText",
    "ShellExecute",
    "StartDoc",
    "TranslateAccelerator",
    "UpdateResource",
    "Yield",
    // Not functions, but macros all the same.
    "CONST",
    "DELETE",
    "ERROR",
    "FALSE",
    "FAR",
    "IGNORE",
    "IN",
    "NEAR",
    "NO_ERROR",
    "OPAQUE",
    "OPTIONAL",
    "OUT",
    "STRICT",
    "TRANSPARENT",
    "TRUE",
    "VOID",
    "far",
    "interface",
    "near",
    "small",
];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    win32_names(plugin, report);
    unity_names(plugin, report);
    for file in &plugin.sources {
        let source = &file.source;
        let mut depth = 0usize;
        for (at, token) in source.code.iter().enumerate() {
            let next = source.code.get(at + 1).map_or("", |token| token.text);
            if token.is_mark("{") {
                depth += 1;
            } else if token.is_mark("}") {
                depth = depth.saturating_sub(1);
            }
            if token.kind != TokenKind::Identifier {
                continue;
            }
            match token.text {
                "std" if next == "::" && file.is_public_header() => report.add(
                    &STD_IN_PUBLIC_HEADER,
                    source.path,
                    token.line,
                    format!("'{}' is in a public header.", source.words(at..at + 3)),
                    "Use the engine's type (FString, TArray, TFunction, …), or hide it in a source.",
                ),
                "using" if next == "namespace" && (file.is_header() || depth == 0) => report.add(
                    &USING_NAMESPACE,
                    source.path,
                    token.line,
                    "'using namespace' reaches other files.",
                    "Write names in full, or put it into a function.",
                ),
                "try" | "catch" | "throw" | "dynamic_cast" | "typeid" => report.add(
                    &NO_EXCEPTIONS,
                    source.path,
                    token.line,
                    format!("'{}' needs what the engine's modules are built without.", token.text),
                    "Return a result; use Cast<> for objects.",
                ),
                _ => {}
            }
        }
    }
}

fn win32_names(plugin: &Plugin<'_>, report: &mut Report) {
    for file in &plugin.sources {
        for declaration in file.all() {
            let mut names: Vec<(&str, u32)> = Vec::new();
            match declaration {
                Declaration::Class(class) => names.push((&class.name, class.place.line)),
                Declaration::Enum(found) => {
                    names.push((&found.name, found.place.line));
                    names
                        .extend(found.values.iter().map(|value| (value.name.as_str(), value.line)));
                }
                Declaration::Property(property) => {
                    names.push((&property.name, property.place.line));
                }
                // A definition repeats what its declaration was reported for.
                Declaration::Function(function) if function.qualifier.is_none() => {
                    names.push((&function.name, function.place.line));
                    let parameters = function.parameters.iter();
                    names.extend(
                        parameters.map(|parameter| (parameter.name.as_str(), function.place.line)),
                    );
                }
                Declaration::Delegate(delegate) => {
                    names.push((&delegate.name, delegate.place.line));
                }
                Declaration::Function(_) | Declaration::Macro(_) | Declaration::Stray(_) => {}
            }
            for (name, line) in names {
                if WIN32_MACROS.contains(&name) {
                    report.add(
                        &WIN32_NAME,
                        file.source.path,
                        line,
                        format!("'{name}' is a macro of Windows.h."),
                        "Give it another name: SubmitUserMessage, FindMessage, …",
                    );
                }
            }
        }
    }
}

/// File-local functions of one module that have the same name.
fn unity_names(plugin: &Plugin<'_>, report: &mut Report) {
    let mut seen: std::collections::BTreeMap<(String, String), &str> =
        std::collections::BTreeMap::new();
    for file in plugin.sources.iter().filter(|file| !file.is_header()) {
        for function in file.functions() {
            let scope: Vec<&String> =
                function.place.scope.iter().filter(|name| *name != "(anonymous)").collect();
            let is_local = function.is_static || scope.len() < function.place.scope.len();
            if !is_local
                || !scope.is_empty()
                || function.qualifier.is_some()
                || function.body.is_none()
            {
                continue;
            }
            let types: Vec<&str> = function
                .parameters
                .iter()
                .map(|parameter| parameter.cpp_type.text.as_str())
                .collect();
            let key = (file.module.clone(), format!("{}({})", function.name, types.join(", ")));
            let name = key.1.clone();
            if let Some(other) = seen.get(&key) {
                if *other != file.source.path {
                    report.add(
                        &UNITY_NAME,
                        file.source.path,
                        function.place.line,
                        format!("'{name}' is local to '{other}' too."),
                        "Put each into a namespace of its file's name.",
                    );
                }
            } else {
                seen.insert(key, file.source.path);
            }
        }
    }
}
