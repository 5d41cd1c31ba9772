// mesh/program/windows_table.hpp: what planes between sites have seen, as a table for programs.
#pragma once

#include <string>
#include <vector>

#include "mesh/driver/adaptation.hpp"

namespace isthmus::mesh {

/// Comma-separated, with a line of names: `event` that ended the window, of all steps; `depth`;
/// `packed`, 1 where it was compressed; `duration_s` and `busy_s`, as WindowMeasure has them;
/// `end_s`, when that was known where the rule decides, by the clock there.
std::string windows_table(const std::vector<SeenWindow>& windows);

}  // namespace isthmus::mesh
