"""What a running job says of itself (docs/formats/status.md), and what two such answers tell of
the time between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.jobs import RunningJob, ask

# The job itself names after a second who is busy; the process that answers may be busy itself.
ANSWER_S = 5.0

# Of a PE's time, as it is shown; each has a figure of the same name with _s.
PARTS = ("entry", "runtime", "balancing", "waited_same_site", "waited_other_sites", "idle")
BUSY = PARTS[:3]
WAITING = PARTS[3:]

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Status:
    """One answer. Rows are as the job wrote them."""

    job: str
    program: str
    at_s: float  # of the clock of the process that answered
    sites: Sequence[str]
    pe_count: int
    silent: Sequence[Row]
    panels: Mapping[str, Sequence[Row]]

    def rows(self, panel: str) -> Sequence[Row]:
        return self.panels.get(panel, ())


def ask_status(job: RunningJob) -> Status:
    """Raises IsthmusError where the job says nothing in ANSWER_S, or nothing that makes sense."""
    answer = ask(job, {"request": "status"}, within_s=ANSWER_S)
    return read_status(answer)


def read_status(answer: Row) -> Status:
    """Raises IsthmusError where that is none."""
    try:
        status = answer["status"]
        panels = {str(name): [dict(row) for row in rows] for name, rows in status["panels"].items()}
        for row in panels.get("pes", ()):
            for key in ("at_s", "wall_s", *(f"{part}_s" for part in PARTS)):
                float(row[key])
            int(row["pe"])
            str(row["site"])
        for row in panels.get("links", ()):
            key_of_link(row)
            float(row["at_s"])
        return Status(
            job=str(answer["job"]),
            program=str(answer["program"]),
            at_s=float(status["at_s"]),
            sites=[str(site) for site in status["sites"]],
            pe_count=int(status["pes"]),
            silent=[{**row, "pe": int(row["pe"])} for row in status["silent"]],
            panels=panels,
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        raise IsthmusError("the job's answer makes no sense") from None


def key_of_link(row: Row) -> tuple[int, str]:
    """Its process and its class."""
    return int(row["process"]), str(row["class"])


@dataclass(frozen=True)
class View:
    """What happened between two answers, as `isthmus top` shows it, and prints it as JSON."""

    job: str
    program: str
    interval_s: float
    pe_count: int
    program_state: Row  # phase, done, of, left_s; what is not known is not there
    sites: Sequence[Row]
    links: Sequence[Row]
    pes: Sequence[Row]
    waits: Sequence[Row]
    processes: Sequence[Row]
    results: Row
    silent: Sequence[Row] = field(default_factory=list)

    def fields(self) -> dict[str, Any]:
        return dict(vars(self))

    @staticmethod
    def of_fields(fields: Row) -> "View":
        """Raises IsthmusError where they are those of no view."""
        try:
            return View(**{name: fields[name] for name in View.__dataclass_fields__})
        except (KeyError, TypeError):
            raise IsthmusError("what came is no view of a job") from None


def view(before: Status, after: Status) -> View:
    pes = _pes(before, after)
    return View(
        job=after.job,
        program=after.program,
        interval_s=after.at_s - before.at_s,
        pe_count=after.pe_count,
        program_state=program_state(after),
        sites=_sites(after, pes),
        links=_links(before, after),
        pes=pes,
        waits=[
            {
                "pe": row.get("pe"),
                "site": row.get("site"),
                "who": row.get("who", ""),
                "awaits": row.get("awaits", ""),
                "for_s": row["at_s"] - row.get("since_s", row["at_s"]),
            }
            for row in after.rows("waits")
        ],
        processes=_processes(before, after),
        results={str(row["name"]): row["value"] for row in after.rows("results")},
        silent=list(after.silent),
    )


def _deltas(before: Row, after: Row) -> dict[str, float]:
    """By how much each number rose; less than nothing where it began anew meanwhile."""
    return {
        name: after[name] - before[name]
        for name in after
        if isinstance(after[name], int | float) and isinstance(before.get(name), int | float)
    }


def _pes(before: Status, after: Status) -> list[Row]:
    earlier = {row["pe"]: row for row in before.rows("pes")}
    rows: list[Row] = []
    for row in after.rows("pes"):
        shown = {
            "pe": row["pe"],
            "process": row.get("process"),
            "site": row["site"],
            "objects": row.get("objects", 0),
            "queued": row.get("queued", 0),
            "queued_bytes": row.get("queued_bytes", 0) + row.get("arrived_bytes", 0),
        }
        deltas = _deltas(earlier[row["pe"]], row) if row["pe"] in earlier else {}
        shown |= _shares(deltas)
        span_s = deltas.get("at_s", 0)
        if span_s > 0 and deltas.get("messages_executed", 0) >= 0:
            shown["messages_per_s"] = deltas.get("messages_executed", 0) / span_s
        rows.append(shown)
    return rows


def _shares(deltas: Mapping[str, float]) -> dict[str, float]:
    """Of the PE's time between two answers, which sum up to 1; nothing where no account of it was
    kept all along. For what a PE waits is known when the wait has ended: what has not ended is
    idle, and waits that began before count no more than the time between the answers."""
    wall_s = deltas.get("wall_s", 0)
    busy_s = {part: max(0.0, deltas.get(f"{part}_s", 0)) for part in BUSY}
    rest_s = wall_s - sum(busy_s.values())
    if wall_s <= 0 or any(deltas.get(f"{part}_s", -1) < 0 for part in BUSY):
        return {}
    waits_s = {part: max(0.0, deltas.get(f"{part}_s", 0)) for part in WAITING}
    explained_s = sum(waits_s.values())
    if explained_s > 0:
        waits_s = {part: s * max(0.0, rest_s) / explained_s for part, s in waits_s.items()}
    else:
        waits_s["idle"] = max(0.0, rest_s)
    return {part: s / wall_s for part, s in {**busy_s, **waits_s}.items()}


def hidden(shares: Row) -> float | None:
    """Of the time that PEs worked or waited for other sites, what they worked; None where they did
    neither."""
    busy = sum(shares[part] for part in BUSY)
    there = shares["waited_other_sites"]
    return busy / (busy + there) if busy + there > 0 else None


def _sites(after: Status, pes: Sequence[Row]) -> list[Row]:
    rows: list[Row] = []
    for site in after.sites:
        here = [pe for pe in pes if pe["site"] == site]
        silent = sum(1 for pe in after.silent if pe.get("site") == site)
        row: dict[str, Any] = {"site": site, "pes": len(here) + silent, "silent": silent}
        row["objects"] = sum(pe["objects"] for pe in here)
        row["queued"] = sum(pe["queued"] for pe in here)
        known = [pe for pe in here if "entry" in pe]
        if known:
            row |= {part: sum(pe[part] for pe in known) / len(known) for part in PARTS}
            row["hidden"] = hidden(row) if len(after.sites) > 1 else None
        rows.append(row)
    return rows


def _links(before: Status, after: Status) -> list[Row]:
    """By site and link class: the sums over its processes."""
    earlier = {key_of_link(row): row for row in before.rows("links")}
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in after.rows("links"):
        key = (str(row.get("site", "")), str(row["class"]))
        sums = found.setdefault(
            key,
            {
                "site": key[0],
                "class": key[1],
                "joins": row.get("joins", ""),
                "chain": row.get("chain", ""),
                "processes": 0,
                **dict.fromkeys(RATES.values(), 0.0),
                **dict.fromkeys(("resent", "cut", "lost", "stalled"), 0),
                "compressed": [0.0, 0.0],
            },
        )
        sums["processes"] += 1
        sums["resent"] += row.get("frames_resent", 0)
        sums["lost"] += row.get("peers_lost", 0)
        sums["cut"] += row.get("connections_cut", 0) - row.get("connections_resumed", 0)
        if "latency_s" in row:
            sums["latency_s"] = row["latency_s"]
        deltas = _deltas(earlier.get(key_of_link(row), {}), row)
        span_s = deltas.get("at_s", 0)
        if span_s <= 0 or any(deltas.get(counter, 0) < 0 for counter in RATES):
            continue  # or its counters began anew, with another epoch of the job
        for counter, rate in RATES.items():
            sums[rate] += deltas.get(counter, 0) / span_s
        sums["stalled"] += deltas.get("connections_stalled", 0)
        for i, counter in enumerate(("compress_bytes_before", "compress_bytes_after")):
            sums["compressed"][i] += deltas.get(counter, 0)
    for sums in found.values():
        whole, left = sums.pop("compressed")
        sums["compression"] = whole / left if left > 0 else None
        sums["state"] = _state(sums)
    return list(found.values())


RATES = {
    "bytes_sent": "sent_bytes_per_s",
    "frames_sent": "sent_per_s",
    "bytes_received": "received_bytes_per_s",
    "frames_received": "received_per_s",
}


def _state(link: Row) -> str:
    if link["lost"] > 0:
        return f"{link['lost']} lost"
    if link["cut"] > 0:
        return f"{link['cut']} cut"
    if link["stalled"] > 0:
        return "stalled"
    return "healed" if link["resent"] > 0 else "well"


def _processes(before: Status, after: Status) -> list[Row]:
    earlier = {row["process"]: row for row in before.rows("processes")}
    rows: list[Row] = []
    for row in after.rows("processes"):
        shown = {
            key: row.get(key)
            for key in ("process", "site", "host", "pid", "resident_bytes", "peak_resident_bytes")
        }
        deltas = _deltas(earlier.get(row["process"], {}), row)
        span_s = deltas.get("at_s", 0)
        if span_s > 0:
            cpu_s = deltas.get("user_s", 0) + deltas.get("system_s", 0)
            shown["processors"] = cpu_s / span_s
        rows.append(shown)
    return rows


def program_state(status: Status) -> dict[str, Any]:
    """What the program says of how far it is, and how long the rest of it will take at the pace it
    has had."""
    rows = status.rows("program")
    if not rows:
        return {}
    row = rows[0]
    state: dict[str, Any] = {key: row[key] for key in ("phase", "done", "of") if key in row}
    if "phase_began_s" in row:
        state["in_phase_s"] = row["at_s"] - row["phase_began_s"]
    if "done" in row:
        came_on = row["done"] - row["first_done"]
        took_s = row["done_at_s"] - row["first_at_s"]
        if came_on > 0 and took_s > 0:
            left = max(0, row["of"] - row["done"]) * took_s / came_on
            # It works on since it has last said something.
            state["left_s"] = max(0.0, left - (row["at_s"] - row["done_at_s"]))
    return state
