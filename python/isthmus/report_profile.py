"""What the filter `profile` has counted in a run (Koenig 2003, table 4.3), as tables."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from isthmus.errors import IsthmusError
from isthmus.report import one_line, print_table
from isthmus.top_page import bytes_text

ROWS_MAX = 20
NAME_MOST = 48
Headings = tuple[str, ...]


@dataclass
class Traffic:
    """Messages and bytes in one direction; `sizes` counts messages by the power of two that they
    have at least."""

    messages: int = 0
    bytes: int = 0
    sizes: Counter[int] = field(default_factory=Counter)

    def add(self, counted: Mapping[str, Any]) -> None:
        self.messages += int(counted["messages"])
        self.bytes += int(counted["bytes"])
        for size in counted["sizes"]:
            self.sizes[int(size["from_bytes"])] += int(size["messages"])


@dataclass
class Both:
    sent: Traffic = field(default_factory=Traffic)
    received: Traffic = field(default_factory=Traffic)

    def add(self, row: Mapping[str, Any]) -> None:
        self.sent.add(row["sent"])
        self.received.add(row["received"])

    def cells(self) -> list[str]:
        return [
            f"{self.sent.messages:,}",
            bytes_text(self.sent.bytes),
            f"{self.received.messages:,}",
            bytes_text(self.received.bytes),
        ]


@dataclass
class Profile:
    """Of a link class at one place of its chain: by process and peer, and by pair of sites, as the
    processes at both ends have counted."""

    peers: dict[tuple[str, str], Both] = field(default_factory=dict)
    site_pairs: dict[tuple[str, str], Both] = field(default_factory=dict)

    def add(self, row: Mapping[str, Any], sites: Sequence[str]) -> None:
        for peer in row["peers"]:
            ends = (_process_text(row["process"]), _process_text(peer["process"]))
            self.peers.setdefault(ends, Both()).add(peer)
        for pair in row["site_pairs"]:
            ends = (_site_text(pair["source"], sites), _site_text(pair["destination"], sites))
            self.site_pairs.setdefault(ends, Both()).add(pair)

    def by_size(self) -> dict[int, tuple[int, int]]:
        """Messages sent and received."""
        sent, received = Counter[int](), Counter[int]()
        for both in self.peers.values():
            sent.update(both.sent.sizes)
            received.update(both.received.sizes)
        return {size: (sent[size], received[size]) for size in sorted({*sent, *received})}


def read_profiles(devices: Iterable[Mapping[str, Any]], sites: Sequence[str]) -> dict[str, Profile]:
    """By link class; where a process has several filters of one class, by which of them it is.
    Raises IsthmusError where a row of the report is none."""
    profiles: dict[str, Profile] = {}
    seen: Counter[tuple[str, str]] = Counter()
    try:
        for row in devices:
            if row["device"] != "profile":
                continue
            name = one_line(str(row["class"]), NAME_MOST)
            seen[name, str(row["process"])] += 1
            number = seen[name, str(row["process"])]
            title = name if number == 1 else f"{name}, profile {number}"
            profiles.setdefault(title, Profile()).add(row, sites)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise IsthmusError('the run\'s report has a row of "devices" that is none') from None
    return profiles


def print_profiles(profiles: Mapping[str, Profile]) -> None:
    counts = ("sent", "bytes sent", "received", "bytes received")
    for name, profile in profiles.items():
        _print_ends(f"messages by process, {name}", ("process", "peer", *counts), profile.peers)
        _print_ends(f"messages by sites, {name}", ("from", "to", *counts), profile.site_pairs)
        rows = [
            [size_text(size), f"{sent:,}", f"{received:,}"]
            for size, (sent, received) in profile.by_size().items()
        ]
        if rows:
            headings = ("bytes", "sent", "received")
            print_table(headings, rows, f"messages by size, {name}")


def _print_ends(title: str, headings: Headings, found: Mapping[tuple[str, str], Both]) -> None:
    """Those with most bytes first."""
    longest = sorted(found.items(), key=lambda item: -(item[1].sent.bytes + item[1].received.bytes))
    rows = [[*ends, *both.cells()] for ends, both in longest[:ROWS_MAX]]
    if not rows:
        return
    if len(longest) > ROWS_MAX:
        title += f" ({ROWS_MAX} of {len(longest):,})"
    print_table(headings, rows, title, 2)


def size_text(from_bytes: int) -> str:
    """ "1 KiB to 2 KiB": from there to below twice that."""
    return f"{_binary_text(from_bytes)} to {_binary_text(2 * from_bytes)}"


def _binary_text(count: int) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count} {unit}"
        count //= 1024
    return f"{count} TiB"


def _process_text(process: int | None) -> str:
    return "?" if process is None else str(int(process))


def _site_text(site: int | None, sites: Sequence[str]) -> str:
    """By its name, or its number where the report has no names."""
    if site is None:
        return "?"
    number = int(site)
    return one_line(sites[number], NAME_MOST) if 0 <= number < len(sites) else str(number)
