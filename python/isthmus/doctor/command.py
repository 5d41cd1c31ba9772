"""`isthmus doctor`: from its options to its exit status."""

import json
from dataclasses import dataclass
from pathlib import Path

from isthmus import report, topology
from isthmus.build import build_directory, is_program
from isthmus.doctor import examine, findings
from isthmus.doctor import report as doctor_report
from isthmus.errors import BadInputError, IsthmusError
from isthmus.nodes import read_via


@dataclass(frozen=True)
class Request:
    grid: Path
    via: tuple[str, ...]
    program: Path | None
    per_site: int
    seconds: float
    json: Path | None


def doctor(request: Request) -> int:
    """0 when all is well, 1 when something was found. Raises IsthmusError."""
    found, _ = topology.check_file(request.grid)
    seen = examine.examine(
        examine.Plan(
            found,
            request.program or _program(),
            read_via(request.via, found),
            request.per_site,
            round(request.seconds * 1000),
        )
    )
    told = findings.findings_of(found, seen)
    rows = doctor_report.rows_of(found, seen)
    if rows:
        report.print_table(doctor_report.HEADINGS, rows, left=doctor_report.LEFT)
    for finding in told:
        print(finding.text())
    if request.json is not None:
        _write(request.json, json.dumps(doctor_report.as_json(found, seen, told), indent=2))
    problems = sum(not finding.is_note for finding in told)
    print("all is well" if problems == 0 else f"{problems} problem{'s' * (problems > 1)} found")
    return 1 if problems else 0


def _program() -> Path:
    binary = build_directory() / "tools" / "isthmus-doctor"
    if not is_program(binary):
        raise BadInputError(f"{binary}: no such program (expected a build: run make)")
    return binary


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n")
    except OSError as problem:
        raise IsthmusError(f"cannot write {path}: {problem.strerror}") from None
