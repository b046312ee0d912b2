//! The oldest glibc that the library can be linked with.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use super::archive_tools::run;

/// The glibc of the engine's Linux toolchain, Rocky Linux 8's: what asks for a
/// newer one does not link there.
const ENGINE: Version = [2, 28, 0];

/// The libraries that every toolchain for Linux links.
const LIBRARIES: [&str; 9] = [
    "libc.so.6",
    "libm.so.6",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "libutil.so.1",
    "libgcc_s.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
];

/// Functions that glibc linked statically, from `libc_nonshared.a`, before it
/// exported them by version 2.33 or later: each version has them.
const STATIC_BEFORE: [&str; 13] = [
    "at_quick_exit",
    "atexit",
    "fstat",
    "fstat64",
    "fstatat",
    "fstatat64",
    "lstat",
    "lstat64",
    "mknod",
    "mknodat",
    "pthread_atfork",
    "stat",
    "stat64",
];

/// A version of glibc; missing parts are 0.
type Version = [u32; 3];

/// Says which glibc the symbols ask for.
///
/// An archive names no versions: the system on which a module is linked
/// decides. What counts is since when glibc has each symbol at all, and this
/// machine's own libraries say that: they keep every version that there was.
///
/// # Errors
/// If a symbol is unknown to this machine's libraries, or newer than the engine's toolchain.
pub(super) fn floor(needed: &BTreeSet<String>) -> Result<String, String> {
    let mut since = BTreeMap::new();
    for library in LIBRARIES {
        if let Some(path) = find(library)? {
            let table = run(Command::new("objdump").arg("-T").arg(path))?;
            note(&table.out, &mut since);
        }
    }
    if !since.contains_key("malloc") {
        return Err("this machine's glibc was not found: `cc -print-file-name` names none".into());
    }
    since.extend(STATIC_BEFORE.map(|name| (name.to_owned(), Version::default())));
    judge(needed, &since)
}

/// Judges what is needed by since when there is what.
fn judge(needed: &BTreeSet<String>, since: &BTreeMap<String, Version>) -> Result<String, String> {
    let unknown: Vec<&String> = needed.iter().filter(|name| !since.contains_key(*name)).collect();
    if !unknown.is_empty() {
        return Err(format!("the library asks for {unknown:?}, which no system library has"));
    }
    let newer: Vec<String> = needed
        .iter()
        .filter(|name| since[*name] > ENGINE)
        .map(|name| format!("{name} ({})", text(since[name])))
        .collect();
    if !newer.is_empty() {
        return Err(format!(
            "the engine's toolchain for Linux has glibc {}, the library asks for newer symbols: {}",
            text(ENGINE),
            newer.join(", ")
        ));
    }
    let newest = needed.iter().map(|name| since[name]).max().unwrap_or_default();
    Ok(format!("it asks for glibc {}; the engine's toolchain has {}", text(newest), text(ENGINE)))
}

/// The place of a library, if the compiler knows one.
fn find(library: &str) -> Result<Option<PathBuf>, String> {
    let named = run(Command::new("cc").arg(format!("-print-file-name={library}")))?;
    let path = PathBuf::from(named.out.trim());
    Ok((path.is_absolute() && path.exists()).then_some(path))
}

/// Notes since when there is each symbol of a table that `objdump -T` printed.
fn note(table: &str, since: &mut BTreeMap<String, Version>) {
    for line in table.lines().filter(|line| !line.contains("*UND*")) {
        let mut words = line.split_whitespace().rev();
        let (Some(name), Some(tag)) = (words.next(), words.next()) else { continue };
        let tag = tag.trim_matches(['(', ')']);
        // Symbols of libgcc have versions of their own; it is older than all.
        let version = match (tag.strip_prefix("GLIBC_"), tag.strip_prefix("GCC_")) {
            (Some(text), _) => version(text),
            (None, Some(_)) => Some(Version::default()),
            (None, None) => None,
        };
        if let Some(version) = version {
            let oldest = since.entry(name.to_owned()).or_insert(version);
            *oldest = (*oldest).min(version);
        }
    }
}

fn version(text: &str) -> Option<Version> {
    let mut version = Version::default();
    for (at, part) in text.split('.').enumerate() {
        *version.get_mut(at)? = part.parse().ok()?;
    }
    Some(version)
}

fn text(version: Version) -> String {
    match version {
        [major, minor, 0] => format!("{major}.{minor}"),
        [major, minor, patch] => format!("{major}.{minor}.{patch}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
DYNAMIC SYMBOL TABLE:
0000000000000000      DF *UND*\t0000000000000000  GLIBC_2.35  __rseq_offset
0000000000085f40 g    DF .text\t00000000000002a1 (GLIBC_2.2.5) pthread_create
0000000000085f40 g    DF .text\t00000000000002a1  GLIBC_2.34  pthread_create
00000000000a1c20  w   DF .text\t0000000000000041  GLIBC_2.2.5 write
00000000000441c0 g    DF .text\t0000000000000014  GLIBC_2.38  __isoc23_strtol
0000000000011a40 g    DF .text\t0000000000000014  GCC_3.0     _Unwind_Resume
0000000000000000 g    DO *ABS*\t0000000000000000  GLIBC_2.28  GLIBC_2.28
";

    fn judged(names: &[&str]) -> Result<String, String> {
        let mut since = BTreeMap::new();
        note(TABLE, &mut since);
        judge(&names.iter().map(|name| (*name).to_owned()).collect(), &since)
    }

    #[test]
    fn a_symbol_is_as_old_as_its_first_version() {
        assert_eq!(
            judged(&["pthread_create", "write", "_Unwind_Resume"]),
            Ok("it asks for glibc 2.2.5; the engine's toolchain has 2.28".to_owned())
        );
    }

    #[test]
    fn a_symbol_newer_than_the_engines_toolchain_is_refused_by_name() {
        assert_eq!(
            judged(&["write", "__isoc23_strtol"]),
            Err("the engine's toolchain for Linux has glibc 2.28, the library asks for newer \
                 symbols: __isoc23_strtol (2.38)"
                .to_owned())
        );
    }

    #[test]
    fn a_symbol_that_nobody_has_is_refused_by_name() {
        let said = judged(&["write", "SSL_new"]).unwrap_err();
        assert_eq!(said, "the library asks for [\"SSL_new\"], which no system library has");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machines_libraries_say_since_when_there_is_what() {
        // `fstat64` was first exported by 2.33, and is in every version.
        let needed = ["malloc", "pthread_create", "dlsym", "sin", "_Unwind_Resume", "fstat64"];
        let said = floor(&needed.iter().map(|name| (*name).to_owned()).collect()).unwrap();
        assert!(said.starts_with("it asks for glibc 2."), "{said}");
    }
}
