"""Runs scenarios in virtual time over many seeds, and stops at the first that goes wrong.

One thread starts the runs, a few at a time, and waits for their ends through pidfds; every run is
the leader of a process group that dies with this process.
"""

import argparse
import contextlib
import hashlib
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import IO

from isthmus import options, simulate_targets
from isthmus.arguments import Commands, positive, positive_number
from isthmus.errors import BadInputError, IsthmusError
from isthmus.launched import die_with, signal_name
from isthmus.launcher import Job, told
from isthmus.launches import Launch
from isthmus.scenario import Expectation, Scenario

SEED_COUNT = 2**63  # seeds drawn from a text lie below; the next ones still fit 64 bits
TIMEOUT_S = 120.0  # of real time, for one run
ERROR = "isthmus: error: "
CHECKER = ERROR + "checker: "
LINES_SHOWN = 12
REFUSED = 2
ENDING = (signal.SIGINT, signal.SIGTERM)
HOLD_S = 2.0  # what stands above the output of runs waits so long whether one is refused
# "none" and a reason where costs are measured.
_TRACE_HASH = re.compile(r"^trace hash: ([0-9a-f]{16}$|none\b)", re.MULTILINE)


@dataclass(frozen=True)
class Plan:
    """Every scenario with every seed; twice each where their equality is in question."""

    scenarios: tuple[Scenario, ...]
    first_seed: int
    seeds: int
    jobs: int
    twice: bool = False
    timeout_s: float = TIMEOUT_S

    def runs(self) -> Iterator[tuple[Scenario, int]]:
        for scenario in self.scenarios:
            for k in range(self.seeds):
                yield scenario, (self.first_seed + k) % 2**64


@dataclass(frozen=True)
class Outcome:
    """One run. A negative status is the signal that ended it; None: it took too long."""

    status: int | None
    out: str
    err: str

    @property
    def trace_hash(self) -> str:
        found = _TRACE_HASH.search(self.out)
        return found[1] if found else ""

    def behind(self, earlier: "Outcome | None") -> "Outcome":
        """All that was said, where it was started again."""
        if earlier is None:
            return self
        return Outcome(self.status, earlier.out + self.out, earlier.err + self.err)


@dataclass(frozen=True)
class Failure:
    scenario: Scenario
    seed: int
    problem: str
    err: str
    twice: bool


