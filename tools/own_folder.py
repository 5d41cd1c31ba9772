"""Folders that a tool makes, fills and removes as root, and never another one.

A folder is a tool's own when the tool has made it: that says a file that lies in it from its first
moment on.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
MARK = ".made-by-isthmus-tools"


class RefusedError(Exception):
    """One line: which folder, why not, what was expected."""


def make(wanted: Path | None, prefix: str, may_be_there: bool) -> Path:
    """A new folder of that name, or of one that nobody has; where it `may_be_there`, also one that
    was made by this function before. Raises RefusedError."""
    if wanted is None:
        folder = Path(tempfile.mkdtemp(prefix=prefix))
    else:
        folder = wanted.absolute().resolve()
        refuse_known(folder, wanted)
        if (folder / MARK).is_file() and may_be_there:
            return folder
        try:
            folder.mkdir()
        except FileExistsError:
            again = ", or one that --keep has left" if may_be_there else ""
            raise RefusedError(f"{wanted}: is there already (expected a folder that is to be made"
                               f"{again})") from None
        except OSError as problem:
            raise RefusedError(f"{wanted}: {problem.strerror} (expected a folder that can be made)"
                               ) from None
    folder.chmod(0o755)  # apt works as a user of its own
    (folder / MARK).touch(exist_ok=False)
    return folder


def refuse_known(folder: Path, said: Path) -> None:
    """What holds the system, a home or this checkout, and what lies in the checkout."""
    for kept, what in ((Path("/"), "the system"), (Path.home().resolve(), "the home folder"),
                       (CHECKOUT, "this checkout")):
        if folder == kept or folder in kept.parents:
            raise RefusedError(f"{said}: {what} is there (expected a folder that is to be made)")
    if CHECKOUT in folder.parents:
        raise RefusedError(f"{said}: is in this checkout (expected a folder elsewhere)")


def remove(folder: Path) -> None:
    """Of make. Raises RefusedError for another one, and where something is mounted in it."""
    folder = folder.resolve()
    if not (folder / MARK).is_file():
        raise RefusedError(f"{folder}: is left, as it was not made here (no {MARK} in it)")
    if mounted := mounts_below(folder):
        raise RefusedError(f"{folder}: is left, as something is mounted at {mounted[0]}")
    # The mark goes last, so that what could not be removed is known again.
    for entry in folder.iterdir():
        if entry.name == MARK:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    (folder / MARK).unlink()
    folder.rmdir()


def mounts_below(folder: Path, table: Path = Path("/proc/self/mountinfo")) -> list[str]:
    """Places in the folder, or itself, where something is mounted, as this process sees it."""
    lines = table.read_text(errors="surrogateescape").splitlines()
    # \\040 for a space.
    plain = [re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), line.split()[4])
             for line in lines]
    return [place for place in plain if Path(place) == folder or folder in Path(place).parents]


@contextlib.contextmanager
def lent(wanted: Path | None, prefix: str, keep: bool, may_be_there: bool = False
         ) -> Iterator[Path]:
    """A root in a folder of make, which is removed at the end, or left, with a line that says where
    it is."""
    folder = make(wanted, prefix, may_be_there)
    try:
        yield folder / "root"
    finally:
        if keep:
            print(f"left: {folder}")
        else:
            try:
                remove(folder)
            except (RefusedError, OSError) as problem:
                print(f"cannot remove {folder}: {problem}", file=sys.stderr)
