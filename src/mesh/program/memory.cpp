#include "mesh/program/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace isthmus::mesh {

namespace {

std::string in_gib(double bytes) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g GiB", bytes / (1024.0 * 1024.0 * 1024.0));
  return text.data();
}

double memory_bytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// What is wrong with so many bytes in this process, among so many on its machine; "" if nothing
/// is.
std::string refusal(double bytes, double machine_bytes) {
  rlimit allowed{};
  if (getrlimit(RLIMIT_AS, &allowed) == 0 && allowed.rlim_cur != RLIM_INFINITY &&
      bytes > static_cast<double>(allowed.rlim_cur)) {
    return "the fields take " + in_gib(bytes) + ", and a process may have " +
           in_gib(static_cast<double>(allowed.rlim_cur));
  }
  const double memory = memory_bytes();
  if (memory > 0 && machine_bytes > memory) {
    return "the fields take " + in_gib(machine_bytes) + ", and this machine has " + in_gib(memory);
  }
  return {};
}

Error no_room(std::string what, const MeshFile& file) {
  return {ErrorCode::bad_input, std::move(what), file.file_name, "fewer points, or more machines"};
}

struct FirstText {
  std::string operator()(std::string one, const std::string& other) const {
    return one.empty() ? other : one;
  }
};

/// On the first PE of each process it finds out what is wrong there.
class MemoryCheck : public Chare<MemoryCheck, PeId> {
 public:
  /// By process and by node.
  void look(const std::vector<double>& process_bytes, const std::vector<double>& node_bytes) {
    const topology::Topology& topology = this_topology();
    const ProcessId process = topology.process_of(this_pe());
    std::string text;
    if (this_pe() == topology.pes_of(process).first) {
      const auto node = static_cast<std::size_t>(topology.node_of(process).value);
      text = refusal(process_bytes[static_cast<std::size_t>(process.value)], node_bytes[node]);
      if (!text.empty() && topology.process_count() > 1) {
        text = "process " + std::to_string(process.value) + ": " + text;
      }
    }
    contribute("room for fields", std::move(text), FirstText());
  }
  /// A checkpoint has nothing of it.
  void serialize(auto&) {}
  void absorb(MemoryCheck&&) {}
};

}  // namespace

double field_bytes(const Plan& plan, double points) {
  return static_cast<double>(sizeof(double) * plan.fields.size()) * points;
}

Expected<void> check_memory(double bytes, const MeshFile& file) {
  if (std::string what = refusal(bytes, bytes); !what.empty()) {
    return std::unexpected(no_room(std::move(what), file));
  }
  return {};
}

Task<void> check_memory_everywhere(Job& job, const Plan& plan, const Layout& layout,
                                   double more_here, const MeshFile& file) {
  const topology::Topology& topology = job.topology();
  std::vector<double> process_bytes(static_cast<std::size_t>(topology.process_count()));
  std::vector<double> node_bytes(static_cast<std::size_t>(topology.node_count()));
  double all_bytes = more_here;
  const auto add = [&](PeId pe, double bytes) {
    process_bytes[static_cast<std::size_t>(topology.process_of(pe).value)] += bytes;
    node_bytes[static_cast<std::size_t>(topology.node_of(pe).value)] += bytes;
  };
  add(this_pe(), more_here);
  const Point blocks = layout.cut.blocks();
  Point block{};
  for (block[2] = 0; block[2] < blocks[2]; ++block[2]) {
    for (block[1] = 0; block[1] < blocks[1]; ++block[1]) {
      for (block[0] = 0; block[0] < blocks[0]; ++block[0]) {
        const auto points = static_cast<double>(layout.cut.box(block).point_count());
        add(layout.pe(block), field_bytes(plan, points));
        all_bytes += field_bytes(plan, points);
      }
    }
  }
  // There all processes are one.
  if (job.in_virtual_time()) {
    if (auto room = check_memory(all_bytes, file); !room) throw BadInput(room.error());
    co_return;
  }
  job.create_group<MemoryCheck>().all().send<&MemoryCheck::look>(process_bytes, node_bytes);
  std::string what = co_await job.reduction<std::string>("room for fields");
  if (!what.empty()) throw BadInput(no_room(std::move(what), file));
}

}  // namespace isthmus::mesh
