"""Fetches the sources of MPICH's test suite and builds its programs, for tools/mpi_suite.py."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

PACKAGE = "mpich"

# Names that MPI 3.0 has removed, by those that do the same, and names of MPICH.
REMOVED_NAMES = """\
#include <mpi.h>
#define MPI_Address MPI_Get_address
#define MPI_Errhandler_create MPI_Comm_create_errhandler
#define MPI_Errhandler_get MPI_Comm_get_errhandler
#define MPI_Errhandler_set MPI_Comm_set_errhandler
#define MPI_Handler_function MPI_Comm_errhandler_function
#define MPI_Type_hindexed MPI_Type_create_hindexed
#define MPI_Type_hvector MPI_Type_create_hvector
#define MPI_Type_struct MPI_Type_create_struct
#define MPIX_Delete_error_class MPI_Remove_error_class
#define MPIX_Delete_error_code MPI_Remove_error_code
#define MPIX_Delete_error_string MPI_Remove_error_string
#define PMPI_Message_c2f MPI_Message_c2f
#define PMPI_Message_f2c MPI_Message_f2c
static inline int MPI_Type_lb(MPI_Datatype type, MPI_Aint* lb) {
  MPI_Aint extent;
  return MPI_Type_get_extent(type, lb, &extent);
}
static inline int MPI_Type_extent(MPI_Datatype type, MPI_Aint* extent) {
  MPI_Aint lb;
  return MPI_Type_get_extent(type, &lb, extent);
}
static inline int MPI_Type_ub(MPI_Datatype type, MPI_Aint* ub) {
  MPI_Aint lb, extent;
  int error = MPI_Type_get_extent(type, &lb, &extent);
  if (error == MPI_SUCCESS) *ub = lb + extent;
  return error;
}
"""


class SuiteError(Exception):
    """One line."""


class MissingSuiteError(SuiteError):
    """The sources cannot be had."""


def say(command: list[str], log: Path, *, cwd: Path, **more: str) -> int:
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as out:
        return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out,
                              stderr=subprocess.STDOUT, env=os.environ | more).returncode


def source_entries() -> str:
    """The machine's own sources, asked for source packages: in both of apt's forms."""
    entries = []
    for path in sorted(Path("/etc/apt/sources.list.d").glob("*.sources")):
        text = path.read_text()
        if "debian" in text:
            entries.append(re.sub(r"(?m)^Types:.*$", "Types: deb-src", text).strip())
    return "\n\n".join(entries) + "\n"


def source_lines() -> str:
    path = Path("/etc/apt/sources.list")
    text = path.read_text() if path.exists() else ""
    return "".join(line.replace("deb ", "deb-src ", 1) + "\n" for line in text.splitlines()
                   if line.startswith("deb "))


def fetch(place: Path) -> Path:
    """The suite's folder. Raises MissingSuiteError, SuiteError."""
    source = place / "source"
    if not (source / ".complete").exists():
        if shutil.which("apt-get") is None:
            raise MissingSuiteError(
                "no apt-get, which downloads the suite (expected a Debian system)")
        shutil.rmtree(place, ignore_errors=True)
        lists = place / "apt"
        for folder in ("lists/partial", "archives/partial", "parts"):
            (lists / folder).mkdir(parents=True)
        (lists / "status").touch()
        (lists / "parts" / "source.sources").write_text(source_entries())
        (lists / "sources.list").write_text(source_lines())
        config = lists / "apt.conf"
        config.write_text(
            f'APT::Sandbox::User "";\nDir::State "{lists}";\nDir::State::lists "{lists}/lists";\n'
            f'Dir::State::status "{lists}/status";\nDir::Cache "{lists}";\n'
            f'Dir::Etc::sourcelist "{lists}/sources.list";\n'
            f'Dir::Etc::sourceparts "{lists}/parts";\n')
        variables = {"APT_CONFIG": str(config)}
        say(["apt-get", "update", "-qq"], place / "update.log", cwd=place, **variables)
        log = place / "fetch.log"
        if say(["apt-get", "source", "-qq", "--download-only", PACKAGE], log, cwd=place,
               **variables) != 0:
            raise MissingSuiteError(f"apt-get could not download the source of {PACKAGE} ({log})")
        archive = next(place.glob(f"{PACKAGE}_*.orig.tar.*"))
        source.mkdir()
        unpack = ["tar", "xf", str(archive), "-C", str(source), "--strip-components=1",
                  "--wildcards", "*/test/mpi", "*/confdb", "*/maint"]
        if say(unpack, place / "unpack.log", cwd=place) != 0:
            raise SuiteError(f"cannot unpack {archive} ({place / 'unpack.log'})")
        shutil.rmtree(lists)
        (source / ".complete").touch()
    return source / "test" / "mpi"


