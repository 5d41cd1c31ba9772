"""Koenig 2007, section 5.2: square and modified square mapping beside Naive and Block. The text
describes them and has no figures of them: the findings are what it gives as reasons for Block, and
what 7.1.2 says of the squares that METIS makes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isthmus.experiment.draw import Line, Panel, draw_panels
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.koenig2007 import prepare
from isthmus.experiment.margins import ALIKE, SEEN
from isthmus.experiment.settings import Settings
from isthmus.experiment.stencil import Point
from isthmus.report import number_text, print_table

REPRODUCES = "Koenig 2007, section 5.2: square and modified square mapping beside Naive and Block"
TAKES = "6 min"

MESH = 2048
MAPPINGS = ("naive", "block", "square", "modified_square")
CASES = ((8, 256), (16, 256), (32, 1024), (64, 1024), (64, 4096))  # PEs, objects
QUICK_CASES = ((8, 256), (32, 1024))


@dataclass(frozen=True)
class Case:
    """Times (ms) by mapping, one for each latency."""

    pes: int
    objects: int
    latencies_ms: Sequence[float]
    times_ms: Mapping[str, Sequence[float]]

    def title(self) -> str:
        return f"{self.pes} PEs, {self.objects} objects"

    def gain(self, mapping: str, over: str, row: int) -> float:
        return 1 - self.times_ms[mapping][row] / self.times_ms[over][row]

    def behind(self, mapping: str) -> float:
        """Of Block, at the latency where it is most."""
        return max(-self.gain(mapping, "block", row) for row in range(len(self.latencies_ms)))


def run(settings: Settings) -> None:
    study = prepare(settings)
    points = {
        case: {mapping: Point(MESH, *case, mapping, 0.0) for mapping in MAPPINGS}
        for case in (QUICK_CASES if settings.quick else CASES)
    }
    times = study.curves("mappings", [one for some in points.values() for one in some.values()])
    show(
        settings,
        [
            Case(*case, study.latencies_ms, {name: times[one] for name, one in some.items()})
            for case, some in points.items()
        ],
    )


def show(settings: Settings, cases: Sequence[Case]) -> None:
    for case in cases:
        rows = [
            [mapping, *(number_text(ms) for ms in case.times_ms[mapping])] for mapping in MAPPINGS
        ]
        headings = ["mapping", *(f"{ms:g} ms" for ms in case.latencies_ms)]
        print_table(headings, rows, title=f"Jacobi2D {MESH}², {case.title()}; ms per step")
    findings = judge(cases)
    print_findings("What the text says", findings, "the text")
    path = settings.out / "koenig2007_square.png"
    panels = [
        Panel(
            case.title(),
            [Line(name, case.latencies_ms, case.times_ms[name]) for name in MAPPINGS],
        )
        for case in cases
    ]
    note = "virtual time; the text has no figures of square and modified square mapping"
    draw_panels(panels, min(2, len(panels)), f"Jacobi2D {MESH}² by mapping", note, path)
    result = {
        "rows": [
            {"pes": case.pes, "objects": case.objects, "times_ms": dict(case.times_ms)}
            for case in cases
        ],
        "latencies_ms": list(cases[0].latencies_ms),
    }
    settings.write_json(
        "koenig2007_square", {**result, **as_fields(findings, settings.quick, "the text")}
    )
    print(f"written: {path}")
    print(verdict(findings, settings.quick, "the text"))


def judge(cases: Sequence[Case]) -> list[Finding]:
    found = []
    for case in cases:
        square, modified = (case.gain(name, "block", 0) for name in ("square", "modified_square"))
        found += [
            Finding(
                "5.2",
                f"without a latency squares are optimal ({case.title()})",
                f"square {100 * square:+.1f} %, modified {100 * modified:+.1f} % quicker than "
                "Block",
                square > -SEEN,
            ),
            Finding(
                "5.2",
                f"Block is a simple approximation of modified square ({case.title()})",
                f"at most {100 * case.behind('modified_square'):.1f} % slower than Block, and "
                f"{100 * max_gain(case):.1f} % quicker",
                case.behind("modified_square") <= ALIKE and max_gain(case) <= ALIKE,
            ),
            Finding(
                "5.2",
                f"squares have few PEs at the border, and hide less of a latency ({case.title()})",
                f"at most {100 * case.behind('square'):.1f} % slower than Block",
                case.behind("square") > SEEN,
            ),
        ]
    return found


def max_gain(case: Case) -> float:
    return max(case.gain("modified_square", "block", row) for row in range(len(case.latencies_ms)))
