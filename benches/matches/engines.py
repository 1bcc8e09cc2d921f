"""Chess engines by name, and how they are had."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = ROOT / "target" / "release" / "eldest-uci"

# Debian's packages, and what they install.
PACKAGES = {
    "stockfish": ["/usr/games/stockfish"],
    "toga2": ["/usr/games/toga2"],
    "gnuchess": ["/usr/games/gnuchess", "--uci"],
    "ethereal-chess": ["/usr/games/ethereal-chess"],
    "glaurung": ["/usr/games/glaurung"],
}


def install(package):
    """Installs a package of Debian, as root or by sudo."""
    become = [] if os.geteuid() == 0 else ["sudo"]
    subprocess.run([*become, "apt-get", "install", "-y", package], check=True, stdout=subprocess.DEVNULL)


def command(name):
    """The command of an engine: a name among PACKAGES, installed if need be, or a path with arguments."""
    if name in PACKAGES:
        if not Path(PACKAGES[name][0]).exists():
            install(name)
        return PACKAGES[name]
    words = name.split()
    found = shutil.which(words[0])
    if found is None:
        raise SystemExit(f"there is no {words[0]}; expected a program, or one of {', '.join(PACKAGES)}")
    return [str(Path(found).resolve()), *words[1:]]


def options(texts):
    """`NAME=VALUE` as a dictionary."""
    pairs = [text.partition("=") for text in texts]
    wrong = [name for name, equals, _ in pairs if not equals]
    if wrong:
        raise SystemExit(f"found '{wrong[0]}'; expected NAME=VALUE")
    return {name: {"true": True, "false": False}.get(value, value) for name, _, value in pairs}
