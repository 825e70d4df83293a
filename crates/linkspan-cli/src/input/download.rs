//! Downloads of small texts.

use std::time::Duration;

/// Whether `from` is an address that [`download`] can read.
pub(crate) fn is_address(from: &str) -> bool {
    ["http://", "https://"].into_iter().any(|scheme| {
        let start = from.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// A downloaded text, and the SHA-256 of its bytes in hexadecimal digits.
pub(crate) struct Download {
    pub(crate) text: String,
    pub(crate) sha256: String,
}

/// Downloads a text of at most `most` bytes. An error message ends with `otherwise`, which says
/// what the user can do instead.
#[cfg(feature = "download")]
pub(crate) fn download(
    url: &str,
    most: u64,
    timeout: Duration,
    otherwise: &str,
) -> Result<Download, String> {
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(timeout))
        .build();
    let agent = ureq::Agent::new_with_config(agent);
    let text = agent.get(url).call().and_then(|mut response| {
        response
            .body_mut()
            .with_config()
            .limit(most)
            .read_to_string()
    });
    match text {
        Ok(text) => Ok(Download {
            sha256: sha256(text.as_bytes()),
            text,
        }),
        Err(error) => {
            let problem = error.to_string();
            let problem = crate::out::failure::without_number(&problem);
            Err(format!(
                "{url}: download failed: {problem}; check the address and the network, or {otherwise}"
            ))
        }
    }
}

#[cfg(not(feature = "download"))]
pub(crate) fn download(
    url: &str,
    _: u64,
    _: Duration,
    otherwise: &str,
) -> Result<Download, String> {
    Err(format!(
        "{url}: this program was built without support for downloads; {otherwise}"
    ))
}

#[cfg(feature = "download")]
fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};

    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
