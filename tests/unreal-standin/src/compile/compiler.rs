//! The C++ compiler, and how it is called.

use super::cache::{self, FileHashes};
use super::turns::{self, Turns};
use super::{Module, Program, build_dir, groups, package_dir, repository, unfinished};
use std::collections::BTreeSet;
use std::fmt;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

/// Tests run side by side, and machines have few cores.
static TURNS: Turns = Turns::new();

/// Returns what an environment variable holds, apart at blanks.
fn words_of(variable: &str) -> Vec<String> {
    let value = std::env::var(variable).unwrap_or_default();
    value.split_whitespace().map(str::to_owned).collect()
}

/// The engine's version that a source is compiled as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EngineVersion {
    /// 5.6
    V5_6,
    /// 5.7
    V5_7,
    /// 5.8
    V5_8,
}

impl EngineVersion {
    /// All of them, oldest first.
    pub const ALL: [Self; 3] = [Self::V5_6, Self::V5_7, Self::V5_8];

    /// Returns the minor version number.
    #[must_use]
    pub fn minor(self) -> u32 {
        match self {
            Self::V5_6 => 6,
            Self::V5_7 => 7,
            Self::V5_8 => 8,
        }
    }
}

/// What is compiled for: version, width of characters, sanitizers, and whether what is only for the
/// stand-in is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flavour {
    /// The engine's version.
    pub version: EngineVersion,
    /// `wchar_t` characters of 16 bits, as on Windows.
    pub wide: bool,
    /// What follows `-fsanitize=`, if anything.
    pub sanitize: Option<String>,
    /// Without `STANDIN`: what the engine would compile, and nothing else.
    pub as_engine: bool,
}

impl Default for Flavour {
    /// 5.8, narrow; sanitizers as `VIBEUE_SANITIZE` says.
    fn default() -> Self {
        let sanitize = std::env::var("VIBEUE_SANITIZE").ok().filter(|s| !s.is_empty());
        Self { version: EngineVersion::V5_8, wide: false, sanitize, as_engine: false }
    }
}

/// A source that did not compile, or a program that did not link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    /// The source, or the program.
    pub what: PathBuf,
    /// What the compiler said: `file:line:column: error: ...`.
    pub output: String,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not build:\n{}", self.what.display(), self.output)
    }
}

impl std::error::Error for CompileError {}

/// Calls the compiler that `CXX` names, else `c++`, with what `CXXFLAGS` and,
/// when linking, `LDFLAGS` add: `-stdlib=libc++`, for one.
#[derive(Debug)]
pub struct Compiler {
    program: String,
    identity: String,
    added_flags: Vec<String>,
    added_link_flags: Vec<String>,
    flavour: Flavour,
    hashes: FileHashes,
}

/// What GCC only guesses when it optimizes: which of these it says depends on what
/// it inlines, and it assumes lengths that no caller passes. The sanitizers find such
/// mistakes where they happen, and clang, which builds all of this too, warns of
/// what is read before it is set.
const GUESSED: [&str; 7] = [
    "array-bounds",
    "dangling-pointer",
    "free-nonheap-object",
    "maybe-uninitialized",
    "restrict",
    "stringop-overflow",
    "use-after-free",
];

impl Compiler {
    /// Finds the compiler.
    ///
    /// # Errors
    /// Fails when it cannot be started, saying what to install or set.
    pub fn find(flavour: Flavour) -> Result<Self, CompileError> {
        let program =
            std::env::var("CXX").ok().filter(|s| !s.is_empty()).unwrap_or_else(|| "c++".to_owned());
        let output =
            Command::new(&program).arg("--version").output().map_err(|error| CompileError {
                what: PathBuf::from(&program),
                output: format!(
                    "{error}: install a C++20 compiler (g++ 12 or clang 16), or name one in CXX"
                ),
            })?;
        let identity =
            String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned();
        Ok(Self {
            program,
            identity,
            added_flags: words_of("CXXFLAGS"),
            added_link_flags: words_of("LDFLAGS"),
            flavour,
            hashes: FileHashes::default(),
        })
    }

    /// Returns what is compiled for.
    #[must_use]
    pub fn flavour(&self) -> &Flavour {
        &self.flavour
    }

