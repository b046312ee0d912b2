//! What is registered must be unregistered.

use std::collections::{BTreeMap, BTreeSet};

use crate::header_tool::{ParsedFile, Report, Rule, Sample};
use crate::lint::plugin::Plugin;

const UNREGISTER: Rule = Rule {
    id: "unregister",
    reason: "what a module registered calls into its code after the code is gone, unless it is taken back on the way out",
    source: "CesiumEditor's ShutdownModule mirrors its StartupModule; SentryEditor's customizations stay behind",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "class FThing\n{\npublic:\n\tvoid Start();\n\tvoid ShutdownModule();\n\tvoid Stop();\n};\n\nvoid \
             FThing::Start()\n{\n\tHandle = FTSTicker::GetCoreTicker().AddTicker(Ticker, 0.0f);\n}\n\nvoid \
             FThing::ShutdownModule()\n{\n\tStop();\n}\n\nvoid \
             FThing::Stop()\n{\n\tFTSTicker::RemoveTicker(Handle);\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Start()\n{\n\tFGlobalTabmanager::Get()->RegisterNomadTabSpawner(Name, Spawn); ⟵\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Start()\n{\n\tHandle = FTSTicker::GetCoreTicker().AddTicker(Ticker, 0.0f); ⟵\n}\n\nvoid \
             NeverCalled()\n{\n\tFTSTicker::RemoveTicker(Handle);\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "class FThing\n{\npublic:\n\tvoid Start();\n\tvoid ShutdownModule();\n};\n\nvoid \
             FThing::Start()\n{\n\tModule.RegisterCustomClassLayout(\"A\", Make);\n\tModule.RegisterCustomClassLayout(\"B\", \
             Make); ⟵\n}\n\nvoid FThing::ShutdownModule()\n{\n\tModule.UnregisterCustomClassLayout(\"A\");\n}\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[UNREGISTER];

/// A call, what undoes it, and whether both name the thing first; if they do not, both must be in
/// one file.
const PAIRS: &[(&str, &[&str], bool)] = &[
    ("RegisterNomadTabSpawner", &["UnregisterNomadTabSpawner"], true),
    ("RegisterTabSpawner", &["UnregisterTabSpawner"], true),
    ("RegisterStartupCallback", &["UnRegisterStartupCallback"], false),
    ("RegisterSlateStyle", &["UnRegisterSlateStyle"], false),
    ("RegisterSettings", &["UnregisterSettings"], false),
    ("RegisterCustomClassLayout", &["UnregisterCustomClassLayout"], true),
    ("RegisterCustomPropertyTypeLayout", &["UnregisterCustomPropertyTypeLayout"], true),
    ("RegisterLogListing", &["UnregisterLogListing"], true),
    ("RegisterInputPreProcessor", &["UnregisterInputPreProcessor"], false),
    ("RegisterModularFeature", &["UnregisterModularFeature"], false),
    ("AddTicker", &["RemoveTicker"], false),
    ("AddToRoot", &["RemoveFromRoot"], false),
    ("AddOutputDevice", &["RemoveOutputDevice"], false),
];

/// Functions that run when something ends.
const ENDS: &[&str] = &[
    "ShutdownModule",
    "Deinitialize",
    "BeginDestroy",
    "FinishDestroy",
    "EndPlay",
    "HandleEnginePreExit",
    "OnEnginePreExit",
    "HandlePreExit",
    "OnPreExit",
    "RemoveTick",
    "AfterEach",
];

/// A call: of what, in which function, with which first argument, and where.
struct Call<'p> {
    name: &'p str,
    caller: &'p str,
    first: String,
    path: &'p str,
    line: u32,
}

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for module in &plugin.modules {
        let mut calls = Vec::new();
        for file in plugin.sources_of(&module.module) {
            calls_of(file, &mut calls);
        }
        let ending = reachable(&calls);
        let taking: Vec<&Call<'_>> = calls
            .iter()
            .filter(|call| PAIRS.iter().any(|(_, takers, _)| takers.contains(&call.name)))
            .collect();
        for call in &calls {
            let Some((_, takers, by_name)) = PAIRS.iter().find(|(name, ..)| *name == call.name)
            else {
                continue;
            };
            // What a function removes itself, within its own run, is in order.
            let is_taken_back = taking.iter().any(|other| {
                takers.contains(&other.name)
                    && if *by_name { other.first == call.first } else { other.path == call.path }
                    && (ending.contains(other.caller) || other.caller == call.caller)
            });
            if !is_taken_back {
                report.add(
                    &UNREGISTER,
                    call.path,
                    call.line,
                    format!(
                        "Nothing that runs at the end takes {}({}) back.",
                        call.name, call.first
                    ),
                    format!(
                        "Call {} from ShutdownModule, Deinitialize or a destructor.",
                        takers.join(" or ")
                    ),
                );
            }
        }
    }
}

/// The calls in the bodies of a file's functions.
fn calls_of<'p>(file: &'p ParsedFile<'_>, calls: &mut Vec<Call<'p>>) {
    let source = &file.source;
    for function in file.functions() {
        let Some(body) = &function.body else { continue };
        for at in body.start..body.end.min(source.code.len()) {
            let token = &source.code[at];
            let is_call = token.kind == crate::header_tool::TokenKind::Identifier
                && source.code.get(at + 1).is_some_and(|next| next.is_mark("("));
            if !is_call {
                // A function that is bound by its address is called later.
                let is_bound = at > 1 && source.code[at - 1].is_mark("::");
                if !is_bound {
                    continue;
                }
            }
            let end = source.close(at + 1).min(source.code.len());
            let first_end = (at + 2..end)
                .find(|index| source.code[*index].is_mark(","))
                .unwrap_or(end)
                .max(at + 2);
            let first = if is_call { source.words(at + 2..first_end) } else { String::new() };
            calls.push(Call {
                name: token.text,
                caller: &function.name,
                first,
                path: source.path,
                line: token.line,
            });
        }
    }
}

/// The functions that run at some end, by name.
fn reachable<'p>(calls: &[Call<'p>]) -> BTreeSet<&'p str> {
    let mut by_caller: BTreeMap<&str, Vec<&'p str>> = BTreeMap::new();
    for call in calls {
        by_caller.entry(call.caller).or_default().push(call.name);
    }
    let mut waiting: Vec<&'p str> = calls
        .iter()
        .map(|call| call.caller)
        .filter(|caller| caller.starts_with('~') || ENDS.contains(caller))
        .collect();
    let mut found = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if found.insert(name) {
            waiting.extend(by_caller.get(name).into_iter().flatten());
        }
    }
    found
}
