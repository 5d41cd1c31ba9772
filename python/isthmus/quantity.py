"""Times and bandwidths as the user writes them: a number and a unit."""

import re

TIME_UNITS_MS = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3, "min": 6e4, "h": 3.6e6}
_PREFIXES = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12} | {
    f"{letter}i": 1024.0**power for power, letter in enumerate("KMGT", start=1)
}
SIZE_UNITS_BYTES = {"": 1.0} | {f"{prefix}B": factor for prefix, factor in _PREFIXES.items()}
BANDWIDTH_UNITS_MBPS = {
    f"{prefix}{unit}/s": factor * bits / 1e6
    for prefix, factor in _PREFIXES.items()
    for unit, bits in (("b", 1), ("bit", 1), ("B", 8))
}

_NUMBER_AND_UNIT = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(.*)")


def _split(text: str) -> tuple[float, str] | None:
    found = _NUMBER_AND_UNIT.fullmatch(text.strip())
    return (float(found[1]), found[2].replace("µ", "u").strip()) if found else None


def _in_base_unit(text: str, units: dict[str, float], expected: str) -> float:
    parts = _split(text)
    if parts is not None:
        number, unit = parts
        if unit in units:
            return number * units[unit]
        if unit == "" and number == 0:
            return 0.0
    if text.strip().startswith("-") and _split(text.strip()[1:]) is not None:
        raise ValueError(f"'{text}' is negative (expected {expected})")
    raise ValueError(f"'{text}' is not {expected}")


def time_ms(text: str) -> float:
    """Milliseconds in "8ms", "1.5s", "250us"; "0" needs no unit. Raises ValueError."""
    return _in_base_unit(text, TIME_UNITS_MS, "a time with its unit (ns, us, ms, s), such as 8ms")


def bandwidth_mbps(text: str) -> float:
    """Megabits per second in "100Mb/s", "12.5MB/s". Zero is refused. Raises ValueError."""
    expected = "a bandwidth with its unit (b/s, kb/s, Mb/s, Gb/s, MB/s, ...), such as 100Mb/s"
    value = _in_base_unit(text, BANDWIDTH_UNITS_MBPS, expected)
    if value <= 0:
        raise ValueError(f"'{text}' is not {expected}")
    return value


def size_bytes(text: str) -> float:
    """Bytes in "64MiB", "2kB", "1500". Raises ValueError."""
    return _in_base_unit(text, SIZE_UNITS_BYTES, "a size in bytes, such as 64MiB")


def with_shared_unit(values: list[str]) -> list[str]:
    """["0", "2", "4ms"] becomes ["0ms", "2ms", "4ms"]: bare numbers take the next unit."""
    unit, result = "", []
    for text in reversed(values):
        parts = _split(text)
        if parts is None or parts[1]:
            unit = parts[1] if parts else unit
            result.append(text)
        else:
            result.append(text + unit)
    return result[::-1]
