"""What is to be started for a job: which program with which words, and where."""

import ipaddress
import secrets
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from isthmus.build import Application
from isthmus.errors import BadInputError
from isthmus.nodes import Via, read_via, way_to
from isthmus.options import as_arguments
from isthmus.topology import Node, Topology, describe


@dataclass(frozen=True)
class Launch:
    """What to start as this rank. `site` is empty where one process holds every site, or where the
    job finds its sites itself. `way` leads to the node, see nodes.way_to; empty: it is here.
    `environment` are variables of its own, whose names begin with ISTHMUS_."""

    arguments: Sequence[str]
    site: str = ""
    node: str = ""
    way: Sequence[str] = ()
    rank: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reach:
    """How the nodes of a grid come to be one job. `via` are the user's ways to them, as read_via
    takes them. `rendezvous` is where rank 0 waits for the others, HOST:PORT; empty: chosen here."""

    via: Sequence[str] = ()
    rendezvous: str = ""


BY_DEFAULT = Reach()


def launches_for(
    application: Application,
    options: dict[str, str],
    app_options: Sequence[str],
    more: Sequence[str] = ("--quiet",),
    reach: Reach = BY_DEFAULT,
    takes_others: bool = False,
) -> list[Launch]:
    """One launch per process of the job; `more` are words of the runtime beside its options. A grid
    that has nodes elsewhere is one of processes. A job that `takes_others` later measures nothing
    at its start that those could not know. Raises what `describe` raises, and BadInputError where
    the processes could not meet."""
    tail = ["--", *app_options] if app_options else []
    is_open = "backend" not in options and "grid" in options
    if options.get("backend") != "processes" and not is_open:
        if reach != BY_DEFAULT:
            raise BadInputError(
                "--via, --rendezvous: where processes are (expected --backend processes)"
            )
        return [Launch([str(application.binary), *as_arguments(options), *more, *tail])]
    as_processes = options | {"backend": "processes"}
    described = {name: value for name, value in as_processes.items() if name != "report"}
    topology = describe(application.binary, as_arguments(described), app_options)[0]
    places = _places_by_rank(topology, read_via(reach.via, topology))
    if is_open and reach == BY_DEFAULT and not any(place.way for place in places):
        return [Launch([str(application.binary), *as_arguments(options), *more, *tail])]
    if takes_others:
        as_processes = {"begin-with": str(len(places)), **as_processes}
    arguments = [str(application.binary), *as_arguments(as_processes), *more]
    rendezvous = reach.rendezvous or _rendezvous(places)
    return [
        Launch(
            [*arguments, "--rendezvous", rendezvous, "--rank", str(rank), *tail],
            place.site,
            place.node.name,
            place.way,
            rank,
        )
        for rank, place in enumerate(places[: _count_at_first(options, topology)])
    ]


def _count_at_first(options: dict[str, str], topology: Topology) -> int:
    """Of the processes; the others come later, started by others. The program has understood it."""
    number, _, unit = options.get("begin-with", "").partition(" ")
    sites = topology.sites[: int(number)] if unit.startswith("site") else topology.sites
    count = sum(len(node.processes) for site in sites for node in site.nodes)
    return int(number) if number and not unit.startswith("site") else count


@dataclass(frozen=True)
class _Place:
    site: str
    node: Node
    way: Sequence[str]


def _places_by_rank(topology: Topology, via: Via) -> list[_Place]:
    """Their sites are nameless where the job finds them itself."""
    is_nameless = "sites" in topology.probe
    places = {
        process.rank: _Place("" if is_nameless else site.name, node, way_to(site.name, node, via))
        for site in topology.sites
        for node in site.nodes
        for process in node.processes
    }
    return [places[rank] for rank in sorted(places)]


def _rendezvous(places: Sequence[_Place]) -> str:
    """At the node of rank 0. Raises BadInputError where others could not come there."""
    if not any(place.way for place in places):
        return f"127.0.0.1:{_free_port('127.0.0.1')}"
    first = places[0]
    if is_loopback(first.node.address):
        other = next(place.node.name for place in places if place.way)
        raise BadInputError(
            f"node '{first.node.name}' has the address '{first.node.address}', where node "
            f"'{other}' cannot come to it (expected one that others can reach: address = ... in "
            "the grid file, or --rendezvous HOST:PORT)"
        )
    host = f"[{first.node.address}]" if ":" in first.node.address else first.node.address
    if not first.way:
        return f"{host}:{_free_port(first.node.address)}"
    # Nobody can say here what is free there. Below those ports that systems give away themselves.
    return f"{host}:{20_000 + secrets.randbelow(12_000)}"


def is_loopback(address: str) -> bool:
    """Also a name that is one everywhere."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _free_port(address: str) -> int:
    family, kind, protocol, _, where = socket.getaddrinfo(address, 0, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.bind(where)
        port: int = probe.getsockname()[1]
        return port
