//! [`Server`]: the address of a NATS server, and the credentials for it.

use crate::Error;
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};
use std::{fmt, io};
use tokio::time::sleep;

/// Time limit of the first connection: the server may be starting. Reconnecting has no limit.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// Pause between two attempts to connect for the first time.
pub(crate) const PAUSE: Duration = Duration::from_millis(200);
/// The longest pause between two attempts to reconnect.
const LONGEST_DELAY: Duration = Duration::from_secs(1);

/// The address of a NATS server, and the credentials for it.
///
/// ```
/// use eldest_nats::Server;
///
/// let server = Server::at("tls://nats.example.org")?.user("ada", "secret").roots("ca.pem");
/// assert_eq!(server.to_string(), "tls://nats.example.org");
/// assert!(!format!("{server:?}").contains("secret"));
/// assert!(Server::at("http://nats.example.org").is_err());
/// # Ok::<(), eldest_nats::Error>(())
/// ```
#[derive(Clone)]
pub struct Server {
    addresses: Vec<ServerAddr>,
    shown: String,
    login: Login,
    roots: Vec<PathBuf>,
    certificate: Option<(PathBuf, PathBuf)>,
}

#[derive(Clone)]
enum Login {
    None,
    User(String, String),
    Token(String),
}

impl Server {
    /// Returns the server at `address`: `nats://HOST`, `tls://HOST:4222`,
    /// `nats://USER:PASSWORD@HOST` or `nats://TOKEN@HOST`. Commas separate the servers of a NATS
    /// cluster.
    ///
    /// # Errors
    /// [`Error::Address`].
    pub fn at(address: &str) -> Result<Self, Error> {
        let parts = address.split(',').map(|part| parsed(part.trim()));
        let addresses = parts.collect::<Result<Vec<_>, _>>()?;
        let shown: Vec<_> = address.split(',').map(|part| without_secrets(part.trim())).collect();
        let token = addresses.iter().find_map(token);
        let login = token.map_or(Login::None, Login::Token);
        let (roots, certificate) = (Vec::new(), None);
        Ok(Self { addresses, shown: shown.join(","), login, roots, certificate })
    }

    /// Authenticates by user name and password.
    #[must_use]
    pub fn user(self, name: impl Into<String>, password: impl Into<String>) -> Self {
        Self { login: Login::User(name.into(), password.into()), ..self }
    }

    /// Authenticates by a token.
    #[must_use]
    pub fn token(self, token: impl Into<String>) -> Self {
        Self { login: Login::Token(token.into()), ..self }
    }

    /// Trusts the certificates in the PEM file at `path` in addition to those that the system
    /// trusts.
    #[must_use]
    pub fn roots(mut self, path: impl Into<PathBuf>) -> Self {
        self.roots.push(path.into());
        self
    }

    /// Presents the certificate in the PEM file at `certificate`; its private key is in the one at
    /// `key`.
    #[must_use]
    pub fn certificate(self, certificate: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Self {
        Self { certificate: Some((certificate.into(), key.into())), ..self }
    }

    /// Connects. A lost connection is re-established; `on_event` is called with each change.
    pub(crate) async fn connect(
        &self,
        on_event: impl Fn(&Event) + Send + Sync + Clone + 'static,
    ) -> Result<Client, Error> {
        let begun = Instant::now();
        loop {
            match self.options(on_event.clone()).connect(self.addresses.clone()).await {
                Err(error) if is_away(&error) && begun.elapsed() < PATIENCE => sleep(PAUSE).await,
                connected => {
                    return connected.map_err(|error| self.unreachable(with_causes(&error)));
                }
            }
        }
    }

    fn options(&self, on_event: impl Fn(&Event) + Send + Sync + Clone + 'static) -> ConnectOptions {
        let options = ConnectOptions::new().name("eldest").connection_timeout(PATIENCE);
        let options = options.max_reconnects(None).reconnect_delay_callback(delay);
        let options = options.event_callback(move |event| {
            on_event(&event);
            async {}
        });
        let options = match self.login.clone() {
            Login::None => options,
            Login::User(name, password) => options.user_and_password(name, password),
            Login::Token(token) => options.token(token),
        };
        let options =
            self.roots.iter().cloned().fold(options, ConnectOptions::add_root_certificates);
        let certificate = self.certificate.clone().into_iter();
        certificate.fold(options, |options, (own, key)| options.add_client_certificate(own, key))
    }

    pub(crate) fn unreachable(&self, reason: String) -> Error {
        Error::Connection { server: self.to_string(), reason }
    }

    pub(crate) fn without_streams(&self, reason: String) -> Error {
        Error::JetStream { server: self.to_string(), reason }
    }

    pub(crate) fn with_another_stream(&self, reason: String) -> Error {
        Error::Stream { server: self.to_string(), reason }
    }
}

type Cause = dyn std::error::Error + 'static;

/// Formats an error with its causes.
pub(crate) fn with_causes(error: &Cause) -> String {
    causes(error).fold(error.to_string(), |text, cause| {
        let cause = cause.to_string();
        if text.contains(&cause) { text } else { format!("{text}: {cause}") }
    })
}

fn causes(error: &Cause) -> impl Iterator<Item = &Cause> {
    std::iter::successors(error.source(), |error| error.source())
}

/// Whether the server is unreachable, as opposed to refusing us or presenting a certificate that we
/// refuse.
fn is_away(error: &ConnectError) -> bool {
    let mut reasons = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    let is_refusal = reasons.any(|reason| reason.kind() == io::ErrorKind::InvalidData);
    matches!(error.kind(), ConnectErrorKind::Io | ConnectErrorKind::TimedOut) && !is_refusal
}

fn delay(attempts: usize) -> Duration {
    let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
    Duration::from_millis(50).saturating_mul(attempts).min(LONGEST_DELAY)
}

fn parsed(address: &str) -> Result<ServerAddr, Error> {
    let wrong = |reason: String| Error::Address { address: without_secrets(address), reason };
    let supported = ["nats", "tls"];
    if let Some((scheme, _)) = address.split_once("://")
        && !supported.contains(&scheme)
    {
        return Err(wrong(format!("{scheme}:// is not supported")));
    }
    if address.is_empty() {
        return Err(wrong("it is empty".to_owned()));
    }
    ServerAddr::from_str(address).map_err(|error| wrong(error.to_string()))
}

/// Returns the token in an address: a user name without a password.
fn token(address: &ServerAddr) -> Option<String> {
    address.username().filter(|_| address.password().is_none()).map(str::to_owned)
}

/// Removes the credentials, which precede the `@`.
fn without_secrets(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Omits secrets.
impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("addresses", &self.shown).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let server = Server::at("nats://ada:secret@one, tls://two:4333").unwrap();
        assert_eq!(server.to_string(), "nats://one,tls://two:4333");
        let wrong = Server::at("http://ada:secret@one").unwrap_err().to_string();
        assert!(wrong.contains("http:// is not supported") && !wrong.contains("secret"), "{wrong}");
        assert!(Server::at("").is_err() && Server::at("nats://one,").is_err());
    }
}
