"""What a publication found, beside what we find: printed line by line, and the verdict."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from isthmus.report import print_table


@dataclass(frozen=True)
class Finding:
    """`why` says, where ours differs, what our counters show about it. `fitted`: a constant was
    chosen with it in view, so it is printed and not counted."""

    where: str
    theirs: str
    ours: str
    agrees: bool
    why: str = ""
    fitted: bool = False

    @property
    def verdict(self) -> str:
        return ("yes" if self.agrees else "NO") + (", fitted" if self.fitted else "")


def print_findings(title: str, findings: Sequence[Finding], source: str = "the thesis") -> None:
    rows = [[finding.where, finding.theirs, finding.ours, finding.verdict] for finding in findings]
    print_table(["figure", f"{source} finds", "ours", "agrees"], rows, left=4, title=title)
    for finding in findings:
        if not finding.agrees and finding.why:
            print(f"{finding.where}, '{finding.theirs}': {finding.why}\n")


def counts(findings: Sequence[Finding]) -> tuple[int, int]:
    """How many agree, of how many that test anything."""
    tests = [finding.agrees for finding in findings if not finding.fitted]
    return sum(tests), len(tests)


def verdict(findings: Sequence[Finding], quick: bool, source: str = "the thesis") -> str:
    agreeing, of = counts(findings)
    text = f"{agreeing} of {of} findings of {source} agree"
    missed = [
        f"{finding.where} ({finding.theirs})"
        for finding in findings
        if not finding.agrees and not finding.fitted
    ]
    if missed:
        text += "; NOT: " + "; ".join(missed)
    return text + (". Quick: a smaller problem than theirs" if quick else "")


def as_fields(
    findings: Sequence[Finding], quick: bool, source: str = "the thesis"
) -> dict[str, Any]:
    return {
        "findings": [asdict(finding) for finding in findings],
        "verdict": {
            "agree": counts(findings)[0],
            "of": counts(findings)[1],
            "text": verdict(findings, quick, source),
        },
    }
