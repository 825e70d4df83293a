#![doc = include_str!("../README.md")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{NameServerConfigGroup, ResolverConfig};
use hickory_resolver::name_server::TokioConnectionProvider;
use hickory_resolver::proto::rr::{Name, RecordType};
use hickory_resolver::proto::{ProtoError, ProtoErrorKind};
use hickory_resolver::{ResolveError, Resolver};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

/// The options of [`DnsTlds`]. The defaults are the name servers of the system, 2 seconds for one
/// attempt, 1 retry, 5 seconds for all queries together and 1024 cached answers.
///
/// ```
/// use linkspan_dns::DnsOptions;
/// use std::time::Duration;
///
/// let options = DnsOptions::default().deadline(Duration::from_millis(500));
/// assert_eq!((options.retries, options.cache_size), (1, 1024));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DnsOptions {
    /// The name servers; an empty list means those that the system is configured for.
    pub servers: Vec<SocketAddr>,
    /// The time limit for one attempt.
    pub timeout: Duration,
    /// The number of retries.
    pub retries: usize,
    /// The time limit for all queries of one [`DnsTlds::ask`] together.
    pub deadline: Duration,
    /// The maximum number of cached answers.
    pub cache_size: usize,
}

impl Default for DnsOptions {
    fn default() -> Self {
        Self {
            servers: Vec::new(),
            timeout: Duration::from_secs(2),
            retries: 1,
            deadline: Duration::from_secs(5),
            cache_size: 1024,
        }
    }
}

impl DnsOptions {
    /// Sets the name servers; an empty list means those that the system is configured for.
    #[must_use]
    pub fn servers(mut self, servers: Vec<SocketAddr>) -> Self {
        self.servers = servers;
        self
    }

    /// Sets the time limit for one attempt.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the number of retries.
    #[must_use]
    pub fn retries(mut self, retries: usize) -> Self {
        self.retries = retries;
        self
    }

    /// Sets the time limit for all queries of one [`DnsTlds::ask`] together.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Sets the maximum number of cached answers.
    #[must_use]
    pub fn cache_size(mut self, cache_size: usize) -> Self {
        self.cache_size = cache_size;
        self
    }
}

/// Queries top-level domains and caches the answers. Cloning is cheap and shares the cache.
///
/// ```
/// use linkspan_dns::{Answers, DnsOptions, DnsTlds};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let servers = vec!["192.0.2.1:53".parse().unwrap()];
/// let dns = DnsTlds::new(&DnsOptions::default().servers(servers))?;
/// assert_eq!(dns.ask(["com"; 0]).await, Answers::default(), "nothing was asked");
/// # Ok::<(), linkspan_dns::DnsError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct DnsTlds {
    resolver: TokioResolver,
    deadline: Duration,
}

/// The results of queries.
///
/// ```
/// use linkspan_dns::Answers;
///
/// let answers = Answers { existing: ["com".to_owned()].into(), ..Answers::default() };
/// assert!(answers.existing.contains("com") && answers.missing.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The top-level domains that exist.
    pub existing: BTreeSet<String>,
    /// The top-level domains that do not exist.
    pub missing: BTreeSet<String>,
    /// The top-level domains without a usable answer, and why.
    pub failed: BTreeMap<String, Failure>,
}

/// Why there was no usable answer.
///
/// ```
/// use linkspan_dns::Failure;
///
/// assert_eq!(Failure::TimedOut.to_string(), "no answer in time");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// There was no answer in time.
    TimedOut,
    /// The string is not a valid DNS name.
    NotAName,
    /// The server could not be reached, refused the query, or gave an invalid answer.
    Server(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut => f.write_str("no answer in time"),
            Self::NotAName => f.write_str("not a domain name"),
            Self::Server(what) => write!(f, "no usable answer: {what}"),
        }
    }
}

/// The error if the resolver cannot be set up.
///
/// ```
/// use linkspan_dns::{DnsError, DnsOptions, DnsTlds};
///
/// fn resolver() -> Result<DnsTlds, DnsError> {
///     let servers = vec!["192.0.2.1:53".parse().expect("an address")];
///     DnsTlds::new(&DnsOptions::default().servers(servers))
/// }
/// assert!(resolver().is_ok(), "only the configuration of a system can be wrong");
/// ```
#[derive(Debug)]
pub struct DnsError(ResolveError);

