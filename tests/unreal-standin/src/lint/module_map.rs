//! The table of includes and the modules that they belong to.

use std::collections::BTreeMap;

/// Includes of the engine and their modules, from `modules.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleMap {
    exact: BTreeMap<&'static str, &'static str>,
    prefixes: Vec<(&'static str, &'static str)>,
    names: BTreeMap<&'static str, &'static str>,
    in_turn: BTreeMap<&'static str, Vec<&'static str>>,
    brought: BTreeMap<&'static str, Vec<&'static str>>,
}

impl ModuleMap {
    /// Reads the table that is built in.
    #[must_use]
    pub fn built_in() -> Self {
        let mut map = Self {
            exact: BTreeMap::new(),
            prefixes: Vec::new(),
            names: BTreeMap::new(),
            in_turn: BTreeMap::new(),
            brought: BTreeMap::new(),
        };
        for line in include_str!("modules.txt").lines().filter(|line| !line.starts_with('#')) {
            let mut cells = line.split('\t');
            let (Some(include), Some(module)) = (cells.next(), cells.next()) else { continue };
            if let Some(name) = include.strip_prefix('$') {
                map.names.insert(name, module);
            } else if let Some(header) = include.strip_prefix('>') {
                map.in_turn.entry(header).or_default().push(module);
            } else if let Some(bringer) = include.strip_prefix('<') {
                map.brought.entry(bringer).or_default().push(module);
            } else if include.ends_with(".h") {
                map.exact.insert(include, module);
            } else {
                map.prefixes.push((include, module));
            }
        }
        map
    }

    /// The module that `include` belongs to.
    #[must_use]
    pub fn module_of(&self, include: &str) -> Option<&'static str> {
        if let Some(module) = self.exact.get(include) {
            return Some(module);
        }
        let fits = self.prefixes.iter().filter(|(prefix, _)| include.starts_with(prefix));
        fits.max_by_key(|(prefix, _)| prefix.len()).map(|(_, module)| *module)
    }

    /// The modules whose headers `include` includes in turn: whoever includes it lists them in
    /// addition to its own.
    #[must_use]
    pub fn modules_in_turn(&self, include: &str) -> &[&'static str] {
        self.in_turn.get(include).map_or(&[], Vec::as_slice)
    }

    /// Whether `module` brings `other` along, so that nobody needs to list it.
    #[must_use]
    pub fn brings(&self, module: &str, other: &str) -> bool {
        let brought = self.brought.get(module).map_or(&[][..], Vec::as_slice);
        brought.iter().any(|one| *one == other || self.brings(one, other))
    }

    /// The module that the use of `name` needs, whatever is included.
    #[must_use]
    pub fn module_of_name(&self, name: &str) -> Option<&'static str> {
        self.names.get(name).copied()
    }

    /// The modules of the engine that the table knows.
    pub fn modules(&self) -> impl Iterator<Item = &'static str> {
        self.exact.values().chain(self.names.values()).copied()
    }

    /// The includes that the table knows one by one.
    pub fn includes(&self) -> impl Iterator<Item = &'static str> {
        self.exact.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn includes_are_found_one_by_one_and_by_folder() {
        let map = ModuleMap::built_in();
        assert_eq!(map.module_of("Widgets/Images/SImage.h"), Some("SlateCore"));
        assert_eq!(map.module_of("Containers/RingBuffer.h"), Some("Core"));
        assert_eq!(map.module_of("UObject/NameTypes.h"), Some("Core"));
        assert_eq!(map.module_of("UObject/Class.h"), Some("CoreUObject"));
        assert_eq!(map.module_of("Nowhere/Thing.h"), None);
        assert_eq!(map.module_of_name("EKeys"), Some("InputCore"));
        assert_eq!(map.modules_in_turn("LevelEditor.h"), ["Engine", "Slate", "UnrealEd"]);
        assert_eq!(map.modules_in_turn("ISettingsModule.h"), [""; 0]);
        assert!(map.brings("Slate", "InputCore") && !map.brings("InputCore", "Slate"));
    }

    /// The headers below a folder, by the path that an include names.
    fn headers_below(root: &Path) -> BTreeMap<String, String> {
        let mut headers = BTreeMap::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of headers") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(root).expect("below the root").display();
                    headers.insert(name.to_string(), fs::read_to_string(&path).expect("a header"));
                }
            }
        }
        headers
    }

    #[test]
    fn the_stand_in_s_headers_include_what_the_table_says_and_nothing_else_of_other_modules() {
        let map = ModuleMap::built_in();
        let headers = headers_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/include"));
        let mut strange = Vec::new();
        for (header, text) in headers.iter().filter(|(name, _)| !name.starts_with("StandIn/")) {
            let Some(module) = map.module_of(header) else {
                strange.push(format!("{header} is not in the table"));
                continue;
            };
            let included = text.lines().filter_map(|line| {
                line.trim_start().strip_prefix("#include \"").and_then(|it| it.strip_suffix('"'))
            });
            for include in included.filter(|name| !name.starts_with("StandIn/")) {
                let other = map.module_of(include).unwrap_or("nobody");
                // All modules depend on these two; the first does not know the second.
                let is_ground = other == "Core" || (other == "CoreUObject" && module != "Core");
                let is_said = map.modules_in_turn(header).contains(&other);
                if other != module && !is_ground && !is_said && !map.brings(module, other) {
                    strange.push(format!("{header} ({module}) includes {include} ({other})"));
                }
            }
        }
        assert_eq!(strange, Vec::<String>::new());
    }

    #[test]
    fn every_line_of_the_table_names_its_source() {
        for line in include_str!("modules.txt").lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            assert!(cells.len() == 3 && cells.iter().all(|cell| !cell.trim().is_empty()), "{line}");
        }
    }
}
