"""Puts the parts of a timeline together: every process of a job writes one of its own.

A part is a whole trace, one event a line, whose first line says when its time begins. Times of
processes on one machine are of one clock. An arrow between two processes has its two ends in two
parts, with one id.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from isthmus.errors import IsthmusError

_TIME = b'{"ts":'
_NAME = b',"ph":"M"'
_END = b',"ph":"f"'
_BEGIN = b',"ph":"s"'
_ID = b'"id":"'


@dataclass(frozen=True)
class _Part:
    path: Path
    header: dict[str, Any]

    @property
    def start_ns(self) -> int:
        return int(self.header["start_ns"])

    def events(self) -> Iterator[bytes]:
        """The text of each event, without the comma behind it."""
        with self.path.open("rb") as stream:
            stream.readline()
            for line in stream:
                if line.startswith(_TIME):
                    yield line.rstrip(b",\n")


def parts_of(path: Path) -> list[Path]:
    """The parts of other processes than rank 0, whose part is the file itself, by rank."""
    prefix = f"{path.name}.rank"
    found = [
        (int(rank), other)
        for other in path.parent.iterdir()
        if other.name.startswith(prefix) and (rank := other.name.removeprefix(prefix)).isdecimal()
    ]
    return [other for _, other in sorted(found)]


def remove_parts(path: Path) -> None:
    """Forgets the parts of an earlier run."""
    for part in parts_of(path):
        part.unlink()


def merge_parts(path: Path) -> None:
    """Makes one file of the parts, where there are several. Raises IsthmusError."""
    others = parts_of(path)
    if not others:
        return
    try:
        parts = [_read_part(part) for part in (path, *others)]
        whole = path.with_name(f"{path.name}.whole")
        try:
            with whole.open("wb", buffering=1 << 20) as stream:
                _write_whole(parts, stream)
            whole.replace(path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                whole.unlink()
        remove_parts(path)
    except OSError as problem:
        raise IsthmusError(f"cannot put {path} together: {problem.strerror}") from None


def _read_part(path: Path) -> _Part:
    with path.open("rb") as stream:
        first = stream.readline()
        stream.seek(max(0, os.fstat(stream.fileno()).st_size - 4))
        is_whole = stream.read() == b"\n]}\n"
    try:
        header = json.loads(first + b"]}")["otherData"]
        if not is_whole or not isinstance(header["start_ns"], int):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise IsthmusError(f"{path} is no whole timeline: its process did not end well") from None
    return _Part(path, header)


def _write_whole(parts: list[_Part], stream: BinaryIO) -> None:
    arrows = _ids_of(parts, _BEGIN) & _ids_of(parts, _END)
    start_ns = min(part.start_ns for part in parts)
    header = dict(parts[0].header)
    header["start_ns"] = start_ns
    header["full_pes"] = sorted(pe for part in parts for pe in part.header["full_pes"])
    stream.write(b'{"otherData":' + json.dumps(header).encode() + b',"traceEvents":[\n')
    names: set[bytes] = set()
    separator = b""
    for part in parts:
        shift_ns = part.start_ns - start_ns
        for event in part.events():
            time, comma, rest = event[len(_TIME) :].partition(b",")
            kind = (comma + rest)[: len(_NAME)]
            if kind == _NAME:
                if event in names:  # two processes of a site name it both
                    continue
                names.add(event)
            elif kind in (_BEGIN, _END) and _id_of(event) not in arrows:
                continue
            else:
                time = _shifted(time, shift_ns)
            stream.write(separator + _TIME + time + comma + rest)
            separator = b",\n"
    stream.write(b"\n]}\n")


def _ids_of(parts: list[_Part], kind: bytes) -> set[bytes]:
    return {_id_of(event) for part in parts for event in part.events() if kind in event[:40]}


def _id_of(event: bytes) -> bytes:
    return event.partition(_ID)[2].partition(b'"')[0]


def _shifted(time_us: bytes, shift_ns: int) -> bytes:
    """The time has three decimals, so that without its point it is in ns."""
    time_ns = int(time_us.replace(b".", b"")) + shift_ns
    return b"%d.%03d" % divmod(time_ns, 1000)
