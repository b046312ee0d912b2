//! Everything that a process started, on Linux: found by group, parents and a mark in the
//! environment.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::process::Command;

use super::mark::MARK;

/// How often to look for remaining processes, and how long to wait in between.
const ROUNDS: u32 = 200;
const BETWEEN: Duration = Duration::from_millis(5);

/// A process at one time: process ids are reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Seen {
    id: i32,
    /// When it began, in ticks since the machine did.
    began: u64,
}

/// A process as the system reports it.
#[derive(Debug, Clone, Copy)]
struct Entry {
    seen: Seen,
    parent: i32,
    group: i32,
    session: i32,
    is_dead: bool,
}

/// A process and what it started.
#[derive(Debug)]
pub(super) struct Family {
    /// The number of the first one, which is also that of its group.
    first: i32,
    mark: String,
    /// All processes that were ever found to belong to it.
    known: HashSet<Seen>,
}

impl Family {
    pub(super) fn new(id: Option<u32>, mark: String) -> Self {
        let first = id.and_then(|id| i32::try_from(id).ok()).unwrap_or(0);
        let mut family = Self { first, mark, known: HashSet::new() };
        family.look();
        family
    }

    /// Finds the processes that belong to it now, and returns those that are alive.
    pub(super) fn look(&mut self) -> Vec<i32> {
        let all = entries();
        let by_parent: HashMap<i32, Vec<Entry>> =
            all.iter().fold(HashMap::new(), |mut map, entry| {
                map.entry(entry.parent).or_default().push(*entry);
                map
            });
        let ours = i32::try_from(std::process::id()).unwrap_or(0);
        let mut found: Vec<Entry> = all
            .iter()
            .filter(|entry| entry.seen.id != ours && self.is_member(entry))
            .copied()
            .collect();
        let mut at = 0;
        while at < found.len() {
            let children = by_parent.get(&found[at].seen.id);
            for child in children.into_iter().flatten() {
                if !found.iter().any(|it| it.seen == child.seen) {
                    found.push(*child);
                }
            }
            at += 1;
        }
        self.known.extend(found.iter().map(|entry| entry.seen));
        found.iter().filter(|entry| !entry.is_dead).map(|entry| entry.seen.id).collect()
    }

    fn is_member(&self, entry: &Entry) -> bool {
        self.known.contains(&entry.seen)
            || (self.first > 0 && (entry.group == self.first || entry.session == self.first))
            || carries(entry.seen.id, &self.mark)
    }

    /// Ends all of them by force, until none is left.
    pub(super) async fn end(&mut self) {
        for _ in 0..ROUNDS {
            let alive = self.look();
            if alive.is_empty() {
                return;
            }
            for id in alive {
                kill(id);
            }
            tokio::time::sleep(BETWEEN).await;
        }
    }
}

fn kill(id: i32) {
    if let Some(id) = Pid::from_raw(id) {
        let _ = kill_process(id, Signal::KILL);
    }
}

/// Returns whether a process was started with a mark in its environment.
fn carries(id: i32, mark: &str) -> bool {
    let Ok(environment) = fs::read(format!("/proc/{id}/environ")) else { return false };
    environment.split(|byte| *byte == 0).any(|variable| {
        variable
            .strip_prefix(MARK.as_bytes())
            .and_then(|rest| rest.strip_prefix(b"="))
            .is_some_and(|value| value == mark.as_bytes())
    })
}

/// All processes of the machine.
fn entries() -> Vec<Entry> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    folder
        .filter_map(|entry| {
            let id = entry.ok()?.file_name().to_str()?.parse().ok()?;
            parse(id, &fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
        })
        .collect()
}

/// Reads `/proc/ID/stat`; the program's name in it may hold anything.
fn parse(id: i32, stat: &str) -> Option<Entry> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<i32>().ok();
    Some(Entry {
        seen: Seen { id, began: fields.get(19)?.parse().ok()? },
        parent: number(1)?,
        group: number(2)?,
        session: number(3)?,
        is_dead: matches!(*fields.first()?, "Z" | "X" | "x"),
    })
}

/// Has a process killed when the thread that starts it ends, and thus even if this program is
/// killed and cannot end anything itself.
pub(super) fn dies_with_us(command: &mut Command) {
    let set = || {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
        Ok(())
    };
    // SAFETY: between fork and exec only calls that may be made in a signal
    // handler are allowed; this one is a single system call without memory.
    unsafe { command.pre_exec(set) };
}

/// Makes this program the parent of orphaned descendants, so that [`end_orphans`] finds all of
/// them.
///
/// For programs that have no other children: inside an editor it would change the parent of the
/// editor's own helpers.
pub fn adopt_orphans() {
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Ends every child of this program, and everything that it started: for a program that called
/// [`adopt_orphans`], after its servers ended.
pub fn end_orphans() {
    let ours = i32::try_from(std::process::id()).unwrap_or(0);
    for _ in 0..ROUNDS {
        let children: Vec<Entry> =
            entries().into_iter().filter(|entry| entry.parent == ours).collect();
        if children.is_empty() {
            return;
        }
        for child in children {
            kill(child.seen.id);
            if let Some(id) = Pid::from_raw(child.seen.id) {
                let _ = rustix::process::waitpid(Some(id), rustix::process::WaitOptions::NOHANG);
            }
        }
        std::thread::sleep(BETWEEN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name_holds() {
        let entry = parse(7, "7 (a) b (c)) S 1 2 3 0 -1 4 5 6 7 8 9 10 11 12 13 14 15 0 99 1 2\n");
        let entry = entry.unwrap();
        assert_eq!((entry.parent, entry.group, entry.session, entry.is_dead), (1, 2, 3, false));
        assert_eq!(entry.seen, Seen { id: 7, began: 99 });
        assert!(parse(7, "7 (x) Z 1 2 3 0").is_none());
        assert!(parse(7, "nothing").is_none());
    }

    #[test]
    fn this_process_is_found_among_all() {
        let ours = i32::try_from(std::process::id()).unwrap();
        assert!(entries().iter().any(|entry| entry.seen.id == ours && !entry.is_dead));
    }
}
