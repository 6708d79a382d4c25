//! Rounds from the network: drand relays are asked one after the other until one gives what was asked for.
//!
//! A relay can't do more than keep a round back: an answer counts only with the chain's signature of the round.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use fairdraw::draw::{Chain, QUICKNET, Time};
use ureq::Agent;
use ureq::http::{StatusCode, Uri};

use super::{Checked, LARGEST, Stated};
use crate::clock;
use crate::error::{Error, reason};
use crate::shell;
use crate::term::Term;

/// Whom to ask.
#[derive(Debug, clap::Args)]
pub(crate) struct RelayArgs {
    /// Ask this drand relay for the round, by http or https; several times for several. Otherwise api.drand.sh,
    /// api2.drand.sh, api3.drand.sh and drand.cloudflare.com are asked, in this order
    #[arg(long, value_name = "URL", value_parser = relay, conflicts_with = "offline")]
    relay: Vec<String>,

    /// Never use the network
    #[arg(long)]
    offline: bool,
}

impl RelayArgs {
    /// Whether relays were named.
    pub(crate) fn given(&self) -> bool {
        !self.relay.is_empty()
    }

    /// Fetches a round that is due.
    pub(crate) fn round(
        &self,
        chain: &'static Chain,
        round: u64,
        term: &Term,
    ) -> Result<Checked, Error> {
        let name = format!("round {round} of drand {}", chain.name);
        let path = format!("{}/public/{round}", chain.hash);
        self.fetch(&path, &name, "--beacon ", term, |stated| stated.check(chain, round))
    }

    /// Fetches the newest round of quicknet.
    pub(crate) fn newest(&self, now: Time, term: &Term) -> Result<Checked, Error> {
        let path = format!("{}/public/latest", QUICKNET.hash);
        let name = "the newest round of drand quicknet";
        self.fetch(&path, name, "--fresh=", term, |stated| {
            let round = stated.round().ok_or("it names no round")?;
            let checked = stated.check(&QUICKNET, round)?;
            let age = now.unix_seconds() - QUICKNET.seconds_of(round);
            if age > STALE {
                return Err(format!("its newest round is {} old", clock::in_words(age)));
            }
            Ok(checked)
        })
    }

    /// Asks one relay after the other; `accept` checks an answer, `option` takes a file in place of it.
    fn fetch(
        &self,
        path: &str,
        name: &str,
        option: &str,
        term: &Term,
        accept: impl Fn(Stated) -> Result<Checked, String>,
    ) -> Result<Checked, Error> {
        let relays = match &self.relay[..] {
            [] => RELAYS.map(str::to_owned).to_vec(),
            given => given.to_vec(),
        };
        let address = shell::word(Path::new(&format!("{}/{path}", relays[0])));
        let elsewhere = format!(
            "on a machine with network: curl -sSfo round.json {address}; then here: {option}round.json"
        );
        if self.offline {
            return Err(Error::not_done(format!(
                "{name} is needed, and not fetched with --offline"
            ))
            .hint(elsewhere));
        }
        if !relays.iter().all(|relay| is_here(relay)) {
            check_proxy()?;
        }
        for relay in &relays {
            let busy = term.busy("asking a drand relay");
            let checked = ask(relay, path, TIMEOUT).and_then(&accept);
            drop(busy);
            match checked {
                Ok(checked) => return Ok(checked),
                Err(why) => term.note(&format!("{relay}: {why}")),
            }
        }
        Err(Error::not_done(format!("no relay gave {name}"))
            .hint(format!("try again later; or {elsewhere}")))
    }
}

/// What a relay states.
pub(super) fn ask(relay: &str, path: &str, timeout: Duration) -> Result<Stated, String> {
    let config = Agent::config_builder()
        .timeout_global(Some(timeout))
        // No relay needs it, and it would let one choose whom else we ask.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("fairdraw/", env!("CARGO_PKG_VERSION")));
    // A proxy, which the environment may name, has another idea of this computer.
    let config = if is_here(relay) { config.proxy(None) } else { config };
    let agent = Agent::from(config.build());
    let said = |error: ureq::Error| in_words(&error, timeout);
    let mut response = agent.get(format!("{relay}/{path}")).call().map_err(said)?;
    if response.status() != StatusCode::OK {
        return Err(status(response.status().as_u16()));
    }
    let body = response.body_mut().with_config().limit(LARGEST).read_to_vec().map_err(said)?;
    Stated::parse(&body)
}

