//! The Secret Service of freedesktop.org, version 0.2, over the session bus.
//!
//! Secrets are handed over as they are: the bus is a socket that only the
//! user's own programs can open, and these could ask the store themselves.

use std::future::Future;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use tokio::time::timeout;

use super::CredentialFault;
use super::bus::{Bus, BusFault, Call, Message, Reader, Writer};

const SERVICE: &str = "org.freedesktop.secrets";
const ROOT: &str = "/org/freedesktop/secrets";
const SERVICE_INTERFACE: &str = "org.freedesktop.Secret.Service";
const COLLECTION_INTERFACE: &str = "org.freedesktop.Secret.Collection";
const ITEM_INTERFACE: &str = "org.freedesktop.Secret.Item";
const PROMPT_INTERFACE: &str = "org.freedesktop.Secret.Prompt";

/// The path that means no object.
const NO_OBJECT: &str = "/";

/// The maximum number of items that are examined.
const MOST_ITEMS: usize = 256;

/// The attributes of our items: these two find them again.
const APPLICATION: (&str, &str) = ("application", "vibeue");
const SERVER: &str = "server";

/// How long is waited.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// For one answer of the store, including that it is started.
    pub(super) answer: Duration,
    /// For the user whom the store asks.
    pub(super) person: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { answer: Duration::from_secs(10), person: Duration::from_secs(90) }
    }
}

/// A session with the Secret Service.
pub(super) struct SecretService {
    bus: Bus,
    bounds: Bounds,
    /// The path of the session.
    session: String,
}

impl SecretService {
    /// Opens a session with the service on the bus.
    pub(super) async fn open(addresses: &str, bounds: Bounds) -> Result<Self, CredentialFault> {
        let bus = within(bounds.answer, Bus::connect(addresses)).await?;
        let mut service = Self { bus, bounds, session: String::new() };
        let rule = format!("type='signal',sender='{SERVICE}',interface='{PROMPT_INTERFACE}'");
        const BUS: &str = "org.freedesktop.DBus";
        let watch = Call::new(BUS, "/org/freedesktop/DBus", BUS, "AddMatch");
        service.call(watch.with("s", |it| it.text(&rule))).await?;
        let call = Call::new(SERVICE, ROOT, SERVICE_INTERFACE, "OpenSession");
        let opened = service.call(call.with("sv", |it| {
            it.text("plain");
            it.signature("s");
            it.text("");
        }));
        let opened = opened.await?;
        service.session = read(&opened, "vo", |it| {
            (it.signature()? == "s").then_some(())?;
            it.text()?;
            it.text()
        })?;
        Ok(service)
    }

    /// The secret of a server; the store is unlocked for it if it has one, or, unless the user may
    /// be asked, counts as refused.
    pub(super) async fn find(
        &mut self,
        server: &str,
        may_ask: bool,
    ) -> Result<Option<SecretString>, CredentialFault> {
        let (open, locked) = self.search(&[APPLICATION, (SERVER, server)]).await?;
        if !may_ask && open.is_empty() && !locked.is_empty() {
            return Err(CredentialFault::Refused);
        }
        let Some(item) = self.ready(open, locked).await? else { return Ok(None) };
        let call = Call::new(SERVICE, &item, ITEM_INTERFACE, "GetSecret");
        let session = self.session.clone();
        let answer = self.call(call.with("o", |it| it.text(&session))).await?;
        let secret = answer.arguments("(oayays)").and_then(|mut it| {
            it.align(8)?;
            it.text()?;
            it.blob()?;
            let secret = std::str::from_utf8(it.blob()?).ok()?;
            Some(SecretString::from(secret))
        });
        secret.map(Some).ok_or_else(|| CredentialFault::Broken("what it stores is not text".into()))
    }

    /// Those of the servers that have a secret, locked or not.
    pub(super) async fn having(
        &mut self,
        servers: &[String],
    ) -> Result<Vec<String>, CredentialFault> {
        let mut having = Vec::new();
        for server in servers {
            let (open, locked) = self.search(&[APPLICATION, (SERVER, server)]).await?;
            if !open.is_empty() || !locked.is_empty() {
                having.push(server.clone());
            }
        }
        Ok(having)
    }

    /// The item whose secret counts, unlocked: the one that was changed last, of those that are
    /// open, if there are any.
    async fn ready(
        &mut self,
        open: Vec<String>,
        locked: Vec<String>,
    ) -> Result<Option<String>, CredentialFault> {
        if let Some(open) = self.newest(open).await? {
            return Ok(Some(open));
        }
        let locked = self.newest(locked).await?;
        if let Some(item) = &locked {
            self.unlock(item).await?;
        }
        Ok(locked)
    }

