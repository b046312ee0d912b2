//! Laying a rule's samples over the plugin that breaks no rule.

use std::collections::BTreeSet;

use super::plugin_files::PluginFiles;
use super::rules::COPYRIGHT_LINE;
use crate::header_tool::Sample;

/// The lines that a sample marks, as path and line.
pub type MarkedLines = BTreeSet<(String, u32)>;

/// Lays the files of `sample` over `plugin`, without their marks, and returns
/// the lines that were marked.
#[must_use]
pub fn lay_sample_over(plugin: &PluginFiles, sample: &Sample) -> (PluginFiles, MarkedLines) {
    let mut files = plugin.clone();
    let mut marked = MarkedLines::new();
    for (path, text) in sample.files {
        let whole = if sample.is_whole { (*text).to_owned() } else { complete(path, text, sample) };
        let mut plain = String::with_capacity(whole.len());
        for (index, line) in whole.split_inclusive('\n').enumerate() {
            if line.contains(Sample::MARK) {
                let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
                marked.insert(((*path).to_owned(), number));
            }
            plain.push_str(&line.replace(Sample::MARK, ""));
        }
        files = files.with(path, &plain);
    }
    (files, marked)
}

/// Gives a header or source its first lines.
fn complete(path: &str, text: &str, sample: &Sample) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    if path.ends_with(".cpp") {
        let has_header = sample
            .files
            .iter()
            .any(|(other, _)| other.rsplit('/').next() == Some(&format!("{stem}.h")));
        let include = if has_header { format!("{stem}.h") } else { "CoreMinimal.h".to_owned() };
        return format!("{COPYRIGHT_LINE}\n\n#include \"{include}\"\n\n{text}");
    }
    let is_reflected = ["UCLASS(", "USTRUCT(", "UENUM(", "UINTERFACE(", "DECLARE_DYNAMIC_"]
        .iter()
        .any(|marker| text.contains(marker));
    let generated = format!("#include \"{stem}.generated.h\"\n");
    let last = if is_reflected && !text.contains(&generated) { generated } else { String::new() };
    format!(
        "{COPYRIGHT_LINE}\n\n#pragma once\n\n#include \"CoreMinimal.h\"\n#include \"UObject/Object.h\"\n{last}\n{text}"
    )
}