def has_fortran(compilers: Path) -> bool:
    compiler = compilers / "bin" / "mpifort"
    return compiler.exists() and subprocess.run(
        [str(compiler), "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL).returncode == 0


def configure_for_all(suite: Path) -> Path:
    """The suite's script, which believes in mpi_f08 of MPICH alone."""
    script = suite / "configure"
    changed = suite / "configure_for_all"
    text = script.read_text(errors="surrogateescape")
    condition = 'if test "$enable_f08" = "yes" -a "$FROM_MPICH" = "yes"'
    changed.write_text(text.replace(condition, 'if test "$enable_f08" = "yes"'),
                       errors="surrogateescape")
    changed.chmod(0o755)
    return changed


def configure(place: Path, suite: Path, build: Path, has_fortran: bool) -> Path:
    """Where the programs are built. Raises SuiteError."""
    compilers = build / "mpi"
    if not (compilers / "bin" / "mpicc").exists():
        raise SuiteError(f"no {compilers}/bin/mpicc (expected make build)")
    built = place / "programs"
    if not (built / ".complete").exists():
        shutil.rmtree(built, ignore_errors=True)
        built.mkdir()
        log = place / "configure.log"
        # Shared libraries of its own would make a script of each program.
        options = [f"--enable-fortran={'all' if has_fortran else 'no'}",
                   "--disable-cxx", "--disable-perftest", "--disable-shared", "--enable-static",
                   "--disable-dependency-tracking", "--enable-xfail"]
        if say([str(configure_for_all(suite)), f"--with-mpi={compilers}",
                f"MPICC={compilers}/bin/mpicc", *options], log, cwd=built) != 0:
            raise SuiteError(f"the suite cannot be configured ({log})")
        (built / "removed_names.h").write_text(REMOVED_NAMES)
        (built / ".complete").touch()
    return built


def build_tests(built: Path, programs: list[tuple[str, str]], jobs: int) -> dict[str, str]:
    """Of folders and names. Why a program could not be built, by folder/name; the others are
    there."""
    # Strict: without operators of types that the standard does not have them for.
    options = [f"CPPFLAGS=-include {built}/removed_names.h -DUSE_STRICT_MPI=1",
               "CFLAGS=-g -O1 -w"]
    broken: dict[str, str] = {}
    folders: dict[str, set[str]] = {}
    for folder, name in programs:
        if not (built / folder / name).exists():
            folders.setdefault(folder, set()).add(name)
    make = ["make", "-k", f"-j{jobs}", *options]
    if folders and not (built / ".libraries").exists():
        for library in ("util", "dtpools"):
            say([*make, "-C", library], built / f"{library}.log", cwd=built)
        (built / ".libraries").touch()
    for folder, names in folders.items():
        log = built / folder / "build.log"
        say([*make, "-C", folder, *sorted(names)], log, cwd=built)
        said = log.read_text(errors="replace")
        for name in names:
            if not (built / folder / name).exists():
                broken[f"{folder}/{name}"] = error_of(said, name)
    return broken


def error_of(said: str, name: str) -> str:
    """The first error that is of this program."""
    # GNU Fortran has the place in a line, the source in three, and then the error.
    pattern = re.compile(rf"(?m)^.*\b{re.escape(name)}\.[a-z0-9]+:"
                         r"(?:[^\n]*(?:error:|undefined)[^\n]*"
                         r"|\d+:\d+:\n(?:[^\n]*\n){1,4}?Error: [^\n]*)$")
    found = pattern.search(said)
    return found.group().strip().splitlines()[-1] if found else "no rule, or an error of a library"


