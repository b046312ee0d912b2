//! Binding functions to delegates.

use crate::header_tool::{ParsedFile, Report, Rule, Sample, Source, did_you_mean};
use crate::lint::plugin::Plugin;

const ADD_DYNAMIC: Rule = Rule {
    id: "add-dynamic",
    reason: "a dynamic delegate calls by name through reflection: what is bound must be a UFUNCTION of a UObject, or \
             the editor stops at run time",
    source: "Epic, \"Dynamic Delegates\" page; UEHttpGPT's UHttpGPTMessagingHandler exists for this reason",
    samples: &[
        Sample::part(&[
            (
                "Source/SampleChat/Public/Thing.h",
                "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnThing);\n\nUCLASS()\nclass SAMPLECHAT_API UThing : public \
                 UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tvoid Listen(FOnThing& OnThing);\n\n\tUFUNCTION()\n\tvoid \
                 HandleThing();\n};\n",
            ),
            (
                "Source/SampleChat/Private/Thing.cpp",
                "void UThing::Listen(FOnThing& OnThing)\n{\n\tOnThing.AddDynamic(this, &UThing::HandleThing);\n}\n",
            ),
        ]),
        Sample::part(&[
            (
                "Source/SampleChat/Public/Thing.h",
                "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnThing);\n\nUCLASS()\nclass SAMPLECHAT_API UThing : public \
                 UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tvoid Listen(FOnThing& OnThing);\n\tvoid \
                 HandleThing();\n};\n",
            ),
            (
                "Source/SampleChat/Private/Thing.cpp",
                "void UThing::Listen(FOnThing& OnThing)\n{\n\tOnThing.AddDynamic(this, &UThing::HandleThing); ⟵\n}\n",
            ),
        ]),
        Sample::part(&[
            (
                "Source/SampleChat/Public/Thing.h",
                "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnThing);\n\nclass FThing\n{\npublic:\n\tvoid Listen(FOnThing& \
                 OnThing);\n\tvoid HandleThing();\n};\n",
            ),
            (
                "Source/SampleChat/Private/Thing.cpp",
                "void FThing::Listen(FOnThing& OnThing)\n{\n\tOnThing.AddDynamic(this, &FThing::HandleThing); \
                 ⟵\n\tOnThing.AddUFunction(this, TEXT(\"HandleThing\")); ⟵\n}\n",
            ),
        ]),
    ],
};

const RAW_BINDING: Rule = Rule {
    id: "raw-binding",
    reason: "a raw binding calls into freed memory once its object is gone; only a module, which outlives the editor's \
             session, may use one, and must take it back",
    source: "Epic, \"Delegates\" page: AddRaw and the weak forms; kevinpbuckley/VibeUE's HTTP client crashed so",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Listen(FSimpleMulticastDelegate& Event, UObject* Owner)\n{\n\tEvent.AddWeakLambda(Owner, \
             [Owner]\n\t{\n\t\tOwner->Modify();\n\t});\n}\n",
        )]),
        Sample::part(&[
            (
                "Source/SampleChat/Public/Thing.h",
                "class FThing\n{\npublic:\n\tvoid Listen(FSimpleMulticastDelegate& Event);\n\tvoid HandleThing();\n};\n",
            ),
            (
                "Source/SampleChat/Private/Thing.cpp",
                "void FThing::Listen(FSimpleMulticastDelegate& Event)\n{\n\tEvent.AddRaw(this, &FThing::HandleThing); \
                 ⟵\n}\n",
            ),
        ]),
    ],
};

