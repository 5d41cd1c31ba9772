"""Scenarios in virtual time over many seeds, up to the first that goes wrong.

One thread starts the runs, a few at a time, and waits for their ends through pidfds; every run is
the leader of a process group that dies with this process.
"""

import contextlib
import os
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

from isthmus.errors import BadInputError, IsthmusError
from isthmus.launched import die_with
from isthmus.scenario import Scenario
from isthmus.simulate_run import HOLD_S, Outcome, RunFolder, judge, refusal

TIMEOUT_S = 120.0  # of real time, for one run
LINES_SHOWN = 12
ENDING = (signal.SIGINT, signal.SIGTERM)


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
class Failure:
    scenario: Scenario
    seed: int
    problem: str
    err: str
    twice: bool


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
    folder: RunFolder
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
        folder = RunFolder(scenario) if former is None else former.folder
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