    /// The item that was changed last, and of several the last by its path.
    async fn newest(&mut self, mut items: Vec<String>) -> Result<Option<String>, CredentialFault> {
        items.truncate(MOST_ITEMS);
        if items.len() < 2 {
            return Ok(items.pop());
        }
        let mut newest = None;
        for item in items {
            let answer = self.property_of(&item, "Modified").await?;
            let modified = answer.arguments("v").and_then(|mut it| {
                (it.signature()? == "t").then_some(())?;
                it.long()
            });
            newest = newest.max(Some((modified.ok_or_else(malformed)?, item)));
        }
        Ok(newest.map(|(_, item)| item))
    }

    async fn property_of(&mut self, item: &str, name: &str) -> Result<Message, CredentialFault> {
        let call = Call::new(SERVICE, item, "org.freedesktop.DBus.Properties", "Get");
        self.call(call.with("ss", |it| {
            it.text(ITEM_INTERFACE);
            it.text(name);
        }))
        .await
    }

    /// Stores the secret of a server, replacing the one that it had, in whichever collection that
    /// is.
    pub(super) async fn keep(
        &mut self,
        server: &str,
        secret: &SecretString,
    ) -> Result<(), CredentialFault> {
        let (open, locked) = self.search(&[APPLICATION, (SERVER, server)]).await?;
        let session = self.session.clone();
        if let Some(item) = self.ready(open, locked).await? {
            let call = Call::new(SERVICE, &item, ITEM_INTERFACE, "SetSecret");
            let call = call.with("(oayays)", |it| secret_of(it, &session, secret));
            return self.call(call).await.map(drop);
        }
        self.create(server, secret).await
    }

    async fn create(&mut self, server: &str, secret: &SecretString) -> Result<(), CredentialFault> {
        let collection = self.collection().await?;
        self.unlock(&collection).await?;
        let session = self.session.clone();
        let call = Call::new(SERVICE, &collection, COLLECTION_INTERFACE, "CreateItem");
        let made = self.call(call.with("a{sv}(oayays)b", |it| {
            it.array(8, |properties| {
                property(properties, "Item.Label", "s", |it| {
                    it.text(&format!("VibeUE: key for {server}"));
                });
                property(properties, "Item.Attributes", "a{ss}", |it| {
                    it.dictionary(&[APPLICATION, (SERVER, server)]);
                });
            });
            secret_of(it, &session, secret);
            it.boolean(true);
        }));
        let prompt = read(&made.await?, "oo", |it| {
            it.text()?;
            it.text()
        })?;
        self.prompt(&prompt).await
    }

    /// Removes the secret of a server; `false` if it had none.
    pub(super) async fn remove(&mut self, server: &str) -> Result<bool, CredentialFault> {
        let (open, locked) = self.search(&[APPLICATION, (SERVER, server)]).await?;
        for item in &locked {
            self.unlock(item).await?;
        }
        let all = [open, locked].concat();
        for item in &all {
            let removed = self.call(Call::new(SERVICE, item, ITEM_INTERFACE, "Delete")).await?;
            let prompt = read(&removed, "o", Reader::text)?;
            self.prompt(&prompt).await?;
        }
        Ok(!all.is_empty())
    }

    /// The servers that have a secret.
    pub(super) async fn list(&mut self) -> Result<Vec<String>, CredentialFault> {
        let (open, locked) = self.search(&[APPLICATION]).await?;
        for item in &locked {
            self.unlock(item).await?;
        }
        let mut servers = Vec::new();
        for item in [open, locked].concat().into_iter().take(MOST_ITEMS) {
            let answer = self.property_of(&item, "Attributes").await?;
            let attributes = answer.arguments("v").and_then(|mut it| {
                (it.signature()? == "a{ss}").then_some(())?;
                it.dictionary()
            });
            let attributes = attributes.ok_or_else(malformed)?;
            servers.extend(
                attributes.into_iter().find(|(name, _)| name == SERVER).map(|(_, server)| server),
            );
        }
        Ok(servers)
    }

    /// The items with these attributes: those that can be read, and those that
    /// are locked.
    async fn search(
        &mut self,
        attributes: &[(&str, &str)],
    ) -> Result<(Vec<String>, Vec<String>), CredentialFault> {
        let call = Call::new(SERVICE, ROOT, SERVICE_INTERFACE, "SearchItems");
        let found = self.call(call.with("a{ss}", |it| it.dictionary(attributes))).await?;
        let items = found.arguments("aoao").and_then(|mut it| Some((it.paths()?, it.paths()?)));
        items.ok_or_else(malformed)
    }

    /// The collection in which new items are kept, created if there is none.
    async fn collection(&mut self) -> Result<String, CredentialFault> {
        let call = Call::new(SERVICE, ROOT, SERVICE_INTERFACE, "ReadAlias");
        let found = self.call(call.with("s", |it| it.text("default"))).await?;
        let found = read(&found, "o", Reader::text)?;
        if found != NO_OBJECT {
            return Ok(found);
        }
        let call = Call::new(SERVICE, ROOT, SERVICE_INTERFACE, "CreateCollection");
        let made = self.call(call.with("a{sv}s", |it| {
            it.array(8, |properties| {
                property(properties, "Collection.Label", "s", |it| it.text("Default"));
            });
            it.text("default");
        }));
        let made = made.await?;
        let mut paths = made.arguments("oo").ok_or_else(malformed)?;
        let mut path = || paths.text().map(str::to_owned).ok_or_else(malformed);
        let (collection, prompt) = (path()?, path()?);
        if prompt == NO_OBJECT {
            return Ok(collection);
        }
        let answer = self.ask(&prompt).await?;
        read(&answer, "bv", |it| {
            it.boolean()?;
            (it.signature()? == "o").then_some(())?;
            it.text()
        })
    }

