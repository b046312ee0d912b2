//! The layers: which crate uses which, and what each may touch; and how long a
//! file may be.
//!
//! Cargo enforces the layers, because a crate cannot name what it does not depend on; these tests
//! check the manifests.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Crates of functions over data, each with all crates of others that it names,
/// on any system and for any feature.
const PURE: [(&str, &[&str]); 4] = [
    ("vibeue-conversation", &["serde", "serde_json"]),
    ("vibeue-tokens", &["hashbrown", "memchr", "serde", "serde_json", "tiktoken"]),
    ("vibeue-compaction", &["aho-corasick", "hashbrown", "memchr", "serde", "serde_json", "sha2"]),
    ("vibeue-markdown", &["pulldown-cmark", "unicode-width"]),
];

/// All that a pure crate is built from, with what those crates bring: none of
/// them brings files, a network, threads, clocks or processes.
const BELOW: [&str; 32] = [
    "aho-corasick",
    "bitflags",
    "block-buffer",
    "cfg-if",
    "const-oid",
    "cpufeatures",
    "crypto-common",
    "digest",
    "equivalent",
    "foldhash",
    "hashbrown",
    "hybrid-array",
    "indexmap",
    "itoa",
    LIBC,
    "memchr",
    "pulldown-cmark",
    "regex",
    "regex-automata",
    "regex-syntax",
    "rustc-hash",
    "ruzstd",
    "serde",
    "serde-core",
    "serde-json",
    "sha2",
    "tiktoken",
    "twox-hash",
    "typenum",
    "unicase",
    "unicode-width",
    "zmij",
];

/// What cpufeatures uses, only on ARM, to find out what the processor can do.
const LIBC: &str = "libc";

/// The types that a pure crate may not name, by path.
const FORBIDDEN_TYPES: [(&str, &str); 6] = [
    ("std::fs", "DirBuilder File OpenOptions"),
    ("std::net", "TcpListener TcpStream UdpSocket"),
    ("std::os::unix::net", "UnixDatagram UnixListener UnixStream"),
    ("std::process", "Command"),
    ("std::thread", "Builder"),
    ("std::time", "Instant SystemTime"),
];

/// The functions that a pure crate may not call, by path.
const FORBIDDEN_FUNCTIONS: [(&str, &str); 10] = [
    (
        "std::env",
        "args args_os current_dir current_exe home_dir remove_var set_current_dir set_var \
         temp_dir var var_os vars vars_os",
    ),
    (
        "std::fs",
        "canonicalize copy create_dir create_dir_all exists hard_link metadata read read_dir \
         read_link read_to_string remove_dir remove_dir_all remove_file rename set_permissions \
         symlink_metadata write",
    ),
    ("std::io", "stderr stdin stdout"),
    ("std::net::ToSocketAddrs", "to_socket_addrs"),
    ("std::path", "absolute"),
    (
        "std::path::Path",
        "canonicalize exists is_dir is_file is_symlink metadata read_dir read_link \
         symlink_metadata try_exists",
    ),
    ("std::process", "abort exit id"),
    ("std::thread", "available_parallelism current park park_timeout scope sleep spawn yield_now"),
    ("std::time::Instant", "now"),
    ("std::time::SystemTime", "now"),
];

/// Crates only for the repository, which nothing that ships uses.
const TOOLS: [&str; 2] = ["scripted-server", "xtask"];

fn root() -> PathBuf {
    // Not `canonicalize`, whose paths differ from Cargo's on Windows.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The crates that ship, by folder, with those that each one names.
fn edges() -> BTreeMap<String, BTreeSet<String>> {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"])).unwrap();
    let folders: BTreeMap<&str, &str> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|package| {
            let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
            let ships = folder.parent()? == root().join("rust-core");
            let name = folder.file_name()?.to_str()?;
            (ships && !TOOLS.contains(&name)).then_some((package["name"].as_str()?, name))
        })
        .collect();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .filter_map(|package| {
            let folder = folders.get(package["name"].as_str()?)?;
            let named = package["dependencies"].as_array()?.iter();
            let named = named
                .filter(|dependency| dependency["kind"].is_null())
                .filter_map(|dependency| folders.get(dependency["name"].as_str()?))
                .map(|&folder| folder.to_owned());
            Some(((*folder).to_owned(), named.collect()))
        })
        .collect()
}

/// One crate of the drawing.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: String,
    /// Where its arrows lead.
    below: BTreeSet<String>,
    pure: bool,
}

