"""The examination itself: which node is asked what, and when."""

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from isthmus.doctor.agents import Agent, Agents
from isthmus.doctor.measured import (
    Door,
    LineSeen,
    Missing,
    NodeSeen,
    Place,
    Rate,
    places_of,
)
from isthmus.nodes import Via, command_by, way_to
from isthmus.topology import Link, Topology

CHECK_S = 30.0  # for all calls of a node at once, each of which has its own shorter limit
PROBE_S = 30.0


@dataclass(frozen=True)
class Plan:
    topology: Topology
    program: Path
    via: Via
    per_site: int
    probe_ms: int


@dataclass(frozen=True)
class Examination:
    nodes: tuple[NodeSeen, ...]
    lines: tuple[LineSeen, ...]
    rates: tuple[Rate, ...]


def examine(plan: Plan) -> Examination:
    """Blocks for as long as it takes: bounded by the limits above and --seconds of each pair."""
    places = places_of(plan.topology.sites, plan.per_site)
    agents = [
        Agent(
            place.site,
            place.node,
            command_by(way_to(place.site, place.grid, plan.via), str(plan.program)),
        )
        for place in places
    ]
    first_line = {
        "key": secrets.token_hex(16),
        "nonce": secrets.token_hex(16),
        "relay_token": os.environ.get("ISTHMUS_RELAY_TOKEN", ""),
    }
    with Agents(agents, first_line) as all_agents:
        here = dict(zip(places, agents, strict=True))
        doors = _listen(all_agents, here)
        missing = _use(all_agents, plan.topology, here)
        _sit(all_agents, here)
        lines = _call(all_agents, plan.topology, here, doors)
        rates = _probe(all_agents, here, lines, plan.probe_ms)
        nodes = tuple(
            NodeSeen(place, agent.failure, agent.introduction or {}, doors[place], missing[place])
            for place, agent in here.items()
        )
    return Examination(nodes, lines, rates)


def links_of(topology: Topology, place: Place) -> list[tuple[str, Link]]:
    """The links of the node's processes, with what to call each."""
    site = next(one for one in topology.sites if one.name == place.site)
    classes = {link.name: link for link in topology.links if link.between is None}
    links: list[tuple[str, Link | None]] = []
    if len(place.grid.processes) > 1:
        links.append(("link.same_node", classes.get("same_node")))
    if len(site.nodes) > 1:
        links.append(("link.same_site", classes.get("same_site")))
    for other in topology.sites:
        if other.name != place.site:
            link = topology.wide_area_link(place.site, other.name)
            links.append((f"the link with {other.name}", link))
    return [(title, link) for title, link in links if link is not None]


def _use(
    agents: Agents, topology: Topology, here: Mapping[Place, Agent]
) -> dict[Place, tuple[Missing, ...]]:
    """What devices need on their machine and do not find."""
    asked = [
        (place, Missing(title, device), agents.ask(agent, {"do": "use", **uses}))
        for place, agent in here.items()
        if agent.is_there
        for title, link in links_of(topology, place)
        for device, parameters in zip(link.chain, link.parameters, strict=True)
        if parameters and (uses := {"device": device, "parameters": dict(parameters)})
    ]
    agents.wait([(here[place], number) for place, _, number in asked], CHECK_S)
    found: dict[Place, list[Missing]] = {place: [] for place in here}
    for place, missing, number in asked:
        error = here[place].answers.get(number, {}).get("error")
        if error:
            found[place].append(replace(missing, why=str(error["text"])))
    return {place: tuple(some) for place, some in found.items()}


def split_address(text: str) -> tuple[str, int]:
    """Of a text that the grid's reader has checked."""
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def join_address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def doors_of(place: Place) -> list[str]:
    """Where the node's processes listen in a job; one of them where any port will do."""
    if not place.grid.listen:
        return [join_address(place.grid.address, 0)]
    host, port = split_address(place.grid.listen)
    if port == 0:
        return [join_address(host, 0)]
    return [join_address(host, port + i) for i in range(len(place.grid.processes))]


