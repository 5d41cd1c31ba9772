"""What a study of masked latency comes to: verdict, sentence, table, CSV file."""

import csv
import math
from dataclasses import dataclass, replace
from pathlib import Path

from isthmus.masking import (
    GOAL_MAPPING,
    GOAL_OBJECTS_PER_PE,
    ROUNDING,
    SITES,
    Cell,
    Measured,
)
from isthmus.report import number_text, percent_text
from isthmus.time_spent import time_spent

GOAL_SHARE = 0.9
FRACTIONS = {0.25: "¼ step", 0.5: "½ step", 1.0: "1 step", 2.0: "2 steps", 4.0: "4 steps"}


@dataclass(frozen=True)
class Verdict:
    """`worst`: the cell that decided it."""

    met: bool
    text: str
    worst: Cell | None = None


def judge(measured: Measured) -> Verdict:
    """The goal: with 16 or more objects per PE and block mapping, a latency up to the step time
    is hidden to 90 % or more. It is neither met nor missed where the only cells below are some
    whose rounds fall on both sides while the step without latency, too, changes by more than what
    may stay unhidden."""
    goal = (
        f"goal: at least {percent_text(GOAL_SHARE)} of the latency hidden with {GOAL_MAPPING} "
        f"mapping, {GOAL_OBJECTS_PER_PE} or more objects per PE, latency up to the step time of "
        f"{number_text(measured.reference_ms)} ms"
    )
    shares = {
        cell: measured.share(cell)
        for cell in measured.cells()
        if cell.mapping == GOAL_MAPPING
        and cell.objects_per_pe >= GOAL_OBJECTS_PER_PE
        and not cell.with_priorities
        and 0 < cell.latency_ms <= measured.reference_ms * ROUNDING
    }
    if not shares:
        return Verdict(False, f"{goal}: not measured (no such latency in this sweep)")
    for cell, share in shares.items():
        if math.isnan(share):
            return Verdict(False, f"{goal}: not measured ({cell.text()})")
    worst = min(shares, key=lambda cell: shares[cell])
    detail = f"least hidden: {percent_text(shares[worst])} at {worst.text()}"
    if shares[worst] >= GOAL_SHARE:
        return Verdict(True, f"{goal}: met ({detail})", worst)
    below = [cell for cell, share in shares.items() if share < GOAL_SHARE]
    if all(_is_in_doubt(measured, cell) for cell in below):
        rounds = measured.shares(worst)
        span = f"{100 * min(rounds):.0f} to {percent_text(max(rounds))}"
        return Verdict(
            False,
            f"{goal}: not decided, as this machine's speed changes by more from round to round "
            f"({worst.text()}: {span} in {len(rounds)} rounds; --budget SECONDS gives more time)",
            worst,
        )
    missed_ms = min(cell.latency_ms for cell in below)
    kept_ms = max((cell.latency_ms for cell in shares if cell.latency_ms < missed_ms), default=0)
    kept = f"; up to {kept_ms:g} ms it is met" if kept_ms else ""
    return Verdict(False, f"{goal}: not met ({detail}{kept})", worst)


def _is_in_doubt(measured: Measured, cell: Cell) -> bool:
    low, high = measured.span(measured.at_zero(cell))
    judged_ms = (1 - GOAL_SHARE) * min(cell.latency_ms, measured.step(measured.at_zero(cell)))
    return max(measured.shares(cell)) >= GOAL_SHARE and high - low > judged_ms


def explanation(measured: Measured, verdict: Verdict) -> str:
    """Where the time went of the cell that decided, beside the same without latency: what latency
    was not hidden shows as waiting. Empty where no run has kept an account."""
    if verdict.worst is None:
        return ""
    told = []
    for cell in (verdict.worst, measured.at_zero(verdict.worst)):
        if spent := time_spent(measured.times.get(cell, ()), measured.step(cell)):
            told.append(f"at {cell.latency_ms:g} ms {spent}")
    where = f"{verdict.worst.mapping}, {verdict.worst.objects_per_pe} per PE"
    return f"Where the time went ({where}): {'; '.join(told)}." if told else ""


