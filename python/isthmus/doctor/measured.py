"""What was found on the nodes and on the ways between them: plain data, as JSON has it."""

from dataclasses import dataclass, field
from typing import Any

from isthmus.topology import Node, Site


@dataclass(frozen=True)
class Place:
    """A node of the grid file; places are ordered as the file has them, and so are ranks."""

    site: str
    node: str
    order: int
    grid: Node

    @property
    def relay(self) -> str:
        """Where other sites meet it; empty where they call it."""
        return self.grid.relay

    def text(self) -> str:
        return self.site if self.node == f"{self.site}-0" else f"{self.site}/{self.node}"


@dataclass(frozen=True)
class Door:
    """Where one process of a node was to listen. `error` is the agent's, or None."""

    asked: str
    port: int = 0
    error: dict[str, Any] | None = None


@dataclass(frozen=True)
class Missing:
    """What a device of a link needs on the node's machine and does not find."""

    link: str
    device: str
    why: str = ""


@dataclass(frozen=True)
class NodeSeen:
    place: Place
    failure: str = ""
    introduction: dict[str, Any] = field(default_factory=dict)
    doors: tuple[Door, ...] = ()
    missing: tuple[Missing, ...] = ()

    @property
    def is_there(self) -> bool:
        return not self.failure

    @property
    def machine(self) -> str:
        return str(self.introduction.get("machine", ""))


@dataclass(frozen=True)
class LineSeen:
    """One call, from a node to where another one says that it can be reached."""

    caller: Place
    called: Place
    to: str
    answer: dict[str, Any]

    @property
    def stage(self) -> str:
        """How far it came; "silent" where the caller's node gave no answer itself."""
        return str(self.answer.get("stage", "silent"))

    @property
    def works(self) -> bool:
        return self.stage == "done"

    @property
    def error(self) -> str:
        return str(self.answer.get("error", {}).get("what", ""))

    @property
    def is_refused(self) -> bool:
        return bool(self.answer.get("error", {}).get("code") == "refused")

    @property
    def is_between_sites(self) -> bool:
        return self.caller.site != self.called.site

    @property
    def is_to_itself(self) -> bool:
        """Through its own relay, to see whether it can come there."""
        return self.caller == self.called

    @property
    def is_relayed(self) -> bool:
        return bool(self.called.relay) and (self.is_between_sites or self.is_to_itself)

    @property
    def is_needed(self) -> bool:
        """Of two processes the one of higher rank calls."""
        return self.caller.order >= self.called.order

    @property
    def round_trip_ms(self) -> float | None:
        return float(self.answer["round_trip_ns"]) / 1e6 if self.works else None


@dataclass(frozen=True)
class Rate:
    """Bytes of a pair of sites, from one to the other."""

    source: str
    target: str
    mbps: float


def places_of(sites: tuple[Site, ...], per_site: int) -> list[Place]:
    """The first nodes of each site, as many as asked for; 0: all."""
    places: list[Place] = []
    for site in sites:
        for node in site.nodes[: per_site or None]:
            places.append(Place(site.name, node.name, len(places), node))
    return places