    /// Unlocks an item or a collection; the user is asked if it is locked.
    async fn unlock(&mut self, path: &str) -> Result<(), CredentialFault> {
        let call = Call::new(SERVICE, ROOT, SERVICE_INTERFACE, "Unlock");
        let answer = self.call(call.with("ao", |it| it.array(4, |paths| paths.text(path)))).await?;
        let prompt = read(&answer, "aoo", |it| {
            it.paths()?;
            it.text()
        })?;
        self.prompt(&prompt).await
    }

    /// Lets the store ask the user, if it has to.
    async fn prompt(&mut self, prompt: &str) -> Result<(), CredentialFault> {
        if prompt != NO_OBJECT {
            self.ask(prompt).await?;
        }
        Ok(())
    }

    /// Lets the store ask the user, and returns the outcome.
    async fn ask(&mut self, prompt: &str) -> Result<Message, CredentialFault> {
        let call = Call::new(SERVICE, prompt, PROMPT_INTERFACE, "Prompt");
        self.call(call.with("s", |it| it.text(""))).await?;
        let Ok(answer) = timeout(self.bounds.person, self.bus.signal(prompt, "Completed")).await
        else {
            // The question goes away with us.
            let _ = self.call(Call::new(SERVICE, prompt, PROMPT_INTERFACE, "Dismiss")).await;
            return Err(CredentialFault::Unanswered);
        };
        let answer = answer.map_err(fault)?;
        let mut arguments = answer.arguments("bv").ok_or_else(malformed)?;
        let is_dismissed = arguments.boolean().ok_or_else(malformed)?;
        if is_dismissed { Err(CredentialFault::Refused) } else { Ok(answer) }
    }

    async fn call(&mut self, call: Call<'_>) -> Result<Message, CredentialFault> {
        within(self.bounds.answer, self.bus.call(&call)).await
    }
}

/// A secret, as `(oayays)`.
fn secret_of(to: &mut Writer, session: &str, secret: &SecretString) {
    to.align(8);
    to.text(session);
    to.blob(&[]);
    to.blob(secret.expose_secret().as_bytes());
    to.text("text/plain; charset=utf8");
}

/// A property of a new object, as `{sv}`.
fn property(to: &mut Writer, name: &str, signature: &str, value: impl FnOnce(&mut Writer)) {
    to.align(8);
    to.text(&format!("org.freedesktop.Secret.{name}"));
    to.signature(signature);
    value(to);
}

/// Reads a path from an answer of these types.
fn read<'m>(
    message: &'m Message,
    signature: &str,
    path: impl FnOnce(&mut Reader<'m>) -> Option<&'m str>,
) -> Result<String, CredentialFault> {
    let mut arguments = message.arguments(signature).ok_or_else(malformed)?;
    path(&mut arguments).map(str::to_owned).ok_or_else(malformed)
}

async fn within<T>(
    bound: Duration,
    answer: impl Future<Output = Result<T, BusFault>>,
) -> Result<T, CredentialFault> {
    timeout(bound, answer).await.map_err(|_| CredentialFault::Silent)?.map_err(fault)
}

fn malformed() -> CredentialFault {
    fault(BusFault::Malformed)
}

fn fault(fault: BusFault) -> CredentialFault {
    match fault {
        BusFault::Unreachable => CredentialFault::Absent,
        BusFault::Closed => CredentialFault::Broken("it closed the connection".to_owned()),
        BusFault::Malformed => {
            CredentialFault::Broken("its answer is not that of a Secret Service".to_owned())
        }
        BusFault::TooLong => CredentialFault::Unfit("it is too long".to_owned()),
        BusFault::Answered(name) => match name.as_str() {
            // Nothing on the bus keeps secrets, and nothing that does can be started.
            "org.freedesktop.DBus.Error.ServiceUnknown"
            | "org.freedesktop.DBus.Error.NameHasNoOwner" => CredentialFault::Absent,
            name if name.starts_with("org.freedesktop.DBus.Error.Spawn.") => {
                CredentialFault::Absent
            }
            "org.freedesktop.Secret.Error.IsLocked" => CredentialFault::Refused,
            // Names are short, of letters, digits, `_` and dots.
            name => {
                let plain = |c: &char| c.is_ascii_alphanumeric() || "._".contains(*c);
                CredentialFault::Broken(name.chars().filter(plain).take(120).collect())
            }
        },
    }
}
