//! Reads from Python source which files and assets it touches.

use super::ArtifactAction::{Changed, Compiled, Created, Deleted, Listed, Read};
use super::literal::{last_literal, literal};
use super::touch::Touch;
use super::variables::Variables;

/// The longest source that is read, in bytes.
const LONGEST: usize = 256 << 10;

/// Reads what Python source touches: Unreal's asset libraries, `open`, `os` and `shutil`, if the
/// paths are literals, and properties set on assets that were loaded into variables.
pub(super) fn touches(code: &str) -> Vec<Touch> {
    let code = &code[..crate::facts::class::floor_boundary(code, LONGEST)];
    let mut out = Vec::new();
    let mut variables = Variables::default();
    let mut line = 0;
    for at in memchr::memchr2_iter(b'(', b'\n', code.as_bytes()) {
        if code.as_bytes()[at] == b'\n' {
            variables.take_in(&code[line..at]);
            line = at + 1;
            continue;
        }
        let head = &code[..at];
        let start = head
            .bytes()
            .rev()
            .take(64)
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        let name = &head[at - start..];
        if name.is_empty() {
            continue;
        }
        if sets_property(name) {
            let asset = variables.changed_by(&code[line..at - start], &code[at + 1..]);
            out.extend(asset.map(|asset| Touch::new(Changed, asset)));
            continue;
        }
        call(name, head[..at - start].trim_end_matches(' '), &code[at + 1..], &mut out);
    }
    out
}

/// `set_editor_property`, `set_editor_properties`, `set_material_property`.
fn sets_property(name: &str) -> bool {
    name.starts_with("set_") && (name.ends_with("_property") || name.ends_with("_properties"))
}

fn call(name: &str, before: &str, after: &str, out: &mut Vec<Touch>) {
    let action = match name {
        "load_asset"
        | "load_object"
        | "load_class"
        | "load_blueprint_class"
        | "find_asset_data"
        | "load_level"
        | "load_map"
        | "read_text"
        | "read_bytes" => Read,
        "does_asset_exist"
        | "list_assets"
        | "get_assets_by_path"
        | "does_directory_exist"
        | "listdir"
        | "glob" => Listed,
        "save_asset" | "save_loaded_asset" | "save_map" | "checkout_asset" | "write_text"
        | "write_bytes" | "set_metadata_tag" => Changed,
        "delete_asset" | "delete_directory" | "remove" | "unlink" | "rmtree" => Deleted,
        "make_directory" | "makedirs" | "mkdir" | "new_level" => Created,
        "compile_blueprint" => Compiled,
        "rename_asset"
        | "rename_directory"
        | "duplicate_asset"
        | "duplicate_directory"
        | "rename"
        | "move"
        | "copy"
        | "copyfile"
        | "copytree"
        | "open"
        | "create_asset" => {
            several(name, before, after, out);
            return;
        }
        _ => return,
    };
    // `Path('a.txt').write_text(…)`: the path comes before the call.
    if matches!(
        name,
        "read_text" | "write_text" | "read_bytes" | "write_bytes" | "unlink" | "mkdir"
    ) && let Some(path) = before.strip_suffix(").").and_then(last_literal)
    {
        out.push(Touch::new(action, path));
        return;
    }
    if name == "remove" && !before.ends_with("os.") {
        return;
    }
    if let Some((path, _)) = literal(after) {
        out.push(Touch::new(action, path));
    }
}

