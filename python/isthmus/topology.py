"""The sites, nodes, processes and links of a job, as a program describes them in JSON."""

import json
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from isthmus.build import Application, answer_of, applications, build_directory, is_program
from isthmus.errors import BadInputError, IsthmusError
from isthmus.quantity import time_ms
from isthmus.report import count_text

DESCRIBE_S = 30.0


@dataclass(frozen=True)
class Process:
    rank: int
    first_pe: int
    pe_count: int


@dataclass(frozen=True)
class Node:
    name: str
    speed: float
    pes: int
    processes: tuple[Process, ...]
    pe_speeds: tuple[float, ...] = ()
    """One for each PE where they differ."""
    address: str = "127.0.0.1"
    listen: str = ""
    advertise: str = ""
    relay: str = ""

    def speed_text(self) -> str:
        if self.pe_speeds:
            return f"{min(self.pe_speeds):g} to {max(self.pe_speeds):g}"
        return f"{self.speed:g}"


@dataclass(frozen=True)
class Site:
    name: str
    nodes: tuple[Node, ...]

    @property
    def pes(self) -> int:
        return sum(node.pes for node in self.nodes)


@dataclass(frozen=True)
class Link:
    """A link class, or the link of one pair of sites. Bandwidth None: unlimited."""

    name: str
    latency_ms: float = 0.0
    jitter_ms: float = 0.0
    bandwidth_mbps: float | None = None
    chain: tuple[str, ...] = ()
    parameters: tuple[Mapping[str, str], ...] = field(default=(), hash=False)  # of the chain
    between: tuple[str, str] | None = None
    measured_latency_ms: float | None = None
    measured_bandwidth_mbps: float | None = None
    emulated_latency_ms: float = 0.0
    """What `delay` adds."""

    def label(self) -> str:
        """ "8 to 9 ms, 100 Mb/s"; "direct" where nothing slows it."""
        parts = []
        if self.jitter_ms:
            parts.append(f"{self.latency_ms:g} to {self.latency_ms + self.jitter_ms:g} ms")
        elif self.latency_ms >= 0.1:
            parts.append(f"{self.latency_ms:g} ms")
        elif self.latency_ms:
            parts.append(f"{self.latency_ms * 1000:g} µs")
        if self.bandwidth_mbps:
            parts.append(_rate_text(self.bandwidth_mbps))
        return ", ".join(parts) or "direct"


@dataclass(frozen=True)
class Topology:
    sites: tuple[Site, ...]
    links: tuple[Link, ...] = field(default=())
    probe: tuple[str, ...] = ()
    """What the job is to find out itself."""
    gateways: bool = False
    """What leaves a site goes through its first process."""
    gateways_reserved: bool = False
    """These hold no objects."""

    @property
    def pes(self) -> int:
        return sum(site.pes for site in self.sites)

    def processes(self) -> Iterator[tuple[Site, Process]]:
        for site in self.sites:
            for node in site.nodes:
                for process in node.processes:
                    yield site, process

    def wide_area_link(self, one: str, other: str) -> Link | None:
        """The link of this pair of sites if it has its own, else the one between all sites."""
        for link in self.links:
            if link.between is not None and set(link.between) == {one, other}:
                return link
        for link in self.links:
            if link.between is None and link.name == _BETWEEN_SITES:
                return link
        return None


_BETWEEN_SITES = "between_sites"
_KINDS = ("same_process", "same_node", "same_site", _BETWEEN_SITES)
JSON_VERSION = 1


def describe(
    program: Path, arguments: Sequence[str], app_options: Sequence[str] = ()
) -> tuple[Topology, list[str]]:
    """What `program --describe` prints, and its warnings. Raises BadInputError with the program's
    own line where it refuses the options, IsthmusError where it does not answer."""
    tail = ["--", *app_options] if app_options else []
    return _ask([str(program), "--describe", *arguments, *tail])


def check_file(path: Path) -> tuple[Topology, list[str]]:
    """Reads a topology file through `isthmus-topology`, or any application where it is missing."""
    if not path.is_file():
        raise BadInputError(f"{path}: no such file (expected a topology file, such as grid.toml)")
    tool = build_directory() / "programs" / "isthmus-topology"
    if is_program(tool):
        return _ask([str(tool), str(path)])
    built: list[Application] = applications()
    if not built:
        raise BadInputError(
            f"no program in {build_directory()} can read the file (expected a build: run make)"
        )
    return describe(built[0].binary, ["--grid", str(path)])


def _ask(command: list[str]) -> tuple[Topology, list[str]]:
    name = Path(command[0]).name
    done = answer_of(command, DESCRIBE_S, f"{name} --describe")
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    if done.returncode == 2:
        said = lines[0].removeprefix("isthmus: error: ") if lines else ""
        raise BadInputError(said or f"{name} refused the options")
    if done.returncode != 0:
        how = (
            f"was killed by {signal.Signals(-done.returncode).name}"
            if done.returncode < 0
            else f"ended with status {done.returncode}"
        )
        raise IsthmusError(f"{name} --describe {how}" + (f": {lines[-1]}" if lines else ""))
    try:
        value = json.loads(done.stdout)
        return read_topology(value), lines or [str(line) for line in value.get("warnings", ())]
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise IsthmusError(
            f"{name} --describe did not print a topology ({type(problem).__name__}: {problem})"
        ) from None


