//! Dynamic delegates and the properties that hold them.

use std::collections::BTreeMap;

use super::Headers;
use crate::header_tool::declaration::Delegate;
use crate::header_tool::diagnostic::{Report, Rule, Sample};
use crate::header_tool::type_index::TypeKind;

const DELEGATE_FORM: Rule = Rule {
    id: "delegate-form",
    reason: "a dynamic delegate's macro takes the type and the name of as many parameters as its own name says, \
             and makes a reflected type, so it belongs at the top of a file and its name begins with F",
    source: "Epic, \"Dynamic Delegates\" page",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnThing, int32, Count, const FString&, Name);\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOnThing, int32, Count); ⟵\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnThing, int32); ⟵\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_MULTICAST_DELEGATE(OnThing); ⟵\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\n\t\
             DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnThing); ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DELEGATE_TwoParams(FOnThing, int32); ⟵\n\nstruct FThing\n{\n};\n",
        )]),
    ],
};

const UNIQUE_DELEGATE: Rule = Rule {
    id: "unique-delegate",
    reason: "a dynamic delegate's name becomes a function in one name space for the whole module",
    source: "Epic, \"Dynamic Delegates\" page; unity builds put several files into one",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnThing);\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnThing);\nDECLARE_DYNAMIC_DELEGATE(FOnThing); ⟵\n",
        )]),
    ],
};

const BLUEPRINT_ASSIGNABLE: Rule = Rule {
    id: "blueprint-assignable",
    reason: "Blueprint binds events only to dynamic multicast delegates",
    source: "UnrealSpecifiers, UPROPERTY/BlueprintAssignable",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FOnThing);\n\nUCLASS()\nclass SAMPLECHAT_API UThing : public \
             UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY(BlueprintAssignable, Category = \
             \"Thing\")\n\tFOnThing OnThing;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DYNAMIC_DELEGATE(FOnThing);\n\nUCLASS()\nclass SAMPLECHAT_API UThing : public \
             UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY(BlueprintAssignable, Category = \
             \"Thing\")\n\tFOnThing OnThing; ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public \
             UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY(BlueprintAssignable, Category = \
             \"Thing\")\n\tint32 OnThing = 0; ⟵\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[DELEGATE_FORM, UNIQUE_DELEGATE, BLUEPRINT_ASSIGNABLE];

const COUNTS: &[&str] = &["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    let mut names: BTreeMap<&str, &str> = BTreeMap::new();
    for file in headers.files {
        let path = file.source.path;
        for delegate in file.delegates() {
            form(path, delegate, report);
            if delegate.is_dynamic()
                && let Some(other) = names.insert(&delegate.name, path)
            {
                report.add(
                    &UNIQUE_DELEGATE,
                    path,
                    delegate.place.line,
                    format!("'{}' is declared in '{other}' already.", delegate.name),
                    "Give it a name of its own, or share the declaration.",
                );
            }
        }
        for property in file.classes().iter().flat_map(|class| class.properties()) {
            let Some(specifiers) = property.place.specifiers() else { continue };
            let is_multicast =
                headers.types.kind(&property.cpp_type.name) == TypeKind::Delegate(true);
            if specifiers.has("BlueprintAssignable") && !is_multicast {
                report.add(
                    &BLUEPRINT_ASSIGNABLE,
                    path,
                    property.place.line,
                    format!("'{}' is BlueprintAssignable but no dynamic multicast delegate.", property.name),
                    "Declare its type with DECLARE_DYNAMIC_MULTICAST_DELEGATE…, or drop the specifier.",
                );
            }
        }
    }
}

fn form(path: &str, delegate: &Delegate, report: &mut Report) {
    let mut add = |message: String, advice: &str| {
        report.add(&DELEGATE_FORM, path, delegate.place.line, message, advice);
    };
    let Delegate { macro_name, name, arguments, .. } = delegate;
    let plain_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !plain_name || !name.starts_with('F') || !name.chars().nth(1).is_some_and(char::is_uppercase)
    {
        add(
            format!("The delegate's name '{name}' does not begin with F and a capital."),
            "Rename it.",
        );
    }
    let word = macro_name
        .rsplit('_')
        .next()
        .filter(|word| word.ends_with("Param") || word.ends_with("Params"))
        .map(|word| word.trim_end_matches('s').trim_end_matches("Param"));
    let count =
        word.map_or(Some(0), |word| COUNTS.iter().position(|name| *name == word).map(|at| at + 1));
    let Some(count) = count else {
        return add(
            format!("'{macro_name}' is not a delegate macro."),
            "They end with _OneParam to _NineParams.",
        );
    };
    let words = if delegate.is_dynamic() { count * 2 } else { count };
    if arguments.len() != words {
        let pairs =
            if delegate.is_dynamic() { "a type and a name for each" } else { "a type for each" };
        add(
            format!("'{macro_name}' has {} words behind the name, not {words}.", arguments.len()),
            &format!("It takes {pairs} of its {count} parameters."),
        );
    }
    if delegate.is_dynamic() && !delegate.place.scope.is_empty() {
        add(
            format!(
                "The dynamic delegate '{name}' is declared inside '{}'.",
                delegate.place.scope.join("::")
            ),
            "Move it to the top of the file, before the class that uses it.",
        );
    }
}
