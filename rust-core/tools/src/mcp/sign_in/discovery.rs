//! Finds out where the user signs in to a server.

use serde_json::Value;
use url::Url;

use super::Challenge;
use super::challenge::is_scope;
use super::web::{Sent, allowed, ask};
use crate::mcp::plain::plain;

/// The maximum number of entries of a list that are read.
const MOST_ENTRIES: usize = 64;

/// An authorization server, and what is requested from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Authority {
    /// Its own name.
    pub(super) issuer: String,
    /// The page for the user.
    pub(super) page: Url,
    pub(super) token: Url,
    /// Where clients register.
    pub(super) registration: Option<Url>,
    /// Where tokens are revoked (RFC 7009), as given: whether the address may be used is checked
    /// when it is needed.
    pub(super) revocation: Option<String>,
    /// How clients may authenticate with a secret.
    pub(super) methods: Vec<String>,
    /// Whether it sends its name when it redirects the user back.
    pub(super) sends_issuer: bool,
    /// What access is requested for: the server, by its own name.
    pub(super) resource: String,
    /// The scopes that the server offers.
    pub(super) scopes: Vec<String>,
}

/// What a server says about itself.
struct Resource {
    name: String,
    authority: String,
    scopes: Vec<String>,
}

/// Finds out where the user signs in to a server.
///
/// # Errors
/// Why that cannot be found, or must not be used.
pub(super) async fn find(server: &Url, challenge: &Challenge) -> Result<Authority, String> {
    let resource = match resource(server, challenge).await? {
        Some(resource) => resource,
        // Protocols before 2025-06-18: the server's own site.
        None => Resource {
            name: name_of(server),
            authority: server.origin().ascii_serialization(),
            scopes: Vec::new(),
        },
    };
    let issuer = allowed(&resource.authority, "the authorization server", server)?;
    for place in places_of_authority(&issuer) {
        let (status, value) = ask(&place, Sent::Nothing).await?;
        if status == 200 && value.is_object() {
            return authority(&value, resource, server);
        }
    }
    Err(format!("{} does not say how to sign in", plain(issuer.as_str())))
}

/// The server's own address, as sent to an authorization server.
fn name_of(server: &Url) -> String {
    let mut url = server.clone();
    url.set_fragment(None);
    let text = url.to_string();
    if url.path() == "/" && url.query().is_none() {
        return text.trim_end_matches('/').to_owned();
    }
    text
}

/// Reads the server's metadata (RFC 9728); `None` if it has none.
async fn resource(server: &Url, challenge: &Challenge) -> Result<Option<Resource>, String> {
    if let Some(named) = &challenge.metadata {
        let place = allowed(named, "the server's description", server)?;
        if place.origin() != server.origin() {
            let named = plain(named);
            return Err(format!("the server's description {named:?} is at another site"));
        }
        let (status, value) = ask(&place, Sent::Nothing).await?;
        if status == 200 && value.is_object() {
            return described(&value, server).map(Some);
        }
    }
    let path = server.path().trim_end_matches('/');
    let mut paths = vec![format!("/.well-known/oauth-protected-resource{path}")];
    if !path.is_empty() {
        paths.push("/.well-known/oauth-protected-resource".to_owned());
    }
    for path in paths {
        let (status, value) = ask(&at(server, &path), Sent::Nothing).await?;
        if status == 200 && value.is_object() {
            return described(&value, server).map(Some);
        }
    }
    Ok(None)
}

/// An address of the same site.
fn at(url: &Url, path: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url.set_query(None);
    url.set_fragment(None);
    url
}

fn described(value: &Value, server: &Url) -> Result<Resource, String> {
    let name = value["resource"].as_str().unwrap_or_default();
    if !is_same_server(name, server) {
        let name = plain(name);
        return Err(format!("the server describes itself as a different one: {name:?}"));
    }
    let authority = texts(&value["authorization_servers"]).into_iter().next();
    let Some(authority) = authority else {
        return Err("the server does not say where to sign in".to_owned());
    };
    Ok(Resource { name: name.to_owned(), authority, scopes: scopes(value) })
}

/// A name is accepted if it is the server's address, or a parent path of it.
fn is_same_server(name: &str, server: &Url) -> bool {
    let Ok(named) = Url::parse(name) else { return false };
    let (path, whole) = (named.path().trim_end_matches('/'), server.path());
    let rest = whole.strip_prefix(path);
    let is_above = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    named.origin() == server.origin()
        && named.username().is_empty()
        && named.password().is_none()
        && named.fragment().is_none()
        && named.query().is_none_or(|query| server.query() == Some(query))
        && is_above
}

/// Where an authorization server may describe itself (RFC 8414 and `OpenID`
/// Connect), in the order in which it is asked.
fn places_of_authority(issuer: &Url) -> Vec<Url> {
    let path = issuer.path().trim_end_matches('/');
    let mut places = vec![
        at(issuer, &format!("/.well-known/oauth-authorization-server{path}")),
        at(issuer, &format!("/.well-known/openid-configuration{path}")),
    ];
    if !path.is_empty() {
        places.push(at(issuer, &format!("{path}/.well-known/openid-configuration")));
    }
    places
}