def seed_from(text: str) -> int:
    """The same text, the same seed: for a seed that changes with each commit."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % SEED_COUNT


def judge(scenario: Scenario, outcome: Outcome, start: int = 0) -> str:
    """What is wrong with a run, in one line; empty when it went as expected. The last restart is
    to end well."""
    is_last_restart = start > 0 and scenario.is_last(start)
    expect, status = Expectation() if is_last_restart else scenario.expect, outcome.status
    if status is None:
        return "it hangs, or takes too long"
    if status < 0:
        return f"it was killed by {signal_name(-status)}"
    errors = [line for line in outcome.err.splitlines() if line.startswith(ERROR)]
    for line in errors:
        if line.startswith(CHECKER):
            return f"a checker found a breach ({line.removeprefix(ERROR)})"
    if status == 0:
        if not outcome.trace_hash:
            return "it ended well, but printed no trace hash"
        return "" if expect.may_succeed else "it ended well (expected an error)"
    if status != 1:
        return f"it ended with status {status} (expected 0 or 1)"
    if not expect.may_fail:
        return "it failed (expected success)"
    if not any(re.search(expect.error, line) for line in errors):
        return f"it failed, but no line says '{expect.error}'"
    return ""


def refusal(scenario: Scenario, outcome: Outcome) -> str:
    """Why the program does not take the words of the scenario, in one line; empty where it took
    them."""
    lines = [line for line in outcome.err.splitlines() if line.strip()]
    if outcome.status != REFUSED or any(line.startswith(CHECKER) for line in lines):
        return ""
    errors = [line for line in lines if line.startswith(ERROR)] or lines
    said = errors[-1].strip() if errors else f"{scenario.application.name} refuses to run"
    return scenario.refusal(said.removeprefix(ERROR))


def replay_command(scenario: Scenario, seed: int, twice: bool) -> str:
    """The words to type for exactly this run again."""
    words = ["isthmus", "simulate"]
    words += (
        ["--first-seed", str(seed), "--seeds", "1", "--twice"] if twice else ["--seed", str(seed)]
    )
    words += scenario.source
    if scenario.tail:
        words += ["--", *scenario.tail]
    command = shlex.join(words)
    build = os.environ.get("ISTHMUS_BUILD")
    return f"ISTHMUS_BUILD={shlex.quote(build)} {command}" if build else command


def run_once(scenario: Scenario, seed: int) -> int:
    """One run with its output on the terminal; 0 when it ends as expected. Raises BadInputError
    where the program refuses the scenario, with nothing else said if it does so at once."""
    folder = _Folder(scenario)
    try:
        start, goes_on = 0, True
        while goes_on:
            status, goes_on = _start_once(scenario, seed, start, folder.name)
            start += 1
        return status
    finally:
        folder.cleanup()


def _start_once(scenario: Scenario, seed: int, start: int, folder: str) -> tuple[int, bool]:
    """The status, and whether it is to be started again."""
    command = scenario.command(seed, start, folder)
    again = f", start {start + 1}" if start > 0 else ""
    held = [f"isthmus: {scenario.name}, seed {seed}{again}: {shlex.join(command)}"]
    collected: dict[str, list[str]] = {"stdout": [], "stderr": []}
    begin_s = time.monotonic()

    def release() -> None:
        for line in held:
            print(line, file=sys.stderr, flush=True)
        held.clear()

    def show(_rank: int, stream: str, line: bytes) -> None:
        text = line.decode(errors="replace")
        collected[stream].append(text)
        if held and stream == "stderr" and text.startswith(ERROR):
            held.append(text)
            return
        release()
        print(text, file=sys.stdout if stream == "stdout" else sys.stderr, flush=True)

    def tick() -> None:
        if time.monotonic() - begin_s > HOLD_S:
            release()

    result = Job([Launch(command)], show).run(on_tick=tick)
    status = 128 - result.status if result.status > 128 else result.status
    outcome = Outcome(status, "\n".join(collected["stdout"]), "\n".join(collected["stderr"]))
    if start == 0 and (refused := refusal(scenario, outcome)):
        raise BadInputError(refused)
    release()
    if result.failure == "interrupted":
        return result.status, False
    problem = judge(scenario, outcome, start)
    if problem:
        print(f"isthmus: scenario {scenario.name}, seed {seed}: {problem}", file=sys.stderr)
        return 1, False
    if status != 0:
        print(f"isthmus: scenario {scenario.name}, seed {seed}: the stated error", file=sys.stderr)
    return 0, status != 0 and not scenario.is_last(start)


def run_many(plan: Plan) -> int:
    """The exit status: 0 when all went as expected, 1 after the first that did not. Raises
    BadInputError where a program refuses its scenario, and for runs that cannot be equal."""
    for scenario in plan.scenarios:
        if plan.twice and "measured" in scenario.words:
            raise BadInputError(
                f"scenario {scenario.name}: its costs are measured, which makes each run another "
                "one (expected charged costs with --twice)"
            )
    pool = _Pool(plan)
    failure = pool.run()
    for line in pool.summary():
        print(line)
    if failure is None:
        return 0
    sys.stdout.flush()
    print(
        f"isthmus: scenario {failure.scenario.name}, seed {failure.seed}: {failure.problem}",
        file=sys.stderr,
    )
    for line in failure.err.splitlines()[-LINES_SHOWN:]:
        print(f"  {line}", file=sys.stderr)
    print(replay_command(failure.scenario, failure.seed, failure.twice), file=sys.stderr)
    return 1


class _Folder:
    """Where a run keeps its checkpoints that may be started again; in memory where there is such a
    place, as many runs that wait for the disk take ten times as long."""

    def __init__(self, scenario: Scenario) -> None:
        memory = "/dev/shm"
        place = memory if os.access(memory, os.W_OK) else None
        self._folder = (
            tempfile.TemporaryDirectory(prefix="isthmus-simulate-", dir=place)
            if scenario.restarts
            else None
        )
        self.name = self._folder.name if self._folder else ""

    def cleanup(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()


@dataclass
class _Running:
    scenario: Scenario
    seed: int
    popen: subprocess.Popen[bytes]
    pidfd: int
    out: IO[bytes]
    err: IO[bytes]
    end_s: float
    before: Outcome | None  # the first of two runs
    folder: "_Folder"
    start: int = 0
    earlier: Outcome | None = None  # what its former starts said

    def outcome(self, status: int | None) -> Outcome:
        return Outcome(status, _text_of(self.out), _text_of(self.err))

    def close(self) -> None:
        os.close(self.pidfd)
        self.out.close()
        self.err.close()


class _Pool:
    """The runs of a plan, a few at a time. Call `run` once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._runs = plan.runs()
        self._running: dict[int, _Running] = {}
        self._poll = select.poll()
        self._signal: int | None = None  # what ends the runs before their time
        self._begin_s = time.monotonic()
        self._succeeded = {scenario.name: 0 for scenario in plan.scenarios}
        self._failed_as_stated = dict(self._succeeded)
        self._progress = _Progress(plan.seeds * len(plan.scenarios))
        self._is_announced = False

    def run(self) -> Failure | None:
        # Not as an exception wherever it comes: between fork and exec Python would swallow it.
        usual = {number: signal.signal(number, self._interrupt) for number in ENDING}
        try:
            while True:
                if self._signal == signal.SIGINT:
                    raise KeyboardInterrupt
                if self._signal is not None:
                    raise SystemExit(128 + self._signal)
                while len(self._running) < self._plan.jobs and (next_run := next(self._runs, None)):
                    self._start(*next_run)
                if not self._running:
                    return None
                for running, status in self._ended():
                    failure = self._conclude(running, running.outcome(status))
                    self._announce()
                    if failure is not None:
                        return failure
                if time.monotonic() - self._begin_s > HOLD_S:
                    self._announce()
        finally:
            self._kill_all()
            self._progress.clear()
            for number, handler in usual.items():
                signal.signal(number, handler)

    def _announce(self) -> None:
        """Not before a run was taken: a file that is refused is one line."""
        if self._is_announced:
            return
        self._is_announced = True
        plan = self._plan
        last = (plan.first_seed + plan.seeds - 1) % 2**64
        print(
            f"isthmus: seeds {plan.first_seed} to {last}, {len(plan.scenarios)} scenarios, "
            f"{plan.jobs} at a time",
            file=sys.stderr,
            flush=True,
        )

    def _interrupt(self, number: int, _frame: FrameType | None) -> None:
        self._signal = number

    def summary(self) -> list[str]:
        lines = []
        for name, succeeded in self._succeeded.items():
            parts = [f"{succeeded} ended well"]
            if self._failed_as_stated[name]:
                parts.append(f"{self._failed_as_stated[name]} in the stated error")
            lines.append(f"{name}: {', '.join(parts)}")
        lines.append(f"{time.monotonic() - self._begin_s:.1f} s")
        return lines

    def _start(
        self,
        scenario: Scenario,
        seed: int,
        before: Outcome | None = None,
        former: _Running | None = None,
    ) -> None:
        """`former` is the run that is to be started again."""
        folder = _Folder(scenario) if former is None else former.folder
        start = 0 if former is None else former.start + 1
        command = [*scenario.command(seed, start, folder.name)]
        command.insert(1, "--quiet")
        out, err = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
        try:
            popen = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                process_group=0,
                preexec_fn=die_with(os.getpid()),
            )
        except OSError as problem:
            raise IsthmusError(f"cannot start {command[0]}: {problem.strerror}") from None
        pidfd = os.pidfd_open(popen.pid)
        end_s = time.monotonic() + self._plan.timeout_s
        earlier = former.earlier if former is not None else None
        self._running[pidfd] = _Running(
            scenario, seed, popen, pidfd, out, err, end_s, before, folder, start, earlier
        )
        self._poll.register(pidfd, select.POLLIN)

    def _ended(self) -> Iterator[tuple[_Running, int | None]]:
        """Runs that have ended, with their status; those that took too long, with None."""
        for pidfd, _ in self._poll.poll(100):
            running = self._take(pidfd)
            yield running, running.popen.wait()
        now_s = time.monotonic()
        for pidfd in [fd for fd, running in self._running.items() if running.end_s < now_s]:
            running = self._take(pidfd)
            _kill(running.popen)
            yield running, None
        self._progress.show()

    def _take(self, pidfd: int) -> _Running:
        self._poll.unregister(pidfd)
        return self._running.pop(pidfd)

    def _conclude(self, running: _Running, last: Outcome) -> Failure | None:
        scenario, seed, before = running.scenario, running.seed, running.before
        running.close()
        problem = judge(scenario, last, running.start)
        # A file that is wrong is so with every seed: what was taken once is not the file's fault.
        was_taken = self._succeeded[scenario.name] or self._failed_as_stated[scenario.name]
        is_first = before is None and running.start == 0
        if is_first and not was_taken and (said := refusal(scenario, last)):
            running.folder.cleanup()
            raise BadInputError(said)
        outcome = last.behind(running.earlier)
        if not problem and last.status != 0 and not scenario.is_last(running.start):
            running.earlier = outcome
            self._start(scenario, seed, before, running)
            return None
        running.folder.cleanup()
        if problem:
            return Failure(scenario, seed, problem, outcome.err, before is not None)
        if self._plan.twice and before is None:
            self._start(scenario, seed, outcome)
            return None
        if before is not None and before != outcome:
            return Failure(scenario, seed, _difference(before, outcome), outcome.err, True)
        counts = self._succeeded if outcome.status == 0 else self._failed_as_stated
        counts[scenario.name] += 1
        self._progress.step(scenario.name)
        return None

    def _kill_all(self) -> None:
        for running in self._running.values():
            _kill(running.popen)
            running.close()
            running.folder.cleanup()
        self._running.clear()


