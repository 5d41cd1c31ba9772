// Put and get: every PE writes its part of a table on PE 0, and reads the whole of it.

#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/mobile.hpp"

using isthmus::Expected;
using isthmus::mobile::Node;
using isthmus::mobile::Region;

constexpr std::size_t part = 1000;

void take_table(Node& node, const Region& table) { node.state<Region>() = table; }

int main(int argc, char** argv) {
  return isthmus::mobile::run(argc, argv, [](Node& node) {
    Region table;
    node.set_state(&table);
    std::vector<double> own(node.rank() == 0 ? part * node.size() : 0);
    if (node.rank() == 0) {
      const Region exposed = node.expose(std::span(own));
      for (int to = 0; to < node.size(); ++to) node.rsr<take_table>(to, exposed);
    }
    node.poll_until([&] { return table.bytes > 0; });

    const std::vector<double> values(part, node.rank() + 1.0);
    bool written = false;
    node.put(table, node.rank() * part * sizeof(double), std::as_bytes(std::span(values)),
             [&](const Expected<void>& result) { written = result.has_value(); });
    node.poll_until([&] { return written; });
    node.barrier();

    std::vector<double> all(part * node.size());
    bool read = false;
    node.get(table, 0, std::as_writable_bytes(std::span(all)),
             [&](const Expected<void>& result) { read = result.has_value(); });
    node.poll_until([&] { return read; });
    const double mean = std::accumulate(all.begin(), all.end(), 0.0) / part / node.size();
    if (node.rank() == 0) std::printf("mean %.1f of %d parts\n", mean, node.size());
    node.barrier();
  });
}