const DEFERRED_CAPTURE: Rule = Rule {
    id: "deferred-capture",
    reason: "a lambda that runs later finds what it captured by reference or by `this` gone",
    source: "Epic, \"Epic C++ Coding Standard\", lambdas; ChiR24/Unreal_mcp and VibeUE crash reports",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Later(UObject* Owner)\n{\n\tTWeakObjectPtr<UObject> Weak(Owner);\n\tAsyncTask(ENamedThreads::GameThread, \
             [Weak]\n\t{\n\t\tif (UObject* Object = Weak.Get())\n\t\t{\n\t\t\tObject->Modify();\n\t\t}\n\t});\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Later(int32 Count)\n{\n\tAsyncTask(ENamedThreads::GameThread, [&]() ⟵\n\t{\n\t\tUse(Count);\n\t});\n\t\
             AsyncTask(ENamedThreads::GameThread, [this, Count] ⟵\n\t{\n\t\tUse(Count);\n\t});\n\tTArray<int32> \
             Numbers;\n\tNumbers.Sort([&](int32 Left, int32 Right)\n\t{\n\t\treturn Left < Right;\n\t});\n}\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[ADD_DYNAMIC, RAW_BINDING, DEFERRED_CAPTURE];

/// Calls that keep a lambda for later without keeping what it captured.
const DEFERRING: &[&str] = &[
    "AsyncTask",
    "Async",
    "AsyncThread",
    "AsyncPool",
    "AddTicker",
    "AddLambda",
    "BindLambda",
    "CreateLambda",
    "SetTimer",
    "SetTimerForNextTick",
    "Launch",
    "ExecuteOnGameThread",
    "Next",
    "Then",
    "RegisterActiveTimer",
    "CallOnGameThread",
];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    let headers: Vec<&ParsedFile<'_>> = plugin.sources.iter().collect();
    for file in &plugin.sources {
        let source = &file.source;
        for at in 0..source.code.len() {
            if source.code.get(at + 1).is_none_or(|next| !next.is_mark("(")) {
                continue;
            }
            let word = source.code[at].text;
            match word {
                "AddDynamic" | "AddUniqueDynamic" | "RemoveDynamic" | "BindDynamic" => {
                    dynamic(source, at, &headers, report);
                }
                "AddUFunction" | "BindUFunction" | "CreateUFunction" => {
                    by_name(source, at, &headers, report);
                }
                "AddRaw" | "BindRaw" | "CreateRaw" => raw(source, at, report),
                _ if DEFERRING.contains(&word) => deferred(source, at, report),
                _ => {}
            }
        }
    }
}

fn dynamic(source: &Source<'_>, at: usize, files: &[&ParsedFile<'_>], report: &mut Report) {
    let arguments = at + 2..source.close(at + 1).min(source.code.len());
    let line = source.code[at].line;
    let Some(and) = arguments.clone().find(|index| source.code[*index].is_mark("&")) else {
        return;
    };
    let name: Vec<&str> = source.code[and + 1..arguments.end]
        .iter()
        .map(|token| token.text)
        .filter(|text| *text != "::")
        .collect();
    let [.., class_name, function_name] = name.as_slice() else { return };
    let mut add = |message: String, advice: String| {
        report.add(&ADD_DYNAMIC, source.path, line, message, advice);
    };
    let classes = files.iter().flat_map(|file| file.classes());
    let Some(class) = classes.into_iter().find(|class| class.name == *class_name) else {
        // A class of the engine: the compiler looks it up.
        return;
    };
    if class.place.marker.is_none() {
        return add(
            format!(
                "'{class_name}' is not a reflected class, so '{function_name}' cannot be bound dynamically."
            ),
            "Bind a native delegate with AddSP or AddUObject.".to_owned(),
        );
    }
    let function = class.functions().find(|function| function.name == *function_name);
    match function {
        Some(function) if function.place.marker.is_some() => {}
        Some(_) => add(
            format!("'{class_name}::{function_name}' is not a UFUNCTION."),
            "Put UFUNCTION() before its declaration.".to_owned(),
        ),
        None => add(
            format!("'{class_name}' declares no '{function_name}'."),
            did_you_mean(
                function_name,
                class.functions().map(|function| function.name.as_str()),
                "Declare it as a UFUNCTION.",
            ),
        ),
    }
}

/// Checks a function that is bound by its name against the plugin's UFUNCTIONs.
fn by_name(source: &Source<'_>, at: usize, files: &[&ParsedFile<'_>], report: &mut Report) {
    let arguments = &source.code[at + 2..source.close(at + 1).min(source.code.len())];
    // An object of the engine has functions that are not declared here.
    let is_own = arguments.first().is_some_and(|token| token.is_word("this"));
    let Some(name) = arguments.iter().rev().find_map(|token| token.string_content()) else {
        return;
    };
    let classes: Vec<_> = files.iter().flat_map(|file| file.classes()).collect();
    let reflected: Vec<&str> = classes
        .iter()
        .flat_map(|class| class.functions())
        .filter(|function| function.place.marker.is_some())
        .map(|function| function.name.as_str())
        .collect();
    if is_own && !reflected.contains(&name) {
        report.add(
            &ADD_DYNAMIC,
            source.path,
            source.code[at].line,
            format!("No UFUNCTION of the plugin is named '{name}'."),
            did_you_mean(name, reflected, "Put UFUNCTION() before its declaration."),
        );
    }
}

fn raw(source: &Source<'_>, at: usize, report: &mut Report) {
    let has = |words: &[&str]| source.code.iter().any(|token| words.contains(&token.text));
    let is_module = has(&["IMPLEMENT_MODULE"]);
    let takes_back = has(&[
        "RemoveAll",
        "Remove",
        "Unbind",
        "UnRegisterStartupCallback",
        "UnregisterOwner",
        "UnregisterNomadTabSpawner",
    ]);
    if !(is_module && takes_back) {
        report.add(
            &RAW_BINDING,
            source.path,
            source.code[at].line,
            format!("{} binds an object that nothing keeps alive.", source.code[at].text),
            "Use AddSP (TSharedFromThis), AddUObject or AddWeakLambda; a module may bind itself if it unbinds.",
        );
    }
}

fn deferred(source: &Source<'_>, at: usize, report: &mut Report) {
    let end = source.close(at + 1).min(source.code.len());
    let mut index = at + 2;
    while index < end {
        let token = &source.code[index];
        let before = source.code[index - 1].text;
        if token.is_mark("[") && matches!(before, "(" | "," | "return") {
            let close = source.close(index).min(end);
            let captures = &source.code[index + 1..close];
            let first = captures.first().map_or("", |token| token.text);
            let captures_all =
                matches!(first, "&" | "=") && captures.get(1).is_none_or(|next| next.is_mark(","));
            let captures_this = captures.iter().enumerate().any(|(place, token)| {
                token.is_word("this") && (place == 0 || captures[place - 1].is_mark(","))
            });
            let by_reference = captures.windows(2).any(|pair| {
                pair[0].is_mark("&") && pair[1].kind == crate::header_tool::TokenKind::Identifier
            });
            if captures_all || captures_this || by_reference {
                report.add(
                    &DEFERRED_CAPTURE,
                    source.path,
                    token.line,
                    format!("The lambda given to {} captures [{}].", source.code[at].text, source.words(index + 1..close)),
                    "Capture values and weak pointers by name; use CreateSP, CreateUObject or AddWeakLambda for members.",
                );
            }
            index = close;
        }
        index += 1;
    }
}
