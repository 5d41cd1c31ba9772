"""The command `isthmus`: reads the command line and hands over to the module that does the work.

What draws is imported where it is used: matplotlib takes half a second to load, and `isthmus run`
has no need of it.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from isthmus import build, info, launcher, launches, report, timeline, topology
from isthmus.arguments import (
    BALANCE_OPTIONS,
    make_parser,
    refuse_unknown,
    with_negative_values,
)
from isthmus.errors import BadInputError, IsthmusError
from isthmus.machine import this_machine
from isthmus.options import (
    VIRTUAL_TIME_OPTIONS,
    check_time_limit,
    runtime_options_of,
    virtual_time_words,
)


def _run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    application = build.find_application(parsed.app)
    options = runtime_options_of(parsed)
    check_time_limit(parsed)
    virtual = virtual_time_words(parsed, VIRTUAL_TIME_OPTIONS)
    if virtual and options.get("backend") != "sim":
        raise BadInputError(f"{virtual[0]}: of virtual time alone (expected --backend sim)")
    if parsed.describe:
        return launcher.describe_job(application, options, app_options)
    reach = launches.Reach(tuple(parsed.via), parsed.rendezvous or "")
    words = [*virtual, *(f"--{flag}" for flag in ("explain", "quiet") if getattr(parsed, flag))]
    if "timeline" not in options:
        return launcher.run_application(application, options, app_options, words, reach)
    path = Path(options["timeline"])
    timeline.remove_parts(path)
    status = launcher.run_application(application, options, app_options, words, reach)
    try:
        timeline.merge_parts(path)
    except IsthmusError as problem:
        if status == 0:
            raise
        print(f"isthmus: {problem}", file=sys.stderr)
    return status


def _sweep(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import sweep, sweep_plot

    plan = sweep.Plan(
        build.find_application(parsed.app),
        tuple(sweep.read_variable(text) for text in parsed.vary),
        runtime_options_of(parsed),
        tuple(app_options),
        parsed.repeat,
        parsed.timeout,
    )
    series = [name for name in parsed.series.split(",") if name]

    def axes(result: sweep.SweepResult) -> sweep.Axes:
        return sweep.choose_axes(result, parsed.x, parsed.y, series, parsed.panel)

    axes(sweep.SweepResult(plan.variables, ()))  # a wrong name is said before the first run
    for setting in plan.settings():
        plan.point(setting)
    result = sweep.run_sweep(plan, parsed.out, parsed.fresh)
    sweep.write_csv(result, parsed.out / "sweep.csv")
    if result.interrupted_by:
        print(f"isthmus: interrupted; the same command goes on from {parsed.out}", file=sys.stderr)
        return 128 + result.interrupted_by
    if result.metrics():
        sweep_plot.print_result(result)
        sweep_plot.draw(result, axes(result), plan, parsed.out / "sweep.png")
        print(f"written: {parsed.out / 'sweep.csv'}, {parsed.out / 'sweep.png'}")
    failures = result.failures()
    for failure in failures:
        words = " ".join(f"{name}={value}" for name, value in failure.setting.items())
        print(f"isthmus: failed: {words}: {failure.failure}", file=sys.stderr)
    return 1 if failures else 0


def _simulate(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import simulate, simulate_targets

    many = parsed.seeds is not None
    scenarios = simulate_targets.scenarios_of(parsed, app_options)
    if not many:
        seed = int(parsed.seed or 1)
        if len(scenarios) > 1:
            raise BadInputError("several scenarios (expected one, or --seeds N)")
        if scenarios[0].is_file:
            return simulate.run_once(scenarios[0], seed)
        command = scenarios[0].command(seed)
        return launcher.run_launches([launches.Launch(command)])
    first_seed = parsed.first_seed if parsed.first_seed is not None else 1
    if parsed.seed_from is not None:
        first_seed = simulate.seed_from(parsed.seed_from)
    jobs = parsed.jobs or simulate.default_jobs()
    timeout_s = simulate.TIMEOUT_S if parsed.timeout is None else parsed.timeout
    return simulate.run_many(
        simulate.Plan(scenarios, first_seed, parsed.seeds, jobs, parsed.twice, timeout_s)
    )


def _masking(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import masking

    _expect_no_app_options(app_options)
    machine = this_machine()
    study = masking.Study(
        application=build.find_application(parsed.app),
        mesh=parsed.mesh,
        pes_per_site=parsed.pes or max(1, machine.cores // masking.SITES),
        latencies_ms=parsed.latencies,
        objects_per_pe=parsed.objects_per_pe,
        mappings=parsed.mappings,
        rounds=parsed.rounds,
        budget_s=parsed.budget,
    )
    report.make_directory(parsed.out)
    measured = masking.measure_study(study)
    masking.write_csv(measured, parsed.out / "latency.csv")
    masking.draw(measured, parsed.out / "latency.png", f"{machine.text()}, {build.commit()}")
    headings, rows = masking.table(measured)
    title = f"Jacobi2D {study.mesh} x {study.mesh} over two sites: ms per step, by latency"
    report.print_table(headings, rows, title)
    print(masking.legend())
    print(f"written: {parsed.out / 'latency.csv'}, {parsed.out / 'latency.png'}")
    for failure in measured.failures:
        print(f"isthmus: failed: {failure}", file=sys.stderr)
    if measured.rounds_done < study.rounds:
        print(f"isthmus: time for {measured.rounds_done} of {study.rounds} rounds", file=sys.stderr)
    print(masking.judge(measured).text)
    if seen := masking.summary(measured):
        print(seen)
    return 1 if measured.failures or measured.rounds_done == 0 else 0


def _bench(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import bench, goals

    _expect_no_app_options(app_options)
    folder = build.repository_root() / "bench"
    wanted = goals.read_goals(parsed.goals or folder / "goals.toml")
    records = goals.read_records(folder / "records.json")
    programs = build.programs_in(build.build_directory() / "bench")
    if not programs:
        where = build.build_directory() / "bench"
        raise BadInputError(f"{where}: no benchmark there (expected a build: run make)")
    peers: list[Path] = []
    for where in parsed.charm:
        peers += bench.build_charm_references(where)
    report.make_directory(parsed.out)
    samples = bench.run_programs([*programs, *peers], parsed.repeat)
    rows = bench.judge_all(wanted, samples, records)
    bench.write_rows(rows, parsed.out / "bench.jsonl")
    report.print_table(*bench.table(rows), title=this_machine().text())
    for note in bench.notes_on_records(rows):
        print(note)
    if parsed.record:
        measured = [name for name, program in samples.programs.items() if program in peers]
        goals.write_records(folder / "records.json", bench.records_after(rows, measured, records))
    for failure in samples.failures:
        print(f"isthmus: failed: {failure}", file=sys.stderr)
    skipped = bench.skipped_goals(rows, samples)
    for reason in dict.fromkeys(skipped.values()):
        names = ", ".join(name for name, why in skipped.items() if why == reason)
        print(f"isthmus: skipped: {names} ({reason})", file=sys.stderr)
    missing = [row.goal.name for row in rows if row.met is None and row.goal.name not in skipped]
    if missing:
        print(f"isthmus: not measured: {', '.join(missing)}", file=sys.stderr)
    unmet = [row for row in rows if row.met is False]
    print(goals.count_text(rows))
    return 1 if samples.failures or missing or (parsed.strict and unmet) else 0


def _experiment(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus.experiment import catalogue, settings, stencil

    _expect_no_app_options(app_options)
    folder = catalogue.experiments_directory()
    if parsed.name is None:
        given = [name for name in ("quick", "json", "out") if getattr(parsed, name)]
        if given:
            raise BadInputError(
                f"--{given[0]}: of no experiment (expected a NAME; `isthmus experiment` lists them)"
            )
        found = catalogue.list_experiments(folder)
        rows = [[one.name, one.reproduces, one.takes] for one in found]
        report.print_table(["experiment", "reproduces", "takes"], rows, left=2)
        return 0
    chosen = catalogue.find_experiment(parsed.name, folder)
    if parsed.task_bench and chosen.name != "task_bench":
        raise BadInputError(f"--task-bench: not of {chosen.name} (expected the name task_bench)")
    application = build.find_application("jacobi2d")
    out = parsed.out or Path("out")
    report.make_directory(out)
    chosen.run(
        settings.Settings(
            stencil.program_runner(application),
            out,
            parsed.quick,
            parsed.json,
            stencil.simulation_runner(application),
            stencil.application_runner(),
            parsed.task_bench,
        )
    )
    return 0


def _info(parsed: argparse.Namespace, app_options: list[str]) -> int:
    _expect_no_app_options(app_options)
    sections = info.gather()
    print(json.dumps(sections, indent=2) if parsed.json else info.text(sections))
    return 0


def _topology(parsed: argparse.Namespace, app_options: list[str]) -> int:
    _expect_no_app_options(app_options)
    if parsed.verb == "probe":
        from isthmus import topology_probe

        reach = launches.Reach(tuple(parsed.via), parsed.rendezvous or "")
        return topology_probe.probe(parsed.grid, parsed.n, parsed.probe, parsed.output, reach)
    found, warnings = topology.check_file(parsed.file)
    print(topology.draw_text(found))
    if parsed.plot is not None:
        from isthmus import topology_plot

        topology_plot.draw_topology(found, parsed.plot, parsed.file.name)
        print(f"written: {parsed.plot}")
    for warning in warnings:
        print(warning, file=sys.stderr)
    return 0


def _balance(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import balance

    _expect_no_app_options(app_options)
    names = BALANCE_OPTIONS[parsed.verb]
    given = {name: getattr(parsed, name.replace("-", "_")) for name in names}
    options = {name: str(value) for name, value in given.items() if value is not None}
    if parsed.verb == "generate":
        balance.generate(parsed.pattern, parsed.output, options)
        print(f"written: {parsed.output}")
        return 0
    found = balance.replay(
        parsed.snapshot, parsed.strategy, options, placements=parsed.plot is not None
    )
    report.print_table(*balance.table(found), title=balance.title(found))
    if parsed.plot is not None:
        from isthmus import balance_plot

        balance_plot.draw_comparison(found, parsed.plot)
        print(f"written: {parsed.plot}")
    return 0


def _mesh(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import vtu

    _expect_no_app_options(app_options)
    mesh = vtu.read_vtu(parsed.file)
    print(f"{len(mesh.points):,} points, {len(mesh.triangles):,} triangles")
    for name, values in mesh.cells.items():
        print(f"{name}: {len(set(values.tolist())):,} values")
    if parsed.plot is not None:
        from isthmus import mesh_plot

        mesh_plot.draw_mesh(mesh, parsed.by, parsed.plot, parsed.file.name)
        print(f"written: {parsed.plot}")
    return 0


def _doctor(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus.doctor import command

    _expect_no_app_options(app_options)
    return command.doctor(
        command.Request(
            parsed.grid,
            tuple(parsed.via),
            parsed.program,
            parsed.nodes,
            parsed.seconds,
            parsed.json,
        )
    )


def _relay(parsed: argparse.Namespace, app_options: list[str]) -> int:
    from isthmus import relay

    _expect_no_app_options(app_options)
    options = {name: getattr(parsed, name) for name in ("listen", "connections", "buffer")}
    return relay.run_relay(options, parsed.verbose)


def _expect_no_app_options(app_options: list[str]) -> None:
    if app_options:
        raise BadInputError(f"'{app_options[0]}': this command takes nothing after --")


_ACTIONS = {
    "run": _run,
    "sweep": _sweep,
    "masking": _masking,
    "simulate": _simulate,
    "bench": _bench,
    "experiment": _experiment,
    "topology": _topology,
    "doctor": _doctor,
    "relay": _relay,
    "balance": _balance,
    "mesh": _mesh,
    "info": _info,
}


def main(arguments: Sequence[str]) -> int:
    """Returns the exit status; says in one line on stderr why it is not 0."""
    words = list(arguments)
    split = words.index("--") if "--" in words else len(words)
    own, app_options = with_negative_values(words[:split]), words[split + 1 :]
    try:
        parser = make_parser()
        parsed, rest = parser.parse_known_args(own)
        if rest:
            refuse_unknown(parser, parsed, rest[0])
        status = _ACTIONS[parsed.command](parsed, app_options)
        sys.stdout.flush()
        return status
    except IsthmusError as problem:
        print(f"isthmus: {problem}", file=sys.stderr)
        return problem.status
    except KeyboardInterrupt:
        print("isthmus: interrupted", file=sys.stderr)
        return 130


def entry() -> NoReturn:
    """The installed command."""
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # the reader of our output went away, as in `isthmus info | head`
        sys.stderr.close()
        sys.exit(141)
