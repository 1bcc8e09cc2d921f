"""Solves the positions of a suite, and prints the time, to be compared with the program's.

    python benches/suite.py connect4 FILE... --threads 2 --table-mib 64
    eldest solve connect4 --input FILE --threads 2 --table-mib 64

A line of a file has a position and its value.
"""

from __future__ import annotations

import argparse
import pathlib
import time

import eldest


def main() -> None:
    """Prints positions, wrong values, nodes and seconds."""
    parser = argparse.ArgumentParser(description="Times solve_many on a suite.")
    parser.add_argument("game")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table-mib", type=int, default=64)
    arguments = parser.parse_args()
    lines = [line for file in arguments.files for line in file.read_text().splitlines()]
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    engine = eldest.Engine(
        arguments.game, threads=arguments.threads, table_mib=arguments.table_mib
    )
    begun = time.perf_counter()
    reports = list(engine.solve_many(row[0] for row in rows))
    seconds = time.perf_counter() - begun
    wrong = sum(report.value != int(row[1]) for report, row in zip(reports, rows))
    nodes = sum(report.nodes for report in reports)
    print(f"{len(rows)} positions, {wrong} wrong, {nodes} nodes, {seconds:.3f} s")


if __name__ == "__main__":
    main()
