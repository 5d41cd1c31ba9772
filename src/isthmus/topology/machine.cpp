#include "isthmus/topology/machine.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>

namespace isthmus::engine::topology {

namespace {

/// What follows the colon on the first line that starts with `key`, or "".
std::string value_after_colon(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with(key)) continue;
    auto begin = line.find(':');
    if (begin == std::string::npos) continue;
    begin = line.find_first_not_of(" \t", begin + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The kernel writes "123 kB" and "512K", always powers of two; 0 for anything else.
std::int64_t kernel_size_bytes(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0 || number > (1ll << 40)) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.empty()) return number;
  if (text == " kB" || text == "K") return number << 10;
  return text == "M" ? number << 20 : 0;
}

std::int64_t cache_bytes(const std::string& root, int level) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder =
        root + "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index);
    const std::string type = first_line(folder + "/type");
    if (type == "Instruction" || first_line(folder + "/level") != std::to_string(level)) continue;
    return kernel_size_bytes(first_line(folder + "/size"));
  }
  return 0;
}

int allowed_core_count() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return 1;
  return std::max(1, CPU_COUNT(&mask));
}

}  // namespace

Machine this_machine(const std::string& root) {
  Machine machine;
  machine.core_count = allowed_core_count();
  machine.memory_bytes = kernel_size_bytes(value_after_colon(root + "/proc/meminfo", "MemTotal"));
  machine.cpu_name = value_after_colon(root + "/proc/cpuinfo", "model name");
  machine.l2_bytes = cache_bytes(root, 2);
  machine.l3_bytes = cache_bytes(root, 3);
  return machine;
}

}  // namespace isthmus::engine::topology
