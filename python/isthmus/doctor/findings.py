"""What is wrong, where, and what to do about it: functions of what was measured alone."""

import ipaddress
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from isthmus.doctor.examine import Examination, links_of, split_address
from isthmus.doctor.measured import Door, LineSeen, Missing, NodeSeen, Place, Rate
from isthmus.topology import Topology

LATENCY_RATIO_MAX = 1.5
LATENCY_SLACK_MS = 0.5
BANDWIDTH_RATIO_MIN = 0.7
REAL_LATENCY_MS = 1.0  # one way; below it a link may well be there to have latency emulated


@dataclass(frozen=True)
class Finding:
    """`is_note`: worth knowing, but a job will run."""

    where: str
    what: str
    do: str
    is_note: bool = False

    def text(self) -> str:
        kind = "note" if self.is_note else "problem"
        return f"{kind}: {self.where}: {self.what}\n    -> {self.do}"


def findings_of(topology: Topology, seen: Examination) -> list[Finding]:
    """Problems before notes, nodes before lines, in the order of the grid file."""
    found = [
        *_of_nodes(seen.nodes),
        *_of_devices(topology, seen.nodes),
        *_of_missing(seen.nodes),
        *_of_builds(seen.nodes),
        *_of_keys(seen.nodes),
        *_of_lines(seen),
        *_of_latencies(topology, seen.lines),
        *_of_rates(topology, seen.rates),
    ]
    return sorted(dict.fromkeys(found), key=lambda finding: finding.is_note)


# --- Nodes ----------------------------------------------------------------------------------------


def _of_nodes(nodes: Sequence[NodeSeen]) -> Iterator[Finding]:
    for node in nodes:
        where = f"node {node.place.text()}"
        if not node.is_there:
            yield _unreached(node, where)
            continue
        for door in node.doors:
            if door.error is not None:
                yield _of_door(node, door, where)
    yield from _of_loopback(nodes)
    yield from _of_shared_machines(nodes)


def _unreached(node: NodeSeen, where: str) -> Finding:
    name = node.place.site
    do = f"try the same by hand, or say how to start a program there: --via {name}=COMMAND"
    if "No such file" in node.failure or "not found" in node.failure:
        do = "install Isthmus there, or say where it is: --program PATH"
    elif "Permission denied" in node.failure:
        do = "let ssh log in there without a password (a key in an agent), or use --via"
    elif "Could not resolve" in node.failure:
        do = f"mend 'address' of {node.place.text()} in the grid file"
    return Finding(where, f"cannot be reached: {node.failure}", do)


def _of_door(node: NodeSeen, door: Door, where: str) -> Finding:
    assert door.error is not None
    why = str(door.error.get("what", ""))
    what = f"cannot listen at {door.asked}: {why}"
    port = split_address(door.asked)[1]
    if "Cannot assign requested address" in why:
        own = ", ".join(node.introduction.get("addresses", ())) or "none"
        do = (
            f'the machine has {own}: set listen = "0.0.0.0:PORT", and advertise to the address'
            " at which the others reach it"
        )
    elif "Address already in use" in why:
        do = f"end what listens there (ss -ltnp 'sport = :{port}' names it), or take another port"
    elif "Permission denied" in why:
        do = "take a port above 1023"
    elif "resolve" in why:
        do = f"mend the name in 'listen' or 'address' of {node.place.text()}, or use a number"
    else:
        do = f"mend 'listen' of {node.place.text()}"
    return Finding(where, what, do)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def told_host(place: Place) -> str:
    """Of the address at which the others call it."""
    return split_address(place.grid.advertise)[0] if place.grid.advertise else place.grid.address


def _of_loopback(nodes: Sequence[NodeSeen]) -> Iterator[Finding]:
    machines = {node.machine for node in nodes if node.is_there}
    if len(machines) < 2:
        return
    for node in nodes:
        if node.is_there and _is_loopback(told_host(node.place)):
            yield Finding(
                f"node {node.place.text()}",
                f"its address is {told_host(node.place)}, which is another machine's own self",
                "give it the address at which the other nodes reach it",
            )


def _of_shared_machines(nodes: Sequence[NodeSeen]) -> Iterator[Finding]:
    """A process's partner is on the next node, in the order of the file."""
    after = [*nodes[1:], *nodes[:1]] if len(nodes) > 2 else nodes[1:]
    for node, next_node in zip(nodes, after, strict=False):
        if not (node.is_there and next_node.is_there):
            continue
        if node.machine == next_node.machine:
            yield Finding(
                f"node {node.place.text()}",
                f"is the same machine as {next_node.place.text()}, which holds the copies of its"
                " processes' images: where that machine is lost, no job outlives it by --on-loss",
                "put nodes of one machine apart from each other in the file, or have the job keep"
                " its images elsewhere, too: --partners site, or --checkpoint-dir",
                is_note=True,
            )


# --- What the builds have -------------------------------------------------------------------------


