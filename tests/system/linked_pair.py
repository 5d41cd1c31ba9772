"""Two processes of a job, one a site, whose connections go through a faulty link."""

import signal
import subprocess
from pathlib import Path

from faulty_link import FaultyLink
from support import Done, cpu_ticks, finish, free_port, start, wait_until

KEY = "the key of this job alone"


class LinkedPair:
    """A program over two sites of one process each."""

    def __init__(self, program: str, tmp_path: Path) -> None:
        self._program = program
        self._grid = tmp_path / "grid.toml"
        self._port = free_port()
        data_port = free_port()
        self.link = FaultyLink(data_port)
        self._ends = (
            ("--listen", f"127.0.0.1:{data_port}", "--advertise", f"127.0.0.1:{self.link.port}"),
            (),
        )
        self.processes: list[subprocess.Popen[str]] = []

    def start(
        self, tcp: str, app: tuple[str, ...], *runtime: str, filters: tuple[str, ...] = ()
    ) -> None:
        """Until both are at work. `tcp` are parameters of the carrier as a grid file has them."""
        chain = ", ".join(repr(device) for device in (*filters, "tcp"))
        self.start_over(
            "[[site]]\nname = 'here'\n[[site]]\nname = 'there'\n"
            f"[link.between_sites]\nchain = [{chain}]\ntcp = {{ {tcp} }}\n",
            app,
            *runtime,
        )

    def start_over(self, grid: str, app: tuple[str, ...], *runtime: str) -> None:
        """Likewise, over a grid of two processes."""
        self._grid.write_text(grid)
        for rank in (0, 1):
            meeting = ("--rendezvous", f"127.0.0.1:{self._port}", "--rank", str(rank))
            site = ("--backend", "processes", "--grid", str(self._grid), *meeting)
            words = (self._program, *site, *self._ends[rank], *runtime, "--", *app)
            self.processes.append(start(*words, key=KEY))
        wait_until(self._are_busy, "busy processes")

    def _are_busy(self) -> bool:
        for process in self.processes:
            if process.poll() is not None:
                raise AssertionError(f"ended before it was at work: {finish(process, 10).err}")
        return all(cpu_ticks(process.pid) > 5 for process in self.processes)

    def finish(self, limit_s: float = 100) -> list[Done]:
        return [finish(process, limit_s) for process in self.processes]

    def close(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.communicate()
        self.link.close()
