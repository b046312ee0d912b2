//! Lists the files of a folder.

use ignore::WalkBuilder;
use serde_json::{Value, json};
use vibeue_core::provider::ToolDefinition;

use super::{Answer, Folder, number, text};

pub(super) const NAME: &str = "list_files";

/// The most entries of one answer.
const MOST: usize = 500;

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: NAME.to_owned(),
        description: format!(
            "Lists files and folders, at most {MOST}, with sizes. What .gitignore leaves out and \
             hidden files are not listed."
        ),
        parameters: json!({"type": "object", "properties": {
            "path": {"type": "string", "description": "The folder to list; the top one otherwise."},
            "depth": {"type": "integer", "description": "Levels to go down; 2 otherwise."}},
            "required": []}),
    }
}

pub(super) fn run(folder: &Folder, arguments: &Value) -> Answer {
    let path = text(arguments, "path").unwrap_or(".");
    let depth = usize::try_from(number(arguments, "depth", 2)?.clamp(1, 100)).unwrap_or(100);
    let real = folder.find(path)?;
    if !real.is_dir() {
        return Err(format!("{path} is not a folder; use read_file"));
    }
    let walk = WalkBuilder::new(&real)
        .max_depth(Some(depth))
        .follow_links(false)
        .require_git(false)
        .sort_by_file_name(Ord::cmp)
        .build();
    let mut out = String::new();
    let mut listed = 0;
    // The first entry is the folder itself; what cannot be read is passed over.
    for entry in walk.flatten().filter(|entry| entry.depth() > 0) {
        if listed == MOST {
            out.push_str("[there is more; list a folder below]\n");
            return Ok(out);
        }
        let name = folder.name(entry.path());
        if entry.file_type().is_some_and(|kind| kind.is_dir()) {
            out.push_str(&format!("{name}/\n"));
        } else {
            let size = entry.metadata().map_or(0, |metadata| metadata.len());
            out.push_str(&format!("{name}  {size} bytes\n"));
        }
        listed += 1;
    }
    if listed == 0 {
        out.push_str("[empty]\n");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_listed_in_order_down_to_the_depth_without_ignored_files() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        std::fs::create_dir_all(at("b/c/d")).unwrap();
        std::fs::write(at("a.txt"), "12345").unwrap();
        std::fs::write(at("b/x.log"), "1").unwrap();
        std::fs::write(at("b/c/deep"), "1").unwrap();
        std::fs::write(at(".gitignore"), "*.log\n").unwrap();
        let folder = Folder::open(place.path()).unwrap();
        assert_eq!(run(&folder, &json!({})), Ok("a.txt  5 bytes\nb/\nb/c/\n".to_owned()));
        assert_eq!(
            run(&folder, &json!({"path": "b", "depth": 9})),
            Ok("b/c/\nb/c/d/\nb/c/deep  1 bytes\n".to_owned())
        );
        assert_eq!(run(&folder, &json!({"path": "b/c/d"})), Ok("[empty]\n".to_owned()));
        assert_eq!(
            run(&folder, &json!({"path": "a.txt"})),
            Err("a.txt is not a folder; use read_file".to_owned())
        );
        assert!(run(&folder, &json!({"path": ".."})).is_err());
    }
}
