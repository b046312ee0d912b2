//! Reads from command lines which files they touch.

use super::ArtifactAction::{self, Changed, Created, Deleted, Executed, Listed, Read};
use super::touch::Touch;

/// The longest command that is read, in bytes; longer ones carry data.
const LONGEST: usize = 64 << 10;

/// Reads which files one or more command lines touch.
pub(super) fn touches(command: &str) -> Vec<Touch> {
    let mut out = Vec::new();
    let end = crate::facts::class::floor_boundary(command, LONGEST);
    for segment in segments(&command[..end]) {
        simple(&segment, &mut out);
    }
    out
}

/// Splits a script at `&&`, `||`, `;`, `|` and line breaks outside quotes into
/// the words of simple commands. Bodies of here-documents are left out.
fn segments(script: &str) -> Vec<Vec<String>> {
    let mut splitter = Splitter::default();
    for line in script.split_inclusive('\n') {
        splitter.line(line);
    }
    splitter.end_command();
    splitter.commands
}

/// Splits a script line by line.
#[derive(Default)]
struct Splitter {
    /// The commands that are complete.
    commands: Vec<Vec<String>>,
    /// The words of the current command.
    words: Vec<String>,
    word: String,
    /// Whether a word has begun, which may still be empty: `''` is one.
    in_word: bool,
    quote: Option<char>,
    /// The line that will end the current here-document.
    marker: Option<String>,
}

impl Splitter {
    fn line(&mut self, line: &str) {
        if let Some(marker) = &self.marker {
            if line.trim() == marker {
                self.marker = None;
            }
            return;
        }
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match (self.quote, c) {
                (Some(open), c) if c == open => self.quote = None,
                (None, '"' | '\'') => {
                    self.quote = Some(c);
                    self.in_word = true;
                }
                (None | Some('"'), '\\') => self.escaped(chars.next()),
                (Some(_), c) => self.word.push(c),
                (None, ' ' | '\t' | '\r') => self.end_word(),
                // `2>&1` and `&>` belong to a redirection.
                (None, '&') if self.word.ends_with('>') || chars.peek() == Some(&'>') => {
                    self.push('&');
                }
                (None, '\n' | ';' | '|' | '&' | '(' | ')') => self.end_command(),
                (None, '>' | '<') => self.redirection(c, chars.peek().copied()),
                (None, c) => self.push(c),
            }
        }
        if self.quote.is_none() {
            self.marker = here_document(line);
        }
    }

    fn push(&mut self, c: char) {
        self.word.push(c);
        self.in_word = true;
    }

    /// Takes the character after a backslash.
    fn escaped(&mut self, next: Option<char>) {
        let Some(next) = next else { return };
        // Windows paths are written without quotes: keep their backslashes.
        if next.is_alphanumeric() {
            self.word.push('\\');
        }
        if next != '\n' {
            self.push(next);
        }
    }

    /// Takes a redirection mark; `next` is the character after it.
    fn redirection(&mut self, mark: char, next: Option<char>) {
        let redirects = self.word.len() < 8
            && self.word.chars().all(|c| c.is_ascii_digit() || matches!(c, '>' | '<' | '&'));
        if !redirects {
            self.end_word();
        }
        self.push(mark);
        if next.is_none_or(|next| !matches!(next, '>' | '<' | '&' | '-')) {
            self.end_word();
        }
    }

    fn end_word(&mut self) {
        if std::mem::take(&mut self.in_word) {
            self.words.push(std::mem::take(&mut self.word));
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.commands.push(std::mem::take(&mut self.words));
        }
    }
}

/// The marker of `<< 'EOF'`.
fn here_document(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("<<")?;
    if rest.starts_with('<') {
        return None;
    }
    let marker = rest.trim_start_matches(['-', ' ']).split_whitespace().next()?;
    let marker = marker.trim_matches(['\'', '"', '\\', ';', ')']);
    (!marker.is_empty() && marker.chars().all(|c| c.is_alphanumeric() || c == '_'))
        .then(|| marker.to_owned())
}

