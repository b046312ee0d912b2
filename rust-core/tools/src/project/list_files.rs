//! Lists the files of a folder.

use serde_json::{Value, json};
use vibeue_provider::ToolDefinition;

use super::walk::walk;
use super::{Answer, Folder, MOST_BYTES, PassedOver, number, text};
use crate::Allowance;

pub(super) const NAME: &str = "list_files";

/// The maximum number of entries of one answer.
const MOST: usize = 500;

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: NAME.to_owned(),
        description: format!(
            "Lists files and folders, at most {MOST}, with sizes. What .gitignore leaves out and \
             hidden files are not listed."
        ),
        parameters: json!({"type": "object", "properties": {
            "path": {"type": "string", "description": "The folder to list; the root if omitted."},
            "depth": {"type": "integer", "description": "How many levels to descend; 2 if omitted."}},
            "required": []}),
    }
}

pub(super) fn run(folder: &Folder, arguments: &Value, allowance: &Allowance) -> Answer {
    let path = text(arguments, "path").unwrap_or(".");
    let depth = usize::try_from(number(arguments, "depth", 2)?.clamp(1, 100)).unwrap_or(100);
    let real = folder.find(path)?;
    if !real.is_dir() {
        return Err(format!("{path} is not a folder; use read_file"));
    }
    let mut out = String::new();
    let mut listed = 0;
    let mut more = false;
    let mut passed = PassedOver::default();
    let walked = walk(folder, &real, Some(depth), allowance, &mut passed, |entry, _| {
        // The first entry is the folder itself.
        if entry.depth() == 0 {
            return true;
        }
        if listed == MOST || out.len() > MOST_BYTES {
            more = true;
            return false;
        }
        let name = folder.name(entry.path());
        if entry.file_type().is_some_and(|kind| kind.is_dir()) {
            out.push_str(&format!("{name}/\n"));
        } else {
            let size = entry.metadata().map_or(0, |metadata| metadata.len());
            out.push_str(&format!("{name}  {size} bytes\n"));
        }
        listed += 1;
        true
    });
    if more {
        out.push_str("[there is more; list a folder below]\n");
    }
    let empty = out.is_empty();
    passed.write(&mut out);
    if let Err(why) = walked {
        out.push_str(&format!("[{why}; list a folder below]\n"));
    }
    if empty && out.is_empty() {
        out.push_str("[empty]\n");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ample, spent};
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
        assert_eq!(run(&folder, &json!({}), &ample()), Ok("a.txt  5 bytes\nb/\nb/c/\n".to_owned()));
        assert_eq!(
            run(&folder, &json!({"path": "b", "depth": 9}), &ample()),
            Ok("b/c/\nb/c/d/\nb/c/deep  1 bytes\n".to_owned())
        );
        assert_eq!(run(&folder, &json!({"path": "b/c/d"}), &ample()), Ok("[empty]\n".to_owned()));
        assert_eq!(
            run(&folder, &json!({"path": "a.txt"}), &ample()),
            Err("a.txt is not a folder; use read_file".to_owned())
        );
        assert!(run(&folder, &json!({"path": ".."}), &ample()).is_err());
    }

    #[test]
    fn a_call_whose_time_is_over_says_so_in_its_result() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("a"), "1").unwrap();
        let folder = Folder::open(place.path()).unwrap();
        assert_eq!(
            run(&folder, &json!({}), &spent()),
            Ok("[stopped: 0 seconds have passed; list a folder below]\n".to_owned())
        );
    }
}
