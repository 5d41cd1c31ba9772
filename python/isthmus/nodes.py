"""How something is started on a node of a grid: here, by ssh, or as the user says."""

import functools
import shlex
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

from isthmus.errors import BadInputError
from isthmus.topology import Node, Topology

# Asks nothing at the terminal; who does not answer is named before ten seconds are over.
SSH = ("ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=7")

Via = Mapping[str, Sequence[str]]
"""The user's own ways, by site or by "site/node"."""


def read_via(texts: Sequence[str], grid: Topology) -> dict[str, list[str]]:
    """From SITE=COMMAND or SITE/NODE=COMMAND. Raises BadInputError."""
    known = {site.name for site in grid.sites}
    known |= {f"{site.name}/{node.name}" for site in grid.sites for node in site.nodes}
    via: dict[str, list[str]] = {}
    for text in texts:
        name, equals, command = text.partition("=")
        if not equals or name not in known:
            what = "no such site" if equals else "no command"
            raise BadInputError(
                f"--via '{text}': {what} (expected SITE=COMMAND or SITE/NODE=COMMAND, with"
                f" a site of {', '.join(site.name for site in grid.sites)})"
            )
        try:
            via[name] = shlex.split(command)
        except ValueError as problem:
            raise BadInputError(f"--via '{text}': {problem}") from None
        if not via[name]:
            raise BadInputError(f"--via '{text}': no command (expected what starts a program)")
    return via


def way_to(site: str, node: Node, via: Via) -> list[str]:
    """The words before a program's name that start it on that node; none for this machine."""
    given = via.get(f"{site}/{node.name}") or via.get(site)
    if given:
        return list(given)
    is_here = not node.address or is_this_machine(node.address)
    return [] if is_here else [*SSH, node.address]


def command_by(way: Sequence[str], program: str) -> list[str]:
    """What starts that program by such a way."""
    goes_through_a_shell = bool(way) and Path(way[0]).name == "ssh"
    return [*way, shlex.quote(program) if goes_through_a_shell else program]


@functools.cache
def is_this_machine(address: str) -> bool:
    """Whether a socket here can have that address. Asks the name service, once."""
    try:
        found = socket.getaddrinfo(address, 0, type=socket.SOCK_STREAM)
    except OSError:
        return False
    for family, kind, protocol, _, where in found:
        try:
            with socket.socket(family, kind, protocol) as probe:
                probe.bind(where)
                return True
        except OSError:
            continue
    return False