def _of_devices(topology: Topology, nodes: Sequence[NodeSeen]) -> Iterator[Finding]:
    for node in nodes:
        devices = node.introduction.get("devices", {})
        for name, why_needed in _devices_needed(topology, node.place).items():
            why = devices.get(name, "this build has never heard of it") if devices else ""
            if why:
                yield Finding(
                    f"node {node.place.text()}",
                    f"its build lacks '{name}', {why_needed}: {why}",
                    f"build Isthmus there with {name} (`isthmus info` says what it misses),"
                    " or take another device",
                )


def _devices_needed(topology: Topology, place: Place) -> dict[str, str]:
    """With the chain that asks for each."""
    needed: dict[str, str] = {}
    for title, link in links_of(topology, place):
        for device in link.chain:
            needed.setdefault(device, f"which {title} wants")
    return needed


def _of_missing(nodes: Sequence[NodeSeen]) -> Iterator[Finding]:
    for node in nodes:
        for why, some in groupby(sorted(node.missing, key=_why), key=_why):
            first = next(some)
            yield Finding(
                f"node {node.place.text()}",
                f"'{first.device}' of {first.link} cannot be had: {why}",
                "put the file there, or mend its path in the grid file",
            )


def _why(missing: Missing) -> str:
    return missing.why


def _of_builds(nodes: Sequence[NodeSeen]) -> Iterator[Finding]:
    there = [node for node in nodes if node.is_there]
    for node in there[1:]:
        first = there[0]
        where = f"node {node.place.text()}"
        versions = [
            (one.introduction.get("version"), one.introduction.get("handshake"))
            for one in (first, node)
        ]
        if versions[0] != versions[1]:
            yield Finding(
                where,
                f"has Isthmus {versions[1][0]} (handshake {versions[1][1]}), and "
                f"{first.place.text()} has {versions[0][0]} (handshake {versions[0][1]})",
                "install the same version on all nodes",
            )
        elif _differs(first, node, "build") and not _differs(first, node, "processor"):
            yield Finding(
                where,
                f"has another build of the same version than {first.place.text()}",
                "fine if programs are built from the same source; else they refuse each other",
                is_note=True,
            )


def _differs(a: NodeSeen, b: NodeSeen, key: str) -> bool:
    return bool(a.introduction.get(key) != b.introduction.get(key))


def _of_keys(nodes: Sequence[NodeSeen]) -> Iterator[Finding]:
    having = [node for node in nodes if node.introduction.get("key_proof")]
    for node in having[1:]:
        if _differs(having[0], node, "key_proof"):
            yield Finding(
                f"node {node.place.text()}",
                f"has another ISTHMUS_JOB_KEY in its environment than {having[0].place.text()}",
                "set the same secret on both",
            )
    lacking = [n.place.text() for n in nodes if n.is_there and not n.introduction.get("key_proof")]
    if having and lacking:
        yield Finding(
            f"node {', '.join(lacking)}",
            "has no ISTHMUS_JOB_KEY in its environment, as seen from here",
            "set it in the shell or job script that starts the processes there",
            is_note=True,
        )


# --- Ways between nodes ---------------------------------------------------------------------------


def _of_lines(seen: Examination) -> Iterator[Finding]:
    nodes = {node.place: node for node in seen.nodes}
    working = {(line.caller, line.called) for line in seen.lines if line.works}
    for line in seen.lines:
        if line.works:
            continue
        reverse = (line.called, line.caller) in working
        yield _of_line(line, nodes[line.called], reverse)


def _relay_failure(line: LineSeen) -> tuple[str, str]:
    relay = line.to
    if line.stage == "passing" and line.is_refused:
        return (
            f"refused by the relay: {line.error}",
            "set ISTHMUS_RELAY_TOKEN, here and at the sites, to what the relay was started with",
        )
    if line.stage == "passing":
        return f"at the relay: {line.error}", f"see whether {line.called.text()} reaches the relay"
    if line.is_refused:
        return "refused", f"nobody listens there: start isthmus relay --listen {relay}"
    return _outcome(line), f"let TCP from {line.caller.site} to {relay} out through its firewall"


def _of_line(line: LineSeen, called: NodeSeen, reverse_works: bool) -> Finding:
    where = f"{line.caller.text()} -> {line.called.text()} at {line.to}"
    if line.is_relayed and line.stage in ("connecting", "passing"):
        who = line.caller.text()
        name = who if line.is_to_itself else f"{who} -> {line.called.text()}"
        return Finding(f"{name} at the relay {line.to}", *_relay_failure(line))
    what, do = _failure_of(line, called)
    if not line.is_needed and reverse_works:
        return Finding(
            where,
            f"{what}; a job calls the other way, which works",
            "nothing, unless the order of the sites in the grid file changes",
            is_note=True,
        )
    if line.is_between_sites and reverse_works:
        do += (
            f"; or write {line.caller.site} before {line.called.site} in the grid file: the later"
            " site calls, and the other way works"
        )
    return Finding(where, what, do)


