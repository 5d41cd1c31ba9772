"""Brings a job's program and its inputs to nodes that lack them, before the job is started there.

A shell on the node, to which the same way leads as for the program, says which of the files it has,
by their digests; those that it lacks or has otherwise are sent with its script, and take their
places by renaming. Nothing but `sh`, `base64`, `gzip` and `sha256sum` is needed there.
"""

import base64
import gzip
import hashlib
import os
import platform
import secrets
import shlex
import stat
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from isthmus.errors import BadInputError, IsthmusError
from isthmus.launches import Launch

AT_ONCE = 16  # nodes
MARK = "isthmus-stage"
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
    with ThreadPoolExecutor(AT_ONCE) as pool:
        counts = pool.map(lambda node: _bring(node[0], list(node[1].values())), nodes.values())
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


def _bring(launch: Launch, files: Sequence[File]) -> int:
    digests = [hashlib.sha256(file.here.read_bytes()).hexdigest() for file in files]
    had = _ask(launch, files)
    lacking = [
        file
        for number, (file, digest) in enumerate(zip(files, digests, strict=True))
        if had.get(str(number)) != digest
    ]
    if not lacking:
        return 0
    _run(launch, "".join(_script_for(file) for file in lacking), lacking[0])
    had = _ask(launch, files)
    for number, (file, digest) in enumerate(zip(files, digests, strict=True)):
        if had.get(str(number)) != digest:
            raise IsthmusError(_cannot(launch, file, "it has not come whole"))
    return len(lacking)


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


def _script_for(file: File) -> str:
    data = file.here.read_bytes()
    mode = stat.S_IMODE(file.here.stat().st_mode)
    new = shlex.quote(f"{file.there}.{secrets.token_hex(8)}")
    end = f"{MARK}-end"
    text = base64.encodebytes(gzip.compress(data, mtime=0)).decode("ascii")
    # The last command's status is that of a pipe.
    return f"""mkdir -p {shlex.quote(str(Path(file.there).parent))} || exit 1
base64 -d <<'{end}' | gzip -dc > {new} || {{ rm -f {new}; exit 1; }}
{text}{end}
chmod {mode:o} {new} && mv -f {new} {shlex.quote(file.there)} || {{ rm -f {new}; exit 1; }}
"""


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