class _Progress:
    """A line that is written over on a terminal; one now and then elsewhere."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._name = ""
        self._begin_s = time.monotonic()
        self._is_terminal = sys.stderr.isatty()
        self._period_s = 0.1 if self._is_terminal else 10.0
        self._shown_s = self._begin_s

    def step(self, name: str) -> None:
        self._done += 1
        self._name = name

    def show(self) -> None:
        now_s = time.monotonic()
        if now_s - self._shown_s < self._period_s or self._done == 0:
            return
        self._shown_s = now_s
        rate = self._done / (now_s - self._begin_s)
        left_s = (self._total - self._done) / rate
        line = (
            f"{self._done} of {self._total} runs, {self._name}, {rate:.0f} a second, "
            f"{left_s:.0f} s left"
        )
        if self._is_terminal:
            sys.stderr.write(f"\r{line}\x1b[K")
        else:
            sys.stderr.write(f"isthmus: {line}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._is_terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _difference(first: Outcome, second: Outcome) -> str:
    if first.status != second.status:
        return f"the same seed ends with status {first.status}, then with {second.status}"
    if first.trace_hash != second.trace_hash:
        return f"the same seed has trace hash {first.trace_hash}, then {second.trace_hash}"
    return "the same seed prints something else the second time"


def _text_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _kill(popen: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(popen.pid, signal.SIGKILL)
    popen.wait()


def default_jobs() -> int:
    """As many runs at a time as there are cores for this process."""
    return max(1, len(os.sched_getaffinity(0)))


EPILOG = """\
TARGET is an application (then its own options come after --), mpi (then an MPI program and its own
words do, and -n says of how many ranks), or scenario files (*.toml), which say all of it: program,
topology, faults, and what must come of them (docs/formats/scenario.md).

