"""Brings a job's program and its inputs to nodes that lack them, before the job is started there.

A shell on the node, to which the same way leads as for the program, says which of the files it has,
by their digests; those that it lacks or has otherwise are sent in pieces, each a command of its
script, and take their places by renaming. Neither side holds more than a few pieces at a time.
Nothing but `sh`, `base64`, `gzip` and `sha256sum` is needed there.
"""

import base64
import contextlib
import gzip
import hashlib
import os
import platform
import secrets
import select
import shlex
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from isthmus.errors import BadInputError, IsthmusError
from isthmus.launches import Launch

AT_ONCE = 16  # nodes
MARK = "isthmus-stage"
PIECE_BYTES = 1 << 20
STALL_S = 120.0  # in which not one piece has arrived
LOOK_S = 0.5
# What lies there every machine has of its own.
SYSTEM = ("/lib", "/usr/lib", "/lib64", "/usr/lib64")


@dataclass(frozen=True)
class File:
    """What is at `here`, to be at `there`."""

    here: Path
    there: str


def with_programs(launches: Sequence[Launch], given: Sequence[str]) -> list[Launch]:
    """With other paths of the program, by "SITE=PATH" or "SITE/NODE=PATH". Raises BadInputError."""
    known = {launch.site for launch in launches}
    known |= {f"{launch.site}/{launch.node}" for launch in launches}
    paths: dict[str, str] = {}
    for text in given:
        name, _, path = text.partition("=")
        if name not in known or not path.startswith("/"):
            sites = ", ".join(sorted({launch.site for launch in launches}))
            raise BadInputError(
                f"--program-at '{text}' (expected SITE=PATH or SITE/NODE=PATH, with a site of"
                f" {sites}, and a path from / on)"
            )
        paths[name] = path
    changed = []
    for launch in launches:
        own = paths.get(f"{launch.site}/{launch.node}") or paths.get(launch.site)
        words = launch.arguments
        changed.append(replace(launch, arguments=[own, *words[1:]]) if own else launch)
    return changed


def bring(
    launches: Sequence[Launch], programs: Sequence[str], inputs: Sequence[Path]
) -> dict[str, int]:
    """Where launches lead elsewhere, their program (of `programs`, one a launch, the one that is
    here), the libraries that it has from outside the system's folders, and the inputs, each at its
    own path. How many files each node was given, by its name. Raises IsthmusError where a node
    cannot be given them, BadInputError for a file that is not here."""
    for path in (*map(Path, programs), *inputs):
        if not path.is_file():
            raise BadInputError(f"{path}: no such file (expected one to bring to other nodes)")
    nodes: dict[tuple[str, ...], tuple[Launch, dict[str, File]]] = {}
    for launch, program in zip(launches, programs, strict=True):
        if launch.way:
            _, files = nodes.setdefault(tuple(launch.way), (launch, {}))
            for file in (*of_program(program, launch.arguments[0]), *map(_itself, inputs)):
                files[file.there] = file
    here = {file.here for _, files in nodes.values() for file in files.values()}
    digests = {path: _digest(path) for path in here}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        counts = pool.map(
            lambda node: _bring(node[0], list(node[1].values()), digests), nodes.values()
        )
        names = [launch.node for launch, _ in nodes.values()]
        return dict(zip(names, counts, strict=True))


