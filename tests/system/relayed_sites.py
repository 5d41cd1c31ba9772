"""A relay, and a job of two sites that nobody can call and that meet there."""

import os
import signal
import subprocess
from pathlib import Path

from machine import Machine
from support import (
    COMMAND,
    JACOBI2D,
    Done,
    cpu_ticks,
    end_all,
    finish,
    free_port,
    start,
    wait_until,
)

KEY = "the key of this job alone"
TOKEN = "what the relay knows"
CHECKED = ("--mesh", "200", "--objects", "4", "--steps", "4000", "--check", "--no-probe")


class Relay:
    """`isthmus relay`, which can be killed and started again at the same port."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, on: tuple[str, ...] = ()) -> None:
        self.at = f"{host}:{port or free_port()}"
        self._on = on
        self._said = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self, *words: str) -> None:
        self.process = start(
            *self._on,
            COMMAND,
            "relay",
            "--listen",
            self.at,
            *words,
            variables={"ISTHMUS_RELAY_TOKEN": TOKEN},
        )
        assert self.process.stderr is not None
        first = self.process.stderr.readline()
        assert first == f"isthmus: relay at {self.at}\n", first

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def stop(self) -> Done:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return finish(self.process, 10)

    def resident_bytes(self) -> int:
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")


class Sites:
    """jacobi2d over two sites of one process each, of which none can be called."""

    def __init__(self, folder: Path, relay: str) -> None:
        self.grid = folder / "grid.toml"
        self._relay = relay
        self.processes: list[subprocess.Popen[str]] = []

    def start(
        self,
        app: tuple[str, ...] = CHECKED,
        rest: str = "",
        token: str = TOKEN,
        wait: str = "30s",
        reach: tuple[str, str] | None = None,
        named: tuple[str, Machine] | None = None,
    ) -> None:
        """`reach`: how they are met instead of by the relay; `named`: found there under a name."""
        # What they tell each other is where nobody is: who called it would not come through.
        nobody = "127.0.0.1:9"
        relayed = f"relay = '{self._relay}'\nadvertise = '{nobody}'\n"
        here, there = reach or (relayed, relayed)
        self.grid.write_text(
            f"[[site]]\nname = 'here'\n{here}[[site]]\nname = 'there'\n{there}{rest}"
        )
        meeting_port = f"127.0.0.1:{free_port()}"
        meetings = (meeting_port, nobody if reach is None else meeting_port)
        for rank, meeting in enumerate(meetings):
            words = ("--grid", str(self.grid), "--rendezvous", meeting, "--rank", str(rank))
            variables = {"ISTHMUS_RELAY_TOKEN": token}
            if named is not None:
                words = (*words, "--name", named[0])
                variables |= named[1].variables
            self.processes.append(
                start(
                    JACOBI2D,
                    *("--backend", "processes", "--wait", wait),
                    *words,
                    "--",
                    *app,
                    key=KEY,
                    variables=variables,
                )
            )

    def wait_until_busy(self) -> None:
        wait_until(lambda: all(cpu_ticks(p.pid) > 20 for p in self.processes), "busy processes")

    def finish(self, limit_s: float = 100) -> list[Done]:
        return [finish(process, limit_s) for process in self.processes]

    def close(self) -> None:
        end_all(self.processes)


def assert_right(ends: list[Done]) -> None:
    for done in ends:
        assert done.status == 0, done.err
    assert "bit for bit" in ends[0].out, ends[0].out + ends[0].err