    fn common_flags(&self) -> Vec<String> {
        let mut flags: Vec<String> =
            ["-std=c++20", "-fno-exceptions", "-fno-rtti", "-fdiagnostics-color=never"]
                .into_iter()
                .chain(["-Wall", "-Wextra", "-Wshadow", "-Wundef", "-Wnon-virtual-dtor", "-Werror"])
                .map(str::to_owned)
                .collect();
        // A fifth more to compile, and a third of the time to run.
        flags.push("-O1".to_owned());
        if !self.identity.contains("clang") {
            flags.extend(GUESSED.map(|warning| format!("-Wno-{warning}")));
        }
        flags.push("-DENGINE_MAJOR_VERSION=5".to_owned());
        flags.push(format!("-DENGINE_MINOR_VERSION={}", self.flavour.version.minor()));
        if self.flavour.wide {
            flags.push("-DSTANDIN_WIDE_TCHAR=1".to_owned());
            flags.push("-fshort-wchar".to_owned());
        }
        if self.flavour.as_engine {
            flags.push("-DSTANDIN_UNSAID=1".to_owned());
        }
        if let Some(kinds) = &self.flavour.sanitize {
            flags.push(format!("-fsanitize={kinds}"));
            // What is undefined ends the run, or nobody would read of it.
            flags.push("-fno-sanitize-recover=all".to_owned());
            flags.push("-fno-omit-frame-pointer".to_owned());
            flags.push("-g1".to_owned());
        }
        flags.extend(self.added_flags.iter().cloned());
        flags.push(format!("-I{}", package_dir().join("engine/include").display()));
        flags
    }

    /// Compiles one source, or takes the object that an earlier run left when
    /// neither the command nor any file that it read has changed.
    ///
    /// # Errors
    /// Fails with what the compiler said.
    pub fn object(
        &self,
        source: &Path,
        includes: &[PathBuf],
        definitions: &[String],
    ) -> Result<PathBuf, CompileError> {
        self.made("-c", source, includes, definitions)
    }

    /// Compiles one source as far as to know whether it compiles, which takes
    /// half the time of an object; or takes the word of an earlier run.
    ///
    /// # Errors
    /// Fails with what the compiler said.
    pub fn check(
        &self,
        source: &Path,
        includes: &[PathBuf],
        definitions: &[String],
    ) -> Result<(), CompileError> {
        self.made("-fsyntax-only", source, includes, definitions).map(drop)
    }

