"""What `isthmus top` shows of a view: a page for people, never longer than the screen."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from isthmus.report import count_text, number_text, one_line, percent_text
from isthmus.status import BUSY, PARTS, Row, Status, View, hidden

BAR = 24
NAME_MOST = 20
ENTRIES = 5  # of the busiest
# What is not a row of a table: headings and what is between them.
HEADINGS = 3

# By part: what stands for it in a bar, its colour (told apart by everybody), what it is called.
LOOKS = {
    "entry": ("█", "blue", "work"),
    "runtime": ("▓", "cyan", "runtime"),
    "balancing": ("▒", "magenta", "balancing"),
    "waited_other_sites": ("x", "bright_yellow", "waits for other sites"),
    "waited_same_site": ("-", "yellow", "waits for its own site"),
    "idle": ("·", "bright_black", "idle"),
}


def page(view: View, height: int) -> Group:
    parts: list[RenderableType] = [_head(view)]
    used = 1
    for table, lines in (_links(view), _sites(view), _entries(view), _waits(view)):
        if table is not None:
            parts.append(table)
            used += lines + HEADINGS
    for said in _events(view):
        parts.append(said)
        used += 1
    if view.silent:
        parts.append(_silent(view))
        used += 1
    bars = _pes(view, max(3, height - used - HEADINGS - 2))
    parts += [bars, _legend()]
    return Group(*parts)


def line(view: View) -> str:
    """The view in one line, for `isthmus watch`."""
    words = []
    known = [pe for pe in view.pes if "entry" in pe]
    if known:
        means = {part: sum(pe[part] for pe in known) / len(known) for part in PARTS}
        words.append(f"work {percent_text(means['entry'])}")
        words.append(f"runtime {percent_text(means['runtime'] + means['balancing'])}")
        if len(view.sites) > 1:
            words.append(f"waiting for other sites {percent_text(means['waited_other_sites'])}")
            words.append(f"hidden {_share_text(hidden(means))}")
        words.append(
            f"idle {percent_text(means['idle'] + means['waited_same_site'])}",
        )
    between = [link for link in view.links if link["joins"] == "sites"]
    if between:
        sent = sum(link["sent_bytes_per_s"] for link in between)
        words.append(f"between sites {bytes_text(sent)}/s")
        words += [
            f"{link['site']}, {link['class']}: {link['state']}"
            for link in between
            if link["state"] not in ("well", "healed")
        ]
    if view.silent:
        words.append(_silent(view).plain)
    if view.program_state:
        words.append(progress_text(view.program_state))
    return one_line("  ".join(words))


def progress_text(state: Row) -> str:
    """ "time steps 120 of 400 (30 %), 12 s left"."""
    words = [one_line(str(state["phase"]), 2 * NAME_MOST)] if state.get("phase") else []
    if "done" in state:
        of = float(state["of"])
        words.append(f"{state['done']:g} of {of:g}")
        if of > 0:
            words.append(f"({percent_text(min(1.0, float(state['done']) / of))})")
    text = " ".join(words)
    return f"{text}, {duration_text(state['left_s'])} left" if "left_s" in state else text


def duration_text(seconds: float) -> str:
    """Two units at most: 12 s, 3 min 20 s, 5 h 12 min, 3 d 4 h."""
    if seconds < 10:
        return f"{number_text(max(seconds, 0.0))} s" if seconds >= 0.05 else "0 s"
    whole = round(seconds)
    for unit, size, next_unit, next_size in (
        ("d", 86400, "h", 3600),
        ("h", 3600, "min", 60),
        ("min", 60, "s", 1),
    ):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // next_size} {next_unit}"
    return f"{whole} s"


def bytes_text(count: float) -> str:
    """ "12.3 MB": powers of 1000, as networks have them."""
    for unit in ("B", "kB", "MB", "GB"):
        if abs(count) < 1000:
            return f"{number_text(count)} {unit}"
        count /= 1000
    return f"{number_text(count)} TB"


def _head(view: View) -> Text:
    memory = sum(process.get("resident_bytes") or 0 for process in view.processes)
    head = Text.assemble((one_line(view.job), "bold"), f" ({one_line(view.program)})  ")
    head.no_wrap, head.overflow = True, "ellipsis"
    head.append(count_text(len(view.processes), "process", "es"))
    head.append(f", {count_text(view.pe_count, 'PE')}")
    if memory > 0:  # in virtual time nobody knows it
        head.append(f", {bytes_text(memory)}")
    if view.program_state:
        head.append(f"  {progress_text(view.program_state)}")
    for name, value in list(view.results.items())[:4]:
        shown = number_text(value) if isinstance(value, int | float) else "?"
        head.append(f"  {one_line(name, NAME_MOST)} {shown}", "dim")
    return head


def _table(title: str, headings: Sequence[str], left: int) -> Table:
    table = Table(
        title=Text(title) if title else None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        show_edge=False,
    )
    for i, heading in enumerate(headings):
        table.add_column(
            Text(heading),
            justify="left" if i < left else "right",
            no_wrap=True,
            overflow="ellipsis",
        )
    return table


def _links(view: View) -> tuple[Table | None, int]:
    if not view.links:
        return None, 0
    headings = ("link", "of site", "state", "out/s", "frames/s", "in/s", "resent", "ratio", "chain")
    table = _table("", headings, 3)
    for link in view.links:
        ratio = link.get("compression")
        latency = link.get("latency_s")
        chain = link["chain"] + (f" (measured {latency * 1e3:.3g} ms)" if latency else "")
        state = str(link["state"])
        table.add_row(
            Text(one_line(link["class"], NAME_MOST)),
            Text(one_line(link["site"], NAME_MOST)),
            Text(state, style="" if state in ("well", "healed") else "bold red"),
            bytes_text(link["sent_bytes_per_s"]),
            number_text(link["sent_per_s"]),
            bytes_text(link["received_bytes_per_s"]),
            str(link["resent"]),
            f"{ratio:.2f}" if ratio else "",
            Text(one_line(chain, 60)),
        )
    return table, len(view.links)


def _share_text(share: float | None) -> str:
    return "-" if share is None else percent_text(share)


def _sites(view: View) -> tuple[Table | None, int]:
    headings = ("site", "PEs", "objects", "queued", "hidden", *(LOOKS[p][2] for p in PARTS))
    table = _table("", headings, 1)
    for site in view.sites:
        shares = [percent_text(site[part]) if "entry" in site else "-" for part in PARTS]
        table.add_row(
            Text(one_line(site["site"], NAME_MOST)),
            str(site["pes"]),
            f"{site['objects']:,}",
            f"{site['queued']:,}",
            _share_text(site.get("hidden")),
            *shares,
        )
    return table, len(view.sites)


def _waits(view: View) -> tuple[Table | None, int]:
    """The longest ones."""
    if not view.waits:
        return None, 0
    table = _table("", ("who waits", "for what", "on PE", "since"), 2)
    longest = sorted(view.waits, key=lambda wait: -wait["for_s"])[:4]
    for wait in longest:
        table.add_row(
            Text(one_line(str(wait["who"]), 2 * NAME_MOST)),
            Text(one_line(str(wait["awaits"]), 2 * NAME_MOST)),
            str(wait["pe"]),
            duration_text(wait["for_s"]),
        )
    return table, len(longest)


def _entries(view: View) -> tuple[Table | None, int]:
    """Those that took most of the PEs' time."""
    if not view.entries:
        return None, 0
    headings = ("entry method", "of array", "PEs' time", "calls/s", "mean", "longest", "waited for")
    table = _table("", headings, 2)
    for entry in view.entries[:ENTRIES]:
        table.add_row(
            Text(one_line(str(entry["entry"]), 2 * NAME_MOST)),
            Text(one_line(str(entry["array"]), NAME_MOST)),
            percent_text(entry["share"]),
            number_text(entry["calls_per_s"]),
            short_time_text(entry["mean_s"]),
            short_time_text(entry["longest_s"]),
            percent_text(entry["waited"]),
        )
    return table, min(ENTRIES, len(view.entries))