def read_topology(value: Any) -> Topology:
    """From the JSON value of docs/formats/grid.md. Raises ValueError, KeyError or TypeError where
    it is none."""
    if value["version"] != JSON_VERSION:
        raise ValueError(f"version {value['version']}, expected {JSON_VERSION}")
    sites = tuple(_read_site(site) for site in value["sites"])
    probe = tuple(str(word) for word in value.get("probe", ()))
    gateways = value.get("gateways") is True
    reserved = value.get("gateways_reserved") is True
    topology = Topology(sites, tuple(_read_links(value)), probe, gateways, reserved)
    if not sites:
        raise ValueError("it has no sites")
    # One process of the threads backend has parts in several nodes.
    ranks = sorted({process.rank for _, process in topology.processes()})
    if ranks != list(range(len(ranks))):
        raise ValueError(f"ranks are not 0 to {len(ranks) - 1}: {ranks}")
    return topology


def _read_site(value: Any) -> Site:
    nodes = tuple(
        Node(
            str(node["name"]),
            float(node["speed"]),
            int(node["pe_count"]),
            tuple(
                Process(int(p["id"]), int(p["first_pe"]), int(p["pe_count"]))
                for p in node["processes"]
            ),
            tuple(float(speed) for speed in node.get("pe_speeds", ())),
            *(str(node.get(key, "")) for key in ("address", "listen", "advertise", "relay")),
        )
        for node in value["nodes"]
    )
    return Site(str(value["name"]), nodes)


def _read_links(value: Any) -> Iterator[Link]:
    classes = {link.name: link for link in map(_read_link, value["link_classes"])}
    yield from (classes[kind] for kind in _KINDS if kind in classes)
    for override in value["between"]:
        one, other = override["sites"]
        yield replace(classes[override["class"]], between=(str(one), str(other)))


def _read_link(value: Any) -> Link:
    rate = value["bandwidth_bytes_per_s"]
    measured_ns = value.get("measured_latency_ns")
    measured_rate = value.get("measured_bandwidth_bytes_per_s")
    return Link(
        name=str(value["name"]),
        latency_ms=(value["latency_ns"] or 0) / 1e6,
        jitter_ms=(value["jitter_ns"] or 0) / 1e6,
        bandwidth_mbps=rate * 8 / 1e6 if rate else None,
        chain=tuple(str(device["device"]) for device in value["chain"]),
        parameters=tuple(dict(device["parameters"]) for device in value["chain"]),
        measured_latency_ms=None if measured_ns is None else measured_ns / 1e6,
        measured_bandwidth_mbps=measured_rate * 8 / 1e6 if measured_rate else None,
        emulated_latency_ms=_emulated_ms(value["chain"]),
    )


def _emulated_ms(chain: Any) -> float:
    """Of a value that the fabric has checked already."""
    texts = [device["parameters"].get("latency", "0") for device in chain if _delays(device)]
    return sum(time_ms(str(text)) for text in texts)


def _delays(device: Any) -> bool:
    return bool(device["device"] == "delay")


def _rate_text(mbps: float) -> str:
    if mbps >= 1000:
        return f"{mbps / 1000:g} Gb/s"
    return f"{mbps:g} Mb/s" if mbps >= 1 else f"{mbps * 1000:g} kb/s"


def pairs(topology: Topology) -> list[tuple[Site, Site]]:
    sites = topology.sites
    return [(sites[i], sites[j]) for i in range(len(sites)) for j in range(i + 1, len(sites))]


def draw_text(topology: Topology) -> str:
    """The tree of sites, nodes and processes, then the links between sites."""
    lines = [f"grid: {count_text(len(topology.sites), 'site')}, {count_text(topology.pes, 'PE')}"]
    for site in topology.sites:
        lines.append(f"├─ {site.name}: {count_text(site.pes, 'PE')}")
        for i, node in enumerate(site.nodes):
            last_node = i == len(site.nodes) - 1
            speed = f", speed {node.speed_text()}" if node.speed_text() != "1" else ""
            branch = "└─" if last_node else "├─"
            lines.append(f"│  {branch} {node.name}: {count_text(node.pes, 'PE')}{speed}")
            for j, process in enumerate(node.processes):
                stem = "   " if last_node else "│  "
                branch = "└─" if j == len(node.processes) - 1 else "├─"
                lines.append(f"│  {stem}{branch} rank {process.rank}: {_pe_range(process)}")
    if topology.probe:
        lines.append(f"├─ found out when a job starts: {', '.join(topology.probe)}")
    if topology.gateways:
        holding = ", which holds no objects" if topology.gateways_reserved else ""
        lines.append(f"├─ between sites through the first process of each{holding}")
    lines.append("└─ links")
    within = [link for link in topology.links if _is_within(link)]
    rows = [f"{link.name}: {link.label()}{_chain_text(link)}" for link in within]
    for one, other in pairs(topology):
        found = topology.wide_area_link(one.name, other.name)
        label = f"{found.label()}{_chain_text(found)}" if found else "direct"
        rows.append(f"{one.name} ↔ {other.name}: {label}")
    rows = rows or ["none: one site"]
    lines += [f"   {'└─' if row is rows[-1] else '├─'} {row}" for row in rows]
    return "\n".join(lines)


def _is_within(link: Link) -> bool:
    return link.between is None and link.name != _BETWEEN_SITES


def _chain_text(link: Link) -> str:
    return f"  ({' | '.join(link.chain)})" if link.chain else ""


def _pe_range(process: Process) -> str:
    last = process.first_pe + process.pe_count - 1
    return f"PE {last}" if process.pe_count == 1 else f"PEs {process.first_pe} to {last}"