    /// Makes an object, or with `-fsyntax-only` an empty file in its place.
    fn made(
        &self,
        how: &str,
        source: &Path,
        includes: &[PathBuf],
        definitions: &[String],
    ) -> Result<PathBuf, CompileError> {
        let mut arguments = self.common_flags();
        // The module's own folders come before the stand-in's.
        let own = includes.iter().map(|dir| format!("-I{}", dir.display()));
        let position = arguments.len() - 1;
        arguments.splice(position..position, own);
        arguments.extend(definitions.iter().map(|d| format!("-D{d}")));
        arguments.push(how.to_owned());
        arguments.push(source.display().to_string());

        let mut parts = vec![self.program.clone(), self.identity.clone()];
        parts.extend(arguments.iter().cloned());
        let dir = build_dir().join("objects");
        let stem = source.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let object = dir.join(format!("{stem}-{}.o", cache::key(&parts)));
        let record = object.with_extension("d");
        let _turn = TURNS.take(&object);
        if object.is_file()
            && std::fs::read_to_string(&record).is_ok_and(|r| self.hashes.still_holds(&r))
        {
            return Ok(object);
        }
        let fail = |output: String| CompileError { what: source.to_owned(), output };
        std::fs::create_dir_all(&dir).map_err(|e| fail(format!("{}: {e}", dir.display())))?;
        // Another process may be compiling the same source.
        let ours = object.with_extension(format!("{}.o", unfinished()));
        let rule = ours.with_extension("rule");
        let output = Command::new(&self.program)
            .env("LC_ALL", "C") // messages with plain quotation marks
            .args(&arguments)
            .arg("-o")
            .arg(&ours)
            .arg("-MMD")
            .arg("-MF")
            .arg(&rule)
            .output()
            .map_err(|e| fail(format!("{}: {e}", self.program)))?;
        if !output.status.success() {
            return Err(fail(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let make_rule = std::fs::read_to_string(&rule).unwrap_or_default();
        let _ = std::fs::remove_file(&rule);
        if how != "-c" {
            std::fs::write(&ours, "").map_err(|e| fail(format!("{}: {e}", ours.display())))?;
        }
        std::fs::rename(&ours, &object).map_err(|e| fail(format!("{}: {e}", object.display())))?;
        std::fs::write(&record, self.hashes.record(&make_rule))
            .map_err(|e| fail(format!("{}: {e}", record.display())))?;
        Ok(object)
    }

    /// Returns the sources of the stand-in's runtime, sorted.
    ///
    /// # Errors
    /// Fails with the folder that cannot be read.
    pub fn runtime_sources() -> Result<Vec<PathBuf>, CompileError> {
        let mut sources = Vec::new();
        let mut folders = vec![package_dir().join("engine/src")];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).map_err(|e| CompileError {
                what: folder.clone(),
                output: format!("cannot be read: {e}"),
            })?;
            for entry in entries.flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "cpp") {
                    sources.push(path);
                }
            }
        }
        sources.sort();
        Ok(sources)
    }

    /// Compiles the stand-in's runtime, in groups.
    ///
    /// # Errors
    /// Fails with what the compiler said.
    pub fn runtime(&self) -> Result<Vec<PathBuf>, CompileError> {
        let sources = Self::grouped("standin", &Self::runtime_sources()?)?;
        self.objects(&sources, &[package_dir().join("engine/src")], &[])
    }

    /// Compiles each source of the runtime by itself as far as to know whether it
    /// compiles.
    ///
    /// # Errors
    /// Fails with the first source, in their order, that does not compile.
    pub fn each_runtime_source(&self) -> Result<(), CompileError> {
        let dirs = [package_dir().join("engine/src")];
        side_by_side(&Self::runtime_sources()?, |source| self.check(source, &dirs, &[])).map(drop)
    }

    /// Compiles all sources of a module, in groups.
    ///
    /// # Errors
    /// Fails with the first group, in their order, that does not compile.
    pub fn module(&self, module: &Module) -> Result<Vec<PathBuf>, CompileError> {
        let sources = Self::grouped(&module.name, &module.sources)?;
        self.objects(&sources, &module.include_dirs, &module.all_definitions())
    }

    /// Compiles each source of a module by itself as far as to know whether it
    /// compiles: what it forgets to include, it does not find in another.
    ///
    /// # Errors
    /// Fails with the first source, in their order, that does not compile.
    pub fn each_file(&self, module: &Module) -> Result<(), CompileError> {
        let definitions = module.all_definitions();
        side_by_side(&module.sources, |source| {
            self.check(source, &module.include_dirs, &definitions)
        })
        .map(drop)
    }

    /// Returns the sources to compile instead of these: one for each group, which includes its
    /// files.
    fn grouped(name: &str, sources: &[PathBuf]) -> Result<Vec<PathBuf>, CompileError> {
        static WORKING: OnceLock<BTreeSet<PathBuf>> = OnceLock::new();
        let working = WORKING.get_or_init(|| groups::working(&repository()));
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
        let groups = groups::groups(sources, working, size);
        let sources = groups.into_iter().map(|group| match group.as_slice() {
            [source] => Ok(source.clone()),
            all => Self::joint(name, all),
        });
        sources.collect()
    }

    /// Compiles sources side by side.
    fn objects(
        &self,
        sources: &[PathBuf],
        includes: &[PathBuf],
        definitions: &[String],
    ) -> Result<Vec<PathBuf>, CompileError> {
        side_by_side(sources, |source| self.object(source, includes, definitions))
    }

    /// Compiles all sources of a module as one, as far as to know whether they
    /// compile: what two files both call by one name collides here.
    ///
    /// # Errors
    /// Fails with what the compiler said, or that the joint source cannot be
    /// written.
    pub fn unity(&self, module: &Module) -> Result<(), CompileError> {
        let source = Self::joint(&module.name, &module.sources)?;
        self.check(&source, &module.include_dirs, &module.all_definitions())
    }

    /// Writes a source that includes all of `sources`.
    fn joint(name: &str, sources: &[PathBuf]) -> Result<PathBuf, CompileError> {
        let text: String = sources.iter().fold(String::new(), |text, source| {
            text + &format!("#include \"{}\"\n", source.display())
        });
        // A module of this name may lie in another folder as well.
        let which = cache::key(std::slice::from_ref(&text));
        Self::written("unity", &format!("{name}-{which}.unity.cpp"), &text)
    }

    /// Compiles a header as the only include of a source.
    ///
    /// # Errors
    /// Fails with what the compiler said, or that the source cannot be written.
    pub fn header_alone(
        &self,
        header: &str,
        includes: &[PathBuf],
        definitions: &[String],
    ) -> Result<(), CompileError> {
        let name = format!("{}.cpp", header.replace(['/', '.'], "_"));
        let source = Self::written("alone", &name, &format!("#include \"{header}\"\n"))?;
        self.check(&source, includes, definitions)
    }

    /// Writes a source of our own, untouched when it is there already: tests
    /// side by side read it meanwhile.
    fn written(folder: &str, name: &str, text: &str) -> Result<PathBuf, CompileError> {
        let dir = build_dir().join(folder);
        let path = dir.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
            return Ok(path);
        }
        let ours = dir.join(unfinished());
        std::fs::create_dir_all(&dir)
            .and_then(|()| std::fs::write(&ours, text))
            .and_then(|()| std::fs::rename(&ours, &path))
            .map_err(|e| CompileError { what: path.clone(), output: e.to_string() })?;
        Ok(path)
    }

    /// Links objects and archives, the archives last and in the given order.
    /// What a Rust archive asks for (threads, dl, math) is linked always.
    ///
    /// # Errors
    /// Fails with what the linker said.
    pub fn link(
        &self,
        name: &str,
        objects: &[PathBuf],
        archives: &[PathBuf],
    ) -> Result<Program, CompileError> {
        let mut parts =
            vec![self.program.clone(), self.identity.clone(), format!("{:?}", self.flavour)];
        parts.extend(self.added_flags.iter().chain(&self.added_link_flags).cloned());
        for file in objects.iter().chain(archives) {
            parts.push(file.display().to_string());
            parts.push(self.hashes.of(file).unwrap_or_default());
        }
        let dir = build_dir().join("programs");
        let program = dir.join(format!("{name}-{}", cache::key(&parts)));
        let _turn = TURNS.take(&program);
        if program.is_file() {
            return Ok(Program::new(program));
        }
        let fail = |output: String| CompileError { what: program.clone(), output };
        std::fs::create_dir_all(&dir).map_err(|e| fail(format!("{}: {e}", dir.display())))?;
        let ours = dir.join(format!("{name}-{}.tmp", unfinished()));
        let mut command = Command::new(&self.program);
        command.args(&self.added_flags).args(&self.added_link_flags);
        command.args(objects).args(archives).arg("-o").arg(&ours);
        command.args(["-lpthread", "-ldl", "-lm"]);
        if let Some(kinds) = &self.flavour.sanitize {
            command.arg(format!("-fsanitize={kinds}"));
        }
        let output = command.output().map_err(|e| fail(format!("{}: {e}", self.program)))?;
        if !output.status.success() {
            return Err(fail(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        std::fs::rename(&ours, &program).map_err(|e| fail(e.to_string()))?;
        Ok(Program::new(program))
    }
}

/// Makes something of each source, as many side by side as the machine has
/// cores; or fails with the first, in their order, that fails.
fn side_by_side<T: Send>(
    sources: &[PathBuf],
    make: impl Fn(&Path) -> Result<T, CompileError> + Sync,
) -> Result<Vec<T>, CompileError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(index) else { return made };
            let result = make(source);
            if result.is_err() {
                next.store(sources.len(), Ordering::Relaxed);
            }
            made.push((index, result));
        }
    };
    let mut made = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..turns::at_a_time()).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(ScopedJoinHandle::join);
        ended.flat_map(|made| made.unwrap_or_else(|e| resume_unwind(e))).collect::<Vec<_>>()
    });
    made.sort_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, result)| result).collect()
}
