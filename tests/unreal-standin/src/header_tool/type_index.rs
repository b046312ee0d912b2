//! The reflected types that properties and parameters may name.

use std::collections::{BTreeMap, BTreeSet};

use super::declaration::ClassKind;
use super::parsed_file::ParsedFile;

/// Names of types that the engine's own reflection knows. Sources: public plugins that use them as
/// properties, listed in the evidence for each declaration of the stand-in; the "Types" pages of
/// Epic's documentation.
const ENGINE_STRUCTS: &[&str] = &[
    "FBodyInstance",
    "FBox",
    "FColor",
    "FDateTime",
    "FDirectoryPath",
    "FFilePath",
    "FFrameRate",
    "FGameplayTag",
    "FGuid",
    "FHitResult",
    "FIntPoint",
    "FIntRect",
    "FIntVector",
    "FJsonObjectWrapper",
    "FKey",
    "FLatentActionInfo",
    "FLinearColor",
    "FMargin",
    "FMatrix",
    "FPlane",
    "FPrimaryAssetId",
    "FQuat",
    "FRotator",
    "FSlateBrush",
    "FSlateColor",
    "FSlateFontInfo",
    "FSoftClassPath",
    "FSoftObjectPath",
    "FSphere",
    "FTimerHandle",
    "FTimespan",
    "FTopLevelAssetPath",
    "FTransform",
    "FVector",
    "FVector2D",
    "FVector2f",
    "FVector3f",
    "FVector4f",
    "FVector4",
    "FKeyEvent",
    "FPointerEvent",
    "FGeometry",
    "FAssetData",
    "FInputChord",
];

/// Enumerations of the engine that reflection knows.
const ENGINE_ENUMS: &[&str] = &["ESlateVisibility", "EHorizontalAlignment", "EVerticalAlignment"];

/// Names of engine classes and structs that a plugin must not give to types of
/// its own: reflection has one name space for all modules.
pub(super) const ENGINE_TYPES: &[&str] = &[
    "UObject",
    "UClass",
    "UStruct",
    "UEnum",
    "UFunction",
    "UPackage",
    "UWorld",
    "UEngine",
    "AActor",
    "APawn",
    "UActorComponent",
    "UDeveloperSettings",
    "UEditorSubsystem",
    "UEngineSubsystem",
    "USubsystem",
    "UGameInstance",
    "UUserWidget",
    "UWidget",
    "UTexture2D",
    "UStaticMesh",
    "UMaterial",
    "UBlueprint",
    "UToolMenu",
    "UToolMenus",
    "USelection",
    "UInterface",
    "UBlueprintFunctionLibrary",
    "UBlueprintAsyncActionBase",
    "UDataAsset",
    "UPrimaryDataAsset",
    "UDataTable",
];

/// What a module's files declare for reflection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeIndex {
    classes: BTreeMap<String, Option<String>>,
    structs: BTreeSet<String>,
    enums: BTreeMap<String, Option<String>>,
    dynamic_delegates: BTreeMap<String, bool>,
    native_delegates: BTreeSet<String>,
    unmarked: BTreeSet<String>,
}

/// What reflection thinks of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeKind {
    /// A number, a flag.
    Value,
    /// A number that C++ has and Blueprint has not.
    CppOnly,
    /// A string, name or text.
    Text,
    /// A class derived from `UObject`.
    Class,
    /// A reflected struct.
    Struct,
    /// A reflected enumeration.
    Enum,
    /// A dynamic delegate; `true` if many may listen.
    Delegate(bool),
    /// A delegate that only C++ knows.
    NativeDelegate,
    /// A template that holds others: array, set, map, optional.
    Container,
    /// A template that points at an object or a class.
    ObjectTemplate,
    /// A type of this plugin that is not marked.
    Unmarked,
    /// A name that nothing is known of.
    Unknown,
}

