"""Scenario files: a program, a topology, faults and what must come of them, for virtual time.

docs/formats/scenario.md describes the format.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from isthmus.build import Application, build_directory, find_application, is_program
from isthmus.errors import BadInputError
from isthmus.mesh_jobs import host as host_of_meshes
from isthmus.mpirun import host_of_ranks
from isthmus.options import Table, table_of
from isthmus.quantity import bandwidth_mbps, time_ms

SEED = "{seed}"
BUILD = "{build}"
MPI = "mpi"
HOSTS = {MPI: host_of_ranks, "mesh": host_of_meshes}
OUTCOMES = ("success", "error", "success or error")
FAULTS_MAX = 1000

TEXT_KEYS = ("name", "text", "program", "costs", "time-limit")
LIST_KEYS = ("arguments", "sim")
TABLE_KEYS = ("topology", "options", "tune", "expect")
TOPOLOGY_KEYS = ("sites", "pes", "processes", "grid", "latency", "jitter", "bandwidth")
OPTION_KEYS = (
    "location-policy",
    "border-first",
    "aggregation",
    "balancer",
    "balance-every",
    "gateways",
    "change-chain",
    "checkpoint",
    "checkpoint-dir",
    "checkpoint-compress",
    "keep",
    "between-failures",
    "on-loss",
    "partners",
    "site-logs",
    "begin-with",
    "witness",
)
EXPECT_KEYS = ("outcome", "error")

# The keys that a kind of fault must have, and those that it may have beside them.
FAULT_KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "crash": (("process",), ("at",)),
    "leave": (("process",), ("at",)),
    "join": (("process",), ("at",)),
    "site_lost": (("site",), ("at",)),
    "pause": (("pe", "for"), ("at",)),
    "slow": (("pe", "factor"), ("at", "for")),
    "cut": (("sites",), ("at", "for")),
    "partition": (("sites",), ("at", "for")),
    "latency": (("sites", "by"), ("at", "for")),
    "bandwidth": (("sites", "to"), ("at", "for")),
    "lose": (("sites", "rate"), ("at", "for")),
    "duplicate": (("sites", "rate"), ("at", "for")),
    "reorder": (("sites", "rate"), ("at", "for")),
    "corrupt": (("sites", "rate"), ("at", "for")),
}
_DURATIONS = ("at", "for", "by")


@dataclass(frozen=True)
class Expectation:
    """`error` is a regular expression that a line of a run that may fail must match."""

    outcome: str = "success"
    error: str = ""

    @property
    def may_succeed(self) -> bool:
        return self.outcome != "error"

    @property
    def may_fail(self) -> bool:
        return self.outcome != "success"


@dataclass(frozen=True)
class Scenario:
    """What is run once for each seed. `words` are runtime options, seed and program left out.

    `source` is how the command line named it: the words of `isthmus simulate` that stand for it.
    `places` has, for what a program says first when it refuses one of the words, the file and line.
    `shape` and `faults` are further runtime options. `restarts` are the shapes on which a run that
    has failed is started again from its last checkpoint, one after the other; on the last of them
    nothing goes wrong.
    """

    name: str
    text: str
    application: Application
    words: tuple[str, ...]
    arguments: tuple[str, ...]
    expect: Expectation
    source: tuple[str, ...]
    tail: tuple[str, ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    shape: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    restarts: tuple[tuple[str, ...], ...] = ()

    @property
    def is_file(self) -> bool:
        return self.source[-1].endswith(".toml")

    def is_last(self, start: int) -> bool:
        """`start` counts from 0."""
        return start == len(self.restarts)

    def command(self, seed: int, start: int = 0, folder: str = "") -> list[str]:
        """The program with all its words. Where it may be started again it keeps its checkpoints in
        `folder`, and goes on from what is there."""
        build = str(build_directory())
        own = [word.replace(SEED, str(seed)).replace(BUILD, build) for word in self.arguments]
        return [
            *(str(self.application.binary), "--backend", "sim", "--seed", str(seed)),
            *self.words,
            *(self.shape, *self.restarts)[start],
            *(self.faults if start == 0 or not self.is_last(start) else ()),
            *(("--checkpoint-dir", folder) if self.restarts else ()),
            *(("--restart", folder) if start > 0 and has_checkpoint(Path(folder)) else ()),
            *(["--", *own] if own else []),
        ]

    def refusal(self, said: str) -> str:
        """What the program said of words that it does not take, with where they come from."""
        for start, place in self.places:
            if re.match(rf"{re.escape(start)}(?![\w-])", said):
                return f"{place}: {said}"
        return f"{self.source[-1] if self.is_file else self.name}: {said}"

    def with_words(self, words: tuple[str, ...]) -> "Scenario":
        """The same with further options, which whoever replays it must give too."""
        return replace(self, words=(*self.words, *words), source=(*words, *self.source))


def has_checkpoint(folder: Path) -> bool:
    return any(folder.glob("checkpoint-*/index"))


def read_scenario(path: Path) -> Scenario:
    """Raises BadInputError with the file, the line, what is wrong there and what was expected."""
    try:
        text = path.read_text(encoding="utf-8")
        value = tomllib.loads(text)
    except OSError as problem:
        raise BadInputError(f"{path}: cannot read the scenario ({problem.strerror})") from None
    except ValueError as problem:
        raise BadInputError(f"{path}: {problem}") from None
    return _Reader(path, text, value).read()


def find_program(name: str) -> Application:
    """An application, a program that only scenarios run, or a host of what users bring: `mpi`, of
    MPI programs, and `mesh`, of parameter files. Raises BadInputError."""
    if name in HOSTS:
        return Application(name, HOSTS[name]())
    binary = build_directory() / "tests" / "scenario" / name / name
    if "/" not in name and is_program(binary):
        return Application(name, binary)
    return find_application(name)


class _Reader:
    """One file. Every complaint says where."""

    def __init__(self, path: Path, text: str, value: Mapping[str, Any]) -> None:
        self._path = path
        self._lines = text.splitlines()
        self._value = value
        self._places: dict[str, str] = {}

    def read(self) -> Scenario:
        known = (*TEXT_KEYS, *LIST_KEYS, *TABLE_KEYS, "fault", "restart")
        self._refuse_unknown(self._value, known, "", 0)
        name = self._text("name", required=True)
        if name != self._path.stem:
            self._fail("", 0, "name", f"'{name}' is not the file's name", f"'{self._path.stem}'")
        program = self._text("program", required=True)
        try:
            application = find_program(program)
        except BadInputError as problem:
            raise BadInputError(f"{self._where('', 0, 'program')}: program {problem}") from None
        costs = self._text("costs") or "charged"
        if costs not in ("charged", "measured"):
            self._fail("", 0, "costs", f"'{costs}'", "charged or measured")
        words = ["--costs", costs, "--verify"]
        table = table_of(application.binary)
        shape = self._words_of("topology", TOPOLOGY_KEYS, table)
        restarts = [
            tuple(self._table_words("[restart]", at, again, TOPOLOGY_KEYS, table))
            for at, again in enumerate(self._tables("restart", "shapes"))
        ]
        words += self._words_of("options", OPTION_KEYS, table)
        self._check_restarts(bool(restarts))
        tuned = (name for name, row in table.tune.items() if row.time != "real")
        words += self._words_of("tune", tuple(tuned), table)
        if limit := self._text("time-limit"):
            self._check_duration("", 0, "time-limit", limit)
            words += ["--time-limit", limit]
            self._note_place("--time-limit", "", 0, "time-limit")
        for setting in self._texts("sim"):
            words += ["--sim", setting]
            self._note_place(f"--sim {setting}", "", 0, "sim")
        faults = [word for fault in self._faults() for word in ("--fault", fault)]
        arguments = self._texts("arguments")
        for word in arguments:
            if word.startswith("--"):
                self._note_place(word.partition("=")[0], "", 0, "arguments")
        return Scenario(
            name,
            self._text("text", required=True),
            application,
            tuple(words),
            arguments,
            self._expectation(),
            (str(self._path),),
            places=tuple(self._places.items()),
            shape=tuple(shape),
            faults=tuple(faults),
            restarts=tuple(restarts),
        )

    def _faults(self) -> list[str]:
        tables = self._tables("fault", "faults")
        return [text for i, table in enumerate(tables) for text in self._fault(table, i)]

    def _tables(self, name: str, what: str) -> list[Any]:
        tables = self._value.get(name, [])
        if not isinstance(tables, list) or len(tables) > FAULTS_MAX:
            self._fail("", 0, name, f"not {what}", f"at most {FAULTS_MAX} tables [[{name}]]")
        return tables

    def _check_restarts(self, is_restarted: bool) -> None:
        given = self._table("options")
        if is_restarted and "checkpoint" not in given:
            what, wanted = "restarts without checkpoints", "checkpoint = ... in [options]"
            self._fail("[restart]", 0, "", what, wanted)
        if is_restarted and "checkpoint-dir" in given:
            what, wanted = "checkpoint-dir beside [[restart]]", "one of the two"
            self._fail("[options]", 0, "checkpoint-dir", what, wanted)

    def _fault(self, table: Mapping[str, Any], at: int) -> list[str]:
        if isinstance(table, dict) and "kind" not in table:
            self._fail("[fault]", at, "", "no kind", f"of {', '.join(FAULT_KEYS)}")
        kind = table.get("kind")
        if kind not in FAULT_KEYS:
            self._fail("[fault]", at, "kind", f"kind is {kind!r}", f"of {', '.join(FAULT_KEYS)}")
        needed, more = FAULT_KEYS[str(kind)]
        self._refuse_unknown(table, ("kind", "count", *needed, *more), "[fault]", at)
        words = [str(kind)]
        for key in (*needed, *more):
            if key in table:
                words.append(f"{key}={self._fault_value(at, key, table[key])}")
            elif key in needed:
                self._fail("[fault]", at, "kind", f"{kind} without '{key}'", f"{key} = ...")
        count = table.get("count", 1)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= FAULTS_MAX:
            self._fail("[fault]", at, "count", f"{count!r}", f"a number from 1 to {FAULTS_MAX}")
        self._note_place(f'--fault "{" ".join(words)}"', "[fault]", at, "")
        return [" ".join(words)] * count

    def _fault_value(self, at: int, key: str, value: Any) -> str:
        if key == "sites" and isinstance(value, list):
            if not value:
                self._fail("[fault]", at, key, "sites is []", "their names")
            value = ",".join(str(site) for site in value)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self._fail("[fault]", at, key, f"{value!r}", "a text or a number")
        text = str(value)
        if not text or any(letter.isspace() for letter in text):
            self._fail("[fault]", at, key, f"'{text}'", "a value without white space")
        ends = text.split("..")
        try:
            if key in _DURATIONS:
                low, high = time_ms(ends[0]), time_ms(ends[-1])
            elif key == "to":
                low, high = bandwidth_mbps(ends[0]), bandwidth_mbps(ends[-1])
            elif key in ("rate", "factor"):
                low, high = float(ends[0]), float(ends[-1])
            else:
                return text
        except ValueError as problem:
            self._fail("[fault]", at, key, str(problem), "a value or a range such as 1ms..20ms")
        if len(ends) > 2 or low > high or low < 0 or (key == "rate" and high > 0.9):
            what = "a rate from 0 to 0.9" if key == "rate" else "a value or a range LEAST..MOST"
            self._fail("[fault]", at, key, f"'{text}'", what)
        return text

    def _words_of(self, name: str, keys: tuple[str, ...], known: Table) -> list[str]:
        return self._table_words(f"[{name}]", 0, self._table(name), keys, known)

    def _table_words(
        self, header: str, at: int, table: Any, keys: tuple[str, ...], known: Table
    ) -> list[str]:
        self._refuse_unknown(table, keys, header, at)
        words = []
        for key, value in table.items():
            if isinstance(value, bool) or not isinstance(value, str | int):
                self._fail(header, at, key, f"{value!r}", "a text or a number")
            text = str(value)
            if key == "grid":
                text = str((self._path.parent / text).absolute())
            try:
                if key in known.tune:
                    words += ["--tune", f"{key}={known.tune[key].check(text)}"]
                    self._note_place(f"--tune {key}", header, at, key)
                else:
                    words += [f"--{key}", known.check(key, text)]
                    self._note_place(f"--{key}", header, at, key)
            except ValueError as problem:
                raise BadInputError(f"{self._where(header, at, key)}: {key}: {problem}") from None
        for key in ("sites", "pes", "processes"):
            if "grid" in table and key in table:
                self._fail(header, at, key, f"{key} beside grid", "one of the two")
        return words

    def _expectation(self) -> Expectation:
        table = self._table("expect")
        self._refuse_unknown(table, EXPECT_KEYS, "[expect]", 0)
        outcome, error = table.get("outcome", "success"), table.get("error", "")
        if outcome not in OUTCOMES:
            self._fail("[expect]", 0, "outcome", f"{outcome!r}", " or ".join(map(repr, OUTCOMES)))
        if not isinstance(error, str) or bool(error) != (outcome != "success"):
            wanted = "one where the outcome may be an error, and only there"
            what = f"error is {error!r}" if "error" in table else "no error"
            self._fail("[expect]", 0, "error", what, wanted)
        try:
            re.compile(error)
        except re.error as problem:
            self._fail("[expect]", 0, "error", str(problem), "a regular expression")
        return Expectation(outcome, error)

    def _text(self, key: str, required: bool = False) -> str:
        if required and key not in self._value:
            self._fail("", 0, key, f"no {key}", f"{key} = 'a text'")
        value = self._value.get(key, "")
        if not isinstance(value, str) or (required and not value):
            self._fail("", 0, key, f"{key} is {value!r}", "a text")
        return str(value)

    def _texts(self, key: str) -> tuple[str, ...]:
        value = self._value.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self._fail("", 0, key, f"{key} is {value!r}", "a list of texts")
        return tuple(value)

    def _table(self, name: str) -> Mapping[str, Any]:
        table = self._value.get(name, {})
        if not isinstance(table, dict):
            self._fail("", 0, name, f"{name} is no table", f"[{name}]")
        return dict(table)

    def _check_duration(self, header: str, at: int, key: str, text: str) -> None:
        try:
            time_ms(text)
        except ValueError as problem:
            raise BadInputError(f"{self._where(header, at, key)}: {key}: {problem}") from None

    def _refuse_unknown(self, table: Any, known: tuple[str, ...], header: str, at: int) -> None:
        if not isinstance(table, dict):
            self._fail(header, at, "", "not a table", "key = value")
        for key in table:
            if key not in known:
                self._fail(header, at, key, f"unknown key '{key}'", f"of {', '.join(known)}")

    def _note_place(self, start: str, header: str, at: int, key: str) -> None:
        """Of equal words the first place counts: the program refuses that one."""
        self._places.setdefault(start, self._where(header, at, key))

    def _fail(self, header: str, at: int, key: str, what: str, expected: str) -> NoReturn:
        raise BadInputError(f"{self._where(header, at, key)}: {what} (expected {expected})")

    def _where(self, header: str, at: int, key: str) -> str:
        """The file and the line of the key under the at-th such header; tomllib tells no lines."""
        inside, seen, found = not header, -1, 0
        for number, line in enumerate(self._lines, 1):
            words = line.strip()
            if words.startswith("["):
                if inside and header:
                    break
                is_it = words.strip("[ ]") == header.strip("[]")
                seen += is_it
                inside = is_it and seen == at
                found = number if inside else found
                if not header and words.strip("[ ]") == key:
                    return f"{self._path}:{number}"
            elif inside and re.match(rf'"?{re.escape(key)}"?\s*[=.]', words) and key:
                return f"{self._path}:{number}"
        return f"{self._path}:{max(found, 1)}"
