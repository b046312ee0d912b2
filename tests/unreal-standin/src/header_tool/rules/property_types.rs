//! The types of reflected properties and parameters.

use super::Headers;
use crate::header_tool::cpp_type::CppType;
use crate::header_tool::declaration::{Declaration, Function, Property};
use crate::header_tool::diagnostic::{Report, Rule, Sample};
use crate::header_tool::nearest::did_you_mean;
use crate::header_tool::specifier::Specifiers;
use crate::header_tool::type_index::TypeKind;

const REFLECTED_TYPE: Rule = Rule {
    id: "reflected-type",
    reason: "the header tool must find the type of every property and parameter that it is shown",
    source: "Epic, \"Unreal Engine UProperties\" page; UnrealSpecifiers, UPROPERTY page",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY()\n\t\
             TMap<FName, TObjectPtr<UThing>> Children;\n\n\tUFUNCTION()\n\tvoid Take(const TArray<FString>& Names, \
             const UObject* Owner, TSubclassOf<UThing> Class, UThing*& Out);\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tstd::string Name; ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tFSting Name; ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "struct FPlain\n{\n};\n\nUSTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tFPlain Plain; \
             ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\tUFUNCTION()\n\t\
             void Take(TSharedPtr<FString> Name); ⟵\n\n\tUFUNCTION()\n\tint Count() const; ⟵\n\n\tUFUNCTION()\n\tvoid \
             Point(FString* Name); ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tconst FString& Name; \
             ⟵\n\n\tUPROPERTY()\n\tstatic int32 Count; ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "DECLARE_DELEGATE(FOnThing);\n\nUSTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tFOnThing \
             OnThing; ⟵\n};\n",
        )]),
    ],
};

const NESTED_CONTAINER: Rule = Rule {
    id: "nested-container",
    reason: "reflection knows no container of containers",
    source: "Epic, \"TArray\" and \"TMap\" pages: containers of containers are not properties",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tTArray<FString> Names;\n\n\tTArray<\
             TArray<FString>> Groups;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT()\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tTMap<FName, TArray<FString>> Groups; \
             ⟵\n};\n",
        )]),
    ],
};

