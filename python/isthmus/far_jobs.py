"""Jobs on other machines: the same command there, by ssh."""

import shlex
import subprocess
from collections.abc import Sequence

from isthmus.errors import BadInputError
from isthmus.nodes import SSH


def split_host(word: str) -> tuple[str, str]:
    """ "HOST:JOB" in two; no host where there is none: no name of a job has a colon."""
    host, _, job = word.rpartition(":")
    if host.startswith("-"):
        raise BadInputError(f"'{host}' is no host (expected HOST:JOB)")
    return host, job


def run_there(host: str, words: Sequence[str]) -> int:
    """What `isthmus` prints there is printed here; its exit status, or ssh's own, 255."""
    if not host or host.startswith("-"):
        raise BadInputError(f"'{host}' is no host (expected one that ssh knows)")
    try:
        done = subprocess.run([*SSH, host, shlex.join(["isthmus", *words])], check=False)
    except OSError as problem:
        raise BadInputError(f"cannot run ssh: {problem.strerror}") from None
    return done.returncode
