"""What a publication found, beside what we find: printed line by line, and the verdict."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from isthmus.report import print_table


@dataclass(frozen=True)
class Finding:
    """`why` says, where ours differs, what our counters show about it."""

    where: str
    theirs: str
    ours: str
    agrees: bool
    why: str = ""


def print_findings(title: str, findings: Sequence[Finding]) -> None:
    rows = [
        [finding.where, finding.theirs, finding.ours, "yes" if finding.agrees else "NO"]
        for finding in findings
    ]
    print_table(["figure", "the thesis finds", "ours", "agrees"], rows, left=4, title=title)
    for finding in findings:
        if not finding.agrees and finding.why:
            print(f"{finding.where}, '{finding.theirs}': {finding.why}\n")


def verdict(findings: Sequence[Finding], quick: bool) -> str:
    agreeing = sum(finding.agrees for finding in findings)
    text = f"{agreeing} of {len(findings)} findings of the thesis agree"
    missed = [f"{finding.where} ({finding.theirs})" for finding in findings if not finding.agrees]
    if missed:
        text += "; NOT: " + "; ".join(missed)
    return text + (". Quick: a smaller problem than theirs" if quick else "")


def as_fields(findings: Sequence[Finding], quick: bool) -> dict[str, Any]:
    return {
        "findings": [asdict(finding) for finding in findings],
        "verdict": {
            "agree": sum(finding.agrees for finding in findings),
            "of": len(findings),
            "text": verdict(findings, quick),
        },
    }