impl fmt::Display for DnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot determine the name servers of the system: {}",
            self.0
        )
    }
}

impl std::error::Error for DnsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

impl DnsTlds {
    /// Sets up the resolver. Nothing is queried yet.
    ///
    /// # Errors
    ///
    /// If no servers are given and the configuration of the system cannot be read.
    ///
    /// ```
    /// use linkspan_dns::{DnsOptions, DnsTlds};
    ///
    /// let servers = vec!["192.0.2.1:53".parse().unwrap()];
    /// assert!(DnsTlds::new(&DnsOptions::default().servers(servers)).is_ok());
    /// ```
    pub fn new(options: &DnsOptions) -> Result<Self, DnsError> {
        let mut builder = if options.servers.is_empty() {
            Resolver::builder_tokio().map_err(DnsError)?
        } else {
            let mut group = NameServerConfigGroup::new();
            for server in &options.servers {
                let one =
                    NameServerConfigGroup::from_ips_clear(&[server.ip()], server.port(), true);
                group.merge(one);
            }
            let config = ResolverConfig::from_parts(None, Vec::new(), group);
            Resolver::builder_with_config(config, TokioConnectionProvider::default())
        };
        let settings = builder.options_mut();
        settings.timeout = options.timeout;
        settings.attempts = options.retries;
        settings.cache_size = options.cache_size;
        Ok(Self {
            resolver: builder.build(),
            deadline: options.deadline,
        })
    }

    /// Queries in parallel whether top-level domains, given in ASCII, exist. Use it with the names
    /// of `Detector::unknown_tlds`.
    ///
    /// A top-level domain exists if it has name servers. Names that are not a single DNS label are
    /// in [`Answers::failed`]. Ends within the deadline of the options.
    ///
    /// # Panics
    ///
    /// If it runs outside a tokio runtime with time and I/O enabled, or if the deadline is too long
    /// to be added to the current time.
    ///
    /// ```
    /// use linkspan_dns::{DnsOptions, DnsTlds, Failure};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let servers = vec!["192.0.2.1:53".parse().unwrap()];
    /// let dns = DnsTlds::new(&DnsOptions::default().servers(servers))?;
    /// let answers = dns.ask(["two.labels"]).await;
    /// assert_eq!(answers.failed["two.labels"], Failure::NotAName);
    /// # Ok::<(), linkspan_dns::DnsError>(())
    /// # }).unwrap();
    /// ```
    pub async fn ask<S: AsRef<str>>(&self, tlds: impl IntoIterator<Item = S>) -> Answers {
        let deadline = Instant::now() + self.deadline;
        let mut answers = Answers::default();
        let mut questions = JoinSet::new();
        for tld in tlds {
            let tld = tld.as_ref().to_owned();
            let Some(name) = root_name(&tld) else {
                answers.failed.insert(tld, Failure::NotAName);
                continue;
            };
            let resolver = self.resolver.clone();
            questions.spawn(async move {
                let answer = timeout_at(deadline, resolver.lookup(name, RecordType::NS)).await;
                let exists = match answer {
                    Err(_) => Err(Failure::TimedOut),
                    Ok(Ok(lookup)) => Ok(lookup.iter().next().is_some()),
                    Ok(Err(error)) => denial(&error),
                };
                (tld, exists)
            });
        }
        // A query that panicked has no answer.
        while let Some(done) = questions.join_next().await {
            match done {
                Ok((tld, Ok(true))) => drop(answers.existing.insert(tld)),
                Ok((tld, Ok(false))) => drop(answers.missing.insert(tld)),
                Ok((tld, Err(failure))) => drop(answers.failed.insert(tld, failure)),
                Err(_) => {}
            }
        }
        answers
    }
}

/// A top-level domain as an absolute name, so that no search domain is tried.
fn root_name(tld: &str) -> Option<Name> {
    let mut name = Name::from_ascii(tld)
        .ok()
        .filter(|name| name.num_labels() == 1)?;
    name.set_fqdn(true);
    Some(name)
}

/// Whether an error means that the name does not exist.
fn denial(error: &ResolveError) -> Result<bool, Failure> {
    if error.is_no_records_found() {
        return Ok(false);
    }
    match error.proto().map(ProtoError::kind) {
        Some(ProtoErrorKind::Timeout) => Err(Failure::TimedOut),
        _ => Err(Failure::Server(error.to_string())),
    }
}
