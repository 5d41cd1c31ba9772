"""Sites of several processes that speak through one of each."""

import json
from pathlib import Path

import pytest
from support import isthmus

SHAPE = ("--sites", "2", "--processes", "3", "--pes", "3", "--latency", "2ms")


@pytest.mark.parametrize("backend", ["processes", "sim"])
def test_a_stencil_is_right_through_gateways(backend: str) -> None:
    done = isthmus(
        *("run", "jacobi2d", "--backend", backend, *SHAPE, "--gateways", "yes"),
        *("--", "--mesh", "128", "--objects", "12", "--steps", "300", "--check", "--no-probe"),
    )
    assert done.status == 0, done.err
    assert "bit for bit" in done.out, done.out + done.err


@pytest.mark.parametrize("backend", ["processes", "sim"])
def test_a_reserved_gateway_holds_no_objects(backend: str, tmp_path: Path) -> None:
    snapshots = tmp_path / "snap"
    done = isthmus(
        *("run", "jacobi2d", "--backend", backend, *SHAPE, "--gateways", "reserved"),
        *("--balancer", "greedy", "--balance-snapshots", str(snapshots)),
        *("--", "--mesh", "128", "--objects", "12", "--steps", "60", "--sync-every", "20"),
        *("--imbalance", "8", "--check", "--no-probe"),
    )
    assert done.status == 0, done.err
    assert "bit for bit" in done.out, done.out + done.err
    for number in (1, 2):
        snapshot = json.loads(Path(f"{snapshots}-{number}.json").read_text())
        assert snapshot["pes"]["site"] == [0, 0, 1, 1], "two of three hold objects"
        assert len(snapshot["objects"]["pe"]) == 144


def test_a_gateway_that_is_all_of_its_site_cannot_be_reserved(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        "[grid]\ngateways = 'reserved'\n"
        "[[site]]\nname = 'a'\npes = 2\nprocesses = 2\n[[site]]\nname = 'b'\npes = 2\n"
    )
    done = isthmus("topology", "check", str(grid))
    assert done.status == 2
    assert f"{grid}:7: the gateway of 'b' is to have no objects" in done.err
    grid.write_text(grid.read_text() + "processes = 2\n")
    shown = isthmus("topology", "check", str(grid))
    assert "through the first process of each, which holds no objects" in shown.out


def test_objects_that_move_are_found_through_gateways() -> None:
    done = isthmus(
        *("run", "netsort", "--backend", "processes", *SHAPE, "--gateways", "yes"),
        *("--", "--size", "512", "--payload", "1000", "--stages-between-moves", "1", "--check"),
    )
    assert done.status == 0, done.err


def test_full_gateways_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Also where acknowledgements and handshakes have to be read on both sides to make room."""
    grid = tmp_path / "grid.toml"
    grid.write_text(
        "[grid]\ngateways = true\n"
        "[[site]]\nname = 'a'\npes = 3\nprocesses = 3\n"
        "[[site]]\nname = 'b'\npes = 3\nprocesses = 3\n"
        "[link.same_node]\nchain = ['crypt', 'tcp']\ntcp.patience = '10s'\n"
    )
    done = isthmus(
        *("run", "netsort", "--backend", "processes", "--grid", str(grid)),
        *("--tune", "backlog-limit=64KiB,queue-limit=32KiB"),
        *("--", "--size", "512", "--payload", "10000", "--check"),
    )
    assert done.status == 0, done.err


def test_a_grid_file_may_say_so(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(
        "[grid]\ngateways = true\n"
        "[[site]]\nname = 'a'\npes = 2\nprocesses = 2\n[[site]]\nname = 'b'\npes = 2\n"
    )
    shown = isthmus("topology", "check", str(grid))
    assert "through the first process of each" in shown.out
    done = isthmus(
        *("run", "jacobi2d", "--backend", "processes", "--grid", str(grid)),
        *("--", "--mesh", "64", "--objects", "4", "--steps", "50", "--check", "--no-probe"),
    )
    assert done.status == 0, done.err


def test_links_that_are_to_be_found_out_need_sites_without_gateways() -> None:
    done = isthmus(
        *("run", "jacobi2d", "--backend", "processes", *SHAPE),
        *("--gateways", "yes", "--probe", "links"),
    )
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert "gateways, and sites or links to be found out" in done.err
