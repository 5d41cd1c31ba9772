"""What this machine and this build have: the text of `isthmus info`."""

import argparse
import json
import platform
import shutil
import sys
from pathlib import Path
from typing import Any

from isthmus import __version__, build
from isthmus.arguments import (
    Commands,
    expect_no_app_options,
)
from isthmus.errors import IsthmusError
from isthmus.machine import this_machine

DEVICES_S = 30.0

# Tools that some commands of the project use, each with the Debian package that brings it.
TOOLS = (
    ("cmake", "cmake"),
    ("ninja", "ninja-build"),
    ("g++", "g++"),
    ("ccache", "ccache"),
    ("clang-format-19", "clang-format-19"),
    ("clang-tidy-19", "clang-tidy-19"),
    ("mpicc", "libopenmpi-dev"),
    ("gdb", "gdb"),
)

# Libraries that parts of the build can do without: CMake's name, and the Debian package.
OPTIONAL_LIBRARIES = (
    ("PMIx", "libpmix-dev"),
    ("SimGrid", "libsimgrid-dev"),
    ("ZFP", "libzfp-dev"),
)


def gather() -> dict[str, Any]:
    """Sections of name and value, as `--json` prints them."""
    directory = build.build_directory()
    cache = build.cmake_cache()
    get_one = "install isthmus again" if build.installed() else "run make"
    return {
        "machine": this_machine().fields(),
        "build": {
            "directory": str(directory),
            "built": "yes" if cache else f"no: {get_one} (or set ISTHMUS_BUILD)",
            **({"type": cache.get("CMAKE_BUILD_TYPE", "unknown")} if cache else {}),
            **({"compiler": compiler(directory, cache)} if cache else {}),
            **({"sanitizers": cache["ISTHMUS_SANITIZE"]} if cache.get("ISTHMUS_SANITIZE") else {}),
            "commit": build.commit(),
        },
        "packages": packages(cache),
        **devices(),
        "tools": {
            name: shutil.which(name) or f"not found (Debian package {package})"
            for name, package in TOOLS
        },
        "python": {
            "isthmus": __version__,
            "python": platform.python_version(),
            "program": sys.executable,
        },
        "applications": {one.name: str(one.binary) for one in build.applications()},
    }


def compiler(directory: Path, cache: dict[str, str]) -> str:
    """ "/usr/bin/c++ (GNU 12.2.0)", as CMake identified it."""
    path = cache.get("CMAKE_CXX_COMPILER", "unknown")
    for found in sorted((directory / "CMakeFiles").glob("*/CMakeCXXCompiler.cmake")):
        values = dict(
            line[4:-1].split(" ", 1)
            for line in found.read_text(errors="replace").splitlines()
            if line.startswith("set(CMAKE_CXX_COMPILER_") and line.endswith('")')
        )
        name = values.get("CMAKE_CXX_COMPILER_ID", "").strip('"')
        version = values.get("CMAKE_CXX_COMPILER_VERSION", "").strip('"')
        return f"{path} ({name} {version})"
    return path


def packages(cache: dict[str, str]) -> dict[str, str]:
    """What CMake looked for, and where it found it or that it did not."""
    found = {}
    for variable, value in sorted(cache.items()):
        name = variable.removesuffix("_DIR")
        is_folder_of_headers = name.endswith("_INCLUDE")
        if name == variable or is_folder_of_headers or name.startswith("CMAKE"):
            continue
        if value.endswith("-NOTFOUND"):
            found[name] = "not found by CMake when the build was configured"
        elif Path(value).is_absolute() and (Path(value) / f"{name}Config.cmake").exists():
            found[name] = value
    for name, package in OPTIONAL_LIBRARIES:
        library = cache.get(f"{name}_LIBRARY", "")
        switch = f"ISTHMUS_{name.upper()}"
        if cache.get(switch) in ("OFF", "FALSE", "NO", "0"):
            found[name] = f"left out: {switch} is {cache[switch]}"
        elif library.endswith("-NOTFOUND"):
            found[name] = f"not found by CMake (optional, Debian package {package})"
        elif library:
            found[name] = library
    return found


def devices() -> dict[str, dict[str, str]]:
    """The filters and carriers that the built runtime has, each with what it does."""
    tool = build.build_directory() / "programs" / "isthmus-topology"
    if not build.is_program(tool):
        return {"filters": {}, "carriers": {}}
    done = build.answer_of([str(tool), "--devices"], DEVICES_S, "isthmus-topology --devices")
    try:
        told = json.loads(done.stdout)
        return {role: dict(told[role]) for role in ("filters", "carriers")}
    except (ValueError, KeyError, TypeError):
        raise IsthmusError(f"{tool} --devices did not list the devices") from None


def version_line() -> str:
    """The version, the commit, and what carries messages in this build."""
    told = devices()["carriers"]
    at_hand = [name for name, text in told.items() if not text.startswith("Not available")]
    carriers = ", ".join(at_hand) or "none: nothing is built"
    return f"isthmus {__version__} (commit {build.commit()}; carriers: {carriers})"


def text(sections: dict[str, Any]) -> str:
    """One section per heading, one name per line."""
    lines = []
    for heading, values in sections.items():
        lines.append(heading)
        shown = dict(values)
        if "memory_bytes" in shown:
            shown["memory"] = f"{shown.pop('memory_bytes') / 2**30:.1f} GiB"
        width = max((len(name) for name in shown), default=0)
        lines += [f"  {name:<{width}}  {value}" for name, value in shown.items()] or ["  none"]
    return "\n".join(lines)


def add_parser(commands: Commands) -> None:
    parser = commands.add("info", "say what this machine and this build have")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    expect_no_app_options(app_options)
    sections = gather()
    print(json.dumps(sections, indent=2) if parsed.json else text(sections))
    return 0
