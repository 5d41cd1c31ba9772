"""What comes of one run of a scenario, and one run with its output on the terminal."""

import os
import re
import shlex
import sys
import tempfile
import time
from dataclasses import dataclass

from isthmus.errors import BadInputError
from isthmus.launched import signal_name
from isthmus.launcher import Job
from isthmus.launches import Launch
from isthmus.scenario import Expectation, Scenario

ERROR = "isthmus: error: "
CHECKER = ERROR + "checker: "
REFUSED = 2
HOLD_S = 2.0  # what stands above the output of runs waits so long whether one is refused
# "none" and a reason where costs are measured.
_TRACE_HASH = re.compile(r"^trace hash: ([0-9a-f]{16}$|none\b)", re.MULTILINE)


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


class RunFolder:
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


def run_once(scenario: Scenario, seed: int) -> int:
    """One run with its output on the terminal; 0 when it ends as expected. Raises BadInputError
    where the program refuses the scenario, with nothing else said if it does so at once."""
    folder = RunFolder(scenario)
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
