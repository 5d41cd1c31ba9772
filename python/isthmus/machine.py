"""What this machine is: the line that stands beside every figure."""

import os
import platform
import re
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Machine:
    """`cores` are those that this process may use; memory in bytes, 0 where unknown."""

    cpu: str
    cores: int
    memory_bytes: int
    os: str
    kernel: str

    def text(self) -> str:
        return f"{self.cpu}, {self.cores} cores, {self.memory_bytes / 2**30:.0f} GiB, {self.os}"

    def fields(self) -> dict[str, str | int]:
        return asdict(self)


def this_machine() -> Machine:
    """Reads /proc and /etc; what cannot be read is "unknown" or 0."""
    return Machine(
        cpu=cpu_name(_read("/proc/cpuinfo")) or platform.machine() or "unknown",
        cores=len(os.sched_getaffinity(0)),
        memory_bytes=memory_bytes(_read("/proc/meminfo")),
        os=os_name(_read("/etc/os-release")) or platform.system(),
        kernel=platform.release(),
    )


def cpu_name(cpuinfo: str) -> str:
    found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo, flags=re.MULTILINE)
    return re.sub(r"\s+", " ", found[1]).strip() if found else ""


def memory_bytes(meminfo: str) -> int:
    found = re.search(r"^MemTotal:\s*([0-9]+) kB$", meminfo, flags=re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def os_name(os_release: str) -> str:
    found = re.search(r'^PRETTY_NAME="?([^"\n]+)"?$', os_release, flags=re.MULTILINE)
    return found[1] if found else ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""
