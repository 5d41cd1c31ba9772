"""What `isthmus simulate` was asked to run, as scenarios: files, or an application with options."""

import argparse
from pathlib import Path

from isthmus.errors import BadInputError
from isthmus.mpirun import point_words, words_of_ranks
from isthmus.options import (
    as_arguments,
    runtime_options_of,
    virtual_time_words,
    words_of_the_run,
)
from isthmus.scenario import MPI, Expectation, Scenario, find_program, read_scenario

_OF_ONE_RUN = ("report", "timeline")
_MANY = ("first_seed", "seed_from", "jobs", "twice", "timeout")


def program_named(word: str) -> Path:
    """For options.table_for: a target that is an application, or the program of a scenario."""
    if not word.endswith(".toml"):
        return find_program(word).binary
    return read_scenario(Path(word)).application.binary


def scenarios_of(parsed: argparse.Namespace, app_options: list[str]) -> tuple[Scenario, ...]:
    """Raises BadInputError where targets and options do not fit together."""
    many = parsed.seeds is not None
    if many and parsed.seed is not None:
        raise BadInputError("--seed: one run has it (expected --first-seed beside --seeds)")
    for name in () if many else _MANY:
        given = getattr(parsed, name)
        if given is not None and given is not False:  # 0 is a seed
            raise BadInputError(f"--{name.replace('_', '-')}: needs --seeds N beside it")
    for flag in ("explain", *_OF_ONE_RUN) if many else ():
        if getattr(parsed, flag, None):
            raise BadInputError(f"--{flag}: of one run (expected no --seeds)")
    if parsed.ranks is not None and parsed.targets != [MPI]:
        raise BadInputError("-n: of MPI programs alone (expected the target mpi)")
    files = [target for target in parsed.targets if target.endswith(".toml")]
    if not files:
        if len(parsed.targets) > 1:
            raise BadInputError(
                f"'{parsed.targets[1]}': not a scenario file (expected one application, or files "
                "*.toml; the application's own options come after --)"
            )
        return (_of_application(parsed, app_options, many),)
    if len(files) < len(parsed.targets):
        other = next(target for target in parsed.targets if target not in files)
        raise BadInputError(f"'{other}': not a scenario file (expected *.toml)")
    if app_options:
        raise BadInputError(f"'{app_options[0]}': a scenario takes nothing after --")
    _refuse_what_the_file_says(parsed)
    options = runtime_options_of(parsed)
    written = {name: options[name] for name in _OF_ONE_RUN if name in options}
    more = (*as_arguments(written), *_words_of_any_target(parsed))
    return tuple(read_scenario(Path(file)).with_words(more) for file in files)


def _refuse_what_the_file_says(parsed: argparse.Namespace) -> None:
    ours = ("backend", "seed", *_OF_ONE_RUN)
    given = [name for name in runtime_options_of(parsed) if name not in ours]
    given += [name for name in ("costs", "time_limit") if getattr(parsed, name) is not None]
    if given:
        name = given[0].replace("_", "-")
        raise BadInputError(f"--{name}: the scenario file says that (expected without)")


def _of_application(parsed: argparse.Namespace, app_options: list[str], many: bool) -> Scenario:
    application = find_program(parsed.targets[0])
    options = runtime_options_of(parsed)
    for name in ("backend", "seed"):  # Scenario.command says both
        options.pop(name, None)
    words = as_arguments(options)
    words += ["--costs", "charged"] if many and parsed.costs is None else []
    words += virtual_time_words(parsed, lambda option: not option.repeats)
    words += _words_of_any_target(parsed)
    own, source = app_options, [*parsed.targets]
    if source == [MPI]:
        own = [*point_words(parsed), *words_of_ranks(parsed.ranks, app_options, "behind --")]
        source += ["-n", str(parsed.ranks)]
    return Scenario(
        application.name,
        "",
        application,
        tuple(words),
        tuple(own),
        Expectation(),
        (*source, *words),
        tuple(app_options),
    )


def _words_of_any_target(parsed: argparse.Namespace) -> list[str]:
    words = virtual_time_words(parsed, lambda option: option.repeats)
    words += words_of_the_run(parsed)
    return [word for word in words if word != "--quiet" or parsed.seeds is None]  # many always are
