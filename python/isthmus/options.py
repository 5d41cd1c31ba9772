"""The runtime options that every application takes, and what each accepts."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import BadInputError
from isthmus.outputs import writable_file
from isthmus.quantity import bandwidth_mbps, size_bytes, time_ms

BACKENDS = ("threads", "processes", "sim")
WHEN = ("yes", "no", "auto")
PROBES = ("sites", "links", "speeds")


@dataclass(frozen=True)
class RuntimeOption:
    """One option. `check` returns the text to hand on, or raises ValueError with the reason."""

    name: str
    metavar: str
    help: str
    check: Callable[[str], str]
    vary: bool = True
    flag: bool = False  # takes no value; given, its value is ""


def _backend(text: str) -> str:
    if text not in BACKENDS:
        raise ValueError(f"'{text}' is not a backend (expected {', '.join(BACKENDS)})")
    return text


def _count(text: str) -> str:
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise ValueError(f"'{text}' is not a whole number of at least 1")
    return text


def _branching(text: str) -> str:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1024):
        raise ValueError(f"'{text}' is not a whole number from 1 to 1024")
    return text


def _seed(text: str) -> str:
    if not (text.isascii() and text.isdigit() and int(text) < 2**64):
        raise ValueError(f"'{text}' is not a whole number from 0 to 2^64 - 1")
    return text


def _time(text: str) -> str:
    return "0ms" if time_ms(text) == 0 else text.strip().replace("µ", "u").replace(" ", "")


def _bytes(text: str) -> str:
    size_bytes(text)
    return text.strip().replace(" ", "")


def _bandwidth(text: str) -> str:
    bandwidth_mbps(text)
    return text.strip().replace(" ", "")


def _readable_file(text: str) -> str:
    path = Path(text)
    if path.is_dir():
        raise ValueError(f"'{text}' is a directory (expected a file)")
    try:
        path.open("rb").close()
    except OSError as problem:
        raise ValueError(f"cannot read '{text}': {problem.strerror}") from None
    return str(path.absolute())


def _when(text: str) -> str:
    if text not in WHEN:
        raise ValueError(f"'{text}' says neither yes nor no (expected yes, no or auto)")
    return text


def _one_of(*known: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if text not in known:
            raise ValueError(f"'{text}' is none of {', '.join(known)}")
        return text

    return check


def _probe(text: str) -> str:
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in PROBES:
            raise ValueError(f"'{word}' cannot be probed (expected {', '.join(PROBES)})")
    return ",".join(words)


RUNTIME_OPTIONS = (
    RuntimeOption(
        "backend",
        "NAME",
        "threads: one process, each PE a thread (default); processes: several processes; "
        "sim: all of them in virtual time",
        _backend,
    ),
    RuntimeOption("sites", "N", "number of emulated sites (default 1)", _count),
    RuntimeOption("pes", "N", "processing elements per site", _count),
    RuntimeOption("processes", "N", "processes per site (backends processes and sim)", _count),
    RuntimeOption("grid", "FILE", "topology file: sites, nodes, PEs, links", _readable_file),
    RuntimeOption(
        "probe",
        "WHAT,...",
        "find out at the start: sites (which nodes form one), links (latency and bandwidth between "
        "sites), speeds (of each PE)",
        _probe,
    ),
    RuntimeOption("latency", "TIME", "one-way latency between sites, such as 8ms", _time),
    RuntimeOption("jitter", "TIME", "random delay on top, up to this much", _time),
    RuntimeOption("bandwidth", "RATE", "bandwidth between sites, such as 100Mb/s", _bandwidth),
    RuntimeOption(
        "carrier",
        "NAME",
        "what carries messages between the processes of a site (default shm on one node, else tcp; "
        "`isthmus info` lists them)",
        str,
    ),
    RuntimeOption(
        "gateways",
        "WHETHER",
        "yes: what leaves a site goes through its first process to that of the other site; "
        "reserved: and these hold no objects; no (default: as the grid file says, or no)",
        _one_of("yes", "no", "reserved"),
    ),
    RuntimeOption("seed", "N", "seed of everything random, so that a run can be repeated", _seed),
    RuntimeOption("branching", "N", "children of a PE in spanning trees (default 4)", _branching),
    RuntimeOption(
        "batch",
        "N",
        "messages that a busy PE handles between two looks at the network (default: as many as "
        "take about 20 µs)",
        _count,
    ),
    RuntimeOption(
        "location-policy",
        "NAME",
        "how objects that move are found (default home_and_sender; PROGRAM --help lists them)",
        str,
    ),
    RuntimeOption(
        "location-cache",
        "N",
        "of how many objects elsewhere a PE remembers where they are (default 65536)",
        _count,
    ),
    RuntimeOption(
        "quiescence",
        "NAME",
        "how the job notices that nothing is under way: counting_waves (default), or safra, a "
        "token that goes round all PEs",
        str,
    ),
    RuntimeOption(
        "aggregate",
        "WHEN",
        "send small messages to one process together: yes, no, or auto (default): where many are "
        "sent at once",
        _when,
    ),
    RuntimeOption(
        "aggregate-delay",
        "TIME",
        "how long a small message may wait for others (default 20us)",
        _time,
    ),
    RuntimeOption(
        "queue-limit",
        "SIZE",
        "while more waits to be handled at one of its PEs, a process takes nothing from others "
        "(default 256MiB)",
        _bytes,
    ),
    RuntimeOption(
        "backlog-limit",
        "SIZE",
        "while more waits for room on its way to others, a process handles nothing (default 1GiB)",
        _bytes,
    ),
    RuntimeOption(
        "border-first",
        "WHEN",
        "serve objects that talk to another site before the others: yes, no, or auto (default): "
        "where a processor is nearly always busy",
        _when,
    ),
    RuntimeOption(
        "balancer",
        "NAME",
        "measure all objects and move them as this strategy says (PROGRAM --help lists them) where "
        "the program comes to a point for it",
        str,
    ),
    RuntimeOption(
        "balance-every",
        "TIME",
        "with --balancer: also so long after the last time, wherever the program is",
        _time,
    ),
    RuntimeOption(
        "measure-speeds",
        "WHEN",
        "have all PEs work at once before the job, and go by how fast they were: always, never, or "
        "auto (default): with --balancer, where the grid file does not say speeds",
        _one_of("always", "never", "auto"),
    ),
    RuntimeOption(
        "log",
        "WHERE",
        "where lines about the runtime's own doings and about what goes wrong go: stderr "
        "(default), syslog (each machine's own log) or both",
        _one_of("stderr", "syslog", "both"),
        vary=False,
    ),
    RuntimeOption(
        "balance-snapshots",
        "NAME",
        "with --balancer: write what was measured to NAME-1.json and so on, for `isthmus balance "
        "replay`",
        writable_file,
        vary=False,
    ),
    RuntimeOption(
        "change-chain",
        "TIME:CLASS:TO,...",
        "so long after the start, give the links of one class of the grid file the devices of "
        "another one, such as 30s:between_sites:thin",
        str,
    ),
    RuntimeOption("spin", "TIME", "how long an idle PE spins before it sleeps", _time),
    RuntimeOption("stall-after", "TIME", "idle so long, the job is checked for a stall", _time),
    RuntimeOption(
        "wait",
        "TIME",
        "how long a process waits for the others of its job, such as 10min (default 30s)",
        _time,
    ),
    RuntimeOption("no-pin", "", "leave it to the system where threads run", str, False, True),
    RuntimeOption(
        "report", "FILE", "write the run's metrics there as JSON", writable_file, vary=False
    ),
    RuntimeOption(
        "record-costs",
        "FILE",
        "write there what entry methods take, for simulations with --costs FILE",
        writable_file,
        vary=False,
    ),
    RuntimeOption(
        "timeline",
        "FILE",
        "write what every PE did when there, for ui.perfetto.dev",
        writable_file,
        vary=False,
    ),
)

RUNTIME_OPTION = {option.name: option for option in RUNTIME_OPTIONS}
# Of virtual time alone. Those of VIRTUAL_TIME_LISTS may be given again.
VIRTUAL_TIME_LISTS = ("sim", "fault")
VIRTUAL_TIME_FLAGS = ("verify",)
VIRTUAL_TIME_OPTIONS = ("costs", "time-limit", *VIRTUAL_TIME_LISTS, *VIRTUAL_TIME_FLAGS)
# Of real time alone: in virtual time no thread waits, nor is there one to pin.
OF_REAL_TIME = ("spin", "no-pin", "wait")
# Files that a second run would overwrite.
OF_ONE_RUN = ("report", "timeline", "record-costs", "balance-snapshots")


def add_runtime_options(parser: argparse.ArgumentParser, without: tuple[str, ...] = ()) -> None:
    """Adds every runtime option to a parser, each with its check."""
    group = parser.add_argument_group("runtime options (the same for every application)")
    for option in RUNTIME_OPTIONS:
        if option.name in without:
            continue
        if option.flag:
            group.add_argument(f"--{option.name}", action="store_const", const="", help=option.help)
        else:
            group.add_argument(
                f"--{option.name}",
                metavar=option.metavar,
                help=option.help,
                type=checked_type(option),
            )


def add_virtual_time_options(parser: argparse.ArgumentParser, title: str) -> None:
    """Adds what the runtime takes in virtual time alone. The program checks most of it."""
    virtual = parser.add_argument_group(title)
    virtual.add_argument(
        "--costs",
        metavar="KIND",
        help="what entry methods cost: measured (default for an application), charged (by the "
        "program; default with many seeds), or a file of recorded costs",
    )
    virtual.add_argument(
        "--sim",
        action="append",
        metavar="REACH.PARAMETER=VALUE",
        help="a cost of messages, such as same_site.latency=10us; PROGRAM --help lists them",
    )
    virtual.add_argument("--time-limit", metavar="TIME", help="virtual time to end by")
    virtual.add_argument(
        "--fault",
        action="append",
        metavar="FAULT",
        help="what goes wrong; `isthmus simulate --help` lists the kinds",
    )
    virtual.add_argument(
        "--verify", action="store_true", help="check every message; scenarios always do"
    )


def virtual_time_words(parsed: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """What was given of these VIRTUAL_TIME_OPTIONS, as the program takes it."""
    words: list[str] = []
    for name in names:
        value = getattr(parsed, name.replace("-", "_"))
        if name in VIRTUAL_TIME_LISTS:
            words += [word for text in value or () for word in (f"--{name}", text)]
        elif name in VIRTUAL_TIME_FLAGS:
            words += [f"--{name}"] if value else []
        elif value is not None:
            words += [f"--{name}", value]
    return words


def check_time_limit(parsed: argparse.Namespace) -> None:
    """Raises BadInputError with one line."""
    if parsed.time_limit is None:
        return
    try:
        time_ms(parsed.time_limit)
    except ValueError as problem:
        raise BadInputError(f"--time-limit: {problem}") from None


def runtime_options_of(parsed: argparse.Namespace) -> dict[str, str]:
    """The runtime options that were given, checked against each other."""
    given = {
        option.name: str(value)
        for option in RUNTIME_OPTIONS
        if (value := getattr(parsed, option.name.replace("-", "_"), None)) is not None
    }
    check_together(given)
    return given


def check_value(name: str, text: str) -> str:
    """The text to hand on for one option. Raises BadInputError with one line."""
    try:
        return RUNTIME_OPTION[name].check(text)
    except ValueError as problem:
        raise BadInputError(f"--{name}: {problem}") from None


def check_together(options: Mapping[str, str]) -> None:
    """Refuses what cannot be meant. Raises BadInputError."""
    if "processes" in options and options.get("backend") not in ("processes", "sim"):
        raise BadInputError(
            "--processes: only the backends 'processes' and 'sim' have them "
            "(expected --backend processes)"
        )
    for name in OF_REAL_TIME if options.get("backend") == "sim" else ():
        if name in options:
            raise BadInputError(
                f"--{name}: means nothing in virtual time (expected --backend threads or processes)"
            )
    for name in ("sites", "pes", "processes"):
        if "grid" in options and name in options:
            raise BadInputError(f"--{name}: the topology file says that (expected no --grid)")


def as_arguments(options: Mapping[str, str]) -> list[str]:
    """{"sites": "2"} becomes ["--sites", "2"]."""
    return [word for name, value in options.items() for word in (f"--{name}", value) if word]


def checked_type(option: RuntimeOption) -> Callable[[str], str]:
    """The option's check as argparse wants it."""

    def convert(text: str) -> str:
        try:
            return option.check(text)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return convert