def short_time_text(seconds: float) -> str:
    """ "12.3 us"."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{number_text(seconds / size)} {unit}"
    return f"{number_text(seconds * 1e9)} ns"


def _events(view: View) -> list[Text]:
    """What changed the job last, one line each."""
    lines = []
    if view.balancing_steps:
        lines.append(str(view.balancing_steps[-1].get("text", "")))
    last = view.checkpoints
    if last.get("count", 0) > 0:
        lines.append(
            f"checkpoint {last['number']}: {last['objects']:,} objects,"
            f" {bytes_text(last['bytes'])}; the job stood still for"
            f" {short_time_text(last['stopped_s'])}, all was written after"
            f" {short_time_text(last['written_s'])}"
        )
    epoch = view.membership.get("epoch", 0)
    if epoch:
        changes = [
            f"{word} {view.membership[word]}"
            for word in ("lost", "left", "come")
            if view.membership.get(word)
        ]
        lines.append(f"epoch {epoch}: processes {', '.join(changes) or 'as before'}")
    told = []
    for text in lines:
        said = Text(one_line(text, 400), style="dim")
        said.no_wrap, said.overflow = True, "ellipsis"
        told.append(said)
    return told


def waits_text(status: Status) -> list[str]:
    """Everybody who waits, in sentences, as a job that stalls tells it."""
    lines = [
        f"site {one_line(str(row.get('site', '')))}, PE {row.get('pe')}:"
        f" {one_line(str(row.get('text', '')), 400)}"
        for row in status.rows("waits")
    ]
    bound = status.bounds.get("waits")
    if bound:
        lines.append(f"... {bound['told']:,} of {bound['of']:,} who wait")
    return lines or ["nobody waits"]


def _silent(view: View) -> Text:
    shown = ", ".join(
        f"PE {row['pe']} for {duration_text(float(row.get('for_s', 0)))}" for row in view.silent[:6]
    )
    more = view.bounds.get("silent", {}).get("of", len(view.silent)) - 6
    text = f"no answer: {shown}" + (f" and {more} more" if more > 0 else "")
    return Text(f"{text} (in a long entry method, or out of reach)", style="bold red")


def _pes(view: View, lines: int) -> Table:
    """One line a PE; of more than there is room for, those that work most and least, and the mean
    of the others."""
    table = _table("", ("PE", "site", "of its time", "work", "hidden", "objects", "queued"), 3)
    by_work = sorted(view.pes, key=lambda pe: -sum(pe.get(part, 0) for part in BUSY))
    bound = view.bounds.get("pes")
    if bound:
        return _extremes(table, by_work, bound, lines)
    if len(by_work) <= lines:
        for pe in view.pes:
            _add_pe(table, str(pe["pe"]), pe)
        return table
    most = (lines - 1) // 2
    least = lines - 1 - most
    others = by_work[most : len(by_work) - least]
    for pe in by_work[:most]:
        _add_pe(table, str(pe["pe"]), pe)
    _add_pe(table, "mean", _mean(others))
    for pe in by_work[len(by_work) - least :]:
        _add_pe(table, str(pe["pe"]), pe)
    table.caption = Text(
        f"{lines - 1:,} of {len(by_work):,} PEs shown, those that work most and least;"
        f" the line between is the mean of the {len(others):,} others"
    )
    table.caption_justify = "left"
    return table


def _extremes(table: Table, by_work: Sequence[Row], bound: Row, lines: int) -> Table:
    """Of a job that tells of its most extreme PEs alone."""
    count = min(lines, len(by_work))
    most = (count + 1) // 2
    shown = [*by_work[:most], *by_work[len(by_work) - (count - most) :]]
    for pe in shown:
        _add_pe(table, str(pe["pe"]), pe)
    table.caption = Text(
        f"{len(shown):,} of {bound['of']:,} PEs shown, of the {bound['told']:,} that work most and"
        " least, or have most objects or messages"
    )
    table.caption_justify = "left"
    return table


def _mean(pes: Sequence[Row]) -> dict[str, Any]:
    known = [pe for pe in pes if "entry" in pe]
    mean: dict[str, Any] = {"site": f"of {len(pes):,}"}
    mean |= {key: sum(pe[key] for pe in pes) / len(pes) for key in ("objects", "queued")}
    if known:
        mean |= {part: sum(pe[part] for pe in known) / len(known) for part in PARTS}
    return mean


def _add_pe(table: Table, name: str, pe: Row) -> None:
    known = "entry" in pe
    table.add_row(
        name,
        Text(one_line(str(pe["site"]), NAME_MOST)),
        bar(pe) if known else Text("its time is measured from now on", style="dim"),
        percent_text(pe["entry"]) if known else "-",
        _share_text(hidden(pe)) if known else "-",
        f"{pe['objects']:,.0f}",
        f"{pe['queued']:,.0f}",
    )


def bar(shares: Row) -> Text:
    """Of BAR letters: each part so many as it has of the time, in all exactly BAR."""
    text = Text()
    end = 0.0
    letters = 0
    for part, (letter, colour, _) in LOOKS.items():
        end += shares[part]
        count = round(end * BAR) - letters
        text.append(letter * count, style=colour)
        letters += count
    return text


def _legend() -> Text:
    text = Text()
    for letter, colour, name in LOOKS.values():
        text.append(f"{letter} ", style=colour)
        text.append(f"{name}  ", style="dim")
    return text
