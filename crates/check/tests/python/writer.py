"""Builds certificates from their parts, valid or forged."""

import hashlib
import itertools
import struct
import zlib


def number(value):
    """LEB128, in the fewest bytes."""
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def header(parts):
    """The lines of the header, from what `certificate.read` returns."""
    lines = (
        "eldest certificate 1",
        f"game {parts['game']}",
        f"rules {parts['rules']:016x}",
        f"position {parts['position']}",
        f"claim {parts['prover']} at least {parts['least']}",
        f"bounds {parts['bounds']}",
        "",
        "",
    )
    return "\n".join(lines).encode()


def columns(records, claimed):
    """The columns of a block; all records have the height of the first."""
    shared, rests, before = [], [], b""
    for _, code, _, _ in records:
        common = next(
            (i for i, (a, b) in enumerate(zip(before, code)) if a != b), min(len(before), len(code))
        )
        shared.append(common)
        rests.append(code[common:])
        before = code
    more = [least - claimed for _, _, least, _ in records]
    numbers = [records[0][0], len(records), *shared, *map(len, rests)]
    zigzag = [value << 1 if value >= 0 else -value * 2 - 1 for value in more]
    moves = [move for _, _, _, move in records]
    return b"".join(
        (*map(number, numbers), *rests, *map(number, zigzag), *map(number, map(len, moves)), *moves)
    )


def blocks(records, claimed):
    """The columns of all blocks, one for each run of records of one height."""
    runs = itertools.groupby(records, key=lambda record: record[0])
    return [columns(list(run), claimed) for _, run in runs]


def signed(content):
    return content + hashlib.sha256(content).digest()


def file(head, packed, count):
    """The file with this header, these compressed blocks and this number of records."""
    framed = b"".join(struct.pack("<I", len(block)) + block for block in packed)
    return signed(head + framed + struct.pack("<IQ", 0, count))


def certificate(parts, records, pack=zlib.compress):
    return file(
        header(parts), [pack(block) for block in blocks(records, parts["least"])], len(records)
    )
