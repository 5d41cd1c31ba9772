// Put and get: every PE writes its part of a table on PE 0, and reads the whole of it.

#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/mobile.hpp"

using isthmus::Expected;
using isthmus::mobile::Rank;
using isthmus::mobile::Region;

constexpr std::size_t part = 1000;

void take_table(Rank& self, const Region& table) { self.state<Region>() = table; }

int main(int argc, char** argv) {
  return isthmus::mobile::run(argc, argv, [](Rank& self) {
    Region table;
    self.set_state(&table);
    std::vector<double> own(self.rank() == 0 ? part * self.size() : 0);
    if (self.rank() == 0) {
      const Region exposed = self.expose(std::span(own));
      for (int to = 0; to < self.size(); ++to) self.rsr<take_table>(to, exposed);
    }
    self.poll_until([&] { return table.bytes > 0; });

    const std::vector<double> values(part, self.rank() + 1.0);
    bool written = false;
    self.put(table, self.rank() * part * sizeof(double), std::as_bytes(std::span(values)),
             [&](const Expected<void>& result) { written = result.has_value(); });
    self.poll_until([&] { return written; });
    self.barrier();

    std::vector<double> all(part * self.size());
    bool read = false;
    self.get(table, 0, std::as_writable_bytes(std::span(all)),
             [&](const Expected<void>& result) { read = result.has_value(); });
    self.poll_until([&] { return read; });
    const double mean = std::accumulate(all.begin(), all.end(), 0.0) / part / self.size();
    if (self.rank() == 0) std::printf("mean %.1f of %d parts\n", mean, self.size());
    self.barrier();
  });
}
