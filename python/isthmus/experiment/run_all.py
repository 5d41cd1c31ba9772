"""All experiments, one by one: what each came to, however some of them end."""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from isthmus.build import commit
from isthmus.errors import IsthmusError, MissingPeerError
from isthmus.experiment.catalogue import Experiment
from isthmus.experiment.settings import Settings


@dataclass(frozen=True)
class Outcome:
    """`agree` of `of` findings or statements, where the experiment judges any; `met`, where it has
    goals. `said`: why it did not run, or failed."""

    name: str
    seconds: float
    agree: int | None = None
    of: int | None = None
    met: bool | None = None
    skipped: bool = False
    failed: bool = False
    said: str = ""


def run_each(
    experiments: Sequence[Experiment], settings_of: Callable[[Path], Settings], out: Path
) -> list[Outcome]:
    """`settings_of` is handed the file that an experiment is to write its numbers to."""
    outcomes = []
    for number, one in enumerate(experiments, start=1):
        print(f"\n{one.name} ({number} of {len(experiments)}): {one.reproduces}\n", flush=True)
        outcomes.append(run_one(one, settings_of, out / f"{one.name}.json"))
    return outcomes


def run_one(experiment: Experiment, settings_of: Callable[[Path], Settings], path: Path) -> Outcome:
    path.unlink(missing_ok=True)  # of an earlier run
    begin = time.monotonic()
    try:
        experiment.run(settings_of(path))
        result = json.loads(path.read_text(encoding="utf-8"))
    except MissingPeerError as missing:
        return _ended(experiment, begin, Outcome("", 0, skipped=True, said=str(missing)))
    except IsthmusError as failure:
        return _ended(experiment, begin, Outcome("", 0, failed=True, said=str(failure)))
    except (OSError, ValueError) as failure:
        said = f"wrote no numbers: {failure}"
        return _ended(experiment, begin, Outcome("", 0, failed=True, said=said))
    agree, of = counted(result)
    return _ended(experiment, begin, Outcome("", 0, agree, of, met_of(result)))


def _ended(experiment: Experiment, begin: float, outcome: Outcome) -> Outcome:
    if outcome.said:
        what = "skipped" if outcome.skipped else "failed"
        print(f"{experiment.name} {what}: {outcome.said}", file=sys.stderr, flush=True)
    seconds = time.monotonic() - begin
    return Outcome(**{**asdict(outcome), "name": experiment.name, "seconds": seconds})


def counted(result: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """How many findings or statements of an experiment's numbers agree, and of how many; those that
    something was fitted to do not count. Of several variants the first decides."""
    said = result.get("findings") or result.get("statements")
    if not said:
        return None, None
    deciding = [one for one in said if one.get("of") == said[0].get("of")]
    tests = [one.get("agrees", one.get("holds")) for one in deciding if not one.get("fitted")]
    return sum(map(bool, tests)), len(tests)


def met_of(result: Mapping[str, Any]) -> bool | None:
    """Whether its goals are met; of several, all. None where it has none."""
    verdicts = [result.get(name) for name in ("verdict", "goal")] + result.get("verdicts", [])
    found = [one["met"] for one in verdicts if isinstance(one, dict) and "met" in one]
    return all(found) if found else None


def table(outcomes: Sequence[Outcome]) -> tuple[list[str], list[list[str]]]:
    headings = ["experiment", "agree", "of", "goals", "took"]
    return headings, [
        [
            one.name,
            "" if one.agree is None else str(one.agree),
            "" if one.of is None else str(one.of),
            state_of(one),
            f"{one.seconds:.0f} s",
        ]
        for one in outcomes
    ]


def state_of(one: Outcome) -> str:
    if one.failed or one.skipped:
        return "FAILED" if one.failed else "skipped"
    return "" if one.met is None else "met" if one.met else "NOT met"


def verdict(outcomes: Sequence[Outcome]) -> str:
    agree = sum(one.agree or 0 for one in outcomes)
    of = sum(one.of or 0 for one in outcomes)
    text = f"{agree} of {of} findings and statements agree, in {len(outcomes)} experiments"
    for what, some in (
        ("failed", [one for one in outcomes if one.failed]),
        ("skipped", [one for one in outcomes if one.skipped]),
    ):
        if some:
            text += f"; {what}: " + "; ".join(f"{one.name} ({one.said})" for one in some)
    return text


def write(outcomes: Sequence[Outcome], quick: bool, path: Path) -> None:
    """Raises IsthmusError where it cannot be written."""
    whole = {
        "experiment": "all",
        "quick": quick,
        "commit": commit(),
        "experiments": [asdict(one) for one in outcomes],
        "verdict": {"text": verdict(outcomes)},
    }
    try:
        path.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    except OSError as problem:
        raise IsthmusError(f"cannot write {path}: {problem.strerror}") from None