const BLUEPRINT_TYPE: Rule = Rule {
    id: "blueprint-type",
    reason: "Blueprint knows fewer numbers than C++: bool, uint8, int32, int64, float, double",
    source: "PVS-Studio V1102 and UnrealSpecifiers, UPROPERTY/BlueprintReadWrite",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT(BlueprintType)\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY()\n\tuint32 Hash = 0;\n\n\t\
             UPROPERTY(BlueprintReadOnly, Category = \"Thing\")\n\tint64 Size = 0;\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "USTRUCT(BlueprintType)\nstruct FThing\n{\n\tGENERATED_BODY()\n\n\tUPROPERTY(BlueprintReadOnly, Category = \
             \"Thing\")\n\tuint32 Hash = 0; ⟵\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UCLASS()\nclass SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n\npublic:\n\t\
             UFUNCTION(BlueprintCallable, Category = \"Thing\")\n\tuint64 Size(TArray<int16> Parts) const; ⟵\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[REFLECTED_TYPE, NESTED_CONTAINER, BLUEPRINT_TYPE];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        let path = file.source.path;
        for declaration in file.all() {
            match declaration {
                Declaration::Property(property) => check_property(headers, path, property, report),
                Declaration::Function(function) => check_function(headers, path, function, report),
                Declaration::Delegate(delegate) if delegate.is_dynamic() => {
                    // One without a name is a matter of the macro's form.
                    let named =
                        delegate.parameters.iter().filter(|parameter| !parameter.name.is_empty());
                    for parameter in named {
                        let judge =
                            Judge { headers, path, line: delegate.place.line, is_blueprint: true };
                        judge.parameter(&parameter.cpp_type, &parameter.name, report);
                    }
                }
                _ => {}
            }
        }
    }
}

fn is_blueprint(specifiers: &Specifiers) -> bool {
    ["BlueprintReadWrite", "BlueprintReadOnly", "BlueprintCallable", "BlueprintPure"]
        .iter()
        .any(|name| specifiers.has(name))
}

fn check_property(headers: &Headers<'_, '_>, path: &str, property: &Property, report: &mut Report) {
    let Some(specifiers) = property.place.specifiers() else { return };
    let line = property.place.line;
    let judge = Judge { headers, path, line, is_blueprint: is_blueprint(specifiers) };
    let mut add = |message: String, advice: &str| {
        report.add(&REFLECTED_TYPE, path, line, message, advice);
    };
    let name = &property.name;
    if property.is_static {
        add(
            format!("'{name}' is static."),
            "A property belongs to an object: drop UPROPERTY or static.",
        );
    }
    if property.has_siblings {
        add(
            format!("Further names follow '{name}' in one declaration."),
            "Give each a declaration and a UPROPERTY of its own.",
        );
    }
    if property.cpp_type.is_reference {
        return add(format!("'{name}' is a reference."), "Store a value or an object pointer.");
    }
    // A pointer to something const may be written itself.
    if property.cpp_type.is_const && property.cpp_type.pointers == 0 {
        add(
            format!("'{name}' is const."),
            "Drop const: a property is written by reflection. Make it private or VisibleAnywhere.",
        );
    }
    judge.type_of(&property.cpp_type, &format!("'{name}'"), report);
}

fn check_function(headers: &Headers<'_, '_>, path: &str, function: &Function, report: &mut Report) {
    let Some(specifiers) = function.place.specifiers() else { return };
    let line = function.place.line;
    let judge = Judge { headers, path, line, is_blueprint: is_blueprint(specifiers) };
    for parameter in &function.parameters {
        judge.parameter(&parameter.cpp_type, &parameter.name, report);
    }
    if !function.returns.is_void() {
        let what = format!("what '{}' returns", function.name);
        judge.type_of(&function.returns, &what, report);
    }
}

struct Judge<'j, 'p, 'a> {
    headers: &'j Headers<'p, 'a>,
    path: &'j str,
    line: u32,
    is_blueprint: bool,
}

impl Judge<'_, '_, '_> {
    fn add(&self, rule: &Rule, report: &mut Report, message: String, advice: &str) {
        report.add(rule, self.path, self.line, message, advice);
    }

    fn parameter(&self, cpp_type: &CppType, name: &str, report: &mut Report) {
        if name.is_empty() {
            let message = format!("A parameter of type '{}' has no name.", cpp_type.text);
            return self.add(
                &REFLECTED_TYPE,
                report,
                message,
                "Name it: reflection calls by name.",
            );
        }
        self.type_of(cpp_type, &format!("the parameter '{name}'"), report);
    }

    fn type_of(&self, cpp_type: &CppType, what: &str, report: &mut Report) {
        self.one(cpp_type, what, report);
        if self.headers.types.kind(&cpp_type.name) == TypeKind::Container {
            let inner = cpp_type
                .arguments
                .iter()
                .any(|argument| self.headers.types.kind(&argument.name) == TypeKind::Container);
            if inner {
                let message = format!("{what} is a container of containers, '{}'.", cpp_type.text);
                self.add(&NESTED_CONTAINER, report, message, "Put the inner one into a USTRUCT.");
            }
        }
    }

    /// What is wrong with a type that reflection does not know, and what to do.
    fn unknown(&self, name: &str, what: &str) -> (String, String) {
        if matches!(
            name,
            "int" | "long" | "unsigned" | "unsignedint" | "short" | "size_t" | "SIZE_T"
        ) {
            let message =
                format!("{what} has the type '{name}', whose size differs between platforms.");
            return (message, "Use int32 or int64.".to_owned());
        }
        let otherwise = if name.starts_with("std::") {
            "Use the engine's own type."
        } else {
            "Use a reflected type, or drop the marker; one of the engine goes into type_index.rs with its source."
        };
        let message = format!("{what} has the type '{name}', which reflection does not know.");
        (message, did_you_mean(name, self.headers.types.names(), otherwise))
    }

    fn one(&self, cpp_type: &CppType, what: &str, report: &mut Report) {
        let types = &self.headers.types;
        let name = cpp_type.name.as_str();
        let kind = types.kind(name);
        match kind {
            TypeKind::Value
            | TypeKind::Text
            | TypeKind::Struct
            | TypeKind::Enum
            | TypeKind::CppOnly
                if cpp_type.pointers > 0 =>
            {
                let message = format!("{what} is a pointer to '{name}'.");
                self.add(&REFLECTED_TYPE, report, message, "Pass values by value or by reference.");
            }
            TypeKind::CppOnly if self.is_blueprint => {
                let message =
                    format!("{what} has the type '{name}', which Blueprint does not know.");
                let wide = if name == "uint32" || name == "uint64" { "int64" } else { "int32" };
                self.add(&BLUEPRINT_TYPE, report, message, &format!("Use {wide}."));
            }
            TypeKind::Class if cpp_type.pointers == 0 => {
                let message = format!("{what} holds an object of class '{name}' by value.");
                self.add(&REFLECTED_TYPE, report, message, &format!("Use TObjectPtr<{name}>."));
            }
            TypeKind::Unmarked => {
                let message =
                    format!("{what} has the type '{name}', which is not marked for reflection.");
                self.add(&REFLECTED_TYPE, report, message, "Mark it with USTRUCT() or UENUM().");
            }
            TypeKind::NativeDelegate => {
                let message = format!("{what} has the type '{name}', a delegate for C++ only.");
                let advice = "Declare it with DECLARE_DYNAMIC_…, or drop the marker.";
                self.add(&REFLECTED_TYPE, report, message, advice);
            }
            TypeKind::Unknown => {
                let (message, advice) = self.unknown(name, what);
                self.add(&REFLECTED_TYPE, report, message, &advice);
            }
            TypeKind::ObjectTemplate if cpp_type.arguments.len() != 1 => {
                let message = format!("{what} has '{name}' without a class.");
                self.add(&REFLECTED_TYPE, report, message, "Name the class in its brackets.");
            }
            TypeKind::Container => {
                for argument in &cpp_type.arguments {
                    if types.kind(&argument.name) != TypeKind::Container {
                        self.one(argument, what, report);
                    }
                }
            }
            _ => {}
        }
    }
}
