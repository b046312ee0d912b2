//! Members that point at objects of the engine.

use crate::header_tool::{CppType, Report, Rule, Sample, TypeIndex};
use crate::lint::plugin::Plugin;

const OBJECT_POINTER: Rule = Rule {
    id: "object-pointer",
    reason: "the garbage collector sees only what is a UPROPERTY, a weak or a strong pointer, or given to it by \
             AddReferencedObjects; any other member dangles after the next collection",
    source: "Epic, \"Unreal Object Handling\" page; CES, UEC and SEN members (TObjectPtr, TWeakObjectPtr, TStrongObjectPtr)",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\t\
             TObjectPtr<UObject> Owner;\n\n\tUPROPERTY()\n\tTArray<TObjectPtr<UObject>> Others;\n\n\t\
             TWeakObjectPtr<UObject> Weak;\n};\n\nclass FThing : public FGCObject\n{\n\tTObjectPtr<UObject> Owner;\n\n\tvoid \
             AddReferencedObjects(FReferenceCollector& Collector);\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tUObject* \
             Owner = nullptr; ⟵\n\n\tTArray<UObject*> Others; ⟵\n};\n\nclass FThing\n{\n\tUThing* Thing = nullptr; ⟵\n\t\
             TObjectPtr<UThing> Other; ⟵\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[OBJECT_POINTER];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    let types = plugin.types();
    for file in &plugin.sources {
        for class in file.classes() {
            let collects =
                class.functions().any(|function| function.name == "AddReferencedObjects");
            for property in class.properties().filter(|property| !property.is_static) {
                let Some(holder) = holds_object(&types, &property.cpp_type) else { continue };
                let is_property = property.place.marker.is_some();
                let name = &property.name;
                let (message, advice) = match (is_property, holder) {
                    (true, Holder::Raw) => (
                        format!("'{name}' is a UPROPERTY with a raw object pointer."),
                        "Use TObjectPtr<>.",
                    ),
                    (true, Holder::ObjectPtr) => continue,
                    (false, _) if collects => continue,
                    (false, _) if class.place.marker.is_some() => (
                        format!("'{name}' points at an object but is not a UPROPERTY."),
                        "Put UPROPERTY() before it, or use TWeakObjectPtr<>.",
                    ),
                    (false, _) => (
                        format!("'{name}' points at an object that nothing keeps alive."),
                        "Use TStrongObjectPtr<> or TWeakObjectPtr<>, or derive from FGCObject.",
                    ),
                };
                report.add(&OBJECT_POINTER, file.source.path, property.place.line, message, advice);
            }
        }
    }
}

/// How a type holds an object.
#[derive(Clone, Copy)]
enum Holder {
    Raw,
    ObjectPtr,
}

/// Whether a type, or one of its template arguments, holds an object in a way
/// that only reflection can see.
fn holds_object(types: &TypeIndex, cpp_type: &CppType) -> Option<Holder> {
    let safe = [
        "TWeakObjectPtr",
        "TStrongObjectPtr",
        "TSoftObjectPtr",
        "TSubclassOf",
        "TSoftClassPtr",
        "TFunction",
        "TFunctionRef",
        "std::function",
        "TUniqueFunction",
        "TDelegate",
        "TMulticastDelegate",
        "TSharedPtr",
        "TWeakPtr",
        "TSharedRef",
    ];
    if safe.contains(&cpp_type.name.as_str()) {
        return None;
    }
    if cpp_type.name == "TObjectPtr" {
        return Some(Holder::ObjectPtr);
    }
    // Classes are never collected while their module lives.
    let is_meta = matches!(
        cpp_type.name.as_str(),
        "UClass" | "UStruct" | "UEnum" | "UFunction" | "UScriptStruct"
    );
    if cpp_type.pointers > 0 && types.is_object(&cpp_type.name) && !is_meta {
        return Some(Holder::Raw);
    }
    cpp_type.arguments.iter().find_map(|argument| holds_object(types, argument))
}
