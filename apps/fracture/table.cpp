#include "fracture/table.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <memory>

namespace fracture {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

isthmus::Expected<void> write_table(const std::string& path, const std::vector<Row>& rows,
                                    double step_s) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "wb"));
  const auto refused = [&] {
    return isthmus::fail(isthmus::ErrorCode::io, isthmus::with_errno("cannot write", errno), path);
  };
  if (!file) return refused();
  std::fputs(
      "step,time_s,kinetic_j,strain_j,cohesive_j,friction_j,external_j,error_j,cracked_m2,sides\n",
      file.get());
  for (const Row& row : rows) {
    const Energies& e = row.energies;
    std::fprintf(file.get(), "%d,%.9g,%.15g,%.15g,%.15g,%.15g,%.15g,%.6g,%.9g,%.0f\n", row.step,
                 row.step * step_s, e.kinetic.value(), e.strain.value(), e.cohesive.value(),
                 e.friction.value(), e.external.value(), e.error(rows.front().energies),
                 e.cracked.value(), e.apart.value());
  }
  if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0) return refused();
  return {};
}

double balance_error(const std::vector<Row>& rows) {
  double error = 0;
  double most = 0;
  for (const Row& row : rows) {
    const Energies& e = row.energies;
    error = std::max(error, std::abs(e.error(rows.front().energies)));
    most = std::max(most, e.kinetic.value() + e.strain.value() + std::abs(e.cohesive.value()) +
                              e.friction.value());
  }
  return most > 0 ? error / most : 0;
}

}  // namespace fracture