def summary(measured: Measured) -> str:
    """What has been seen, in a sentence: what the latency nearest to the step time costs with many
    objects and with few. Empty where that was not measured."""
    many, few = measured.study.reference(), min(measured.study.objects_per_pe)
    latency_ms = measured.nearest_ms(measured.step(many))
    if latency_ms is None or few == many.objects_per_pe:
        return ""
    parts: list[str] = []
    for count in (many.objects_per_pe, few):
        cell = Cell(many.mapping, count, latency_ms)
        zero_ms, share = measured.step(measured.at_zero(cell)), measured.share(cell)
        if math.isnan(share):
            return ""
        objects = "one object" if count == 1 else f"{count} objects"
        latency = f"a latency of {latency_ms:g} ms between the sites" if not parts else "it"
        digits = max(0, min(6, 2 - math.floor(math.log10(zero_ms))))
        cost_ms = max(0.0, measured.step(cell) - zero_ms)
        parts.append(
            f"with {objects} per PE {latency} cost {cost_ms:.{digits}f} ms per step of "
            f"{zero_ms:.{digits}f} ms, {percent_text(share)} hidden"
        )
    return f"What you have just seen: {parts[0]}; {parts[1]}, and the program is the same."


def legend() -> str:
    """What stands below the table."""
    return (
        "at least: no scheme makes a step of these objects shorter than its work (at 0 ms) or the\n"
        "  latency\n"
        "hidden: 100 % where a step takes no longer, 0 % where the latency comes on top\n"
        "priorities: the step, and its change, where the application has its own; else it has none"
    )


def steps_text(ratio: float) -> str:
    """A latency in steps: "¼ step", "2 steps"."""
    for fraction, text in FRACTIONS.items():
        if 1 / ROUNDING <= ratio / fraction <= ROUNDING:
            return text
    return f"{ratio:.2g} steps"


def table(measured: Measured) -> tuple[list[str], list[list[str]]]:
    """Headings and rows: step times (ms), below each what it is at least, and the share hidden."""
    study, priorities_at_ms = measured.study, measured.priorities_at_ms()
    headings = ["mapping,\nobjects/PE"]
    for ms in study.latencies_ms:
        in_steps = steps_text(ms / measured.reference_ms) if ms > 0 else ""
        headings.append(f"{ms:g} ms\n{in_steps}")
    if priorities_at_ms is not None:
        headings.append(f"{priorities_at_ms:g} ms,\npriorities")
    rows = []
    for mapping, objects in study.curves():
        row = [f"{mapping}, {objects}\n  at least\n  hidden"]
        row += [_cell_text(measured, cell) for cell in study.curve(mapping, objects)]
        if priorities_at_ms is not None:
            row.append(_priorities_text(measured, Cell(mapping, objects, priorities_at_ms)))
        rows.append(row)
    return headings, rows


def _cell_text(measured: Measured, cell: Cell) -> str:
    step_ms, bound, share = measured.step(cell), measured.bound(cell), measured.share(cell)
    if math.isnan(step_ms):
        return "-\n\n"
    if math.isnan(share):
        return f"{number_text(step_ms)}\n\n"
    return f"{number_text(step_ms)}\n{number_text(bound)}\n{percent_text(share)}"


def _priorities_text(measured: Measured, cell: Cell) -> str:
    step_ms, change = measured.step(replace(cell, with_priorities=True)), measured.change(cell)
    if math.isnan(change):
        return "-\n\n"
    return f"{number_text(step_ms)}\n{round(100 * change):+d} %\n"


def write_csv(measured: Measured, path: Path) -> None:
    study = measured.study
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(
            [
                *("mapping", "objects_per_pe", "objects", "pes", "mesh", "latency_ms"),
                *("ms_per_step", "ms_per_step_min", "ms_per_step_max", "share_hidden", "rounds"),
                *("at_least_ms", "application_priorities"),
            ]
        )
        for cell in measured.cells():
            step_ms, (low, high) = measured.step(cell), measured.span(cell)
            share = measured.share(cell)
            rows, columns = study.arrangement(cell.objects_per_pe)
            rounds = sum(not math.isnan(value) for value in measured.step_ms.get(cell, []))
            writer.writerow(
                [
                    *(cell.mapping, cell.objects_per_pe, f"{rows}x{columns}"),
                    *(SITES * study.pes_per_site, study.mesh, f"{cell.latency_ms:g}"),
                    *(_number(step_ms), _number(low), _number(high), _number(share), rounds),
                    *(_number(measured.bound(cell)), "yes" if cell.with_priorities else "no"),
                ]
            )


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.5g}"
