//! Rule `tld-source`: questions to real name servers on loopback: one that knows, one that is silent, one that lies.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::net::SocketAddr;
use std::time::Duration;

use hickory_server::ServerFuture;
use hickory_server::authority::{Catalog, ZoneType};
use hickory_server::proto::rr::rdata::{NS, SOA};
use hickory_server::proto::rr::{Name, RData, Record};
use hickory_server::store::in_memory::InMemoryAuthority;
use linkspan_dns::{DnsOptions, DnsTlds, Failure};
use std::sync::Arc;
use tokio::net::UdpSocket;

fn name(text: &str) -> Name {
    Name::from_ascii(text).expect("a name")
}

/// A root server that knows `com` and `xn--p1ai`.
async fn root_server() -> SocketAddr {
    let authority = InMemoryAuthority::empty(Name::root(), ZoneType::Primary, false);
    let soa = SOA::new(name("a.root."), name("hostmaster.root."), 1, 60, 60, 60, 60);
    authority
        .upsert(Record::from_rdata(Name::root(), 60, RData::SOA(soa)), 1)
        .await;
    for tld in ["com.", "xn--p1ai."] {
        let server = RData::NS(NS(name("ns.example.")));
        authority
            .upsert(Record::from_rdata(name(tld), 60, server), 1)
            .await;
    }
    let mut catalog = Catalog::new();
    catalog.upsert(Name::root().into(), vec![Arc::new(authority)]);
    let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    let address = socket.local_addr().expect("an address");
    let mut server = ServerFuture::new(catalog);
    server.register_socket(socket);
    tokio::spawn(async move { server.block_until_done().await });
    address
}

fn options(server: SocketAddr) -> DnsOptions {
    DnsOptions::default()
        .servers(vec![server])
        .timeout(Duration::from_millis(200))
        .retries(0)
        .deadline(Duration::from_secs(2))
}

#[tokio::test]
async fn a_server_that_knows() {
    let dns = DnsTlds::new(&options(root_server().await)).expect("a resolver");
    let answers = dns.ask(["com", "xn--p1ai", "nowhere", "a.b", ""]).await;
    assert!(
        answers.existing.iter().eq(["com", "xn--p1ai"]),
        "{answers:?}"
    );
    assert!(answers.missing.iter().eq(["nowhere"]), "{answers:?}");
    assert_eq!(answers.failed.get("a.b"), Some(&Failure::NotAName));
    assert_eq!(answers.failed.get(""), Some(&Failure::NotAName));
}

/// Answers are kept, also negative ones: the server is asked once.
#[tokio::test]
async fn answers_are_cached() {
    let upstream = root_server().await;
    let proxy = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    let address = proxy.local_addr().expect("an address");
    let (count, mut counted) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut buffer = [0; 1500];
        while let Ok((length, client)) = proxy.recv_from(&mut buffer).await {
            let _ = count.send(());
            let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
            socket
                .send_to(&buffer[..length], upstream)
                .await
                .expect("sent");
            let mut answer = [0; 1500];
            let length = socket.recv(&mut answer).await.expect("received");
            proxy
                .send_to(&answer[..length], client)
                .await
                .expect("sent");
        }
    });
    let dns = DnsTlds::new(&options(address)).expect("a resolver");
    let first = dns.ask(["com", "nowhere"]).await;
    let second = dns.ask(["com", "nowhere"]).await;
    assert_eq!(first, second);
    assert!(
        first.existing.contains("com") && first.missing.contains("nowhere"),
        "{first:?}"
    );
    let mut questions = 0;
    while counted.try_recv().is_ok() {
        questions += 1;
    }
    assert_eq!(questions, 2);
}

#[tokio::test]
async fn a_server_that_never_answers() {
    let silent = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    let dns = DnsTlds::new(&options(silent.local_addr().expect("an address"))).expect("a resolver");
    let names: Vec<String> = (0..64).map(|n| format!("t{}", "x".repeat(n))).collect();
    let answers = dns.ask(&names).await;
    assert!(answers.existing.is_empty() && answers.missing.is_empty());
    assert_eq!(answers.failed.len(), names.len(), "{answers:?}");
    assert_eq!(
        answers.failed.get("t"),
        Some(&Failure::TimedOut),
        "{answers:?}"
    );
}

#[tokio::test]
async fn a_server_that_sends_garbage() {
    let liar = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    let address = liar.local_addr().expect("an address");
    tokio::spawn(async move {
        let mut buffer = [0; 1500];
        while let Ok((length, client)) = liar.recv_from(&mut buffer).await {
            for answer in [&b"garbage"[..], &buffer[..length.min(20)], &[0xFF; 600]] {
                let _ = liar.send_to(answer, client).await;
            }
        }
    });
    let dns = DnsTlds::new(&options(address)).expect("a resolver");
    let answers = dns.ask(["com"]).await;
    assert!(
        answers.existing.is_empty() && answers.missing.is_empty(),
        "{answers:?}"
    );
    assert!(answers.failed.contains_key("com"));
}

#[tokio::test]
async fn a_server_that_is_not_there() {
    let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    let address = socket.local_addr().expect("an address");
    drop(socket);
    let dns = DnsTlds::new(&options(address)).expect("a resolver");
    let answers = dns.ask(["com"]).await;
    assert!(answers.failed.contains_key("com"), "{answers:?}");
}
