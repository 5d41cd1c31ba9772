"""The witness of a job that is the launcher's: `isthmus run --witness launcher`."""

import contextlib
import os
import secrets
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from isthmus.build import build_directory, is_program
from isthmus.errors import BadInputError
from isthmus.launched import die_with

OWN = "launcher"
TOKEN = "ISTHMUS_RELAY_TOKEN"


@contextlib.contextmanager
def beside(given: dict[str, str]) -> Iterator[dict[str, str]]:
    """The runtime options of a job, with the address of a witness that runs as long as this does,
    where they ask for the launcher's own. Its token is in the environment then, as the job's
    processes get it. Raises BadInputError for an address that is none of this machine's."""
    wanted = given.get("witness", "")
    word, _, at = wanted.partition(":")
    if word != OWN or given.get("backend") == "sim":
        yield given
        return
    os.environ.setdefault(TOKEN, secrets.token_hex(16))
    with tempfile.TemporaryDirectory(prefix="isthmus-witness-") as folder:
        process, address = _start(at or "127.0.0.1:0", Path(folder) / "votes")
        try:
            yield given | {"witness": address}
        finally:
            process.terminate()
            process.wait()


def _start(at: str, votes: Path) -> "tuple[subprocess.Popen[str], str]":
    binary = build_directory() / "programs" / "isthmus-relay"
    if not is_program(binary):
        raise BadInputError(f"{binary}: no such program (expected a build: run make)")
    # In a group of its own: Ctrl-C ends the job first, which may need it.
    process = subprocess.Popen(
        [str(binary), "--listen", at, "--votes", str(votes)],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=die_with(os.getpid()),
    )
    assert process.stderr is not None
    first = process.stderr.readline().strip()
    address = first.partition("relay at ")[2]
    if not address:
        process.wait()
        message = first.removeprefix("isthmus: error: ") or "the witness does not start"
        raise BadInputError(f"--witness: {message}")
    threading.Thread(target=_hand_on, args=[process.stderr], daemon=True).start()
    return process, address


def _hand_on(lines: IO[str]) -> None:
    for line in lines:
        sys.stderr.write(line.replace("isthmus: ", "isthmus: the witness: ", 1))
