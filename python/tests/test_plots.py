"""Charts of several panels."""

from pathlib import Path

import pytest
from matplotlib.figure import Figure

from isthmus import plots
from isthmus.plots import Chart, Curve, Panel, draw_chart


@pytest.mark.parametrize("y_log", [False, True])
def test_what_is_highest_is_seen_in_whichever_panel(
    y_log: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Figure] = []
    monkeypatch.setattr(plots, "save", lambda figure, _: kept.append(figure))
    panels = [Panel(f"up to {top}", [Curve("", [1, 2, 3], [1, 2, top])]) for top in (9, 90, 30)]
    draw_chart(Chart("three", "x", "y", panels, y_log=y_log), Path("none.png"))
    for place in kept[0].axes[:3]:
        low, high = place.get_ylim()
        assert high >= 90
        assert low <= 1
        assert (low == 0) is not y_log
