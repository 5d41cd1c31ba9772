"""The experiments that there are: one file each in `experiments/`, found by its name."""

import difflib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from isthmus import build
from isthmus.errors import BadInputError
from isthmus.experiment.settings import Settings


@dataclass(frozen=True)
class Experiment:
    """One file: what it reproduces and how long that takes, in words, and how it is run."""

    name: str
    reproduces: str
    takes: str
    run: Callable[[Settings], None]


def experiments_directory() -> Path:
    return build.experiments_directory()


def list_experiments(folder: Path) -> list[Experiment]:
    """By name. Raises BadInputError for a file that is no experiment."""
    return [load_experiment(path) for path in sorted(folder.glob("*.py"))]


def load_experiment(path: Path) -> Experiment:
    """An experiment's file has the texts REPRODUCES and TAKES and the function `run`."""
    spec = importlib.util.spec_from_file_location(f"isthmus_experiments.{path.stem}", path)
    assert spec is not None and spec.loader is not None  # a path that ends in .py has both
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("REPRODUCES", "TAKES", "run"):
        if not hasattr(module, name):
            raise BadInputError(f"{path}: no {name} (expected REPRODUCES, TAKES and run)")
    return Experiment(path.stem, module.REPRODUCES, module.TAKES, module.run)


def find_experiment(name: str, folder: Path) -> Experiment:
    """Raises BadInputError, with what may have been meant."""
    names = [path.stem for path in sorted(folder.glob("*.py"))]
    if name in names:
        return load_experiment(folder / f"{name}.py")
    near = difflib.get_close_matches(name, names, 1, 0.6)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(names) or 'none'}"
    raise BadInputError(f"{name}: no such experiment ({hint})")