fn several(name: &str, before: &str, after: &str, out: &mut Vec<Touch>) {
    let Some((first, rest)) = literal(after) else {
        return;
    };
    let second = rest.trim_start().strip_prefix(',').and_then(|rest| {
        let rest = rest.trim_start();
        literal(rest.strip_prefix("mode=").unwrap_or(rest))
    });
    let second = second.map(|pair| pair.0);
    match (name, second) {
        ("open", mode) => {
            let action = match mode.unwrap_or("r").as_bytes() {
                [b'w' | b'x', ..] => Changed,
                [b'a', ..] => Changed,
                mode if mode.contains(&b'+') => Changed,
                _ => Read,
            };
            // `webbrowser.open(url)` and the like do not open a file.
            if !before.ends_with('.') || before.ends_with("os.") || before.ends_with("io.") {
                out.push(Touch::new(action, first));
            }
        }
        ("create_asset", Some(folder)) => {
            out.push(Touch::new(Created, &format!("{}/{first}", folder.trim_end_matches('/'))));
        }
        ("rename_asset" | "rename_directory", Some(to)) => out.push(Touch::renamed(first, to)),
        ("rename" | "move", Some(to)) if before.ends_with("os.") || before.ends_with("shutil.") => {
            out.push(Touch::renamed(first, to));
        }
        ("duplicate_asset" | "duplicate_directory", Some(to)) => {
            out.push(Touch::new(Read, first));
            out.push(Touch::new(Created, to));
        }
        ("copy" | "copyfile" | "copytree", Some(to)) if before.ends_with("shutil.") => {
            out.push(Touch::new(Read, first));
            out.push(Touch::new(Created, to));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editor_s_asset_library_is_read() {
        let code = "lib = unreal.EditorAssetLibrary\n\
            lib.delete_asset('/Game/Old/BP_Door')\n\
            unreal.EditorAssetLibrary.rename_asset(\"/Game/A\", \"/Game/B\")\n\
            unreal.EditorAssetLibrary.duplicate_asset('/Game/A', '/Game/C')\n\
            unreal.load_asset('/Game/B.B')\n\
            tools.create_asset('M_New', '/Game/Materials/', None, factory)\n\
            lib.save_asset(path)";
        assert_eq!(
            touches(code),
            [
                Touch::new(Deleted, "/Game/Old/BP_Door"),
                Touch::renamed("/Game/A", "/Game/B"),
                Touch::new(Read, "/Game/A"),
                Touch::new(Created, "/Game/C"),
                Touch::new(Read, "/Game/B.B"),
                Touch::new(Created, "/Game/Materials/M_New"),
            ]
        );
    }

    #[test]
    fn a_property_that_is_set_on_a_loaded_asset_changes_it() {
        let code = "mesh = unreal.EditorAssetLibrary.load_asset('/Game/SM_Door')\n\
            other = unreal.load_asset('/Game/SM_Wall')\n\
            mesh.set_editor_property('lod_group', 'Door')\n\
            unreal.load_asset('/Game/M_Wood').set_editor_property('two_sided', True)\n\
            cdo = unreal.get_default_object(mesh.generated_class())\n\
            cdo.set_editor_property('speed', 3)\n\
            mesh = spawn_actor(mesh)\n\
            mesh.set_editor_property('hidden', True)\n\
            tools.set_scalar_property(other, 'a', 1)\n\
            unknown.set_editor_property('x', 1); set_editor_property('y', 2)";
        assert_eq!(
            touches(code),
            [
                Touch::new(Read, "/Game/SM_Door"),
                Touch::new(Read, "/Game/SM_Wall"),
                Touch::new(Changed, "/Game/SM_Door"),
                Touch::new(Read, "/Game/M_Wood"),
                Touch::new(Changed, "/Game/M_Wood"),
                Touch::new(Changed, "/Game/SM_Door"),
                Touch::new(Changed, "/Game/SM_Wall"),
            ]
        );
    }

    #[test]
    fn a_name_that_is_filled_in_when_the_script_runs_names_nothing() {
        let code = "unreal.load_asset(f'/Game/SM_{n}'); unreal.load_asset(f'/Game/SM_Net'); open('{x}.txt')";
        assert_eq!(touches(code), [Touch::new(Read, "/Game/SM_Net"), Touch::new(Read, "{x}.txt")]);
    }

    #[test]
    fn files_are_read_by_their_mode() {
        let code = "open('a.txt'); open(r'b.txt', 'w'); open('c.txt', mode='rb'); Path('d.txt').write_text('x'); items.remove('e'); webbrowser.open('http://x')";
        assert_eq!(
            touches(code),
            [
                Touch::new(Read, "a.txt"),
                Touch::new(Changed, "b.txt"),
                Touch::new(Read, "c.txt"),
                Touch::new(Changed, "d.txt"),
            ]
        );
    }
}
