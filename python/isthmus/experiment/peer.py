"""Jacobi2D over several sites on two simulators, ours and SimGrid (Casanova, Giersch, Legrand,
Quinson, Suter: Versatile, Scalable, and Accurate Simulation of Distributed Applications and
Platforms, Journal of Parallel and Distributed Computing 74, 2014): the same program on the same
machine, measured from outside."""

import json
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from isthmus.build import build_directory, is_program
from isthmus.errors import IsthmusError, MissingPeerError
from isthmus.report import read_report

SITE_LATENCY_US = 10
SITE_BANDWIDTH = 1.25e9  # bytes a second, of each PE's link into its site
CELL_BYTES = 8
HEADER_BYTES = 80  # of a message with an edge
RUN_S = 600.0
LOOK_S = 0.003  # between two looks at the memory of a run
REACHES = ("same_process", "same_node", "same_site", "between_sites")


@dataclass(frozen=True)
class Grid:
    """The stencil and its machine. `pes` are of all sites together, each a process of its own; an
    object has `edge` x `edge` cells. `bandwidth` (bytes a second) and latency (one way) are those
    between two sites."""

    sites: int
    pes: int
    objects_a_side: int
    edge: int
    cell_ns: float
    latency_ms: float
    bandwidth: float

    @property
    def objects_per_pe(self) -> int:
        return self.objects_a_side**2 // self.pes

    def message_bytes(self) -> int:
        return CELL_BYTES * self.edge + HEADER_BYTES

    def messages(self, steps: int) -> int:
        """Edges between objects in a run of so many steps: none is sent after the last."""
        return 4 * self.objects_a_side * (self.objects_a_side - 1) * (steps - 1)

    def link_busy_ms(self) -> float:
        """How long a link between two sites transmits in each step: sites own slabs of columns, so
        that an edge of every row of objects crosses, each way."""
        return self.objects_a_side * self.message_bytes() / self.bandwidth * 1e3

    def objects_text(self) -> str:
        count = self.objects_per_pe
        return f"{count} object{'' if count == 1 else 's'} per PE"

    def text(self) -> str:
        return f"{self.platform_text()}, {self.objects_text()}, {self.latency_ms:g} ms"

    def platform_text(self) -> str:
        megabits = self.bandwidth * 8 / 1e6
        rate = f"{megabits / 1e3:g} Gb/s" if megabits >= 1e3 else f"{megabits:g} Mb/s"
        return f"{self.sites} sites, {self.pes} PEs, {rate}"


@dataclass(frozen=True)
class Measured:
    """One run of a simulator. `simulated_ms` counts from a moment early in the run that does not
    depend on its number of steps."""

    simulated_ms: float
    wall_s: float
    peak_bytes: int


Simulate = Callable[[Grid, int], Measured]
"""Runs the grid for so many steps."""


def step_ms(simulate: Simulate, grid: Grid, steps: int) -> float:
    """What one step more costs: by how much a run of twice the steps is longer. What the beginning
    and the end of a run cost is the same in both."""
    shorter, longer = simulate(grid, steps), simulate(grid, 2 * steps)
    return (longer.simulated_ms - shorter.simulated_ms) / steps


