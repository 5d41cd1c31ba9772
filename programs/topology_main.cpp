// isthmus-topology FILE: reads a grid file, checks all that a job would, and prints the numbered
// topology as JSON (docs/formats/grid.md). Warnings go to standard error, a line each. A file that
// is wrong is one line there, and exit status 2.
//
// isthmus-topology --devices: the filters and carriers of this build as JSON, {"filters": {"delay":
// "what it does"}, "carriers": {}}, for `isthmus info`.

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/machine.hpp"
#include "isthmus/topology/topology.hpp"

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;

Expected<void> print_line(const std::string& text) {
  errno = 0;
  if (std::puts(text.c_str()) < 0 || std::fflush(stdout) != 0) {
    return isthmus::fail(ErrorCode::io, isthmus::with_errno("cannot write", errno),
                         "standard output");
  }
  return {};
}

/// What the device does; of one that comes as a module also with what, or why it does not come.
std::string description_of(const isthmus::engine::fabric::DeviceInfo& device) {
  std::string text(device.help);
  if (!isthmus::engine::fabric::is_module(device.name)) return text;
  const auto module = isthmus::engine::fabric::load_carrier_module(device.name);
  return module ? text + " With " + (*module)->library() + "."
                : "Not available: " + module.error().text();
}

Expected<void> print_devices() {
  nlohmann::ordered_json filters = nlohmann::ordered_json::object();
  nlohmann::ordered_json carriers = nlohmann::ordered_json::object();
  for (const isthmus::engine::fabric::DeviceInfo& device :
       isthmus::engine::fabric::known_devices()) {
    const bool carries = device.role == isthmus::engine::fabric::DeviceRole::carrier;
    (carries ? carriers : filters)[std::string(device.name)] = description_of(device);
  }
  const nlohmann::ordered_json devices = {{"filters", filters}, {"carriers", carriers}};
  return print_line(devices.dump());
}

Expected<void> print_topology(const std::string& path) {
  Expected<isthmus::engine::topology::Grid> grid = isthmus::engine::topology::load_grid(path);
  if (!grid) return isthmus::forward_error(grid);
  if (auto checked = isthmus::engine::fabric::check_links(*grid); !checked) return checked;
  auto topology = isthmus::engine::topology::Topology::from_grid(*grid);
  if (!topology) return isthmus::forward_error(topology);
  const int core_count = isthmus::engine::topology::this_machine().core_count;
  const std::vector<std::string> warnings = isthmus::engine::topology::warnings(*grid, core_count);
  for (const std::string& line : warnings) std::fprintf(stderr, "%s\n", line.c_str());
  return print_line(isthmus::engine::topology::to_json(*topology, warnings));
}

}  // namespace

int main(int argc, char** argv) {
  const bool asks_devices = argc == 2 && argv[1] == std::string_view("--devices");
  if (argc != 2 || (argv[1][0] == '-' && !asks_devices)) {
    std::fputs("isthmus-topology FILE: checks a grid file, and prints it as JSON\n", stderr);
    return 2;
  }
  const Expected<void> printed = asks_devices ? print_devices() : print_topology(argv[1]);
  if (printed) return 0;
  std::fprintf(stderr, "%s\n", printed.error().text().c_str());
  return isthmus::exit_status(printed.error().code);
}
