"""The Clam thesis (College of William and Mary), figure 4.7: netsort on Clam and on the older
layering of objects over remote requests (DMCS and MOL), by PEs. The older one is what the thesis
says of it: sends that block, which cost a processor less but keep it until the wire has taken the
message (2.5), and one copy more (4.2). Elements are mobile objects, as in the thesis, which
measures that layer here. In virtual time: whether that explains the figure."""

from dataclasses import replace
from pathlib import Path

from isthmus.experiment.clam import (
    LF,
    MESSAGE_US,
    MOBILE,
    Outcomes,
    Run,
    everywhere,
    fields,
    message_costs,
    print_machine,
    simulate,
)
from isthmus.experiment.findings import Finding, as_fields, print_findings, verdict
from isthmus.experiment.machine_model import Constant
from isthmus.experiment.margins import ALIKE
from isthmus.experiment.settings import Settings
from isthmus.report import print_table

REPRODUCES = "Clam thesis, figure 4.7: netsort on Clam and on the older layering, by PEs"
TAKES = "5 min"

PES, QUICK_PES = (2, 4, 8, 16, 32, 64), (2, 4, 8, 16, 32)
LESS = 0.1
OLDER = (
    Constant(
        "processor, a message",
        f"{(1 - LESS) * MESSAGE_US:.0f} us at each end",
        "the thesis, 2.5: in some configurations Clam's overhead is about 10 % higher",
        message_costs(round((1 - LESS) * MESSAGE_US)),
    ),
    Constant(
        "processor, a byte sent",
        "100 ns: 80 of the wire, 10 as on Clam, 10 of one copy more",
        "the thesis, 2.5 and 4.2: sends block; 100 Mb/s take 80 ns a byte",
        everywhere("send_byte=100", "bandwidth=100Gb/s"),
    ),
)


def run(settings: Settings) -> None:
    print_machine(MOBILE)
    rows = [[constant.name, constant.value, constant.why] for constant in OLDER]
    print_table(["the older layering", "value", "from"], rows, left=3, title="What differs")
    pes = QUICK_PES if settings.quick else PES
    template = Run("netsort4", LF.name, 2, 512 if settings.quick else 4096, layer=MOBILE)
    clam = {count: replace(template, pes=count) for count in pes}
    options = tuple(word for constant in OLDER for word in constant.options)
    older = {count: replace(one, machine=options) for count, one in clam.items()}
    outcomes = simulate("netsort", [*clam.values(), *older.values()], settings)
    show(
        settings,
        {count: outcomes[one].seconds for count, one in clam.items()},
        {count: outcomes[one].seconds for count, one in older.items()},
        outcomes,
    )


def show(
    settings: Settings, clam: dict[int, float], older: dict[int, float], outcomes: Outcomes
) -> None:
    rows = [
        [str(pes), f"{clam[pes]:.2f}", f"{older[pes]:.2f}", f"{100 * gain:+.1f} %"]
        for pes, gain in gains(clam, older).items()
    ]
    headings = ["PEs", "Clam, s", "the older layering, s", "Clam is faster by"]
    print_table(headings, rows, title="Figure 4.7: netsort4 under lazy forwarding, virtual time")
    findings = judge(clam, older)
    print_findings("What the thesis finds", findings)
    path = settings.out / "clam_4_7.png"
    draw(clam, older, path)
    settings.write_json(
        "clam_layers", {"rows": fields(outcomes), **as_fields(findings, settings.quick)}
    )
    print(f"written: {path}")
    print(verdict(findings, settings.quick))


def gains(clam: dict[int, float], older: dict[int, float]) -> dict[int, float]:
    return {pes: older[pes] / clam[pes] - 1 for pes in clam}


def judge(clam: dict[int, float], older: dict[int, float]) -> list[Finding]:
    gain = gains(clam, older)
    few = {pes: share for pes, share in gain.items() if pes <= 8}
    many = {pes: share for pes, share in gain.items() if pes > 8}

    def text(part: dict[int, float]) -> str:
        return ", ".join(f"{100 * share:+.1f} % ({pes})" for pes, share in part.items())

    most = max(many)
    return [
        Finding(
            "4.7",
            "the older layering is faster on up to 8 PEs",
            f"Clam is faster by {text(few)}",
            all(share < 0 for share in few.values()),
            "news of moves does not wait behind messages in the port, so paths are shorter, but "
            "what a sender waits for the wire weighs more, the more PEs its messages go to",
        ),
        Finding(
            "4.7",
            "Clam is faster on more than 8",
            f"by {text(many)}",
            all(share > 0 for share in many.values()),
        ),
        Finding(
            "4.7",
            "and the more so the more there are",
            f"{100 * gain[most]:+.1f} % on {most}, {100 * gain[min(many)]:+.1f} % on {min(many)}",
            gain[most] > gain[min(many)] + ALIKE,
            "on PE 0, where all begins, either sends the same; the others send less each, the more "
            "there are",
        ),
    ]


def draw(clam: dict[int, float], older: dict[int, float], path: Path) -> None:
    from isthmus.plots import Chart, Curve, Panel, draw_chart

    curves = [
        Curve("Clam", list(clam), list(clam.values())),
        Curve("the older layering", list(older), list(older.values())),
    ]
    chart = Chart(
        "Clam thesis, figure 4.7: netsort by PEs",
        "PEs",
        "run time (s)",
        [Panel("netsort4, lazy forwarding", curves)],
        "virtual time, 100 Mb/s Ethernet with a switch; the older layering: blocking sends, one "
        "copy more",
    )
    draw_chart(chart, path)