/// Reads the drawing of ARCHITECTURE.md, top to bottom.
fn drawing() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let drawing = text.split("```").find(|block| block.contains("─▶")).unwrap();
    let mut pure = false;
    let mut rows = Vec::new();
    for line in drawing.lines().filter(|line| !line.trim().is_empty()) {
        if line.starts_with('─') {
            pure = true;
            continue;
        }
        let (crate_, arrows) = line.split_once("─▶").unwrap_or((line, ""));
        let words = crate_.split_whitespace().filter(|word| !["shell", "pure"].contains(word));
        let below = arrows.split(',').map(|name| name.trim().to_owned());
        rows.push(Row {
            name: words.take(1).collect(),
            below: below.filter(|name| !name.is_empty()).collect(),
            pure,
        });
    }
    rows
}

/// Everything that is reached from a crate, itself excluded.
fn reached(from: &str, edges: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = edges[from].iter().collect();
    while let Some(name) = open.pop() {
        if found.insert(name.clone()) {
            open.extend(&edges[name]);
        }
    }
    found
}

/// The crates of others that each crate of the workspace names, tests aside.
fn named_of_others() -> BTreeMap<String, BTreeSet<String>> {
    let named = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let of_others = all.filter(|it| it["kind"] != "dev" && !it["source"].is_null());
        of_others.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    let name = |package: &Value| package["name"].as_str().unwrap().to_owned();
    packages().iter().map(|package| (name(package), named(package))).collect()
}

#[test]
fn a_pure_crate_depends_on_nothing_that_touches_the_world() {
    let named = named_of_others();
    let mut reached = BTreeSet::from([LIBC.to_owned()]);
    for (pure, allowed) in PURE {
        let allowed: BTreeSet<String> = allowed.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(named[pure], allowed, "dependencies of {pure}");
        // Macros run while it is built and are not in it.
        let tree = ["tree", "-e", "normal,no-proc-macro", "--no-dedupe", "--prefix", "none"];
        let all = cargo(&[tree.as_slice(), &["-f", "{lib}", "-p", pure]].concat());
        let all: BTreeSet<String> = all.lines().map(|name| name.trim().replace('_', "-")).collect();
        assert!(all.contains(pure), "the tree of {pure} is not one: {all:?}");
        let ours = PURE.map(|(name, _)| name);
        reached.extend(all.into_iter().filter(|name| !ours.contains(&name.as_str())));
    }
    assert_eq!(reached, BELOW.map(str::to_owned).into());
}

/// The paths of a list in a `clippy.toml`, each of which has a reason.
fn listed(rules: &str, list: &str) -> Vec<String> {
    let begins = format!("{list} = [");
    let lines = rules.lines().skip_while(|line| *line != begins).skip(1);
    lines
        .take_while(|line| *line != "]")
        .map(|line| {
            let words: Vec<&str> = line.split('"').collect();
            assert!(words[0] == "    { path = " && words[2] == ", reason = ", "{line}");
            words[1].to_owned()
        })
        .collect()
}

/// The whole paths of what is forbidden.
fn paths(forbidden: &[(&str, &str)]) -> Vec<String> {
    let each = |(place, names): &(&str, &str)| -> Vec<String> {
        names.split_whitespace().map(|name| format!("{place}::{name}")).collect()
    };
    forbidden.iter().flat_map(each).collect()
}

#[test]
fn a_pure_crate_is_kept_from_files_clocks_threads_and_the_environment() {
    let folder = |pure: &str| root().join("rust-core").join(pure.strip_prefix("vibeue-").unwrap());
    let rules = |pure: &str| std::fs::read_to_string(folder(pure).join("clippy.toml")).unwrap();
    let first = rules(PURE[0].0);
    assert_eq!(listed(&first, "disallowed-types"), paths(&FORBIDDEN_TYPES));
    assert_eq!(listed(&first, "disallowed-methods"), paths(&FORBIDDEN_FUNCTIONS));
    let common = std::fs::read_to_string(root().join("clippy.toml")).unwrap();
    assert!(common.lines().all(|line| first.lines().any(|it| it == line)), "{common}");
    for (pure, _) in PURE {
        assert_eq!(rules(pure), first, "{pure}/clippy.toml");
        let (folder, mut files) = (folder(pure), Vec::new());
        sources(&folder, &mut files);
        assert!(!files.is_empty(), "{}", folder.display());
        for file in files {
            let source = std::fs::read_to_string(&file).unwrap();
            assert!(!source.contains("clippy::disallowed_"), "{} is let off", file.display());
        }
    }
}