def of_program(here: str, there: str) -> list[File]:
    """The program, and its libraries, those that it finds from its own folder likewise."""
    files = [File(Path(here), there)]
    said = subprocess.run(
        ["ldd", here], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout
    folder = f"{Path(here).parent}/"
    for line in said.splitlines():
        library = line.partition(" => ")[2].rpartition(" (")[0]
        path = os.path.normpath(library) if library else ""
        if not path.startswith("/") or path.startswith(tuple(f"{place}/" for place in SYSTEM)):
            continue
        from_here = library.startswith(folder)
        own = Path(there).parent / os.path.relpath(path, folder)
        files.append(File(Path(path), os.path.normpath(own) if from_here else path))
    return files


def _itself(path: Path) -> File:
    return File(path.absolute(), str(path.absolute()))


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as data:
            return hashlib.file_digest(data, "sha256").hexdigest()
    except OSError as problem:
        raise IsthmusError(f"{path}: {problem.strerror}") from None


def _bring(launch: Launch, files: Sequence[File], digests: Mapping[Path, str]) -> int:
    lacking = _lacking(launch, files, digests)
    if lacking:
        _send(launch, lacking)
    for file in _lacking(launch, lacking, digests) if lacking else ():
        raise IsthmusError(_cannot(launch, file, "it has not come whole, or changed meanwhile"))
    return len(lacking)


def _lacking(launch: Launch, files: Sequence[File], digests: Mapping[Path, str]) -> list[File]:
    had = _ask(launch, files)
    return [file for n, file in enumerate(files) if had.get(str(n)) != digests[file.here]]


def _ask(launch: Launch, files: Sequence[File]) -> dict[str, str]:
    """The digests of those that the node has, by their number. Makes the job's folder there."""
    script = [f"mkdir -p {shlex.quote(str(Path.cwd()))} || exit 1"]
    script.append(f'echo "{MARK} machine $(uname -m)"')
    for number, file in enumerate(files):
        path = shlex.quote(file.there)
        script.append(f'test ! -f {path} || echo "{MARK} {number} $(sha256sum < {path})"')
    said = _run(launch, "\n".join(script) + "\n", files[0])
    lines = [line.split() for line in said.splitlines() if line.startswith(f"{MARK} ")]
    told = {words[1]: words[2] for words in lines if len(words) > 2}
    if told.get("machine") != platform.machine():
        why = f"it is of another kind ({told.get('machine', 'it does not say which')})"
        raise IsthmusError(_cannot(launch, files[0], f"{why} than this one, {platform.machine()}"))
    return told


def _send(launch: Launch, files: Sequence[File]) -> None:
    """Raises IsthmusError where the way or the node breaks off, which names the file and how much
    of it had come."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            shell = subprocess.Popen(
                [*launch.way, "sh"], stdin=subprocess.PIPE, stdout=out, stderr=err
            )
        except OSError as problem:
            raise IsthmusError(f"cannot start {launch.way[0]}: {problem.strerror}") from None
        assert shell.stdin is not None
        sizes: list[int] = []
        patience = _Patience(out.fileno())
        why = ""
        try:
            sizes += [file.here.stat().st_size for file in files]
            with contextlib.suppress(BrokenPipeError), shell.stdin as way:
                os.set_blocking(way.fileno(), False)
                for number, file in enumerate(files):
                    for command in _commands_for(number, file):
                        _write(way.fileno(), command, patience)
            while shell.poll() is None:
                patience.look()
                time.sleep(LOOK_S / 10)
        except _StallError:
            why = f"nothing more for {STALL_S:g} s"
        except OSError as problem:
            raise IsthmusError(f"{problem.filename}: {problem.strerror}") from None
        finally:
            shell.kill()
            status = shell.wait()
        out.seek(0)
        err.seek(0)
        done, come_bytes = _how_far(out)
        if done >= len(files):
            return
        said = err.read().decode(errors="replace").strip().splitlines()
        why = why or (said[-1] if said else f"status {status}")
        come = f"{come_bytes} of {sizes[done]} bytes have come"
        raise IsthmusError(_cannot(launch, files[done], f"{come}, then: {why}"))


class _StallError(Exception):
    pass


class _Patience:
    """With a node that says into a file what has come; ends when it has long said nothing."""

    def __init__(self, out: int) -> None:
        self._out = out
        self._said = 0
        self._since_s = time.monotonic()

    def look(self) -> None:
        """Raises _StallError."""
        said, now_s = os.fstat(self._out).st_size, time.monotonic()
        if said != self._said:
            self._said, self._since_s = said, now_s
        elif now_s - self._since_s >= STALL_S:
            raise _StallError


def _write(way: int, data: bytes, patience: _Patience) -> None:
    """All of it. `way` does not block."""
    rest = memoryview(data)
    while rest:
        patience.look()
        if select.select([], [way], [], LOOK_S)[1]:
            with contextlib.suppress(BlockingIOError):
                rest = rest[os.write(way, rest) :]


def _how_far(out: BinaryIO) -> tuple[int, int]:
    """How many files are done, and how many bytes of the next one have come."""
    done, come_bytes = 0, 0
    for line in out:
        words = line.decode(errors="replace").split()
        if words[:1] == [MARK] and len(words) == 3 and words[2].isdecimal():
            is_done = words[1] == "done"
            done, come_bytes = (int(words[2]) + 1, 0) if is_done else (done, int(words[2]))
    return done, come_bytes


def _commands_for(number: int, file: File) -> Iterator[bytes]:
    """For the shell there: a file under another name, piece by piece, which then takes its place.
    What is there of it when the shell ends before that is removed."""
    mode = stat.S_IMODE(file.here.stat().st_mode)
    new = shlex.quote(f"{file.there}.{secrets.token_hex(8)}")
    yield os.fsencode(f"""trap {shlex.quote(f"rm -f {new}")} EXIT
trap 'exit 1' HUP INT TERM PIPE
mkdir -p {shlex.quote(str(Path(file.there).parent))} && : > {new} || exit 1
""")
    sent_bytes = 0
    with file.here.open("rb") as data:
        while piece := data.read(PIECE_BYTES):
            sent_bytes += len(piece)
            end = f"{MARK}-end"
            text = base64.encodebytes(gzip.compress(piece, compresslevel=3, mtime=0))
            # The last command's status is that of a pipe.
            yield f"base64 -d <<'{end}' | gzip -dc >> {new} || exit 1\n".encode(
                errors="surrogateescape"
            )
            yield text
            yield f"{end}\necho '{MARK} come {sent_bytes}'\n".encode()
    yield os.fsencode(f"""chmod {mode:o} {new} && mv -f {new} {shlex.quote(file.there)} || exit 1
echo '{MARK} done {number}'
""")


def _run(launch: Launch, script: str, file: File) -> str:
    try:
        done = subprocess.run(
            [*launch.way, "sh"],
            input=script,
            check=False,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",  # paths, and what a login prints, may be anything
        )
    except OSError as problem:
        raise IsthmusError(f"cannot start {launch.way[0]}: {problem.strerror}") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise IsthmusError(_cannot(launch, file, said[-1]))
    return done.stdout


def _cannot(launch: Launch, file: File, why: str) -> str:
    where = f"node {launch.node}" + (f" of site {launch.site}" if launch.site else "")
    return f"{where} cannot be given {file.there}: {why} (tried by {shlex.join(launch.way)})"