def _failure_of(line: LineSeen, called: NodeSeen) -> tuple[str, str]:
    host, port = split_address(line.to)
    place = line.called.text()
    listens = all(door.error is None for door in called.doors)
    resolved = ", ".join(line.answer.get("resolved", ()))
    if line.stage == "silent":
        return "the node gave no answer about it", f"look after node {line.caller.text()}"
    if line.stage == "resolving":
        return (
            f"not resolved: {line.error}",
            f"mend the name in the grid file, or in the name service of {line.caller.text()}",
        )
    if line.stage == "connecting":
        elsewhere = _leads_elsewhere(line, called)
        if elsewhere:
            return f"{_outcome(line)}; {elsewhere}", _mend_name(line)
        if not listens:
            return _outcome(line), f"nobody listens on {place}: mend that first"
        if line.is_refused:
            return (
                f"refused, though {place} listens at port {port}",
                f"a firewall that rejects, or an address of another machine ({resolved}): open port"
                f" {port} to {line.caller.site}, or mend 'advertise'",
            )
        return (_outcome(line), _open_port(line, called))
    if line.stage == "greeting":
        return (
            f"answered by something that is not ours: {line.error}",
            f"{resolved or host} port {port} belongs to somebody else: mend 'listen', 'advertise'"
            " or what forwards there",
        )
    if line.stage == "proving":
        return (
            f"answered by another Isthmus: {line.error}",
            f"a job or another doctor holds port {port} of {host}: wait for it, or take another",
        )
    return f"broke: {line.error}", "look for what cuts connections on the way; try again"


def _outcome(line: LineSeen) -> str:
    if line.is_refused:
        return "refused"
    if line.error == "no answer":
        return "blocked: no answer at all"
    return f"no way: {line.error}"


def _open_port(line: LineSeen, called: NodeSeen) -> str:
    port = split_address(line.to)[1]
    fixed = bool(called.place.grid.listen) or bool(called.place.grid.advertise)
    site = called.place.site
    if fixed:
        return f"let TCP from {line.caller.site} to port {port} through the firewall of {site}"
    return (
        f'give {site} one port (listen = "0.0.0.0:7000") and let it through the firewall of {site}'
    )


def _leads_elsewhere(line: LineSeen, called: NodeSeen) -> str:
    """Where the name means an address that the node does not have, and nothing says that it should
    be so."""
    resolved = set(line.answer.get("resolved", ()))
    own = set(called.introduction.get("addresses", ()))
    if called.place.grid.advertise or not resolved or not own or resolved & own:
        return ""
    if all(_is_loopback(host) for host in resolved):
        return ""
    host = split_address(line.to)[0]
    means = ", ".join(sorted(resolved))
    return f"on {line.caller.text()} {host} is {means}; the node has {', '.join(sorted(own))}"


def _mend_name(line: LineSeen) -> str:
    return f"mend 'address' of {line.called.text()}, or the name service of {line.caller.text()}"


# --- Slow -----------------------------------------------------------------------------------------


def _of_latencies(topology: Topology, lines: Sequence[LineSeen]) -> Iterator[Finding]:
    told = set()
    for line in lines:
        pair = (line.caller.site, line.called.site)
        link = topology.wide_area_link(*pair) if line.is_between_sites else None
        if link is None or line.round_trip_ms is None:
            continue
        one_way_ms = line.round_trip_ms / 2
        expected_ms = link.measured_latency_ms
        if (
            expected_ms is not None
            and one_way_ms > LATENCY_RATIO_MAX * expected_ms + LATENCY_SLACK_MS
        ):
            yield Finding(
                f"{line.caller.text()} -> {line.called.text()}",
                f"slow: {one_way_ms:.3g} ms one way, and the file says {expected_ms:.3g} ms",
                "find out what has changed on the way, or correct measured.latency",
            )
        if (
            link.emulated_latency_ms > 0
            and one_way_ms >= REAL_LATENCY_MS
            and frozenset(pair) not in told
        ):
            told.add(frozenset(pair))
            yield Finding(
                f"{pair[0]} and {pair[1]}",
                f"the delay filter adds {link.emulated_latency_ms:g} ms to a link that has"
                f" {one_way_ms:.3g} ms of its own",
                "take delay out of the chain, unless that is meant",
                is_note=True,
            )


def _of_rates(topology: Topology, rates: Sequence[Rate]) -> Iterator[Finding]:
    for rate in rates:
        link = topology.wide_area_link(rate.source, rate.target)
        expected = link.measured_bandwidth_mbps if link is not None else None
        if expected is not None and rate.mbps < BANDWIDTH_RATIO_MIN * expected:
            yield Finding(
                f"{rate.source} -> {rate.target}",
                f"slow: {rate.mbps:.3g} Mb/s over one connection, and the file says"
                f" {expected:.3g} Mb/s",
                "try several connections (tcp.connections = 4), or correct measured.bandwidth",
            )
