//! A server with TLS that requires client certificates.

use crate::here::{Here, run, value_of};
use eldest_nats::{Cluster, Server};
use eldest_prove::JobEnd;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// A self-signed certificate and its key, for the server and its clients.
struct Papers {
    folder: TempDir,
}

impl Papers {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let issued = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        fs::write(folder.path().join("own.pem"), issued.cert.pem()).unwrap();
        fs::write(folder.path().join("key.pem"), issued.signing_key.serialize_pem()).unwrap();
        Self { folder }
    }

    fn own(&self) -> PathBuf {
        self.folder.path().join("own.pem")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    /// Starts a server that presents the certificate, and requires it of clients.
    fn server(&self) -> Option<Here> {
        let [own, key] = [self.own(), self.key()].map(|path| path.display().to_string());
        let flags = ["--tlsverify", "--tlscert", &own, "--tlskey", &key, "--tlscacert", &own];
        Here::begin_at(&flags, |port| {
            stranger(port).roots(self.own()).certificate(self.own(), self.key())
        })
    }
}

/// Returns the server for a client that trusts no certificate and presents none.
fn stranger(port: u16) -> Server {
    Server::at(&format!("tls://127.0.0.1:{port}")).unwrap()
}

fn refused(server: &Server) -> String {
    Cluster::at(server).connect().expect_err("refused").to_string()
}

#[test]
fn over_tls_each_side_presents_its_certificate() {
    let papers = Papers::new();
    let Some(here) = papers.server() else { return };
    let _working = here.worker();
    assert_eq!(run(&mut here.cluster(), value_of(5)).end, JobEnd::Decided);
    let distrusted = refused(&stranger(here.port()));
    assert!(distrusted.contains("certificate"), "{distrusted}");
    let shows_nothing = refused(&stranger(here.port()).roots(papers.own()));
    assert!(shows_nothing.contains("tls://127.0.0.1"), "{shows_nothing}");
}

/// Counts the clients that connect to a server whose handshake is no TLS.
fn count_handshakes(listener: TcpListener) -> Arc<AtomicUsize> {
    let clients = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&clients);
    std::thread::spawn(move || {
        // Kept open: a reset connection could lose the answer.
        let mut open = Vec::new();
        for client in listener.incoming() {
            let mut client = client.unwrap();
            count.fetch_add(1, Ordering::Relaxed);
            let _ = client.write_all(b"INFO {\"tls_required\":true}\r\n");
            let _ = client.read(&mut [0; 512]);
            let _ = client.write_all(b"-ERR 'no handshake'\r\n");
            open.push(client);
        }
    });
    clients
}

#[test]
fn a_refused_handshake_is_not_repeated() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let clients = count_handshakes(listener);
    let reason = refused(&stranger(port));
    assert!(reason.contains("corrupt message"), "{reason}");
    assert_eq!(clients.load(Ordering::Relaxed), 1);
}
