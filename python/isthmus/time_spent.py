"""Where the time of a run's PEs went, as part of a sentence."""

from collections.abc import Iterable

from isthmus.report import PeTime, number_text, one_line

LEAST_TOLD = 0.01  # of the whole
NAME_MOST = 48


def time_spent(times: Iterable[PeTime], step_ms: float | None = None) -> str:
    """The largest part first, on average over the PEs of a run, or of several runs together: of a
    step, where its time is given, by the shares of the whole runs, which begin before the first
    step; else in percent. Empty where no PE has kept an account."""
    every = list(times)
    whole_s = sum(pe.wall_s for pe in every)
    if whole_s <= 0:
        return ""

    def text(seconds: float) -> str:
        share = seconds / whole_s
        return f"{100 * share:.0f} %" if step_ms is None else number_text(step_ms * share)

    others: dict[str, float] = {}
    for pe in every:
        for site, seconds in pe.waited_for_s.items():
            if site != pe.site:
                others[site] = others.get(site, 0.0) + seconds
    longest = sorted(others.items(), key=lambda wait: -wait[1])
    named = [(one_line(site, NAME_MOST), seconds) for site, seconds in longest]
    waits = "other sites (" + ", ".join(f"{site} {text(seconds)}" for site, seconds in named) + ")"
    parts = {
        "in entry methods": sum(pe.entry_s for pe in every),
        "in the runtime": sum(pe.runtime_s for pe in every),
        "balancing": sum(pe.balancing_s for pe in every),
        f"waiting for {waits if len(named) > 1 else ''.join(site for site, _ in named)}": sum(
            others.values()
        ),
        "waiting for their own site": sum(pe.waited_for_s.get(pe.site, 0.0) for pe in every),
        "idle": sum(pe.idle_s for pe in every),
    }
    told = [
        f"{text(seconds)} {what}"
        for what, seconds in sorted(parts.items(), key=lambda part: -part[1])
        if seconds >= LEAST_TOLD * whole_s
    ]
    of = "of the PEs' time" if step_ms is None else f"of {number_text(step_ms)} ms a step"
    return f"{of} {', '.join(told)}"