impl TypeIndex {
    /// Gathers what `files` declare.
    #[must_use]
    pub fn of(files: &[ParsedFile<'_>]) -> Self {
        let mut index = Self::default();
        for file in files {
            for class in file.classes() {
                let base = class.bases.first().map(|base| base.name.clone());
                match (class.place.marker.as_ref().map(|marker| marker.name.as_str()), class.kind) {
                    (Some("USTRUCT"), _) => {
                        index.structs.insert(class.name.clone());
                    }
                    (Some(_), _) => {
                        index.classes.insert(class.name.clone(), base);
                    }
                    (None, ClassKind::Class | ClassKind::Struct | ClassKind::Union) => {
                        index.unmarked.insert(class.name.clone());
                    }
                }
            }
            for found in file.enums() {
                if found.place.marker.is_some() {
                    index.enums.insert(found.name.clone(), found.underlying.clone());
                } else {
                    index.unmarked.insert(found.name.clone());
                }
            }
            for delegate in file.delegates() {
                if delegate.is_dynamic() {
                    index.dynamic_delegates.insert(delegate.name.clone(), delegate.is_multicast());
                } else {
                    index.native_delegates.insert(delegate.name.clone());
                }
            }
        }
        index
    }

    /// What the name of a type, without its template arguments, stands for.
    #[must_use]
    pub fn kind(&self, name: &str) -> TypeKind {
        match name {
            "bool" | "uint8" | "int32" | "int64" | "float" | "double" => return TypeKind::Value,
            "int8" | "int16" | "uint16" | "uint32" | "uint64" => return TypeKind::CppOnly,
            "FString" | "FName" | "FText" => return TypeKind::Text,
            "TArray" | "TSet" | "TMap" | "TOptional" => return TypeKind::Container,
            "TObjectPtr" | "TSubclassOf" | "TSoftObjectPtr" | "TSoftClassPtr"
            | "TWeakObjectPtr" | "TLazyObjectPtr" | "TScriptInterface" | "TEnumAsByte" => {
                return TypeKind::ObjectTemplate;
            }
            _ => {}
        }
        if self.structs.contains(name) || ENGINE_STRUCTS.contains(&name) {
            TypeKind::Struct
        } else if self.enums.contains_key(name) || ENGINE_ENUMS.contains(&name) {
            TypeKind::Enum
        } else if let Some(multicast) = self.dynamic_delegates.get(name) {
            TypeKind::Delegate(*multicast)
        } else if self.native_delegates.contains(name) {
            TypeKind::NativeDelegate
        } else if self.classes.contains_key(name) {
            TypeKind::Class
        } else if self.unmarked.contains(name) {
            TypeKind::Unmarked
        } else if is_object_name(name) {
            // A class of the engine: only their pointers can be written.
            TypeKind::Class
        } else {
            TypeKind::Unknown
        }
    }

    /// Whether a name is that of a class that derives from `UObject`.
    #[must_use]
    pub fn is_object(&self, name: &str) -> bool {
        self.kind(name) == TypeKind::Class
    }

    /// Whether the class `name` of the plugin derives from `base`, by the
    /// plugin's own chain of first bases.
    #[must_use]
    pub fn derives_from(&self, name: &str, base: &str) -> bool {
        let mut name = name;
        // A torn header may derive a class from itself.
        for _ in 0..=self.classes.len() {
            match self.classes.get(name) {
                Some(Some(parent)) if parent == base => return true,
                Some(Some(parent)) => name = parent,
                _ => return false,
            }
        }
        false
    }

    /// The underlying type of an enumeration of the plugin.
    #[must_use]
    pub fn underlying(&self, name: &str) -> Option<&str> {
        self.enums.get(name).and_then(|underlying| underlying.as_deref())
    }

    /// The names that are known, to find the one that was meant.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let plain = [
            "bool",
            "uint8",
            "int32",
            "int64",
            "float",
            "double",
            "FString",
            "FName",
            "FText",
            "TArray",
            "TSet",
            "TMap",
            "TObjectPtr",
            "TSubclassOf",
            "TSoftObjectPtr",
            "TWeakObjectPtr",
        ];
        plain
            .into_iter()
            .chain(ENGINE_STRUCTS.iter().copied())
            .chain(self.structs.iter().map(String::as_str))
            .chain(self.enums.keys().map(String::as_str))
            .chain(self.classes.keys().map(String::as_str))
            .chain(self.dynamic_delegates.keys().map(String::as_str))
    }
}

/// Whether a name has the form of a class that derives from `UObject`: `U` or
/// `A` and a capital letter.
fn is_object_name(name: &str) -> bool {
    let mut characters = name.chars();
    matches!(characters.next(), Some('U' | 'A'))
        && characters.next().is_some_and(char::is_uppercase)
        && characters
            .next()
            .is_some_and(|c| c.is_lowercase() || c.is_ascii_digit() || c.is_uppercase())
        && name.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_known_by_where_they_are_declared() {
        let text = "UCLASS() class UA : public UObject { GENERATED_BODY() };\n\
                    UCLASS() class UB : public UA { GENERATED_BODY() };\n\
                    USTRUCT() struct FS { GENERATED_BODY() }; struct FT {};\n\
                    UENUM() enum class EE : uint8 { A };\n\
                    DECLARE_DYNAMIC_MULTICAST_DELEGATE(FM); DECLARE_DELEGATE(FN);";
        let files = [ParsedFile::read("A.h", text, "M")];
        let index = TypeIndex::of(&files);
        let kinds = [
            "UA", "UTexture", "FS", "FT", "EE", "FM", "FN", "int32", "uint32", "FX", "TArray",
            "URL",
        ]
        .map(|name| index.kind(name));
        assert_eq!(
            kinds,
            [
                TypeKind::Class,
                TypeKind::Class,
                TypeKind::Struct,
                TypeKind::Unmarked,
                TypeKind::Enum,
                TypeKind::Delegate(true),
                TypeKind::NativeDelegate,
                TypeKind::Value,
                TypeKind::CppOnly,
                TypeKind::Unknown,
                TypeKind::Container,
                TypeKind::Unknown,
            ]
        );
        assert!(index.derives_from("UB", "UObject") && !index.derives_from("UA", "UB"));
        assert_eq!(index.underlying("EE"), Some("uint8"));
    }
}
