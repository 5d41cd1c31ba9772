"""`isthmus hosts`: the nodes that a cluster's manager has given this job, as a grid file."""

import argparse
import os
import re
from collections.abc import Mapping
from pathlib import Path

from isthmus.arguments import Commands, expect_no_app_options
from isthmus.errors import BadInputError

EPILOG = """\
Read from what the manager says in the environment, the first of these that is there:
  Slurm   SLURM_JOB_NODELIST, with SLURM_TASKS_PER_NODE
  PBS     PBS_NODEFILE, a line for each process
  LSF     LSB_DJOB_HOSTFILE, a line for each process, or LSB_HOSTS, a word for each
or from a file of such lines, "host" or "host COUNT". All nodes are of one site, each with as many
PEs as the manager counts processes there, in one process or as many as --processes says.

examples, in a batch script of PBS or LSF, whose nodes can be reached by ssh:
  isthmus hosts > grid.toml
  isthmus run jacobi2d --grid grid.toml -- --mesh 1024
"""

Counts = dict[str, int]
"""Processes by host, in the order in which the hosts were named."""


def slurm_names(text: str) -> list[str]:
    """ "n[01-03,7],login" written out, zeros in front kept. Raises BadInputError."""
    if not re.fullmatch(r"(?:[^,\[\]]|\[[^\[\]]*\]|(?<=.),(?=.))+", text):
        raise BadInputError(f"SLURM_JOB_NODELIST '{text}' (expected such as n[0-3],login)")
    names: list[str] = []
    for one in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", text):
        names += _written_out(one, text)
    return names


def _written_out(one: str, text: str) -> list[str]:
    found = re.fullmatch(r"([^\[\]]*)\[([^\]]*)\](.*)", one)
    if found is None:
        return [one]
    front, ranges, rest = found.groups()
    numbers: list[str] = []
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        last = last or first
        if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
            raise BadInputError(f"SLURM_JOB_NODELIST '{text}': '{part}' (expected such as 0-3)")
        numbers += [f"{n:0{len(first)}d}" for n in range(int(first), int(last) + 1)]
    return [front + number + tail for number in numbers for tail in _written_out(rest, text)]


def slurm_counts(names: list[str], tasks: str) -> Counts:
    """`tasks` as SLURM_TASKS_PER_NODE has it, "2(x3),1"; one for each host where it is empty."""
    counts: list[int] = []
    for part in tasks.split(",") if tasks else [f"1(x{len(names)})"]:
        found = re.fullmatch(r"(\d+)(?:\(x(\d+)\))?", part)
        if found is None:
            raise BadInputError(f"SLURM_TASKS_PER_NODE '{tasks}' (expected such as 2(x3),1)")
        counts += [int(found[1])] * int(found[2] or 1)
    if len(counts) != len(names):
        raise BadInputError(
            f"SLURM_TASKS_PER_NODE '{tasks}': {len(counts)} hosts (expected {len(names)}, as"
            " SLURM_JOB_NODELIST has)"
        )
    return dict(zip(names, counts, strict=True))


def counts_in(text: str, where: str) -> Counts:
    """Of lines "host" or "host COUNT"; a host that stands there again has so many more. Raises
    BadInputError, with the line's number."""
    counts: Counts = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        is_right = len(words) == 1 or (len(words) == 2 and words[1].isdecimal())
        if not is_right or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.:-]*", words[0]):
            raise BadInputError(f"{where}:{number}: '{line.strip()}' (expected HOST or HOST COUNT)")
        counts[words[0]] = counts.get(words[0], 0) + (int(words[1]) if len(words) == 2 else 1)
    if not any(counts.values()):
        raise BadInputError(f"{where}: no host (expected a line for each)")
    return {host: count for host, count in counts.items() if count}


def counts_of_file(file: Path) -> Counts:
    try:
        return counts_in(file.read_text(), str(file))
    except (OSError, UnicodeDecodeError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else "no text"
        raise BadInputError(f"{file}: {why} (expected a file of hosts)") from None


def allocated(environment: Mapping[str, str]) -> Counts:
    """What the manager gave this job. Raises BadInputError where there is none."""
    if nodes := environment.get("SLURM_JOB_NODELIST"):
        return slurm_counts(slurm_names(nodes), environment.get("SLURM_TASKS_PER_NODE", ""))
    for variable in ("PBS_NODEFILE", "LSB_DJOB_HOSTFILE"):
        if file := environment.get(variable):
            return counts_of_file(Path(file))
    if words := environment.get("LSB_HOSTS"):
        return counts_in("\n".join(words.split()), "LSB_HOSTS")
    raise BadInputError(
        "no manager has given this job nodes (expected SLURM_JOB_NODELIST, PBS_NODEFILE,"
        " LSB_DJOB_HOSTFILE or LSB_HOSTS in the environment, or --file)"
    )


def grid_text(
    counts: Counts, site: str, processes: int, pes: int | None = None, addresses: bool = True
) -> str:
    """A grid file of one site. Without addresses processes find out those of the others."""
    lines = ["[[site]]", f'name = "{site}"']
    for host, count in counts.items():
        lines += ["", "[[site.node]]", f'name = "{host}"']
        lines += [f'address = "{host}"'] if addresses else []
        lines += [f"pes = {max(pes or count, processes)}", f"processes = {processes}"]
    return "\n".join(lines) + "\n"


def add_parser(commands: Commands) -> None:
    parser = commands.add("hosts", "write the nodes of this batch job as a grid file", EPILOG)
    parser.add_argument("--file", metavar="FILE", type=Path, help="read the hosts there instead")
    parser.add_argument(
        "--site", metavar="NAME", default="cluster", help="the site's name (cluster)"
    )
    parser.add_argument("--pes", metavar="N", type=int, help="on each node; as it is counted")
    parser.add_argument("--processes", metavar="N", type=int, default=1, help="on each node (1)")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    for name in ("pes", "processes"):
        number = getattr(parsed, name)
        if number is not None and number < 1:
            raise BadInputError(f"--{name} {number}: too few (expected at least 1)")
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", parsed.site):
        raise BadInputError(f"--site '{parsed.site}' (expected letters, digits, '_', '.', '-')")
    counts = counts_of_file(parsed.file) if parsed.file else allocated(os.environ)
    print(grid_text(counts, parsed.site, parsed.processes, parsed.pes), end="")
    return 0
