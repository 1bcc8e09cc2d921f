"""Types, stubs, the examples of the documentation, and the tutorial."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import eldest
from tests.scripts import PACKAGE

ROOT = PACKAGE.parents[1]


def run(*arguments: str, cwd: pathlib.Path = PACKAGE) -> subprocess.CompletedProcess[str]:
    """Runs Python with these arguments."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=600)


class TypeTest(unittest.TestCase):
    def setUp(self) -> None:
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("no package mypy")

    def test_mypy_accepts_the_package_its_examples_and_tests(self) -> None:
        folders = ("python", "examples", "tests", "benches")
        checked = run("-m", "mypy", "--strict", *folders)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_stubtest_accepts_the_stubs(self) -> None:
        checked = run("-m", "mypy.stubtest", "eldest")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


class DocumentationTest(unittest.TestCase):
    def test_every_public_item_has_a_docstring(self) -> None:
        for name in eldest.__all__:
            item = getattr(eldest, name)
            if inspect.isclass(item) or inspect.isfunction(item):
                self.assertTrue(item.__doc__, name)
            for part, member in vars(item).items() if inspect.isclass(item) else ():
                if not part.startswith("_") and (
                    inspect.isfunction(member) or isinstance(member, property)
                ):
                    self.assertTrue(member.__doc__, f"{name}.{part}")

    def test_examples_of_docstrings_hold(self) -> None:
        for name in ("", "._score", "._engine", "._match", "._tools"):
            found = doctest.testmod(importlib.import_module(f"eldest{name}"))
            self.assertEqual(found.failed, 0, name)

    def test_examples_of_the_page_hold(self) -> None:
        for page in (ROOT / "docs" / "python.md", PACKAGE / "README.md"):
            blocks = re.findall(r"```python\n(.*?)```", page.read_text(), flags=re.DOTALL)
            self.assertGreater(len(blocks), 0, page)
            with tempfile.TemporaryDirectory() as folder:
                script = pathlib.Path(folder, "page.py")
                script.write_text("\n".join(blocks))
                ran = run(str(script), cwd=pathlib.Path(folder))
                self.assertEqual(ran.returncode, 0, f"{page}: {ran.stderr}")

    def test_the_tutorial_runs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            tutorial = PACKAGE / "examples" / "tutorial.py"
            ran = run("-W", "error", str(tutorial), cwd=pathlib.Path(folder))
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertIn("win in 11", ran.stdout)


if __name__ == "__main__":
    unittest.main()