#[test]
fn the_drawing_of_the_crates_is_what_cargo_builds() {
    let edges = edges();
    let rows = drawing();
    let drawn: BTreeMap<String, BTreeSet<String>> =
        rows.iter().map(|row| (row.name.clone(), row.below.clone())).collect();
    assert_eq!(drawn.keys().collect::<Vec<_>>(), edges.keys().collect::<Vec<_>>());
    for (name, named) in &edges {
        // An edge that a longer way implies is not drawn.
        let implied: BTreeSet<String> =
            named.iter().flat_map(|below| reached(below, &edges)).collect();
        let needed: BTreeSet<String> = named.difference(&implied).cloned().collect();
        assert_eq!(drawn[name], needed, "the arrows of {name}");
    }
    for (at, row) in rows.iter().enumerate() {
        let lower: BTreeSet<&String> = rows[at + 1..].iter().map(|row| &row.name).collect();
        assert!(row.below.iter().all(|name| lower.contains(name)), "an arrow leads up: {row:?}");
    }
    let pure: BTreeSet<String> =
        rows.iter().filter(|row| row.pure).map(|row| format!("vibeue-{}", row.name)).collect();
    assert_eq!(pure, PURE.map(|(name, _)| name.to_owned()).into());
}

/// The crates that have unsafe code, each module of it with its reason.
const UNSAFE: [&str; 3] = ["vibeue-bridge", "vibeue-tokens", "vibeue-tools"];

/// The packages of the workspace.
fn packages() -> Vec<Value> {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"])).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[test]
fn every_crate_forbids_unsafe_code_or_asks_each_module_for_its_reason() {
    let (mut said, mut expected) = (BTreeMap::new(), BTreeMap::new());
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let level = if UNSAFE.contains(&name) { "deny" } else { "forbid" };
        for target in package["targets"].as_array().unwrap() {
            let kinds = target["kind"].as_array().unwrap();
            if !kinds.iter().any(|kind| ["lib", "rlib", "bin"].contains(&kind.as_str().unwrap())) {
                continue;
            }
            let path = target["src_path"].as_str().unwrap();
            let source = std::fs::read_to_string(path).unwrap();
            let levels = ["deny", "forbid"].into_iter();
            let levels: Vec<&str> = levels
                .filter(|level| source.lines().any(|it| it == format!("#![{level}(unsafe_code)]")))
                .collect();
            said.insert(path.to_owned(), levels);
            expected.insert(path.to_owned(), vec![level]);
        }
    }
    assert!(said.len() > 15, "{} roots are not all of them", said.len());
    assert_eq!(said, expected);
}

/// The crates that are tested only on Linux, and why.
const ON_LINUX_ALONE: [(&str, &str); 3] = [
    ("unreal-standin", "its compiler for C++ is that of Linux"),
    ("vibeue-plugin-tests", "its compiler for C++ is that of Linux"),
    ("xtask", "it writes files that are committed, and on Linux they are compared"),
];

#[test]
fn every_crate_is_tested_on_the_other_systems_or_says_why_not() {
    let tested = |script: &str| -> BTreeSet<String> {
        let text = std::fs::read_to_string(root().join(script)).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        // `mkdir` has such an option, too.
        let named = words.windows(2).filter(|pair| pair[0] == "-p" && !pair[1].starts_with('"'));
        named.map(|pair| pair[1].to_owned()).collect()
    };
    let alone = ON_LINUX_ALONE.map(|(name, _)| name);
    let all: BTreeSet<String> =
        packages().iter().map(|package| package["name"].as_str().unwrap().to_owned()).collect();
    assert!(alone.iter().all(|name| all.contains(*name)), "{all:?}");
    let expected: BTreeSet<String> =
        all.into_iter().filter(|name| !alone.contains(&name.as_str())).collect();
    for script in [".ci/tests", ".ci/windows"] {
        assert_eq!(tested(script), expected, "{script}");
    }
}

/// The maximum number of lines of a source file.
const MOST_LINES: usize = 500;

/// The one file that may be longer: cxx reads a bridge from one file, and
/// `docs/plugin.md` says why there is one bridge.
const LONGER: &str = "rust-core/bridge/src/ffi.rs";

