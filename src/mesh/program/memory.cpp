#include "mesh/program/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

namespace isthmus::mesh {

namespace {

std::string in_gib(double bytes) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g GiB", bytes / (1024.0 * 1024.0 * 1024.0));
  return text.data();
}

double point_count(const Box& box) {
  double points = 1;
  for (std::size_t d = 0; d < dimension_count; ++d) points *= box.extent(d);
  return points;
}

}  // namespace

double field_bytes(const Plan& plan, double points) {
  return static_cast<double>(sizeof(double) * plan.fields.size()) * points;
}

double own_points(const Layout& layout, const Job& job) {
  const topology::Topology& topology = job.topology();
  const Point blocks = layout.cut.blocks();
  double points = 0;
  Point block{};
  for (block[2] = 0; block[2] < blocks[2]; ++block[2]) {
    for (block[1] = 0; block[1] < blocks[1]; ++block[1]) {
      for (block[0] = 0; block[0] < blocks[0]; ++block[0]) {
        // A simulation has all PEs in one process.
        const bool is_here = job.in_virtual_time() || topology.process_of(layout.pe(block)) ==
                                                          topology.process_of(this_pe());
        if (is_here) points += point_count(layout.cut.box(block));
      }
    }
  }
  return points;
}

Expected<void> check_memory(double bytes, const MeshFile& file) {
  const auto refuse = [&](const std::string& limit) {
    return fail(ErrorCode::bad_input, "the fields take " + in_gib(bytes) + ", and " + limit,
                file.file_name, "fewer points, or more machines");
  };
  rlimit allowed{};
  if (getrlimit(RLIMIT_AS, &allowed) == 0 && allowed.rlim_cur != RLIM_INFINITY &&
      bytes > static_cast<double>(allowed.rlim_cur)) {
    return refuse("a process may have " + in_gib(static_cast<double>(allowed.rlim_cur)));
  }
  const auto pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));
  const double memory = pages * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (pages > 0 && bytes > memory) return refuse("this machine has " + in_gib(memory));
  return {};
}

}  // namespace isthmus::mesh
