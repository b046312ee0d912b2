//! The form of reflected functions.

use std::collections::BTreeMap;

use super::Headers;
use crate::header_tool::declaration::{Class, Function};
use crate::header_tool::diagnostic::{Report, Rule, Sample};
use crate::header_tool::source::Source;

const OVERLOADED_FUNCTION: Rule = Rule {
    id: "overloaded-function",
    reason: "reflection finds a function by its name alone",
    source: "Epic, \"UFunctions\" page; UnrealSpecifiers, UFUNCTION page",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUFUNCTION()\n\t\
             void Take(int32 Count);\n\n\tvoid Give(int32 Count);\n\tvoid Give(bool bAll);\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUFUNCTION()\n\t\
             void Take(int32 Count);\n\n\tUFUNCTION()\n\tvoid Take(bool bAll); ⟵\n};\n",
        )]),
    ],
};

const DEFAULT_ARGUMENT: Rule = Rule {
    id: "default-argument",
    reason: "the header tool writes a default argument down as text, so it must be a literal that it can read",
    source: "UnrealSpecifiers, Meta/CPP_Default_XXX; Epic, \"UFunctions\" page",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUFUNCTION()\n\t\
             void Take(int32 Count = -1, float Part = 0.5f, bool bAll = true, const FString& Name = TEXT(\"\"), UObject* \
             Owner = nullptr, ESampleChatState State = ESampleChatState::Idle, FVector2D At = FVector2D(0.0, 0.0));\n\n\tvoid \
             Give(int32 Count = Limit());\n\n\tstatic int32 Limit();\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUFUNCTION()\n\t\
             void Take(int32 Count = Limit()); ⟵\n\n\tUFUNCTION()\n\tvoid Give(int32 Count = 1 + 1); ⟵\n\n\tstatic \
             int32 Limit();\n};\n",
        )]),
    ],
};

const FUNCTION_FORM: Rule = Rule {
    id: "function-form",
    reason: "some specifiers only make sense for functions of a certain form: a button can pass no arguments, a pure \
             node without a result is never run, a template has no one signature",
    source: "UnrealSpecifiers, UFUNCTION/CallInEditor, BlueprintPure, BlueprintImplementableEvent, Exec",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\t\
             UFUNCTION(CallInEditor, Category = \"Thing\")\n\tvoid Reset();\n\n\tUFUNCTION(BlueprintPure, Category = \
             \"Thing\")\n\tint32 Count() const;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\t\
             UFUNCTION(CallInEditor, Category = \"Thing\")\n\tvoid Reset(int32 Count); ⟵\n\n\tUFUNCTION(BlueprintPure, \
             Category = \"Thing\")\n\tvoid Touch(); ⟵\n\n\tUFUNCTION()\n\ttemplate <typename T>\n\tvoid Take(); \
             ⟵\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[OVERLOADED_FUNCTION, DEFAULT_ARGUMENT, FUNCTION_FORM];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        let path = file.source.path;
        for class in file.classes() {
            overloads(path, class, report);
            for function in class.functions().filter(|function| function.place.marker.is_some()) {
                defaults(path, function, report);
                form(path, function, &file.source, report);
            }
        }
    }
}

fn overloads(path: &str, class: &Class, report: &mut Report) {
    let mut seen: BTreeMap<&str, bool> = BTreeMap::new();
    for function in class.functions() {
        let is_reflected = function.place.marker.is_some();
        match seen.get(function.name.as_str()) {
            Some(true) if is_reflected => report.add(
                &OVERLOADED_FUNCTION,
                path,
                function.place.line,
                format!("'{}::{}' is a UFUNCTION twice.", class.name, function.name),
                "Give each function a name of its own.",
            ),
            _ => {
                let reflected = seen.entry(&function.name).or_insert(false);
                *reflected |= is_reflected;
            }
        }
    }
}

fn defaults(path: &str, function: &Function, report: &mut Report) {
    for parameter in &function.parameters {
        let Some(default) = &parameter.default else { continue };
        if !is_readable_default(default) {
            report.add(
                &DEFAULT_ARGUMENT,
                path,
                function.place.line,
                format!("The default '{default}' of '{}' is not a literal.", parameter.name),
                "Use a number, true, false, nullptr, TEXT(\"…\"), an enumerator or a simple struct.",
            );
        }
    }
}

/// Whether the header tool can read a default argument.
fn is_readable_default(text: &str) -> bool {
    let number =
        text.strip_prefix(['-', '+']).unwrap_or(text).trim().trim_end_matches(['f', 'F', '.']);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
        && !number.contains(' ')
        && number.parse::<f64>().is_ok() | number.starts_with("0x");
    let call = |name: &str| {
        text.strip_prefix(name)
            .is_some_and(|rest| rest.trim_start().starts_with('(') && rest.ends_with(')'))
    };
    let is_struct = ["FVector2D", "FVector", "FRotator", "FLinearColor", "FColor", "FIntPoint"]
        .into_iter()
        .any(|name| call(name) || text.starts_with(&format!("{name}::")));
    let is_enumerator = text.starts_with('E')
        && text.split("::").count() >= 2
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
    let is_text = ["FString", "FName", "FText"].into_iter().any(call);
    let is_empty = matches!(
        text,
        "FString()" | "FName()" | "NAME_None" | "FText::GetEmpty()" | "INDEX_NONE" | "{}"
    );
    is_number
        || matches!(text, "true" | "false" | "nullptr" | "NULL")
        || text.starts_with('"')
        || call("TEXT")
        || is_struct
        || is_enumerator
        || is_text
        || is_empty
}

fn form(path: &str, function: &Function, source: &Source<'_>, report: &mut Report) {
    let Some(marker) = &function.place.marker else { return };
    let mut add = |message: String, advice: &str| {
        report.add(&FUNCTION_FORM, path, function.place.line, message, advice);
    };
    let name = &function.name;
    if marker.specifiers.has("CallInEditor") && !function.parameters.is_empty() {
        add(
            format!("'{name}' is CallInEditor but takes parameters."),
            "A button can pass none: remove them.",
        );
    }
    let has_output = !function.returns.is_void()
        || function
            .parameters
            .iter()
            .any(|parameter| parameter.cpp_type.is_reference && !parameter.cpp_type.is_const);
    if marker.specifiers.has("BlueprintPure") && !has_output {
        add(
            format!("'{name}' is BlueprintPure but gives nothing back."),
            "Return something, or use BlueprintCallable.",
        );
    }
    let first = source.code.partition_point(|token| token.line < marker.line);
    let between = source.code[first..].iter().take_while(|token| token.line <= function.place.line);
    if between.into_iter().any(|token| token.is_word("template")) {
        add(format!("'{name}' is a template."), "Drop UFUNCTION: reflection knows no templates.");
    }
}