def address_told(place: Place, listening_port: int) -> str:
    """What the first process of the node tells the others."""
    host, port = place.grid.address, 0
    if place.grid.advertise:
        host, port = split_address(place.grid.advertise)
    return join_address(host, port or listening_port)


def _listen(agents: Agents, here: Mapping[Place, Agent]) -> dict[Place, tuple[Door, ...]]:
    asked = {
        place: [(at, agents.ask(agent, {"do": "listen", "at": at})) for at in doors_of(place)]
        for place, agent in here.items()
        if agent.is_there
    }
    agents.wait([(here[p], number) for p, doors in asked.items() for _, number in doors], CHECK_S)
    found: dict[Place, tuple[Door, ...]] = {}
    for place, agent in here.items():
        doors = []
        for at, number in asked.get(place, ()):
            answer = agent.answers.get(number, {"error": {"what": "no answer"}})
            port = int(answer.get("port", split_address(at)[1]))
            doors.append(Door(at, port, answer.get("error")))
        found[place] = tuple(doors)
    return found


def _sit(agents: Agents, here: Mapping[Place, Agent]) -> None:
    """Whether somebody has come to his relay is seen when he is called there."""
    asked = [
        (agent, agents.ask(agent, {"do": "register", "at": place.relay, "name": place.text()}))
        for place, agent in here.items()
        if place.relay and agent.is_there
    ]
    agents.wait(asked, CHECK_S)


def _way_to(caller: Place, called: Place, doors: Sequence[Door]) -> dict[str, str]:
    """What to call; nothing where nobody knows."""
    if called.relay and (caller.site != called.site or caller == called):
        return {"to": called.relay, "name": called.text()}
    if caller == called or not doors:
        return {}
    to = address_told(called, doors[0].port)
    return {"to": to} if split_address(to)[1] else {}


def calls(topology: Topology, caller: Place, called: Place) -> bool:
    """Whether a job has connections between the two: with gateways, the first nodes alone between
    sites."""
    if not topology.gateways or caller.site == called.site:
        return True
    first = {site.name: site.nodes[0].name for site in topology.sites}
    return first[caller.site] == caller.node and first[called.site] == called.node


def _call(
    agents: Agents,
    topology: Topology,
    here: Mapping[Place, Agent],
    doors: Mapping[Place, tuple[Door, ...]],
) -> tuple[LineSeen, ...]:
    """Everybody calls everybody whom a job would have it call, all at once."""
    asked = []
    for caller, agent in here.items():
        for called in here:
            if not calls(topology, caller, called):
                continue
            way = _way_to(caller, called, doors[called])
            if not way or not agent.is_there or not here[called].is_there:
                continue  # what there is to say is told of the node
            number = agents.ask(agent, {"do": "check", **way})
            asked.append((caller, called, way["to"], number))
    agents.wait([(here[caller], number) for caller, _, _, number in asked], CHECK_S)
    return tuple(
        LineSeen(caller, called, to, here[caller].answers.get(number, {}))
        for caller, called, to, number in asked
    )


def _probe(
    agents: Agents, here: Mapping[Place, Agent], lines: Sequence[LineSeen], probe_ms: int
) -> tuple[Rate, ...]:
    """One after the other, so that they do not share what they measure. A direction in which no
    call works is measured on one that came the other way."""
    if probe_ms == 0:
        return ()
    rates = []
    between = [line for line in lines if line.works and line.is_between_sites]
    pairs = dict.fromkeys((a.site, b.site) for a in here for b in here if a.site != b.site)
    for source, target in pairs:
        for line in between:
            there = (line.caller.site, line.called.site) == (source, target)
            if not there and (line.called.site, line.caller.site) != (source, target):
                continue
            agent = here[line.caller]
            command = {
                "do": "check",
                **({"name": line.called.text()} if line.is_relayed else {}),
                "to": line.to,
                "probe": "there" if there else "back",
                "probe_ms": probe_ms,
            }
            number = agents.ask(agent, command)
            agents.wait([(agent, number)], PROBE_S)
            measured = agent.answers.get(number, {}).get("bandwidth")
            if measured:
                rates.append(Rate(source, target, measured["bytes_per_s"] * 8 / 1e6))
                break
    return tuple(rates)