Without --seeds one run is made, with its output on the terminal. With --seeds every scenario is run
once for each seed, a few at a time; the first run that does not end as expected stops them all, and
the last line is the command that replays it. An application is expected to succeed.

A fault is a KIND and its values. Every number may be a range, 1ms..20ms, and P, N, NAME the word
any: then it is drawn from the seed. Without `for` it lasts. A and B are names of sites.
  crash|leave|join process=P at=T       site_lost site=NAME at=T
  pause pe=N at=T for=D                 slow pe=N factor=F at=T for=D
  cut sites=A,B at=T for=D              partition sites=A,B at=T for=D
  latency sites=A,B by=D at=T for=D     bandwidth sites=A,B to=RATE at=T for=D
  lose|duplicate|reorder|corrupt sites=A,B rate=R at=T for=D

examples:
  a grid that nobody owns, in virtual time, and where the time goes:
    isthmus simulate jacobi2d --sites 4 --pes 256 --latency 8ms --costs charged --explain -- \\
        --mesh 8192 --objects 64 --cell-time 1.2 --no-probe
  the same with a fault:
    isthmus simulate jacobi2d --sites 2 --pes 8 --latency 8ms --fault "pause pe=3 at=20ms for=50ms"
  an MPI program of a thousand ranks, with costs of a run on this machine:
    isthmus mpirun -n 16 --record-costs costs.txt ./program input.txt
    isthmus simulate mpi -n 1000 --sites 2 --pes 64 --latency 8ms --costs costs.txt -- \\
        ./program input.txt
  a thousand seeds of a scenario; then one of them again:
    isthmus simulate --seeds 1000 tests/scenario/standard.toml
    isthmus simulate --seed 17 tests/scenario/standard.toml
  is the same seed the same run?
    isthmus simulate --seeds 20 --twice tests/scenario/*.toml
  seeds that change with each commit:
    isthmus simulate --seeds 50 --seed-from "$(git rev-parse HEAD)" tests/scenario/standard.toml

exit status: 0 when every run ended as expected, 1 when one did not, 2 for bad input, 130 after
Ctrl-C; that of one application's run is the application's own.
"""


def _means_nothing(option: options.RuntimeOption) -> bool:
    return option.name in ("backend", "describe") or option.time == "real"


def add_parser(commands: Commands) -> None:
    parser = commands.add(
        "simulate", "run programs in virtual time, and break them at will", EPILOG
    )
    parser.add_argument("targets", nargs="+", metavar="TARGET", help="APP, mpi, or FILE.toml ...")
    parser.add_argument(
        "-n", "-np", dest="ranks", type=positive, metavar="N", help="of mpi: how many ranks"
    )
    seeds = parser.add_argument_group("many seeds")
    seeds.add_argument("--seeds", type=positive, metavar="N", help="run each with N seeds")
    first = seeds.add_mutually_exclusive_group()
    first.add_argument(
        "--first-seed",
        type=options.checked(options.CHECKS["number"]),
        metavar="S",
        help="the first of the seeds (default 1)",
    )
    first.add_argument(
        "--seed-from", metavar="TEXT", help="take the first seed from this text, such as a commit"
    )
    seeds.add_argument(
        "--jobs", type=positive, metavar="N", help="runs at a time (default: one a core)"
    )
    seeds.add_argument(
        "--twice", action="store_true", help="run each seed twice; the two runs must be equal"
    )
    seeds.add_argument(
        "--timeout",
        type=positive_number,
        metavar="SECONDS",
        help="of real time, for one run (default 120)",
    )
    table = options.table_for(commands.words, simulate_targets.program_named)
    options.add_runtime_options(parser, table, commands.everything, _means_nothing)
    parser.set_defaults(backend="sim")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    many = parsed.seeds is not None
    scenarios = simulate_targets.scenarios_of(parsed, app_options)
    if not many:
        seed = int(parsed.seed or 1)
        if len(scenarios) > 1:
            raise BadInputError("several scenarios (expected one, or --seeds N)")
        if scenarios[0].is_file:
            return run_once(scenarios[0], seed)
        command = scenarios[0].command(seed)
        return told(Job([Launch(command)]).run())
    first_seed = int(parsed.first_seed or 1)
    if parsed.seed_from is not None:
        first_seed = seed_from(parsed.seed_from)
    jobs = parsed.jobs or default_jobs()
    timeout_s = TIMEOUT_S if parsed.timeout is None else parsed.timeout
    return run_many(Plan(scenarios, first_seed, parsed.seeds, jobs, parsed.twice, timeout_s))