fn authority(value: &Value, resource: Resource, server: &Url) -> Result<Authority, String> {
    let text = |name: &str| value[name].as_str();
    let issuer = text("issuer").unwrap_or_default();
    // Some implementations append a slash to a bare origin.
    if issuer.trim_end_matches('/') != resource.authority.trim_end_matches('/') {
        return Err(format!(
            "the authorization server {:?} calls itself {:?}",
            plain(&resource.authority),
            plain(issuer)
        ));
    }
    if !texts(&value["code_challenge_methods_supported"]).iter().any(|method| method == "S256") {
        return Err(
            "the authorization server does not protect the sign-in (PKCE with S256)".to_owned()
        );
    }
    let needed = |name: &str, what: &str| match text(name) {
        Some(text) => allowed(text, what, server),
        None => Err(format!("the authorization server does not name {what}")),
    };
    let registration = text("registration_endpoint");
    let registration =
        registration.map(|text| allowed(text, "the registration endpoint", server)).transpose()?;
    Ok(Authority {
        issuer: issuer.to_owned(),
        page: needed("authorization_endpoint", "the authorization endpoint")?,
        token: needed("token_endpoint", "the token endpoint")?,
        registration,
        revocation: text("revocation_endpoint").map(str::to_owned),
        methods: texts(&value["token_endpoint_auth_methods_supported"]),
        sends_issuer: value["authorization_response_iss_parameter_supported"] == true,
        resource: resource.name,
        scopes: resource.scopes,
    })
}

fn scopes(value: &Value) -> Vec<String> {
    let mut scopes = texts(&value["scopes_supported"]);
    scopes.retain(|scope| is_scope(scope) && !scope.contains(' '));
    scopes
}

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().into_iter().flatten().take(MOST_ENTRIES);
    list.filter_map(|entry| entry.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn a_server_is_described_by_its_own_address_or_a_folder_above_it() {
        let server = url("https://a.example/team/mcp");
        for (name, is_same) in [
            ("https://a.example/team/mcp", true),
            ("https://a.example/team/mcp/", true),
            ("https://a.example/team", true),
            ("https://a.example", true),
            ("https://a.example/te", false),
            ("https://a.example/team/mcp/deeper", false),
            ("https://a.example:444/team/mcp", false),
            ("http://a.example/team/mcp", false),
            ("https://b.example/team/mcp", false),
            ("https://me@a.example/team/mcp", false),
            ("", false),
        ] {
            assert_eq!(is_same_server(name, &server), is_same, "{name}");
        }
    }

    #[test]
    fn an_authorization_server_is_looked_for_where_the_standards_say() {
        let places = |text: &str| {
            places_of_authority(&url(text)).iter().map(Url::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            places("https://a.example/"),
            [
                "https://a.example/.well-known/oauth-authorization-server",
                "https://a.example/.well-known/openid-configuration"
            ]
        );
        assert_eq!(
            places("https://a.example/team/"),
            [
                "https://a.example/.well-known/oauth-authorization-server/team",
                "https://a.example/.well-known/openid-configuration/team",
                "https://a.example/team/.well-known/openid-configuration"
            ]
        );
    }

    #[test]
    fn an_authorization_server_that_cannot_be_trusted_is_refused_with_the_reason() {
        let server = url("https://a.example/mcp");
        let read = |change: &dyn Fn(&mut Value)| {
            let mut value = json!({"issuer": "https://login.example",
                "authorization_endpoint": "https://login.example/authorize",
                "token_endpoint": "https://login.example/token",
                "code_challenge_methods_supported": ["plain", "S256"]});
            change(&mut value);
            let resource = Resource {
                name: "https://a.example/mcp".to_owned(),
                authority: "https://login.example".to_owned(),
                scopes: Vec::new(),
            };
            authority(&value, resource, &server)
        };
        let good = read(&|_| {}).unwrap();
        assert_eq!(good.page, url("https://login.example/authorize"));
        assert_eq!(
            read(&|it| it["issuer"] = json!("https://login.example/")).unwrap().token,
            good.token
        );
        type Change<'c> = &'c dyn Fn(&mut Value);
        let cases: [(Change<'_>, &str); 8] = [
            (
                &|it| it["issuer"] = json!("https://evil.example"),
                "calls itself \"https://evil.example\"",
            ),
            (&|it| it["issuer"] = json!(7), "calls itself \"\""),
            (&|it| it["code_challenge_methods_supported"] = json!(["plain"]), "PKCE"),
            (&|it| it["code_challenge_methods_supported"] = json!(null), "PKCE"),
            (&|it| it["token_endpoint"] = json!(null), "does not name the token endpoint"),
            (&|it| it["token_endpoint"] = json!("http://login.example/token"), "is not encrypted"),
            (&|it| it["authorization_endpoint"] = json!("javascript:x"), "is not a web address"),
            (&|it| it["registration_endpoint"] = json!("http://127.0.0.1/r"), "this machine"),
        ];
        for (change, why) in cases {
            let refused = read(change).unwrap_err();
            assert!(refused.contains(why), "{why}: {refused}");
        }
    }
}
