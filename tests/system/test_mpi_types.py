"""Datatypes of MPI programs: programs/mpi/types_*.c check themselves, wherever their ranks are."""

import re
from pathlib import Path

import pytest
from mpi_programs import HOST
from support import BUILD, COMMAND, Done, run

PROGRAMS = Path(__file__).parent / "programs" / "mpi"
COMPILER = BUILD / "mpi" / "bin" / "mpicc"
RANKS = ("--", "--ranks", "4")
TELL = {
    "attributes": "attributes",
    "large": "large counts",
    "made": "constructors",
    "packed": "packing",
    "refused": "refusals",
    "told": "envelopes, contents and names",
}
PLACES = {
    "one PE": (HOST, "--sites", "1", "--pes", "1", *RANKS),
    "two sites": (HOST, "--sites", "2", "--pes", "1", *RANKS),
    "moving": (HOST, "--sites", "2", "--pes", "2", *RANKS, "--move-every", "1"),
    "moving between processes": (
        *(COMMAND, "run", HOST, "--backend", "processes"),
        *("--sites", "2", "--pes", "1", *RANKS, "--move-every", "1"),
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("types")


def compiled(name: str, folder: Path) -> str:
    program = folder / name
    if not program.exists():
        words = ("-Wall", "-Wextra", "-Werror", "-O1", str(PROGRAMS / f"types_{name}.c"))
        done = run(str(COMPILER), *words, "-o", str(program))
        assert (done.status, done.err) == (0, "")
    return str(program)


def outcome(done: Done) -> tuple[int, str, str]:
    """The launcher says of each line which process it comes from."""
    return done.status, re.sub(r"^\[\d+ \w+\] ", "", done.out, flags=re.MULTILINE), done.err


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", TELL)
def test_datatypes_are_what_the_standard_says(name: str, place: str, folder: Path) -> None:
    done = run(*PLACES[place], "--", compiled(name, folder))
    assert outcome(done) == (0, f"ok: {TELL[name]}\n", "")