/// Reads one command without pipes.
fn simple(words: &[String], out: &mut Vec<Touch>) {
    let words = redirections(words, out);
    let is_prefix = |word: &&str| {
        matches!(*word, "sudo" | "time" | "nohup" | "env" | "xargs" | "then" | "do")
            || (word.contains('=') && !word.starts_with('-'))
    };
    let words: Vec<&str> = words.iter().map(String::as_str).skip_while(is_prefix).collect();
    let Some((program, arguments)) = words.split_first() else {
        return;
    };
    let program = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let files: Vec<&str> =
        arguments.iter().copied().filter(|word| !word.starts_with('-')).collect();
    match program {
        "cat" | "less" | "more" | "nl" | "wc" | "type" | "bat" | "file" | "source" => {
            each(Read, &files, out);
        }
        // The engine's console has a `stat unit` too, which touches no file.
        "stat" => {
            let named: Vec<&str> =
                files.into_iter().filter(|file| file.contains(['/', '\\', '.'])).collect();
            each(Read, &named, out);
        }
        "head" | "tail" => {
            let named: Vec<&str> =
                files.into_iter().filter(|f| !f.bytes().all(|b| b.is_ascii_digit())).collect();
            each(Read, &named, out);
        }
        "sed" | "awk" | "perl" | "jq" => filter(program, arguments, &files, out),
        "grep" | "rg" | "egrep" | "ag" | "search_file" | "search_dir" | "find_file" => {
            each(Listed, files.get(1..).unwrap_or_default(), out);
        }
        "ls" | "tree" | "dir" | "du" => each(Listed, &files, out),
        "find" => each(Listed, files.get(..1).unwrap_or_default(), out),
        "rm" | "del" | "rmdir" | "unlink" => each(Deleted, &files, out),
        "touch" | "mkdir" => each(Created, &files, out),
        "tee" => each(Changed, &files, out),
        "mv" | "move" | "ren" => two(&files, true, out),
        "cp" | "copy" => two(&files, false, out),
        "git" => git(&files, out),
        "python" | "python3" | "node" | "bash" | "sh" | "ruby" | "pytest" | "php" | "lua" => {
            let first = files.iter().position(|file| is_file(file) && file.contains('.'));
            if !arguments.contains(&"-c") && !arguments.contains(&"-m") {
                each(Executed, first.map_or(&[], |at| &files[at..=at]), out);
            }
        }
        "curl" | "wget" | "gcc" | "g++" | "clang" | "clang++" => {
            let option =
                arguments.iter().position(|word| matches!(*word, "-o" | "--output" | "-O"));
            if let Some(file) = option.and_then(|at| arguments.get(at + 1)) {
                each(Created, &[*file], out);
            }
        }
        _ => editor(program, &files, out),
    }
}

/// Records one action for each word that can be a file.
fn each(action: ArtifactAction, files: &[&str], out: &mut Vec<Touch>) {
    out.extend(files.iter().filter(|file| is_file(file)).map(|file| Touch::new(action, file)));
}

/// Reads a command whose first word may be a script.
fn filter(program: &str, arguments: &[&str], files: &[&str], out: &mut Vec<Touch>) {
    let in_place = arguments.iter().any(|word| {
        *word == "-i"
            || word.starts_with("-i.")
            || word.starts_with("--in-place")
            || (program != "jq" && word.starts_with("-pi"))
    });
    // The first word is the script, unless an option supplied it.
    let scripted = arguments.iter().any(|word| matches!(*word, "-e" | "-f" | "-pe" | "-pie"));
    if program == "perl" && !in_place && !scripted {
        return each(Executed, files.get(..1).unwrap_or_default(), out);
    }
    let skip = usize::from(!scripted || program != "awk");
    let action = if in_place { Changed } else { Read };
    each(action, files.get(skip..).unwrap_or_default(), out);
}

/// Reads a command of SWE-agent's editor, which works on the open file.
fn editor(command: &str, files: &[&str], out: &mut Vec<Touch>) {
    let first = files.first().filter(|file| is_file(file));
    match command {
        "open" => out.extend(first.map(|file| Touch::opening(Read, file))),
        "create" => out.extend(first.map(|file| Touch::opening(Created, file))),
        "edit" | "insert" | "append" => {
            let named = first.filter(|file| !file.contains(':') && file.contains('.'));
            out.push(Touch::new(Changed, named.copied().unwrap_or("")));
        }
        "goto" | "scroll_down" | "scroll_up" => out.push(Touch::new(Read, "")),
        _ => {}
    }
}

