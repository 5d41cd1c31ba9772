"""`isthmus mpi --coverage --call-all`: a program that calls every function of MPI, on one rank and
on two, and what becomes of it.

The program is made of the standard's own list (src/mpi/abi/call_all.c). It calls each function and
its twin with P in front, with arguments that are right where that is easy, and with nothing but
nulls, while errors are returned. It must come to its end.
"""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import BadInputError, IsthmusError

LIMIT_S = 300.0
RANKS = (1, 2)
UNSUPPORTED = 55  # MPI_ERR_UNSUPPORTED_OPERATION
ABORT_STATUS = 7
# They begin and end the program.
APART = ("MPI_Init", "MPI_Finalize", "MPI_Abort")
ANSWER = re.compile(r"^(P?MPI_\w+) with (arguments|nulls): (-?\d+) ?(.*)$")


@dataclass(frozen=True)
class Answers:
    """Of one run: error classes by name (the twin's with P in front) and kind of arguments."""

    ranks: int
    errors: dict[tuple[str, str], int]
    end: str  # how it ended, if not well


def compiled(folder: Path, compilers: Path) -> Path:
    """Raises BadInputError where the program or its compiler is not there, IsthmusError."""
    source = compilers.parent / "share" / "call_all.c"
    if not source.is_file():
        raise BadInputError(f"{source}: not there (expected a build: run make)")
    program = folder / "call_all"
    words = [str(compilers / "mpicc"), "-w", "-O0", str(source), "-o", str(program)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != 0:
        raise IsthmusError(f"{source}: not compiled: {done.stderr.strip()[-400:]}")
    return program


def run_ranks(ranks: int, program: Path, *words: str) -> tuple[int | None, str, str]:
    """Exit status (None: it did not end), output, errors."""
    command = [sys.executable, "-m", "isthmus", "mpirun", "-n", str(ranks), str(program), *words]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=LIMIT_S, env=environment
        )
    except subprocess.TimeoutExpired as late:
        out = late.stdout if isinstance(late.stdout, str) else (late.stdout or b"").decode()
        return None, out, ""
    return done.returncode, done.stdout, done.stderr


def call_all(ranks: int, program: Path, folder: Path) -> Answers:
    status, out, err = run_ranks(ranks, program, str(folder / "data"))
    errors = {}
    last = "the beginning"
    for line in out.splitlines():
        if found := ANSWER.match(line):
            last = f"{found[1]} with {found[2]}"
            errors[found[1], found[2]] = int(found[3])
    end = ""
    if status is None:
        end = f"did not end in {LIMIT_S:.0f} s, behind {last}"
    elif status != 0:
        end = f"ended with status {status} behind {last}: {err.strip()[-300:]}"
    return Answers(ranks, errors, end)


def faults(answers: Answers, states: dict[str, str]) -> list[str]:
    """What is wrong with a run, a line each. `states`: by function, "here" or "refused"."""
    where = f"on {answers.ranks} rank{'s' if answers.ranks > 1 else ''}"
    lines = [f"{where} the program {answers.end}"] if answers.end else []
    for name, state in states.items():
        if name in APART:
            continue
        for twin in (name, "P" + name):
            for kind in ("arguments", "nulls"):
                error = answers.errors.get((twin, kind))
                if error is None:
                    lines.append(f"{where} {twin} was not called with {kind}")
                elif (error == UNSUPPORTED) != (state == "refused"):
                    lines.append(f"{where} {twin} is {state} and answered {error} to {kind}")
    return lines


def answer_of(name: str, runs: list[Answers]) -> str:
    """The error class of each run with arguments: `0` or, where runs differ, `0/1`."""
    errors = [str(run.errors.get((name, "arguments"), "-")) for run in runs]
    return errors[0] if len(set(errors)) == 1 else "/".join(errors)


def called_lines(states: dict[str, str], compilers: Path) -> tuple[list[str], bool]:
    """A line a function, then faults, then the sums; and whether all is well."""
    with tempfile.TemporaryDirectory(prefix="isthmus-") as place:
        folder = Path(place)
        program = compiled(folder, compilers)
        runs = [call_all(ranks, program, folder) for ranks in RANKS]
        wrong = [line for run in runs for line in faults(run, states)]
        aborted, _, _ = run_ranks(1, program, str(folder / "data"), "abort")
    if aborted != ABORT_STATUS:
        wrong.append(f"MPI_Abort with {ABORT_STATUS} ended the job with {aborted}")
    width = max(map(len, states), default=0)
    lines = [
        f"{name:<{width}}  {states[name]}"
        + ("" if name in APART else f", answers {answer_of(name, runs)}")
        for name in sorted(states)
    ]
    refused = sum(state == "refused" for state in states.values())
    what = f"{len(wrong)} wrong" if wrong else "none aborts, crashes or hangs"
    sums = (
        f"{len(states)} functions, {len(states) - refused} here and {refused} refused, each called "
        f"with its twin on 1 and 2 ranks, with arguments and with nulls: {what}"
    )
    return [*lines, *wrong, sums], not wrong
