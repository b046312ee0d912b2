//! The list of what is in the library, for programs: CycloneDX 1.5.

use serde_json::{Value, json};

use super::components::{Component, Components};

/// Writes the list. It holds no time and no random number: the same library
/// has the same list.
///
/// # Errors
/// If it cannot be written as text.
pub(super) fn write(components: &Components) -> Result<String, String> {
    let version = &components.version;
    let list: Vec<Value> = components.list.iter().map(component).collect();
    let references: Vec<String> = components.list.iter().map(purl).collect();
    let own = format!("pkg:generic/vibeue-core@{version}");
    let document = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": "vibeue-core",
                "version": version,
                "description": "The native library of the VibeUE plugin, with all crates that are \
                                linked into it on any of its platforms",
                "licenses": [{ "expression": "MIT" }],
            },
        },
        "components": list,
        // Which crate brought which is in Cargo.lock; here all are the library's.
        "dependencies": [{ "ref": own, "dependsOn": references }],
    });
    serde_json::to_string_pretty(&document)
        .map(|text| text + "\n")
        .map_err(|error| format!("the list of components cannot be written: {error}"))
}

fn component(component: &Component) -> Value {
    let package = &component.package;
    let mut entry = json!({
        "type": "library",
        "bom-ref": purl(component),
        "name": package.name,
        "version": package.version,
        "purl": purl(component),
    });
    if let Some(license) = &package.license {
        // Some old packages write a slash where SPDX has OR.
        let expression = license.replace('/', " OR ");
        entry["licenses"] = json!([{ "expression": expression }]);
    }
    if let Some(checksum) = &component.checksum {
        entry["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    if let Some(repository) = &package.repository {
        entry["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    entry
}

fn purl(component: &Component) -> String {
    format!("pkg:cargo/{}@{}", component.package.name, component.package.version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;

    #[test]
    fn every_crate_is_listed_once_with_terms_and_checksum() {
        let root = crate::bridge::root();
        let metadata = Metadata::read(&root).unwrap();
        let components = Components::of_library(&root, &metadata).unwrap();
        let text = write(&components).unwrap();
        assert_eq!(text, write(&components).unwrap(), "the same library has the same list");
        let list: Value = serde_json::from_str(&text).unwrap();
        let entries = list["components"].as_array().unwrap();
        assert_eq!(entries.len(), components.list.len());
        let names: Vec<&str> = entries.iter().map(|it| it["name"].as_str().unwrap()).collect();
        for name in ["cxx", "rustls", "ring", "tokio", "serde_json", "webpki-root-certs"] {
            let there = names.iter().filter(|it| **it == name).count();
            // Its roots are used on one platform only.
            assert!(there == 1 || name == "webpki-root-certs", "{name} is there {there} times");
        }
        assert!(!names.contains(&"vibeue-core"), "our own crates are the library itself");
        for entry in entries {
            assert_eq!(entry["hashes"][0]["content"].as_str().map(str::len), Some(64), "{entry}");
            assert!(entry["licenses"][0]["expression"].is_string(), "{entry}");
        }
        assert_eq!(
            list["dependencies"][0]["dependsOn"].as_array().map(Vec::len),
            Some(names.len())
        );
    }
}
