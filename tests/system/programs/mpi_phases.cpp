// Phases of messages with collective calls of MPI itself between them, as Clam has them for
// programs that use both: what tests/system/test_mpi_phases.py runs. A process has one PE.

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "mobile/mobile.hpp"

namespace {

using isthmus::mobile::Rank;

constexpr int phases = 20;
constexpr int messages = 50;       // a phase, from each rank to each
constexpr int values_each = 5000;  // of each tenth message

struct Tally {
  std::int64_t sum = 0;
};

void add(Rank& self, std::int64_t value) { self.state<Tally>().sum += value; }

void add_all(Rank& self, const std::vector<std::int64_t>& values) {
  for (const std::int64_t value : values) self.state<Tally>().sum += value;
}

void run_main(Rank& self) {
  Tally tally;
  self.set_state(&tally);
  int wrong = 0;
  for (std::int64_t phase = 1; phase <= phases; ++phase) {
    for (int i = 0; i < messages; ++i) {
      for (int to = 0; to < self.size(); ++to) {
        const std::int64_t value = phase * (self.rank() + 1);
        if (i % 10 == 0) {
          self.rsr<&add_all>(to, std::vector<std::int64_t>(values_each, value));
        } else {
          self.rsr<&add>(to, value);
        }
      }
    }
    self.quiescence();
    // From here on MPI has the process: no PE handles a message until it returns.
    std::int64_t all = 0;
    MPI_Allreduce(&tally.sum, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    const std::int64_t ranks = self.size();
    const std::int64_t sent = messages / 10 * (values_each + std::int64_t{9});
    wrong += all != ranks * sent * (ranks * (ranks + 1) / 2) * (phase * (phase + 1) / 2) ? 1 : 0;
  }
  if (self.rank() == 0) std::printf("%d ranks, wrong: %d\n", self.size(), wrong);
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  const int status = isthmus::mobile::run(argc, argv, [](Rank& self) { run_main(self); });
  MPI_Finalize();
  return status;
}
