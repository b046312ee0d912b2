//! A source that must fail, and how.

use super::{CompileError, Compiler, Flavour, Host, Module, RunOptions};
use std::path::{Path, PathBuf};

/// What a deliberate mistake must lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// The compiler refuses it, with this text in its message. Compilers word
    /// things differently: alternatives are separated by ` | `.
    CompileError(String),
    /// The linked program dies, reports an error or leaves something behind,
    /// with this text among its problems; alternatives as above, because a
    /// sanitizer may see it first.
    RunFailure(String),
}

/// A source file that says in its first lines how it fails.
///
/// ```text
/// // mistake: a widget that binds a dynamic delegate
/// // compile error: derives from UObject
/// ```
///
/// or `// run failure: TEXT`, and then optionally `// module: NAME` for the
/// module that the host must load, and `// sanitizer: KIND` for what only shows
/// under `-fsanitize=KIND`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The source.
    pub path: PathBuf,
    /// What is wrong, in a few words.
    pub title: String,
    /// How it must fail.
    pub expectation: Expectation,
    /// The module to load.
    pub module: Option<String>,
    /// The sanitizer without which nothing fails.
    pub sanitizer: Option<String>,
}

impl Mistake {
    /// Reads the head of a source.
    ///
    /// # Errors
    /// Says which line is missing.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix("// ")?.strip_prefix(name)?.strip_prefix(": "))
                .map(str::to_owned)
        };
        let title = field("mistake")
            .ok_or_else(|| format!("{}: no line `// mistake: TITLE`", path.display()))?;
        let expectation = match (field("compile error"), field("run failure")) {
            (Some(text), None) => Expectation::CompileError(text),
            (None, Some(text)) => Expectation::RunFailure(text),
            _ => {
                let lines = "`// compile error: TEXT` or `// run failure: TEXT`";
                return Err(format!("{}: needs exactly one of {lines}", path.display()));
            }
        };
        Ok(Self {
            path: path.to_owned(),
            title,
            expectation,
            module: field("module"),
            sanitizer: field("sanitizer"),
        })
    }

    /// Returns whether the flavour has what this mistake needs to be seen.
    #[must_use]
    pub fn shows_under(&self, flavour: &Flavour) -> bool {
        self.sanitizer.as_ref().is_none_or(|needed| {
            flavour.sanitize.iter().any(|kinds| kinds.split(',').any(|kind| kind == needed))
        })
    }

    /// Compiles, and if need be runs, the mistake together with `base`, whose
    /// headers it may use, and its objects and archives, and judges the result.
    ///
    /// # Errors
    /// Says what happened instead of what was expected.
    pub fn check(
        &self,
        compiler: &Compiler,
        base: &Module,
        base_objects: &[PathBuf],
        archives: &[PathBuf],
    ) -> Result<(), String> {
        let object = compiler.object(&self.path, &base.include_dirs, &base.all_definitions());
        match (&self.expectation, object) {
            (Expectation::CompileError(wanted), Err(CompileError { output, .. })) => {
                if wanted.split(" | ").any(|text| output.contains(text)) {
                    Ok(())
                } else {
                    Err(format!(
                        "it does not compile, but not for the stated reason `{wanted}`:\n{output}"
                    ))
                }
            }
            (Expectation::CompileError(wanted), Ok(_)) => {
                Err(format!("it compiles; expected the error `{wanted}`"))
            }
            (Expectation::RunFailure(_), Err(error)) => {
                Err(format!("it should compile and fail when run:\n{error}"))
            }
            (Expectation::RunFailure(wanted), Ok(object)) => {
                let mut objects = base_objects.to_vec();
                objects.push(object);
                self.check_run(compiler, &objects, archives, wanted)
            }
        }
    }

    fn check_run(
        &self,
        compiler: &Compiler,
        objects: &[PathBuf],
        archives: &[PathBuf],
        wanted: &str,
    ) -> Result<(), String> {
        let stem =
            self.path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let program = compiler.link(&stem, objects, archives).map_err(|e| e.to_string())?;
        let options =
            RunOptions { modules: self.module.iter().cloned().collect(), ..RunOptions::default() };
        let host = Host::new(program, options);
        // A mistake brings at most one case: with none, starting and leaving is what fails.
        let cases = host.cases().map_err(|e| e.to_string())?;
        let own = cases.iter().find(|case| case.name.starts_with("Mistake."));
        let outcome = own
            .map_or_else(|| host.exit_only(), |case| host.run(&case.name))
            .map_err(|e| e.to_string())?;
        if outcome.passed {
            return Err(format!("it runs without a complaint; expected `{wanted}`"));
        }
        let stated = |problem: &String| wanted.split(" | ").any(|text| problem.contains(text));
        if outcome.problems.iter().any(stated) {
            Ok(())
        } else {
            Err(format!(
                "it fails, but not for the stated reason `{wanted}`:\n{}",
                outcome.report()
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_for_a_sanitizer_shows_only_under_it() {
        let mistake = Mistake {
            path: PathBuf::new(),
            title: String::new(),
            expectation: Expectation::RunFailure(String::new()),
            module: None,
            sanitizer: Some("thread".to_owned()),
        };
        let under = |kinds: Option<&str>| {
            let sanitize = kinds.map(str::to_owned);
            mistake.shows_under(&Flavour { sanitize, ..Flavour::default() })
        };
        assert!(under(Some("thread")) && under(Some("undefined,thread")));
        assert!(!under(None) && !under(Some("address,undefined")));
    }
}
