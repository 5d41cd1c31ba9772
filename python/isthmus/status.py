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
    bounds: Mapping[str, Row] = field(default_factory=dict)  # by panel: of, told
    has_ended: bool = False  # nothing comes behind this one

    def rows(self, panel: str) -> Sequence[Row]:
        return self.panels.get(panel, ())


def ask_status(job: RunningJob) -> Status:
    """Raises IsthmusError where the job says nothing in ANSWER_S, or nothing that makes sense."""
    answer = ask(job, {"request": "status"}, within_s=ANSWER_S)
    return read_status(answer)


def ask_waits(job: RunningJob) -> Status:
    """Who waits for what, and nothing else; as ask_status."""
    return read_status(ask(job, {"request": "waits"}, within_s=ANSWER_S))


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
            bounds={
                str(name): {"of": int(bound["of"]), "told": int(bound["told"])}
                for name, bound in status.get("bounds", {}).items()
            },
            has_ended="ended" in status,
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        raise IsthmusError("the job's answer makes no sense") from None


def key_of_link(row: Row) -> tuple[str, str]:
    """Its process, or its site, and its class."""
    return str(row["process"]), str(row["class"])


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
    entries: Sequence[Row] = field(default_factory=list)  # the busiest first
    arrays: Sequence[Row] = field(default_factory=list)
    site_pairs: Sequence[Row] = field(default_factory=list)
    balancing_steps: Sequence[Row] = field(default_factory=list)
    checkpoints: Row = field(default_factory=dict)
    membership: Row = field(default_factory=dict)
    bounds: Mapping[str, Row] = field(default_factory=dict)  # by panel that is not whole: of, told

    def fields(self) -> dict[str, Any]:
        return dict(vars(self))

    @staticmethod
    def of_fields(fields: Row) -> "View":
        """Raises IsthmusError where they are those of no view."""
        try:
            known = View.__dataclass_fields__
            return View(**{name: value for name, value in fields.items() if name in known})
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
        entries=_entries(before, after),
        arrays=list(after.rows("arrays")),
        site_pairs=list(after.rows("site_pairs")),
        balancing_steps=list(after.rows("balancing_steps")),
        checkpoints=next(iter(after.rows("checkpoints")), {}),
        membership=next(iter(after.rows("membership")), {}),
        bounds=after.bounds,
    )


def _entries(before: Status, after: Status) -> list[Row]:
    """What entry methods took between two answers, of all PEs' time; nothing of those that were not
    called, and of those of which the measuring began anew meanwhile."""
    earlier = {(row["array"], row["entry"]): row for row in before.rows("entries")}
    pe_time_s = (after.at_s - before.at_s) * after.pe_count
    rows: list[dict[str, Any]] = []
    for row in after.rows("entries"):
        first = earlier.get((row["array"], row["entry"]), {})
        delta = {
            name: row.get(name, 0) - first.get(name, 0)
            for name in ("calls", "time_s", "waited_s", "waited_other_sites_s")
        }
        if delta["calls"] <= 0 or pe_time_s <= 0:
            continue
        rows.append(
            {
                "array": row["array"],
                "entry": row["entry"],
                "pes": row.get("pes", 0),
                "calls_per_s": delta["calls"] / (after.at_s - before.at_s),
                "share": delta["time_s"] / pe_time_s,
                "mean_s": delta["time_s"] / delta["calls"],
                "longest_s": row.get("longest_s", 0),
                "waited": delta["waited_s"] / pe_time_s,
                "waited_other_sites": delta["waited_other_sites_s"] / pe_time_s,
            }
        )
    return sorted(rows, key=lambda row: -row["share"])


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


def _sites_of_spread(after: Status) -> list[Row]:
    """Where there are too many PEs to be told one by one: by what the job has made of them all,
    since the status before, whoever asked for that."""
    spread = {
        (row["site"], row["figure"]): row
        for row in after.rows("spread")
        if row.get("of") == "pes" and row.get("count", 0) > 0
    }
    rows: list[Row] = []
    for site in after.sites:
        silent = sum(1 for pe in after.silent if pe.get("site") == site)
        objects = spread.get((site, "objects"), {})
        row: dict[str, Any] = {
            "site": site,
            "pes": objects.get("count", 0) + silent,
            "silent": silent,
            "objects": objects.get("sum", 0),
            "queued": spread.get((site, "queued"), {}).get("sum", 0),
        }
        shares = {part: spread.get((site, "work" if part == "entry" else part)) for part in PARTS}
        if all(shares.values()):
            row |= {part: s["sum"] / s["count"] for part, s in shares.items() if s is not None}
            row["hidden"] = hidden(row) if len(after.sites) > 1 else None
        rows.append(row)
    return rows


def _sites(after: Status, pes: Sequence[Row]) -> list[Row]:
    if "pes" in after.bounds:
        return _sites_of_spread(after)
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
    earlier = {key_of_link(row): row for row in _link_rows(before)}
    epochs_before = {row["process"]: row.get("epoch") for row in before.rows("processes")}
    processes = {row["process"]: row for row in after.rows("processes")}
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in _link_rows(after):
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
        sums["processes"] += row.get("processes", 1)
        sums["resent"] += row.get("frames_resent", 0)
        sums["lost"] += row.get("peers_lost", 0)
        sums["cut"] += row.get("connections_cut", 0) - row.get("connections_resumed", 0)
        if "latency_s" in row:
            sums["latency_s"] = row["latency_s"]
        process = processes.get(row["process"], {})
        first: Row = earlier.get(key_of_link(row), {})
        if "epoch" in process and process["epoch"] != epochs_before.get(row["process"]):
            # The job has gone on with others, and its links count from there.
            first = dict.fromkeys(row, 0) | {"at_s": process.get("epoch_began_s", row["at_s"])}
        deltas = _deltas(first, row)
        span_s = deltas.get("at_s", 0)
        if span_s <= 0 or any(deltas.get(counter, 0) < 0 for counter in RATES):
            continue
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


def _link_rows(status: Status) -> Sequence[Row]:
    """One of each process and class; where these are too many, one of each site and class."""
    if "links" not in status.bounds:
        return status.rows("links")
    return [
        {**row, "process": f"of {row['site']}", "at_s": status.at_s}
        for row in status.rows("site_links")
    ]


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
