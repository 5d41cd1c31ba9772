"""Topologies as programs describe them, their drawing, and the check of a file."""

from pathlib import Path
from typing import Any

import pytest
from helpers import link_class, write_program
from matplotlib.figure import Figure
from matplotlib.text import Text

from isthmus import plots
from isthmus.cli import main
from isthmus.topology import draw_text, read_topology
from isthmus.topology_plot import draw_topology

Capture = pytest.CaptureFixture[str]


def three_sites() -> dict[str, Any]:
    """A campus of two nodes, a cloud, a workstation; the cloud has a link class of its own."""

    def node(name: str, pes: int, rank: int, speed: float = 1.0, first: int = 0) -> dict[str, Any]:
        process = {"id": rank, "first_pe": first, "pe_count": pes}
        return {"name": name, "pe_count": pes, "speed": speed, "processes": [process]}

    delays = ["delay", "tcp"]
    return {
        "version": 1,
        "sites": [
            {"name": "campus", "nodes": [node("c0", 16, 0), node("c1", 16, 1, first=16)]},
            {"name": "cloud", "nodes": [node("vm", 8, 2, 0.8, 32)]},
            {"name": "lab", "nodes": [node("ws", 1, 3, 1.5, 40)]},
        ],
        "link_classes": [
            link_class("same_process", ["local"]),
            link_class("same_site", ["tcp"]),
            link_class("between_sites", delays, latency_ms=8, bandwidth_mbps=100),
            link_class("far", delays, latency_ms=32, jitter_ms=2),
        ],
        "between": [{"sites": ["cloud", "lab"], "class": "far", "directed": False}],
    }


def test_a_description_is_read_with_its_links() -> None:
    topology = read_topology(three_sites())
    assert topology.pes == 41
    assert [(site.name, process.rank) for site, process in topology.processes()] == [
        ("campus", 0),
        ("campus", 1),
        ("cloud", 2),
        ("lab", 3),
    ]
    near = topology.wide_area_link("lab", "campus")
    far = topology.wide_area_link("lab", "cloud")
    assert near is not None
    assert near.label() == "8 ms, 100 Mb/s"
    assert far is not None
    assert far.label() == "32 to 34 ms"


def test_ranks_with_a_hole_are_refused() -> None:
    value = three_sites()
    value["sites"][1]["nodes"][0]["processes"][0]["id"] = 7
    with pytest.raises(ValueError, match="ranks are not 0 to 3"):
        read_topology(value)


def test_a_process_with_parts_in_several_nodes_is_one() -> None:
    value = three_sites()
    for site in value["sites"]:
        for node in site["nodes"]:
            node["processes"][0]["id"] = 0
    assert {process.rank for _, process in read_topology(value).processes()} == {0}


def test_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 2, expected 1"):
        read_topology(three_sites() | {"version": 2})


def test_the_text_drawing_shows_every_level() -> None:
    assert draw_text(read_topology(three_sites())).splitlines() == [
        "grid: 3 sites, 41 PEs",
        "├─ campus: 32 PEs",
        "│  ├─ c0: 16 PEs",
        "│  │  └─ rank 0: PEs 0 to 15",
        "│  └─ c1: 16 PEs",
        "│     └─ rank 1: PEs 16 to 31",
        "├─ cloud: 8 PEs",
        "│  └─ vm: 8 PEs, speed 0.8",
        "│     └─ rank 2: PEs 32 to 39",
        "├─ lab: 1 PE",
        "│  └─ ws: 1 PE, speed 1.5",
        "│     └─ rank 3: PE 40",
        "└─ links",
        "   ├─ same_process: direct  (local)",
        "   ├─ same_site: direct  (tcp)",
        "   ├─ campus ↔ cloud: 8 ms, 100 Mb/s  (delay | tcp)",
        "   ├─ campus ↔ lab: 8 ms, 100 Mb/s  (delay | tcp)",
        "   └─ cloud ↔ lab: 32 to 34 ms  (delay | tcp)",
    ]


def test_names_of_sites_and_nodes_are_drawn_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Figure] = []
    monkeypatch.setattr(plots, "save", lambda figure, _: kept.append(figure))
    value = three_sites()
    value["sites"][0]["name"] = "$x^"
    value["sites"][0]["nodes"][0]["name"] = "a\nb$$"
    value["between"] = []
    draw_topology(read_topology(value), tmp_path / "grid.png", "$\\frac{a$.toml")
    texts = kept[0].findobj(Text)
    assert {"$x^", "a\\nb$$, rank 0", "$\\frac{a$.toml"} <= {text.get_text() for text in texts}
    assert not any(text.get_parse_math() for text in texts if "$" in text.get_text())


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_any_number_of_sites_is_drawn(count: int, tmp_path: Path) -> None:
    value = three_sites()
    nodes: list[dict[str, Any]] = [
        {"name": f"n{i}", "pe_count": 200 if i == 0 else 3, "speed": 1, "processes": []}
        for i in range(10)
    ]
    value["sites"] = [{"name": f"site{i}", "nodes": nodes[: 3 * i + 1]} for i in range(count)]
    value["between"] = []
    path = tmp_path / "grid.png"
    draw_topology(read_topology(value), path, "grid")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_check_draws_a_file_through_any_application(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    grid, plot = tmp_path / "grid.toml", tmp_path / "grid.png"
    grid.write_text("sites = 3\n")
    assert main(["topology", "check", str(grid), "--plot", str(plot)]) == 0
    out, err = capfd.readouterr()
    assert out.startswith("grid: 3 sites, 3 PEs\n")
    assert err == ""
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_check_prefers_the_tool_and_shows_its_warnings(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    source = (
        "import sys, json\n"
        "print(f'{sys.argv[1]}:3: warning: slow', file=sys.stderr)\n"
        f"print(json.dumps({three_sites()!r}))\n"
    )
    write_program(build_directory / "programs" / "isthmus-topology", source)
    grid = tmp_path / "grid.toml"
    grid.write_text("anything\n")
    assert main(["topology", "check", str(grid)]) == 0
    out, err = capfd.readouterr()
    assert out.startswith("grid: 3 sites, 41 PEs\n")
    assert err == f"{grid}:3: warning: slow\n"


def test_a_file_that_the_program_refuses_is_its_line_and_status_2(
    build_directory: Path, tmp_path: Path, capfd: Capture
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text("nonsense\n")
    assert main(["topology", "check", str(grid)]) == 2
    assert capfd.readouterr().err == f"isthmus: {grid}:1: no sites (expected [[site]])\n"


def test_a_missing_file_is_one_line(build_directory: Path, tmp_path: Path, capfd: Capture) -> None:
    assert main(["topology", "check", str(tmp_path / "none.toml")]) == 2
    assert "no such file" in capfd.readouterr().err
