//! All servers of a project, in the order in which they are shown.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use vibeue_conversation::Result;

use super::row::{Book, DOUBLE, ENGINE, ServerRow};
use crate::mcp::{Discovery, McpServers, ServerConfig, SignOut, UnrealState};
use crate::{ServerIdentity, Tool, Toolbox as _};

/// All servers of a project. All operations are quick: it is used under a lock.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    books: Vec<Book>,
    /// Lists that other clients keep.
    elsewhere: Vec<ServerRow>,
    /// How often the user signed out of the server at an address.
    sign_outs: BTreeMap<String, u64>,
}

impl Shelf {
    pub(super) fn rows(&mut self) -> Vec<ServerRow> {
        self.books.iter_mut().map(Book::row).chain(self.elsewhere.iter().cloned()).collect()
    }

    pub(super) fn tools(&self) -> Vec<Tool> {
        self.running().flat_map(|running| running.tools()).collect()
    }

    /// The servers that run a tool.
    pub(super) fn server_of(&self, tool: &str) -> Option<Arc<McpServers>> {
        let has = |running: &&Arc<McpServers>| running.tools().iter().any(|it| it.name() == tool);
        self.running().find(has).map(Arc::clone)
    }

    /// Sets the servers.
    pub(super) fn fill(&mut self, books: Vec<Book>) {
        self.books = books;
    }

    /// Adds the servers of one more list; if two servers have the same name, the first counts.
    pub(super) fn add(&mut self, books: Vec<Book>, file: &Path) {
        self.elsewhere.retain(|row| row.file.as_deref() != Some(file));
        for mut book in books {
            if self.books.iter().any(|other| other.is_double_of(&book)) {
                book.spoil(DOUBLE.to_owned());
            }
            self.books.push(book);
        }
    }

    /// Notes which lists other clients keep.
    pub(super) fn note_elsewhere(&mut self, lists: Vec<ServerRow>) {
        self.elsewhere = lists;
    }

    /// Removes all servers, and returns those that run, to be ended.
    pub(super) fn empty(&mut self) -> Vec<Arc<McpServers>> {
        self.books.iter_mut().filter_map(Book::take_running).collect()
    }

    /// Tells all that run to end, without waiting for it.
    pub(super) fn begin_to_end(&self) {
        self.running().for_each(|running| running.begin_to_stop());
    }

    /// The names of those that wait for a permission that they have.
    pub(super) fn waiting(&self, is_allowed: impl Fn(&ServerIdentity) -> bool) -> Vec<String> {
        let allowed = |book: &&Book| book.waiting_identity().is_some_and(&is_allowed);
        self.books.iter().filter(allowed).map(|book| book.name().to_owned()).collect()
    }

    /// The identity of a server for a permission, if it waits for one.
    pub(super) fn waiting_identity(&self, server: &str) -> Option<ServerIdentity> {
        self.books
            .iter()
            .filter(|book| book.name() == server)
            .find_map(|book| book.waiting_identity().cloned())
    }

    /// The configuration to start a server with; it counts as starting from now on.
    pub(super) fn config_to_start(&mut self, server: &str) -> Option<ServerConfig> {
        let mut named = self.books.iter_mut().filter(|book| book.name() == server);
        named.find_map(Book::config_to_start)
    }

    /// A server was started, or could not be.
    pub(super) fn put(&mut self, server: &str, begun: Result<Arc<McpServers>>) {
        let starting = |book: &&mut Book| book.name() == server && book.is_starting();
        if let Some(book) = self.books.iter_mut().find(starting) {
            book.put(begun);
        }
    }

    /// Takes a running server, with whether it is the editor's.
    pub(super) fn take_running(&mut self, server: &str) -> Option<(bool, Vec<Arc<McpServers>>)> {
        let restarts = |book: &&mut Book| book.name() == server && book.can_restart();
        let book = self.books.iter_mut().find(restarts)?;
        Some((book.is_engine(), book.take_running().into_iter().collect()))
    }

    /// A running server.
    pub(super) fn running_of(&self, server: &str) -> Option<Arc<McpServers>> {
        let named = self.books.iter().filter(|book| book.name() == server);
        named.filter_map(Book::running).next().map(Arc::clone)
    }

    /// The address of a running server.
    pub(super) fn origin_of(&self, server: &str) -> Option<String> {
        let mut named = self.books.iter().filter(|book| book.name() == server);
        named.find(|book| book.running().is_some()).map(|book| book.origin().to_owned())
    }

    /// The user signs out of the server at an address; returns the number with which its end is
    /// reported.
    pub(super) fn begin_sign_out(&mut self, origin: &str, now: &SignOut) -> u64 {
        for book in self.books.iter_mut().filter(|book| book.origin() == origin) {
            book.begin_sign_out(now.clone());
        }
        let number = self.sign_outs.entry(origin.to_owned()).or_default();
        *number += 1;
        *number
    }

    /// The result of signing out; ignored if a later one has begun.
    pub(super) fn end_sign_out(&mut self, origin: &str, number: u64, end: &SignOut) {
        if self.sign_outs.get(origin) != Some(&number) {
            return;
        }
        for book in self.books.iter_mut().filter(|book| book.origin() == origin) {
            book.end_sign_out(end.clone());
        }
    }

    /// The user signs in: the report that an earlier sign-in could not be forgotten is obsolete.
    pub(super) fn begin_sign_in(&mut self, server: &str) {
        for book in self.books.iter_mut().filter(|book| book.name() == server) {
            book.begin_sign_in();
        }
    }

    /// The editor is looked for.
    pub(super) fn begin_search(&mut self) {
        if let Some(book) = self.engine() {
            book.begin(None);
        }
    }

    /// Notes the result of looking for the editor; returns whether it can be reached.
    pub(super) fn note_engine(&mut self, found: Result<Discovery>) -> bool {
        let Some(book) = self.engine() else { return false };
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                book.fail(error.to_string());
                return false;
            }
        };
        book.begin(Some(found.server()));
        let is_there = matches!(found.state, UnrealState::Running { .. });
        if !is_there {
            book.fail(found.state.advice(&found.settings));
        }
        is_there
    }

    fn engine(&mut self) -> Option<&mut Book> {
        self.books.iter_mut().find(|book| book.name() == ENGINE && book.is_engine())
    }

    fn running(&self) -> impl Iterator<Item = &Arc<McpServers>> {
        self.books.iter().filter_map(Book::running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_late_end_of_an_older_sign_out_is_not_told() {
        let mut shelf = Shelf::default();
        shelf.fill(vec![Book::of_engine()]);
        let told = |shelf: &mut Shelf| shelf.rows().remove(0).sign_out;
        let first = shelf.begin_sign_out("", &SignOut::Revoking);
        let second = shelf.begin_sign_out("", &SignOut::Revoking);
        shelf.end_sign_out("", first, &SignOut::StillValid { why: "silence".to_owned() });
        assert_eq!(told(&mut shelf), Some(SignOut::Revoking));
        shelf.end_sign_out("", second, &SignOut::Revoked);
        assert_eq!(told(&mut shelf), Some(SignOut::Revoked));
    }
}