fn in_words(error: &ureq::Error, timeout: Duration) -> String {
    match error {
        ureq::Error::StatusCode(code) => status(*code),
        ureq::Error::Timeout(_) => format!("no answer within {timeout:?}"),
        ureq::Error::BodyExceedsLimit(_) => format!("its answer has more than {LARGEST} bytes"),
        ureq::Error::HostNotFound => "no such host, or no network".to_owned(),
        ureq::Error::Io(error) if error.kind() == ErrorKind::UnexpectedEof => {
            "the connection ended within its answer".to_owned()
        }
        ureq::Error::Io(error) if is_lookup(error) => "no such host, or no network".to_owned(),
        ureq::Error::Io(error) => reason(error),
        other => other.to_string(),
    }
}

/// Whether the name of a host led to no address.
fn is_lookup(error: &std::io::Error) -> bool {
    // The standard library has no kind for it. The numbers are those of Windows.
    matches!(error.raw_os_error(), Some(11_001..=11_004))
        || error.to_string().contains("lookup address information")
}

/// Refuses a proxy in the environment that can't be used: nobody is asked past it in silence.
fn check_proxy() -> Result<(), Error> {
    let set = |name: &&str| std::env::var_os(name).filter(|value| !value.is_empty());
    let given = PROXIES.iter().find_map(|name| Some((name, set(name)?)));
    let Some((name, value)) = given else { return Ok(()) };
    // Its value is not shown: there may be a password in it.
    let usable = value.to_str().is_some_and(|value| ureq::Proxy::new(value).is_ok());
    if usable {
        return Ok(());
    }
    Err(Error::not_done(format!("the environment's {name} names no proxy that can be used"))
        .hint("write it like http://HOST:PORT, or unset it"))
}

fn status(code: u16) -> String {
    match code {
        404 | 425 => format!("it does not have this round yet (HTTP status {code})"),
        _ => format!("HTTP status {code}"),
    }
}

fn is_here(relay: &str) -> bool {
    let uri: Option<Uri> = relay.parse().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// An address to which a path can be added.
fn relay(text: &str) -> Result<String, String> {
    let uri: Uri = text.parse().map_err(|_| "not an address like https://api.drand.sh")?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.query().is_some() {
        return Err("write it like https://api.drand.sh".to_owned());
    }
    Ok(text.trim_end_matches('/').to_owned())
}

/// The relays of the drand network and of Cloudflare.
const RELAYS: [&str; 4] = [
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
    "https://drand.cloudflare.com",
];
/// Where a proxy is named, in the order in which they are looked at.
const PROXIES: [&str; 6] =
    ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
/// How long one relay may take for everything, from looking up its name to the last byte.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Seconds after which a round is no longer taken for the newest.
const STALE: i64 = 600;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relay_is_an_address_without_query() {
        assert_eq!(relay("https://api.drand.sh/").as_deref(), Ok("https://api.drand.sh"));
        assert_eq!(relay("http://127.0.0.1:8080/a").as_deref(), Ok("http://127.0.0.1:8080/a"));
        for text in ["", "api.drand.sh", "ftp://api.drand.sh", "https://", "https://a/?x", "/a"] {
            assert!(relay(text).is_err(), "{text}");
        }
    }

    #[test]
    fn relay_on_this_computer_is_known() {
        for (relay, here) in [
            ("http://127.0.0.1:80", true),
            ("http://localhost/a", true),
            ("http://[::1]:80", true),
            ("http://127.0.0.1.example", false),
            ("https://api.drand.sh", false),
        ] {
            assert_eq!(is_here(relay), here, "{relay}");
        }
    }
}
