//! The words of descriptors: fields, types, phases, platforms.

/// What a field holds.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Number,
    Text,
    Flag,
    List,
    Object,
}

/// The fields at the top of a descriptor.
pub(super) const TOP: &[(&str, Kind)] = &[
    ("FileVersion", Kind::Number),
    ("Version", Kind::Number),
    ("VersionName", Kind::Text),
    ("FriendlyName", Kind::Text),
    ("Description", Kind::Text),
    ("Category", Kind::Text),
    ("CreatedBy", Kind::Text),
    ("CreatedByURL", Kind::Text),
    ("DocsURL", Kind::Text),
    ("MarketplaceURL", Kind::Text),
    ("FabURL", Kind::Text),
    ("SupportURL", Kind::Text),
    ("EngineVersion", Kind::Text),
    ("EnabledByDefault", Kind::Flag),
    ("CanContainContent", Kind::Flag),
    ("CanContainVerse", Kind::Flag),
    ("IsBetaVersion", Kind::Flag),
    ("IsExperimentalVersion", Kind::Flag),
    ("Installed", Kind::Flag),
    ("bExplicitlyLoaded", Kind::Flag),
    ("SupportedTargetPlatforms", Kind::List),
    ("Modules", Kind::List),
    ("Plugins", Kind::List),
    ("LocalizationTargets", Kind::List),
    ("PreBuildSteps", Kind::Object),
    ("PostBuildSteps", Kind::Object),
];

/// The fields that Fab wants filled.
pub(super) const REQUIRED: &[&str] = &[
    "FileVersion",
    "Version",
    "VersionName",
    "FriendlyName",
    "Description",
    "Category",
    "CreatedBy",
    "DocsURL",
    "SupportURL",
    "Modules",
];

/// The fields of a module.
pub(super) const MODULE_FIELDS: &[(&str, Kind)] = &[
    ("Name", Kind::Text),
    ("Type", Kind::Text),
    ("LoadingPhase", Kind::Text),
    ("PlatformAllowList", Kind::List),
    ("PlatformDenyList", Kind::List),
    ("TargetAllowList", Kind::List),
    ("TargetDenyList", Kind::List),
];

/// The fields of a reference to another plugin.
pub(super) const REFERENCE_FIELDS: &[(&str, Kind)] = &[
    ("Name", Kind::Text),
    ("Enabled", Kind::Flag),
    ("Optional", Kind::Flag),
    ("Description", Kind::Text),
    ("MarketplaceURL", Kind::Text),
    ("TargetAllowList", Kind::List),
    ("TargetDenyList", Kind::List),
    ("PlatformAllowList", Kind::List),
    ("PlatformDenyList", Kind::List),
    ("SupportedTargetPlatforms", Kind::List),
];

/// The types of a module.
pub(super) const MODULE_TYPES: &[&str] = &[
    "Runtime",
    "RuntimeNoCommandlet",
    "RuntimeAndProgram",
    "Editor",
    "EditorNoCommandlet",
    "EditorAndProgram",
    "Developer",
    "DeveloperTool",
    "Program",
    "UncookedOnly",
    "CookedOnly",
    "ClientOnly",
    "ServerOnly",
];

/// When a module may be loaded.
pub(super) const PHASES: &[&str] = &[
    "EarliestPossible",
    "PostConfigInit",
    "PostSplashScreen",
    "PreEarlyLoadingScreen",
    "PreLoadingScreen",
    "PreDefault",
    "Default",
    "PostDefault",
    "PostEngineInit",
    "None",
];

/// The platforms of the engine's desktop and device builds.
pub(super) const PLATFORMS: &[&str] =
    &["Win64", "Mac", "Linux", "LinuxArm64", "Android", "IOS", "TVOS", "VisionOS"];

/// Modules of the engine that live in a plugin, and the plugin's name.
pub(super) const PLUGIN_MODULES: &[(&str, &str)] = &[("PythonScriptPlugin", "PythonScriptPlugin")];
