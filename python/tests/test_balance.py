"""Snapshots are made up and strategies compared through the tool of the build."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers import write_program
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from isthmus import balance, balance_plot, plots
from isthmus.balance import read_comparison, table, time_text
from isthmus.balance_plot import draw_comparison
from isthmus.build import is_program, repository_root
from isthmus.cli import main

Capture = pytest.CaptureFixture[str]
REAL_BUILD = repository_root() / "build" / "release"
REAL_TOOL = REAL_BUILD / "programs" / "isthmus-balance"


def row(strategy: str, **changed: Any) -> dict[str, Any]:
    return {
        "strategy": strategy,
        "time_s": 0.0015,
        "load_max_s": 2.0,
        "load_mean_s": 1.0,
        "imbalance": 2.0,
        "overload": 2.0,
        "cross_site_messages": 1234,
        "cross_site_bytes": 0,
        "cross_pe_messages": 5000,
        "objects_moved": 3,
        "bytes_moved": 0,
        "border_objects_max": 7,
        "step_s": 0.25,
        "migration_s": 0.0,
        **changed,
    }


def comparison() -> dict[str, Any]:
    """Three objects on two PEs of two sites, the middle one of three."""
    return {
        "version": 1,
        "name": "three",
        "objects": 3,
        "edges": 4,
        "sites": ["a", "empty", "b"],
        "pes": 2,
        "site_of_pe": [0, 2],
        "position": [[0, 0], [1, 0], [2, 0]],
        "rows": [
            row("none", pe=[0, 0, 0], loads_s=[2.0, 0.0]),
            row("greedy", pe=[0, 1, 0], loads_s=[1.0, 1.0], imbalance=1.0),
        ],
    }


@pytest.fixture
def tool(build_directory: Path) -> Path:
    """A tool that prints what lies beside it and notes how it was called."""
    path = build_directory / "programs" / "isthmus-balance"
    write_program(
        path,
        "import json, pathlib, sys\n"
        "here = pathlib.Path(sys.argv[0]).parent\n"
        "(here / 'called').write_text(json.dumps(sys.argv[1:]))\n"
        "sys.stdout.write((here / 'answer').read_text())\n"
        "sys.stderr.write((here / 'said').read_text())\n"
        "sys.exit(int((here / 'status').read_text()))\n",
    )
    answer(path, json.dumps(comparison()))
    return path


def answer(tool: Path, text: str, said: str = "", status: int = 0) -> None:
    for name, content in (("answer", text), ("said", said), ("status", str(status))):
        (tool.parent / name).write_text(content)


def called(tool: Path) -> list[str]:
    words = json.loads((tool.parent / "called").read_text())
    assert isinstance(words, list)
    return words


def test_a_comparison_is_a_table(tool: Path, capsys: Capture) -> None:
    assert main(["balance", "replay", "three.json"]) == 0
    shown = capsys.readouterr().out
    assert "three: 3 objects on 2 PEs of 3 sites" in shown
    assert "greedy" in shown
    assert "1.50 ms" in shown
    assert "1,234" in shown
    assert called(tool) == ["replay", "three.json"]


def test_options_reach_the_tool(tool: Path) -> None:
    words = ["--strategy", "greedy,auto", "--seed", "3", "--hybrid-mode", "spread"]
    assert main(["balance", "replay", "three.json", *words]) == 0
    assert called(tool) == [
        *["replay", "three.json", "--seed", "3", "--hybrid-mode", "spread"],
        *["--strategy", "greedy,auto"],
    ]


def test_a_snapshot_is_made_up(tool: Path, capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "s.json"
    words = ["stencil", "--seed", "7", "--empty-sites", "2", "-o", str(out)]
    assert main(["balance", "generate", *words]) == 0
    assert capsys.readouterr().out == f"written: {out}\n"
    assert called(tool) == [
        *["generate", "stencil", "-o", str(out)],
        *["--seed", "7", "--empty-sites", "2"],
    ]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_placements_are_drawn(tool: Path, tmp_path: Path, ending: str) -> None:
    picture = tmp_path / f"three.{ending}"
    assert main(["balance", "replay", "three.json", "--plot", str(picture)]) == 0
    assert picture.stat().st_size > 1000
    assert called(tool)[-1] == "--placements"


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """What is drawn is also kept here."""
    kept: list[Figure] = []
    save = plots.save

    def keep(figure: Figure, path: Path) -> None:
        kept.append(figure)
        save(figure, path)

    monkeypatch.setattr(plots, "save", keep)
    return kept


def test_names_are_drawn_as_they_are(tmp_path: Path, figures: list[Figure]) -> None:
    value = comparison() | {"name": "$\\frac{a$ _^\n%", "sites": ["$x^", "empty", "$$"]}
    draw_comparison(read_comparison(value), tmp_path / "names.png")
    (figure,) = figures
    assert figure.get_suptitle() == "$\\frac{a$ _^\\n%: 3 objects on 2 PEs of 3 sites"
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert legend == ["$x^: PE 0", "$$: PE 1"]
    drawn = [text for text in figure.findobj(Text) if "$" in text.get_text()]
    assert len(drawn) == 3
    assert not any(text.get_parse_math() for text in drawn)


def test_the_title_of_a_long_name_stays_in_the_picture(
    tmp_path: Path, figures: list[Figure]
) -> None:
    draw_comparison(read_comparison(comparison() | {"name": "N" * 200}), tmp_path / "long.png")
    lines = figures[0].get_suptitle().split("\n")
    assert len(lines) > 1
    assert max(map(len, lines)) < 60


def placement_of(figure: Figure) -> PolyCollection:
    """Of the first strategy."""
    found = [one for place in figure.axes for one in place.collections]
    assert isinstance(found[0], PolyCollection)
    return found[0]


def test_objects_without_position_are_drawn_by_number(
    tmp_path: Path, figures: list[Figure]
) -> None:
    draw_comparison(read_comparison(comparison() | {"position": []}), tmp_path / "numbers.png")
    assert "objects by number, row by row" in figures[0].get_suptitle().replace("\n", " ")
    boxes = [path.get_extents() for path in placement_of(figures[0]).get_paths()]
    assert [(box.x0, box.y0) for box in boxes] == [(-0.5, 0.5), (0.5, 0.5), (-0.5, -0.5)]


def test_objects_of_a_lattice_leave_no_gap(tmp_path: Path, figures: list[Figure]) -> None:
    position = [[x * 0.075, y] for y in range(4) for x in range(5)]
    rows = [row("none", pe=[0] * 20, loads_s=[2.0, 0.0])]
    value = comparison() | {"objects": 20, "position": position, "rows": rows}
    draw_comparison(read_comparison(value), tmp_path / "lattice.png")
    collection = placement_of(figures[0])
    assert not collection.get_antialiased()[0]
    boxes = [path.get_extents() for path in collection.get_paths()]
    whole = Bbox.union(boxes)
    areas = sum(box.width * box.height for box in boxes)
    assert areas == pytest.approx(whole.width * whole.height)


def test_objects_at_one_point_do_not_hide_each_other(tmp_path: Path, figures: list[Figure]) -> None:
    value = comparison() | {"position": [[0, 0], [0, 0], [3, 1]]}
    draw_comparison(read_comparison(value), tmp_path / "shared.png")
    first, second, alone = (path.get_extents() for path in placement_of(figures[0]).get_paths())
    assert first.x1 <= second.x0 + 1e-9
    assert first.width + second.width == pytest.approx(alone.width)


def test_pes_of_a_site_have_different_shades_of_one_colour() -> None:
    colours = balance_plot._colours([0] * 16 + [1] * 16)
    assert len({tuple(colour) for colour in colours}) == 32
    brightness = colours[:16].sum(axis=1)
    assert abs(brightness[1:] - brightness[:-1]).min() > 0.3
    assert all(colour.argmax() == 2 for colour in colours[:16])  # blue
    assert all(colour.argmax() == 0 for colour in colours[16:])


def test_more_objects_than_can_be_drawn_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figures: list[Figure]
) -> None:
    monkeypatch.setattr(balance_plot, "OBJECTS_DRAWN_MAX", 2)
    draw_comparison(read_comparison(comparison()), tmp_path / "many.png")
    assert "loads alone: more than 2 objects" in figures[0].get_suptitle().replace("\n", " ")


def test_a_snapshot_without_objects_is_drawn(tmp_path: Path) -> None:
    rows = [row("none", pe=[], loads_s=[0.0, 0.0])]
    value = comparison() | {"objects": 0, "position": [], "rows": rows}
    draw_comparison(read_comparison(value), tmp_path / "empty.png")


def test_the_tools_own_line_is_said(tool: Path, capsys: Capture) -> None:
    answer(tool, "", "noise of a library\ns.json: no key 'pes' (expected all)\n", 2)
    assert main(["balance", "replay", "s.json"]) == 2
    assert capsys.readouterr().err == "isthmus: s.json: no key 'pes' (expected all)\n"


def test_what_is_no_comparison_is_said(tool: Path, capsys: Capture) -> None:
    answer(tool, '{"version": 2}')
    assert main(["balance", "replay", "s.json"]) == 1
    assert "printed no comparison (ValueError: version 2" in capsys.readouterr().err


def test_a_tool_that_is_not_built_is_said(build_directory: Path, capsys: Capture) -> None:
    assert main(["balance", "replay", "s.json"]) == 2
    assert "isthmus-balance: no such program" in capsys.readouterr().err


def test_a_strategy_twice_is_refused(capsys: Capture) -> None:
    assert main(["balance", "replay", "s.json", "--strategy", "greedy,greedy"]) == 2
    assert "not a list of different values" in capsys.readouterr().err


def test_times_have_units_a_person_would_choose() -> None:
    assert [time_text(s) for s in (0.0, 2.5, 0.0305, 4.2e-6, 7e-9)] == [
        *["0", "2.50 s", "30.5 ms", "4.20 µs", "7.00 ns"]
    ]


@pytest.mark.skipif(not is_program(REAL_TOOL), reason="no build")
def test_the_real_tool_generates_and_replays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ISTHMUS_BUILD", str(REAL_BUILD))
    path = tmp_path / "made.json"
    options = {"objects": "400", "pes": "4", "start": "random", "latency": "8ms"}
    balance.generate("stencil", path, options)
    assert json.loads(path.read_text())["links"]["wide_area_latency_s"] == 0.008
    found = balance.replay(path, [], {}, placements=True)
    names = [row.strategy for row in found.rows]
    assert names[0] == "none"
    assert {"greedy", "grid_comm", "grid_metis", "grid_hybrid", "scotch_map", "auto"} <= set(names)
    assert all(len(row.pe) == 400 for row in found.rows)
    assert len(table(found)[1]) == len(names)
    by_name = {row.strategy: row for row in found.rows}
    assert by_name["grid_hybrid"].cross_site_messages < by_name["none"].cross_site_messages / 4
