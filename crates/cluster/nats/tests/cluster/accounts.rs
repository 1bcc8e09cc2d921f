//! The configuration of docs/cluster.md: each user has only the rights that its role needs.

use crate::here::{Here, LEASE, Working, answer, subject, value_of, version};
use async_nats::ConnectOptions;
use eldest::batch::Executor;
use eldest_nats::{Cluster, Server, Worker};
use eldest_prove::JobEnd;
use futures_util::StreamExt;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::time::timeout;

const PAGE: &str = include_str!("../../../../../docs/cluster.md");

/// Reads the configuration from the page, with the passwords of the tests.
fn configuration() -> String {
    let begin = PAGE.find("```nats\n").expect("an example") + "```nats\n".len();
    let length = PAGE[begin..].find("```").expect("its end");
    let text = PAGE[begin..begin + length].replace("$ELDEST_PASSWORD", "secret");
    text.replace("V.", &format!("{}.", version()))
        .replace("eldest-V", &format!("eldest-{}", version()))
}

fn begin() -> Option<(Here, tempfile::TempDir)> {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("eldest.conf");
    std::fs::write(&path, configuration()).unwrap();
    let here = Here::begin_at(&["-c", path.to_str().unwrap()], |port| {
        Server::at(&format!("nats://127.0.0.1:{port}")).unwrap()
    })?;
    Some((here, folder))
}

#[test]
fn the_users_of_the_page_have_the_rights_of_their_roles_only() {
    let Some((here, _folder)) = begin() else { return };
    assert!(Cluster::at(&here.server()).connect().is_err(), "a stranger is let in");
    let by = |name: &str| here.server().user(name, "secret");
    let mut cluster = Cluster::at(&by("manager")).lease(LEASE).connect().unwrap();
    let worker = Worker::new(&by("worker-1"), crate::here::serve).name("worker-1").unwrap();
    let _working = Working::begin(worker.threads(1).table_bytes(1 << 20).lease(LEASE));
    cluster.begin(7, value_of(5));
    let (_, outcome) = answer(&mut cluster);
    assert_eq!((&outcome.end, outcome.by.as_str()), (&JobEnd::Decided, "worker-1"));
    Runtime::new().unwrap().block_on(async {
        let watcher = connect(&here, "manager").await;
        let mut messages = watcher.subscribe("eldest.>").await.unwrap();
        watcher.flush().await.unwrap();
        let other = connect(&here, "worker-2").await;
        for forged in [
            "eldest.workers.worker-1".to_owned(),
            "eldest.managers".to_owned(),
            subject("answers", "token.worker-1"),
            subject("news", "token.worker-1"),
            subject("contradicted", "token"),
            subject("withdrawn", "token"),
        ] {
            other.publish(forged, "forged".into()).await.unwrap();
        }
        other.publish("eldest.workers.worker-2", "its own".into()).await.unwrap();
        other.flush().await.unwrap();
        loop {
            let message = timeout(Duration::from_secs(20), messages.next()).await.unwrap().unwrap();
            assert_ne!(&message.payload[..], b"forged", "{}", message.subject);
            if &message.payload[..] == b"its own" {
                break;
            }
        }
    });
}

async fn connect(here: &Here, user: &str) -> async_nats::Client {
    let options = ConnectOptions::new().user_and_password(user.to_owned(), "secret".to_owned());
    options.connect(format!("nats://127.0.0.1:{}", here.port())).await.unwrap()
}
