"""What a text says of a figure whose numbers are not published, and whether ours agrees, by the
rule of `margins`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from isthmus.errors import BadInputError
from isthmus.experiment.compare import knee_row
from isthmus.experiment.margins import ALIKE, RISE, SEEN, is_about, is_as_large, is_level
from isthmus.experiment.stencil import MAPPINGS, Point

FITTED = ("level",)
"""Kinds that the machine model is fitted to: they are printed, and are no test of it."""


@dataclass(frozen=True)
class Statement:
    """`mappings` are one curve, or several to be compared: naive, block, or a strategy that has
    moved the objects from where naive had put them. `value` is what the text says, in ms; `over`
    the latencies (ms) that it speaks of."""

    figure: str
    mesh: int
    pes: int
    objects: int
    mappings: tuple[str, ...]
    kind: str
    says: str
    value: float | None = None
    over: tuple[float, float] | None = None

    def of_variant(self, suffix: str) -> "Statement":
        """The same of the strategies whose names have this behind them."""
        names = (name if name in MAPPINGS else name + suffix for name in self.mappings)
        return replace(self, mappings=tuple(names))

    def points(self) -> list[Point]:
        """At latency 0: the curves that it is about."""
        naive = Point(self.mesh, self.pes, self.objects, "naive", 0.0)
        return [
            replace(naive, mapping=name) if name in MAPPINGS else naive.balanced(name)
            for name in self.mappings
        ]


@dataclass(frozen=True)
class Checked:
    statement: Statement
    ours: str
    holds: bool

    @property
    def is_fitted(self) -> bool:
        return self.statement.kind in FITTED


@dataclass(frozen=True)
class Curves:
    """Times (ms) by point at latency 0, at each of the latencies."""

    latencies_ms: Sequence[float]
    times_ms: Mapping[Point, Sequence[float]]


def read_statements(entries: Sequence[Mapping[str, Any]]) -> list[Statement]:
    """Raises BadInputError for a kind that nobody can check."""
    found = []
    for entry in entries:
        if entry["kind"] not in _CHECKS:
            raise BadInputError(
                f"figure {entry['figure']}: unknown kind of statement '{entry['kind']}' "
                f"(expected {', '.join(_CHECKS)})"
            )
        over = entry.get("over_ms")
        found.append(
            Statement(
                str(entry["figure"]),
                int(entry["mesh"]),
                int(entry["pes"]),
                int(entry["objects"]),
                tuple(entry["mappings"]),
                str(entry["kind"]),
                str(entry["says"]),
                None if entry.get("value_ms") is None else float(entry["value_ms"]),
                None if over is None else (float(over[0]), float(over[1])),
            )
        )
    return found


def check(statement: Statement, curves: Curves) -> Checked:
    """Raises KeyError where a curve that it needs was not run."""
    ours, holds = _CHECKS[statement.kind](statement, curves)
    return Checked(statement, ours, holds)


def _only(statement: Statement, curves: Curves) -> Sequence[float]:
    return curves.times_ms[statement.points()[0]]


def _value(statement: Statement) -> float:
    if statement.value is None:
        raise BadInputError(f"figure {statement.figure}: a {statement.kind} without value_ms")
    return statement.value


def _level(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """The time at latency 0."""
    value, ours = _value(statement), _only(statement, curves)[0]
    return f"{ours:.1f} ms", is_level(ours, value)


def _knee(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """Within one row."""
    row = knee_row(_only(statement, curves))
    published = _row_of(curves.latencies_ms, _value(statement))
    return f"rises {_latency_text(curves, row)}", abs(row - published) <= 1


def _flat_to(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """No knee up to there; one row is let pass."""
    row = knee_row(_only(statement, curves))
    return f"rises {_latency_text(curves, row)}", row >= _row_of(
        curves.latencies_ms, _value(statement)
    )


def _rises(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """From the first latency to the last: as much as is published, or that share of it."""
    times = _only(statement, curves)
    published = RISE * curves.latencies_ms[-1] if statement.value is None else statement.value
    return f"{times[0]:.1f} to {times[-1]:.1f} ms", is_as_large(times[-1] - times[0], published)


def _faster_above(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """From where on it stays faster than the 16 objects of the same figure; within one row."""
    first = statement.points()[0]
    few = curves.times_ms[Point(first.mesh, first.pes, 16, first.mapping, 0.0)]
    many = curves.times_ms[first]
    row = len(few)  # the first from which on it is faster
    while row > 0 and many[row - 1] < few[row - 1]:
        row -= 1
    last_slower = _row_of(curves.latencies_ms, _value(statement))
    return f"faster {_latency_text(curves, row)}", abs(row - 1 - last_slower) <= 1


def _most_objects_best(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """At all latencies beyond its knee (at least the last), of all object counts of its mesh, PEs
    and mapping; on average by what is said."""
    first = statement.points()[0]
    times = curves.times_ms[first]
    others = [
        other
        for point, other in curves.times_ms.items()
        if (point.mesh, point.pes, point.mapping) == (first.mesh, first.pes, first.mapping)
        and point.objects != first.objects
    ]
    rows = range(min(knee_row(times), len(times) - 1), len(times))
    gains = [min(other[row] for other in others) - times[row] for row in rows]
    mean = sum(gains) / len(gains)
    text = f"{mean:+.1f} ms on average, {min(gains):+.1f} at least"
    return text, min(gains) > 0 and is_about(mean, _value(statement))


def _gains(statement: Statement, curves: Curves) -> list[float]:
    """By how much (ms) block is faster than naive, at the latencies that are spoken of."""
    naive, block = (curves.times_ms[point] for point in statement.points())
    low, high = statement.over or (0.0, curves.latencies_ms[-1])
    return [
        naive[row] - block[row] for row, ms in enumerate(curves.latencies_ms) if low <= ms <= high
    ]


def _gain(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """On average, of about what is said."""
    gains = _gains(statement, curves)
    mean = sum(gains) / len(gains)
    return f"{mean:+.2f} ms on average", is_about(mean, _value(statement))


def _gain_of_table(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """On average, of what a table has or more."""
    gains = _gains(statement, curves)
    mean = sum(gains) / len(gains)
    return f"{mean:+.2f} ms on average", is_as_large(mean, _value(statement))


def _largest_gain(statement: Statement, curves: Curves) -> tuple[str, bool]:
    largest = max(_gains(statement, curves))
    return f"{largest:+.1f} ms at most", is_about(largest, _value(statement))


def _loss_somewhere(statement: Statement, curves: Curves) -> tuple[str, bool]:
    least = min(_gains(statement, curves))
    return f"{least:+.1f} ms at least", least < 0


def _alike(statement: Statement, curves: Curves) -> tuple[str, bool]:
    naive, block = (curves.times_ms[point] for point in statement.points())
    apart = max(abs(a / b - 1) for a, b in zip(naive, block, strict=True))
    return f"up to {apart * 100:.0f} % apart", apart <= ALIKE


def _close(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """On average over the latencies, as far as an eye sees that compares two curves."""
    changes = _changes(statement, curves)
    mean = sum(map(abs, changes)) / len(changes)
    return f"{mean * 100:.1f} % apart on average", mean <= ALIKE


def _faster(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """The first than the second, on average."""
    changes = _changes(statement, curves)
    mean = sum(changes) / len(changes)
    return f"{mean * 100:+.1f} % on average", mean > SEEN


def _noticeably_faster(statement: Statement, curves: Curves) -> tuple[str, bool]:
    changes = _changes(statement, curves)
    mean = sum(changes) / len(changes)
    return f"{mean * 100:+.1f} % on average", mean > ALIKE


def _faster_throughout(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """The first than the second, at each latency."""
    least = min(_changes(statement, curves))
    return f"{least * 100:+.1f} % at least", least > SEEN


def _shallower(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """The second rises by less than the first from the first latency to the last: markedly."""
    times = [curves.times_ms[point] for point in statement.points()]
    first, second = (own[-1] - own[0] for own in times)
    return f"rise by {first:.1f} and {second:.1f} ms", second < (1 - ALIKE) * first


def _more_are_flat(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """Of the curves of the statement's mesh, PEs and mapping, than of the smaller meshes'."""
    few, of_few = _flat(statement, curves, lambda mesh: mesh < statement.mesh)
    many, of_many = _flat(statement, curves, lambda mesh: mesh == statement.mesh)
    text = f"{many} of {of_many} are flat, of the smaller mesh {few} of {of_few}"
    return text, of_few > 0 and many * of_few > few * of_many


def _flat(statement: Statement, curves: Curves, of_mesh: Callable[[int], bool]) -> tuple[int, int]:
    """How many are nowhere slower than at latency 0, of how many."""
    first = statement.points()[0]
    times = [
        own
        for point, own in curves.times_ms.items()
        if of_mesh(point.mesh) and (point.pes, point.mapping) == (first.pes, first.mapping)
    ]
    return sum(max(own) <= (1 + ALIKE) * own[0] for own in times), len(times)


def _envelope_knee(statement: Statement, curves: Curves) -> tuple[str, bool]:
    """The least of all object counts by latency: its knee lies where the latency is as long as a
    step, within one row."""
    first = statement.points()[0]
    times = [
        own
        for point, own in curves.times_ms.items()
        if (point.mesh, point.pes, point.mapping) == (first.mesh, first.pes, first.mapping)
    ]
    envelope = [min(row) for row in zip(*times, strict=True)]
    row = knee_row(envelope)
    text = f"rises {_latency_text(curves, row)}, a step takes {envelope[0]:.1f} ms"
    return text, abs(row - _row_of(curves.latencies_ms, envelope[0])) <= 1


def _changes(statement: Statement, curves: Curves) -> list[float]:
    """By which share the second is slower than the first, at the latencies that are spoken of."""
    first, second = (curves.times_ms[point] for point in statement.points())
    low, high = statement.over or (0.0, curves.latencies_ms[-1])
    rows = [row for row, ms in enumerate(curves.latencies_ms) if low <= ms <= high]
    return [second[row] / first[row] - 1 for row in rows]


def _row_of(latencies_ms: Sequence[float], latency_ms: float) -> int:
    return min(range(len(latencies_ms)), key=lambda row: abs(latencies_ms[row] - latency_ms))


def _latency_text(curves: Curves, row: int) -> str:
    if row >= len(curves.latencies_ms):
        return f"above {curves.latencies_ms[-1]:g} ms"
    return f"from {curves.latencies_ms[row]:g} ms"


_CHECKS: Mapping[str, Callable[[Statement, Curves], tuple[str, bool]]] = {
    "level": _level,
    "knee": _knee,
    "flat_to": _flat_to,
    "rises": _rises,
    "faster_than_16_objects_above": _faster_above,
    "most_objects_best": _most_objects_best,
    "gain": _gain,
    "gain_of_table": _gain_of_table,
    "largest_gain": _largest_gain,
    "loss_somewhere": _loss_somewhere,
    "alike": _alike,
    "close": _close,
    "faster": _faster,
    "noticeably_faster": _noticeably_faster,
    "faster_throughout": _faster_throughout,
    "shallower": _shallower,
    "more_are_flat": _more_are_flat,
    "envelope_knee": _envelope_knee,
}


def table(checked: Sequence[Checked]) -> tuple[list[str], list[list[str]]]:
    headings = ["figure", "PEs", "objects", "the text says", "ours", "holds"]
    return headings, [
        [
            one.statement.figure,
            str(one.statement.pes),
            str(one.statement.objects),
            one.statement.says,
            one.ours,
            "fitted" if one.is_fitted else "yes" if one.holds else "NO",
        ]
        for one in checked
    ]


def verdict(checked: Sequence[Checked]) -> tuple[str, bool]:
    """How many hold of those that the machine model is not fitted to, and whether all do."""
    tests = [one.holds for one in checked if not one.is_fitted]
    return f"{sum(tests)} of {len(tests)} statements of the text hold", all(tests)


def fields(checked: Sequence[Checked]) -> list[dict[str, Any]]:
    return [
        {
            "figure": one.statement.figure,
            "pes": one.statement.pes,
            "objects": one.statement.objects,
            "says": one.statement.says,
            "ours": one.ours,
            "holds": one.holds,
            "fitted": one.is_fitted,
        }
        for one in checked
    ]
