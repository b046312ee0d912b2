//! The table of includes and the modules that they belong to.

use std::collections::BTreeMap;

/// Includes of the engine and their modules, from `modules.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleMap {
    exact: BTreeMap<&'static str, &'static str>,
    prefixes: Vec<(&'static str, &'static str)>,
    names: BTreeMap<&'static str, &'static str>,
}

impl ModuleMap {
    /// Reads the table that is built in.
    #[must_use]
    pub fn built_in() -> Self {
        let mut map = Self { exact: BTreeMap::new(), prefixes: Vec::new(), names: BTreeMap::new() };
        for line in include_str!("modules.txt").lines().filter(|line| !line.starts_with('#')) {
            let mut cells = line.split('\t');
            let (Some(include), Some(module)) = (cells.next(), cells.next()) else { continue };
            if let Some(name) = include.strip_prefix('$') {
                map.names.insert(name, module);
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

    #[test]
    fn includes_are_found_one_by_one_and_by_folder() {
        let map = ModuleMap::built_in();
        assert_eq!(map.module_of("Widgets/Images/SImage.h"), Some("SlateCore"));
        assert_eq!(map.module_of("Containers/RingBuffer.h"), Some("Core"));
        assert_eq!(map.module_of("UObject/NameTypes.h"), Some("Core"));
        assert_eq!(map.module_of("UObject/Class.h"), Some("CoreUObject"));
        assert_eq!(map.module_of("Nowhere/Thing.h"), None);
        assert_eq!(map.module_of_name("EKeys"), Some("InputCore"));
    }

    #[test]
    fn every_line_of_the_table_names_its_source() {
        for line in include_str!("modules.txt").lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            assert!(cells.len() == 3 && cells.iter().all(|cell| !cell.trim().is_empty()), "{line}");
        }
    }
}
