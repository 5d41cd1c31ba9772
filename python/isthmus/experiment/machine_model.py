"""What a machine of the literature costs in virtual time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

BEYOND_PE = ("same_node", "same_site", "between_sites")


@dataclass(frozen=True)
class Constant:
    """One that is declared and not fitted. `options` are the simulator's, `why` is for people."""

    name: str
    value: str
    why: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class MachineModel:
    """`cell_ns` is by mesh: the larger one fits no cache. Of the processor time for a message,
    half is spent where it is sent and half where it is received; `off_pe_us` comes on top of
    `message_us` where it leaves the PE."""

    cell_ns: Mapping[int, float]
    message_us: float
    off_pe_us: float
    declared: tuple[Constant, ...] = ()

    def options(self) -> list[str]:
        """The simulator's."""
        words = []
        for reach in ("same_pe", *BEYOND_PE):
            total_us = self.message_us + (self.off_pe_us if reach in BEYOND_PE else 0.0)
            for end in ("send", "receive"):
                # Rounded to ns: the simulator's clock counts them.
                words += ["--sim", f"{reach}.{end}={total_us * 1e3 / 2:.0f}ns"]
                words += ["--sim", f"{reach}.{end}_byte=0"]
        for constant in self.declared:
            words += constant.options
        return words

    def parameters(self) -> dict[str, float]:
        """Those that are fitted, by the name that people see."""
        cells = {cell_name(mesh): value for mesh, value in self.cell_ns.items()}
        return {**cells, "message_us": self.message_us, "off_pe_us": self.off_pe_us}

    def with_parameters(self, values: Mapping[str, float]) -> "MachineModel":
        return replace(
            self,
            cell_ns={mesh: values[cell_name(mesh)] for mesh in self.cell_ns},
            message_us=values["message_us"],
            off_pe_us=values["off_pe_us"],
        )

    def fields(self) -> dict[str, Any]:
        return {
            "fitted": self.parameters(),
            "declared": {one.name: {"value": one.value, "why": one.why} for one in self.declared},
        }


def cell_name(mesh: int) -> str:
    return f"cell_{mesh}_ns"
