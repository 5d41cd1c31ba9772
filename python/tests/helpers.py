"""What several tests need: programs to run, experiments by their names, and to see which processes
are left."""

import importlib.util
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from isthmus.experiment import catalogue
from isthmus.experiment.settings import Settings
from isthmus.report import Report

Program = Callable[[str, Sequence[str], Sequence[str]], Report]


def write_program(path: Path, source: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable} -S\n{source}")
    path.chmod(0o755)
    return path


OPTIONS = Path(__file__).parent / "options.json"
"""As `isthmus-probe --options-json` prints them; a system test holds the file to that."""


def telling_options(source: str, options: Path = OPTIONS) -> str:
    """A program that also tells which options it takes."""
    return f"""import sys
if "--options-json" in sys.argv:
    print(open({str(options)!r}).read())
    sys.exit()
{source}"""


def link_class(
    name: str,
    chain: list[str],
    latency_ms: int | None = None,
    jitter_ms: int | None = None,
    bandwidth_mbps: int | None = None,
) -> dict[str, Any]:
    """As docs/formats/grid.md has it."""
    return {
        "name": name,
        "chain": [{"device": device, "parameters": {}} for device in chain],
        "latency_ns": latency_ms and latency_ms * 1_000_000,
        "jitter_ns": jitter_ms and jitter_ms * 1_000_000,
        "bandwidth_bytes_per_s": bandwidth_mbps and bandwidth_mbps * 125_000,
    }


def entries_of(log: Path) -> list[dict[str, Any]]:
    """What the ranks of a job wrote to --log, whole lines alone."""
    text = log.read_text() if log.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def wait_until(condition: Callable[[], bool], what: str, limit_s: float = 20.0) -> None:
    end_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end_s, f"timed out: {what}"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """A zombie has ended: it holds nothing but its status."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def words_of(pid: int) -> str:
    """Its command line, with spaces between the words."""
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def children_of(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(word) for word in text.split()]


def experiment(name: str) -> Any:
    """The module of an experiment, as the command loads it."""
    path = catalogue.experiments_directory() / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def option(words: Sequence[str], name: str) -> str:
    """What follows `name`."""
    return words[list(words).index(name) + 1]


def run_quickly(name: str, directory: Path, program: Program) -> dict[str, Any]:
    """What an experiment says of a quick run in which `program` stands for all applications."""
    experiment = catalogue.find_experiment(name, catalogue.experiments_directory())
    json_file = directory / "result.json"
    experiment.run(
        Settings(
            lambda _runtime, _own: 0.0,
            directory,
            quick=True,
            json=json_file,
            run_application=program,
        )
    )
    result: dict[str, Any] = json.loads(json_file.read_text(encoding="utf-8"))
    return result
