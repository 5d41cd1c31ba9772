// Grid files: read_grid, and all that follows from a grid that was read.
#include "fuzz/target.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::fuzz {

namespace {

using topology::read_grid;
using topology::to_json;
using topology::to_toml;
using topology::Topology;
using topology::warnings;

void run(Input input) {
  const auto grid = read_grid(text_of(input), "fuzz.toml");
  if (!grid) {
    require(grid.error().code == ErrorCode::bad_input, "the file is at fault");
    require(grid.error().text().find('\n') == std::string::npos, "an error is one line");
    require(grid.error().where.starts_with("fuzz.toml"), "an error says in which file");
    return;
  }
  const auto topology = Topology::from_grid(*grid);
  require(topology.has_value(), "a grid that was read is a topology");
  static_cast<void>(to_json(*topology, warnings(*grid, 2)));
  const auto again = read_grid(to_toml(*grid), "again.toml");
  require(again.has_value() && *again == *grid, "a grid that was written reads as the same");
}

std::vector<Bytes> seeds() {
  return {bytes_of(R"([grid]
name = "two campuses"
[[site]]
name = "urbana"
pes = 2
[[site]]
name = "chicago"
speed = 1.5
  [[site.node]]
  name = "c"
  pes = 4
  processes = 2
  count = 3
  address = "10.0.0.{}"
[link.same_node]
chain = ["tcp"]
[link.between_sites]
chain = ["profile", "delay", "tcp"]
delay = { latency = "8ms", jitter = "1ms", bandwidth = "100Mb/s" }
[class.ocean]
delay.latency = "70ms"
[[between]]
sites = ["urbana", "chicago"]
class = "ocean"
directed = true
delay.jitter = """
5ms"""
)"),
          bytes_of("[[site]]\nname = 'a'\npes = 3\nspeed = [1.0, 2.0, 1e1]\n")};
}

}  // namespace

extern const Target grid_files;
const Target grid_files{"grid_files", run, seeds};

}  // namespace isthmus::engine::fuzz