def our_arguments(grid: Grid, steps: int) -> tuple[list[str], list[str]]:
    """Runtime options and the application's own. The runtime costs nothing, as the peer has none.
    The first half of the steps is the warm-up, and one mark ends it, so that its time is known."""
    per_site = str(grid.pes // grid.sites)
    runtime = [
        *("--backend", "sim", "--costs", "charged", "--quiet"),
        *("--sites", str(grid.sites), "--pes", per_site, "--processes", per_site),
        *("--latency", f"{grid.latency_ms:g}ms", "--bandwidth", f"{grid.bandwidth:.0f}B/s"),
    ]
    for reach in ("same_pe", *REACHES):
        for cost in ("send=0ns", "receive=0ns", "send_byte=0", "receive_byte=0"):
            runtime += ["--sim", f"{reach}.{cost}"]
    for reach in REACHES:
        runtime += ["--sim", f"{reach}.latency={SITE_LATENCY_US}us"]
        runtime += ["--sim", f"{reach}.bandwidth={SITE_BANDWIDTH:.0f}B/s"]
    own = [
        *("--plain", "--no-probe", "--mapping", "block", "--cell-time", f"{grid.cell_ns:g}"),
        *("--mesh", str(grid.objects_a_side * grid.edge), "--objects", str(grid.objects_a_side)),
        *("--steps", str(steps - MARK_STEPS), "--warmup", str(MARK_STEPS)),
        *("--marks", str((steps - MARK_STEPS) // MARK_STEPS)),
    ]
    return runtime, own


MARK_STEPS = 10
"""Our time counts from the first mark, after so many steps; runs are multiples of it."""


def peer_arguments(grid: Grid, steps: int) -> list[str]:
    return [
        *("--sites", str(grid.sites), "--pes", str(grid.pes)),
        *("--objects", str(grid.objects_a_side), "--steps", str(steps)),
        *("--compute-ns", f"{grid.edge**2 * grid.cell_ns:.9g}"),
        *("--message-bytes", str(grid.message_bytes())),
        *("--latency-s", f"{grid.latency_ms / 1e3:.9g}", "--bandwidth", f"{grid.bandwidth:.0f}"),
        *("--site-latency-s", f"{SITE_LATENCY_US / 1e6:.9g}"),
        *("--site-bandwidth", f"{SITE_BANDWIDTH:.0f}"),
    ]


def find_peer() -> Path:
    """Raises MissingPeerError where the build was made without SimGrid."""
    program = build_directory() / "bench" / "references" / "simgrid" / "simgrid_stencil"
    if not is_program(program):
        raise MissingPeerError(
            f"no SimGrid in {build_directory()} (expected: tools/install_packages.sh peers, then "
            "cmake --preset release and make)"
        )
    return program


def our_simulator(binary: Path) -> Simulate:
    def simulate(grid: Grid, steps: int) -> Measured:
        runtime, own = our_arguments(grid, steps)
        with tempfile.TemporaryDirectory(prefix="isthmus-") as folder:
            report = Path(folder) / "report.json"
            _, wall_s, peak_bytes = run_measured(
                [str(binary), *runtime, "--report", str(report), "--", *own]
            )
            per_step_ms = read_report(report).metrics.get("ms_per_step")
        if per_step_ms is None:
            raise IsthmusError(f"the report of {binary.name} has no metric ms_per_step")
        return Measured(per_step_ms * (steps - MARK_STEPS), wall_s, peak_bytes)

    return simulate


def peer_simulator(binary: Path) -> Simulate:
    def simulate(grid: Grid, steps: int) -> Measured:
        said, wall_s, peak_bytes = run_measured([str(binary), *peer_arguments(grid, steps)])
        try:
            result = json.loads(said)
            simulated_ms, messages = float(result["simulated_ms"]), int(result["messages"])
        except (ValueError, KeyError, TypeError):
            raise IsthmusError(f"{binary.name} printed no result: {said[:80]!r}") from None
        if messages != grid.messages(steps):
            raise IsthmusError(
                f"{binary.name} sent {messages} messages, expected {grid.messages(steps)}"
            )
        return Measured(simulated_ms, wall_s, peak_bytes)

    return simulate


def run_measured(command: Sequence[str], limit_s: float = RUN_S) -> tuple[str, float, int]:
    """Standard output, wall-clock time from start to end, and the largest resident set in bytes.
    Raises IsthmusError, with the program's last words, where it fails or takes too long."""
    name = Path(command[0]).name
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        begin_s = time.monotonic()
        try:
            job = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        except OSError as problem:
            raise IsthmusError(f"cannot start {command[0]}: {problem.strerror}") from None
        try:
            status, peak_bytes = _wait(job, begin_s + limit_s)
        except BaseException:
            job.kill()
            job.wait()
            raise
        wall_s = time.monotonic() - begin_s
        if status is None:
            raise IsthmusError(f"{name} took longer than {limit_s:g} s and was ended")
        out.seek(0)
        errors.seek(0)
        if status != 0:
            words = [line for line in errors.read().splitlines() if line.strip()]
            said = f" ({words[-1]})" if words else ""
            raise IsthmusError(f"{name} ended with status {status}{said}")
        return out.read(), wall_s, peak_bytes


def _wait(job: "subprocess.Popen[bytes]", until_s: float) -> tuple[int | None, int]:
    """Status (None: it was killed at `until_s`) and peak in bytes. What wait4 tells of memory would
    begin with that of this process, from which the child was forked."""
    peak_bytes = 0
    while job.poll() is None:
        peak_bytes = max(peak_bytes, _peak_bytes(job.pid))
        if time.monotonic() > until_s:
            job.kill()
            job.wait()
            return None, peak_bytes
        time.sleep(LOOK_S)
    return job.returncode, peak_bytes


def _peak_bytes(pid: int) -> int:
    """0 where the process has just ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s*([0-9]+) kB$", status, flags=re.MULTILINE)
    return int(found[1]) * 1024 if found else 0
