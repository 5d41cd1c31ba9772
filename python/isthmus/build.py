"""Where the compiled programs are, and what they were built with.

An installed package has a file beside it, written by CMake (cmake/IsthmusCommand.cmake), that says
where the rest of the installation is; in a checkout there is none. Everything else is the same: an
installation keeps its programs in the paths that they have in a build.
"""

import functools
import hashlib
import json
import os
import re
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import BadInputError, IsthmusError

PROGRAM_FOLDERS = ("apps", "examples")


PACKAGE = Path(__file__).resolve().parent
# Where a build lies that nobody has named, and what is in a checkout.
IN_CHECKOUT = {
    "build": "../../build/release",
    "headers": "../../src",
    "experiments": "../../experiments",
}


@functools.cache
def installed() -> dict[str, str]:
    """What `installed.json` says; empty in a checkout. Raises IsthmusError for nonsense in it."""
    file = PACKAGE / "installed.json"
    try:
        found = json.loads(file.read_text())
        return {name: str(found[name]) for name in (*IN_CHECKOUT, "cmake", "commit")}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise IsthmusError(f"{file}: cannot be read ({problem}): install isthmus again") from None


def _place(name: str) -> Path:
    """One of the folders of this installation or checkout."""
    return Path(os.path.normpath(PACKAGE / {**IN_CHECKOUT, **installed()}[name]))


def repository_root() -> Path:
    """The checkout that this package lies in, for what no installation has. Raises
    BadInputError."""
    if installed():
        raise BadInputError("this is for developers, and not installed (expected a checkout)")
    return PACKAGE.parents[1]


def build_directory() -> Path:
    """`$ISTHMUS_BUILD`, else what is installed, else build/release of this checkout."""
    given = os.environ.get("ISTHMUS_BUILD")
    return Path(given).absolute() if given else _place("build")


def headers_directory() -> Path:
    """What programs and thorns are compiled with."""
    return _place("headers")


def experiments_directory() -> Path:
    return _place("experiments")


def installed_page() -> Path | None:
    """The live page of an installation, whose programs do not find it by themselves where they
    have moved; None in a checkout, whose programs do, and where there is none."""
    path = _place("build") / "page" / "page.html"
    return path if installed() and path.is_file() else None


def cmake_directory() -> Path:
    """What an outside project's CMake finds the library by. Raises BadInputError where nothing is
    installed."""
    if not installed():
        raise BadInputError(
            f"{PACKAGE}: a checkout has no CMake package (expected an installed isthmus, or"
            " `cmake --install build/release`)"
        )
    return _place("cmake")


def is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def answer_of(
    command: list[str], limit_s: float, asked: str, variables: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Runs a program that answers in text, whatever its exit status. `asked` names it in errors;
    `variables` are those of its environment that are not ours. IsthmusError where it does not start
    or takes longer than `limit_s`."""
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=limit_s,
            check=False,
            env={**os.environ, **(variables or {})},
        )
    except OSError as problem:
        raise IsthmusError(f"cannot start {command[0]}: {problem.strerror}") from None
    except subprocess.TimeoutExpired:
        raise IsthmusError(f"{asked} gave no answer within {limit_s:g} s") from None


@dataclass(frozen=True)
class Application:
    """A program written against the runtime: its short name and its binary."""

    name: str
    binary: Path

    def fingerprint(self) -> str:
        """Changes whenever the binary does; 16 hex digits."""
        digest = hashlib.sha256()
        with self.binary.open("rb") as stream:
            while chunk := stream.read(1 << 20):
                digest.update(chunk)
        return digest.hexdigest()[:16]


def applications() -> list[Application]:
    """Every application of the build, by name."""
    found = []
    for folder in PROGRAM_FOLDERS:
        for place in sorted((build_directory() / folder).glob("*/")):
            if is_program(place / place.name):
                found.append(Application(place.name, place / place.name))
    return found


def find_application(name: str) -> Application:
    """By name in the build, or by path where the name has a slash. Raises BadInputError."""
    if "/" in name:
        binary = Path(name).absolute()
        if not is_program(binary):
            raise BadInputError(f"{name}: no such program")
        return Application(binary.name, binary)
    known = applications()
    for application in known:
        if application.name == name:
            return application
    names = ", ".join(application.name for application in known)
    hint = f"it has: {names}" if names else "it has none: build first, or set ISTHMUS_BUILD"
    raise BadInputError(f"{name}: no such application in {build_directory()} ({hint})")


def programs_in(folder: Path) -> list[Path]:
    """The executable files that lie directly in a folder; libraries and build files left out."""
    if not folder.is_dir():
        return []
    return sorted(
        path
        for path in folder.iterdir()
        if is_program(path)
        and not stat.S_ISDIR(path.stat().st_mode)
        and path.suffix not in {".so", ".cmake", ".a", ".o"}
    )


def cmake_cache() -> dict[str, str]:
    """The build's CMake cache as name to value; empty where there is no build."""
    try:
        text = (build_directory() / "CMakeCache.txt").read_text(errors="replace")
    except OSError:
        return {}
    return dict(re.findall(r"^([A-Za-z0-9_\-.]+):[A-Z]+=(.*)$", text, flags=re.MULTILINE))


def commit() -> str:
    """The checkout's commit, with "+changes" where files differ from it; "unknown" without git.
    An installation has that which it was built from."""
    if installed():
        return installed()["commit"]
    try:
        return _git("rev-parse", "--short=12", "HEAD") + (
            "+changes" if _git("status", "--porcelain", "--untracked-files=no") else ""
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", "--no-optional-locks", "-C", str(repository_root()), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    return done.stdout.strip()