/// Removes redirections from the words.
fn redirections(words: &[String], out: &mut Vec<Touch>) -> Vec<String> {
    let mut rest = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mark = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '&');
        match mark {
            ">" | ">>" | ">|" | "<" => {
                let Some(file) = words.next() else {
                    break;
                };
                if is_file(file) && !file.starts_with("/dev/") {
                    out.push(Touch::new(if mark == "<" { Read } else { Changed }, file));
                }
            }
            "<<" | "<<-" | "<<<" => {
                words.next();
            }
            _ if mark.starts_with('>') || mark.starts_with("<<") => {}
            _ => rest.push(word.clone()),
        }
    }
    rest
}

fn git(files: &[&str], out: &mut Vec<Touch>) {
    let Some((command, files)) = files.split_first() else {
        return;
    };
    let action = match *command {
        "add" | "diff" | "blame" | "log" | "show" => Listed,
        "rm" => Deleted,
        "restore" | "apply" => Changed,
        "checkout" => {
            let named = files.iter().filter(|file| is_file(file) && file.contains('.'));
            out.extend(named.map(|file| Touch::new(Changed, file)));
            return;
        }
        "mv" => {
            two(files, true, out);
            return;
        }
        _ => return,
    };
    // Revisions look like names; files have a dot or a slash.
    let named =
        files.iter().filter(|file| is_file(file) && file.contains(['.', '/']) && **file != ".");
    out.extend(named.map(|file| Touch::new(action, file)));
}

/// Reads the sources and the destination of a move or copy.
fn two(files: &[&str], moves: bool, out: &mut Vec<Touch>) {
    let Some((to, from)) = files.split_last() else {
        return;
    };
    for source in from.iter().filter(|file| is_file(file)) {
        if moves {
            out.push(Touch::renamed(source, to));
        } else {
            out.push(Touch::new(Read, source));
        }
    }
    if !from.is_empty() && is_file(to) {
        out.push(Touch::new(Created, to));
    }
}

fn is_file(word: &str) -> bool {
    !word.is_empty()
        && !word.contains(['$', '`', '*', '{', '}', '(', '\n', '"', '\''])
        && !word.contains("://")
        && word.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(command: &str) -> Vec<(ArtifactAction, String)> {
        touches(command).into_iter().map(|touch| (touch.action, touch.name)).collect()
    }

    fn pairs(expected: &[(ArtifactAction, &str)]) -> Vec<(ArtifactAction, String)> {
        expected.iter().map(|(action, name)| (*action, (*name).to_owned())).collect()
    }

    #[test]
    fn commands_are_read_through_pipes_quotes_and_redirections() {
        let command =
            "cd x && cat -n 'a b.txt' | grep -n foo src/c.py > out.log 2>&1; rm -rf build";
        assert_eq!(
            seen(command),
            pairs(&[
                (Read, "a b.txt"),
                (Changed, "out.log"),
                (Listed, "src/c.py"),
                (Deleted, "build")
            ])
        );
    }

    #[test]
    fn a_here_document_writes_its_file_and_its_body_is_not_a_command() {
        let command = "cat > run.py << 'EOF'\nrm -rf /\nEOF\npython run.py --fast";
        assert_eq!(seen(command), pairs(&[(Changed, "run.py"), (Executed, "run.py")]));
    }

    #[test]
    fn edits_moves_and_git_are_read() {
        assert_eq!(seen("sed -i 's/a/b/' a.c b.c"), pairs(&[(Changed, "a.c"), (Changed, "b.c")]));
        assert_eq!(seen("sed -n 1,5p a.c"), pairs(&[(Read, "a.c")]));
        assert_eq!(touches("git mv a.c b.c")[0], Touch::renamed("a.c", "b.c"));
        assert_eq!(seen("git add a.c && git commit -m x"), pairs(&[(Listed, "a.c")]));
        assert_eq!(seen("edit 1:5"), pairs(&[(Changed, "")]));
    }

    #[test]
    fn torn_and_hostile_commands_end() {
        for command in
            ["'", "\"a\\", ">", "cat >", "<<", "& & &", "cat << EOF", "sudo", "git", "mv a"]
        {
            let _ = touches(command);
        }
        assert!(touches(&"a > b;".repeat(100_000)).len() > 1000);
    }
}
