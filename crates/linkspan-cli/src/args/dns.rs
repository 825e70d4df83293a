//! DNS queries about top-level domains, sent before a text is searched.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use linkspan::Detector;

use crate::out::report;

/// The name servers to query about top-level domains.
pub(crate) struct Dns {
    /// If empty, the servers of the system are used.
    #[cfg_attr(
        not(feature = "dns"),
        expect(dead_code, reason = "without DNS no server is queried")
    )]
    pub(crate) servers: Vec<SocketAddr>,
    /// Time limit for all queries about one source.
    pub(crate) seconds: u64,
}

/// A detector that learns top-level domains from DNS, text by text.
pub(crate) struct Learner<'d> {
    dns: &'d Dns,
    detector: Detector,
    asked: BTreeSet<String>,
    /// The time left for queries.
    left: Duration,
}

impl<'d> Learner<'d> {
    pub(crate) fn new(detector: &Detector, dns: &'d Dns) -> Self {
        Self {
            dns,
            detector: detector.clone(),
            asked: BTreeSet::new(),
            left: Duration::from_secs(dns.seconds),
        }
    }

    /// A detector that also knows the top-level domains of `texts` that exist. Each is queried
    /// once; after the time limit, or if a server does not answer, a domain counts as unknown.
    ///
    /// Fails with a message if no server can be queried at all.
    pub(crate) fn informed(&mut self, texts: &[&str]) -> Result<&Detector, String> {
        let mut unknown = unknown(&self.detector, texts);
        unknown.retain(|tld| self.asked.insert(tld.clone()));
        if !unknown.is_empty() && !self.left.is_zero() {
            let start = Instant::now();
            self.detector = ask(&self.detector, self.dns, self.left, &unknown)?;
            self.left = self.left.saturating_sub(start.elapsed());
            if self.left.is_zero() {
                report(
                    "DNS: time limit reached; remaining top-level domains count as unknown; raise it with `--dns-timeout`",
                );
            }
        }
        Ok(&self.detector)
    }
}

/// Queries all of `unknown` at once, and adds those that exist to the list of the detector.
#[cfg(feature = "dns")]
fn ask(
    detector: &Detector,
    dns: &Dns,
    deadline: Duration,
    unknown: &BTreeSet<String>,
) -> Result<Detector, String> {
    use linkspan_dns::{DnsOptions, DnsTlds};

    let options = DnsOptions::default();
    let timeout = deadline.min(options.timeout);
    let options = options
        .servers(dns.servers.clone())
        .timeout(timeout)
        .deadline(deadline);
    let resolver = DnsTlds::new(&options).map_err(|error| error.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot query DNS: {error}"))?;
    let answers = runtime.block_on(resolver.ask(unknown));
    if !answers.failed.is_empty() {
        let failures = answers.failed.iter().take(5);
        let failures: Vec<String> = failures.map(|(tld, why)| format!("{tld}: {why}")).collect();
        report(format_args!(
            "DNS: {} of {} top-level domains could not be checked and count as unknown ({})",
            answers.failed.len(),
            unknown.len(),
            failures.join("; ")
        ));
    }
    let profile = detector.profile();
    let tlds = profile.tld_source().with(&answers.existing);
    Ok(Detector::new(profile.clone().tlds(tlds)))
}

#[cfg(not(feature = "dns"))]
fn ask(_: &Detector, _: &Dns, _: Duration, unknown: &BTreeSet<String>) -> Result<Detector, String> {
    Err(format!(
        "{} top-level domains are unknown, and this program was built without DNS; use another `--tlds` source",
        unknown.len()
    ))
}

/// The distinct unknown top-level domains, at most as many as a detector collects.
fn unknown(detector: &Detector, texts: &[&str]) -> BTreeSet<String> {
    let all = texts.iter().flat_map(|text| detector.unknown_tlds(text));
    let mut unknown = BTreeSet::new();
    for tld in all {
        if unknown.len() == Detector::MOST_UNKNOWN_TLDS {
            break;
        }
        unknown.insert(tld);
    }
    unknown
}
