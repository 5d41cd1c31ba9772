// fracture/table.hpp: the energies step by step, as a file.
#pragma once

#include <string>
#include <vector>

#include "fracture/energies.hpp"
#include "isthmus/base/error.hpp"

namespace fracture {

/// After so many steps.
struct Row {
  int step = 0;
  Energies energies = {};
};

/// CSV with a line of names; times in s, energies in J, areas in m^2. ErrorCode::io when it cannot
/// be written.
isthmus::Expected<void> write_table(const std::string& path, const std::vector<Row>& rows,
                                    double step_s);

/// The largest error of the balance, as a share of the largest energy that there was.
double balance_error(const std::vector<Row>& rows);

}  // namespace fracture
