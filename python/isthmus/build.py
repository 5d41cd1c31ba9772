"""Where the compiled programs are, and what they were built with."""

import hashlib
import os
import re
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import BadInputError, IsthmusError

PROGRAM_FOLDERS = ("apps", "examples")


def repository_root() -> Path:
    """The checkout that this package lies in."""
    return Path(__file__).resolve().parents[2]


def build_directory() -> Path:
    """`$ISTHMUS_BUILD`, else build/release of this checkout."""
    given = os.environ.get("ISTHMUS_BUILD")
    return Path(given).absolute() if given else repository_root() / "build" / "release"


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
    """The checkout's commit, with "+changes" where files differ from it; "unknown" without git."""
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
