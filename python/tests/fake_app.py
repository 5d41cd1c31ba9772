"""A stand-in for an application binary: takes the runtime's options and follows `--act`.

`--act WHAT[@RANK]`: print, exit:N, kill:N, hang, deaf (ignores SIGINT and SIGTERM), child (starts a
process and hangs), sleep:SECONDS. Without a rank every rank does it. The reported step time follows
`--base` and the latency the way a stencil's does: objects hide the latency up to the base.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn


def parse(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    i = 0
    while i < len(words):
        if i + 1 < len(words) and not words[i + 1].startswith("--"):
            options[words[i][2:]] = words[i + 1]
            i += 2
        else:
            options[words[i][2:]] = ""
            i += 1
    return options


def fail(status: int, text: str) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(status)


def describe(runtime: dict[str, str]) -> None:
    per_site = int(runtime.get("processes", "1"))
    pes = int(runtime.get("pes", "1"))
    count = int(runtime.get("sites", "1"))
    addresses: list[str] = []
    if "grid" in runtime:
        text = Path(runtime["grid"]).read_text()
        if "sites" not in text:
            fail(2, f"{runtime['grid']}:1: no sites (expected [[site]])")
        count = int(text.split("=")[1].split()[0])
        addresses = text.split("at ")[1].split() if "at " in text else []
    sites = []
    for s in range(count):
        processes = [
            {"id": s * per_site + p, "first_pe": s * pes + p, "pe_count": pes}
            for p in range(per_site)
        ]
        node = {"name": f"node{s}", "speed": 1.0, "pe_count": pes, "processes": processes}
        node |= {"address": addresses[s]} if s < len(addresses) else {}
        sites.append({"name": f"site{s}", "nodes": [node]})
    chain = [{"device": "tcp", "parameters": {}}]
    link: dict[str, object] = {"name": "between_sites", "chain": chain}
    link |= {"latency_ns": None, "jitter_ns": None, "bandwidth_bytes_per_s": None}
    print(json.dumps({"version": 1, "sites": sites, "link_classes": [link], "between": []}))


def act(what: str, rank: int) -> None:
    verb, _, rest = what.partition(":")
    if verb == "print":
        print(f"out of {rank}", flush=True)
        print(f"err of {rank}", file=sys.stderr, flush=True)
    elif verb == "exit":
        fail(int(rest), f"rank {rank} gives up")
    elif verb == "kill":
        os.kill(os.getpid(), int(rest))
    elif verb == "sleep":
        time.sleep(float(rest))
    elif verb == "deaf":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)
    elif verb == "child":
        subprocess.Popen(["sleep", "600"])
        time.sleep(600)
    elif verb == "hang":
        time.sleep(600)


def step_ms(runtime: dict[str, str], app: dict[str, str]) -> float:
    base = float(app.get("base", "7"))
    latency = float(runtime.get("latency", "0ms").removesuffix("ms"))
    rows, _, columns = app.get("objects", "1x2").partition("x")
    objects = int(rows) * int(columns or rows)
    hidden = 0.0 if objects <= 2 else base * (0.6 if app.get("mapping") == "naive" else 0.95)
    return base + 0.004 * objects + max(0.0, latency - hidden)


def main() -> None:
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    runtime, app = parse(words[:split]), parse(words[split + 1 :])
    if "help" in app:
        print("options of the fake application")
        return
    if "describe" in runtime:
        describe(runtime)
        return
    rank = int(runtime.get("rank", "0"))
    if "log" in app:
        with Path(app["log"]).open("a") as stream:
            entry = {
                "pid": os.getpid(),
                "rank": rank,
                "key": os.environ.get("ISTHMUS_JOB_KEY", ""),
                "folder": str(Path.cwd()),
                "words": words,
            }
            stream.write(json.dumps(entry) + "\n")
    if "refuse" in app:
        fail(2, "--refuse: refused (expected nothing)")
    if "act" in app:
        what, _, whose = app["act"].partition("@")
        if not whose or int(whose) == rank:
            act(what, rank)
        elif what.split(":")[0] in ("exit", "kill"):
            act("hang", rank)
    if "timeline" in runtime:
        event = f'{{"ts":0.000,"dur":1.000,"ph":"X","pid":0,"tid":{rank},"name":"rank {rank}"}}'
        with Path(runtime["timeline"] + (f".rank{rank}" if rank else "")).open("w") as stream:
            stream.write('{"otherData":{"start_ns":0,"full_pes":[]},"traceEvents":[\n')
            stream.write(f"{event}\n]}}\n")
    if "report" in runtime and rank == 0:
        metrics = {"ms_per_step": step_ms(runtime, app), "points_per_s": 1e6}
        with Path(runtime["report"]).open("w") as stream:
            time = {"pe": 0, "site": "site0", "entry_s": 1.0, "runtime_s": 0.0, "balancing_s": 0.0}
            time |= {"waited_for_s": {}, "idle_s": 0.0}
            report = {"metrics": metrics, "counters": {"messages": 12}, "time": [time]}
            json.dump(report, stream)


if __name__ == "__main__":
    main()