/// The maximum number of lines of a function in C++; clippy counts those of Rust.
const MOST_LINES_OF_A_FUNCTION: usize = 60;

/// How the comment begins that is the reason of a longer one.
const REASON: &str = "// Long because";

/// Every source file below a folder, aside from build output, test data and
/// what is generated.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            if !["target", "corpus", "data", "ThirdParty"].contains(&name.to_str().unwrap()) {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|end| {
            ["rs", "h", "hpp", "c", "cpp", "cc", "cs"].contains(&end.to_str().unwrap())
        }) {
            found.push(path);
        }
    }
}

#[test]
fn no_source_file_is_longer_than_five_hundred_lines_without_a_reason() {
    let root = root();
    let mut files = Vec::new();
    for folder in ["rust-core", "Source", "tests"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 1_000, "{} files are not all of them", files.len());
    let long: Vec<String> = files
        .iter()
        .filter(|path| std::fs::read_to_string(path).unwrap().lines().count() > MOST_LINES)
        .map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/"))
        .collect();
    assert_eq!(long, [LONGER]);
}

/// Whether a line of C++ or C# is a comment.
fn is_comment(line: &str) -> bool {
    ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark))
}

/// Whether nothing of what follows a line belongs to it.
fn is_end(line: &str) -> bool {
    let ends = line.ends_with([';', '{', ':']) || line.starts_with('#');
    line.is_empty() || matches!(line, "}" | "};") || ends && !is_comment(line)
}

/// The functions of a C++ or C# source that are longer and give no reason right above: the line of
/// each, and how many lines it has. A body begins and ends with a brace on a line of its own, at
/// the same indentation.
fn long_functions(source: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut long = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let opens = at;
        at += 1;
        let Some(indent) = lines[opens].strip_suffix('{').filter(|it| it.trim().is_empty()) else {
            continue;
        };
        let ends = |line: &&str| line.strip_prefix(indent).is_some_and(|it| it.starts_with('}'));
        let Some(length) = lines[at..].iter().position(ends) else { continue };
        let begins = lines[..opens].iter().rposition(|line| is_end(line.trim()));
        let begins = begins.map_or(0, |it| it + 1);
        let head = || lines[begins..opens].iter().map(|line| line.trim());
        let code = head().filter(|line| !is_comment(line)).collect::<Vec<_>>().join(" ");
        // What ends otherwise, or has no brackets, is a type, a namespace or a value.
        if lines[at + length].trim() != "}" || !code.contains('(') {
            continue;
        }
        let has_reason = head().any(|line| line.starts_with(REASON));
        if length > MOST_LINES_OF_A_FUNCTION && !has_reason {
            long.push((begins + 1, length));
        }
        // What is in a function is a part of it.
        at += length;
    }
    long
}

#[test]
fn no_function_in_cpp_is_longer_than_sixty_lines_without_a_reason() {
    let body = |lines: usize| "\t\tStep();\n".repeat(lines);
    let long = format!("int A;\n\nvoid Do()\n{{\n{}}}\n", body(61));
    assert_eq!(long_functions(&long), [(3, 61)]);
    assert_eq!(long_functions(&long.replace("void", "// Long because it lists.\nvoid")), []);
    assert_eq!(long_functions(&format!("void Do()\n{{\n{}}}\n", body(60))), []);
    let inner =
        format!("class FDoor\n{{\npublic:\n\tFDoor()\n\t\t: A(1)\n\t{{\n{}\t}}\n}};\n", body(61));
    assert_eq!(long_functions(&inner), [(4, 61)]);
    assert_eq!(long_functions(&inner.replace("\tFDoor", "\t// Long because.\n\tFDoor")), []);
    assert_eq!(long_functions(&format!("struct FDoor\n{{\n{}}};\n", body(61))), []);

    let root = root();
    let mut files = Vec::new();
    for folder in ["rust-core", "Source", "tests"] {
        sources(&root.join(folder), &mut files);
    }
    files.retain(|path| path.extension().is_some_and(|end| end != "rs"));
    assert!(files.len() > 700, "{} files are not all of them", files.len());
    let functions = files.iter().flat_map(|path| {
        let found = long_functions(&std::fs::read_to_string(path).unwrap());
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        found.into_iter().map(move |(line, length)| format!("{name}:{line}: {length} lines"))
    });
    assert_eq!(functions.collect::<Vec<_>>(), Vec::<String>::new());
}
