// Messages between two processes over UCX, with a runtime and without; references/ucx runs UCX's
// own test beside it.

#include <fcntl.h>
#include <sys/socket.h>

#include "bare_carrier.hpp"
#include "carried_messages.hpp"
#include "harness.hpp"
#include "process_pair.hpp"

namespace {

int measure_bare(int rank, const int (&ends)[2], bench::BareFigures& figures) {
  bench::pin_to(rank);
  close(ends[1 - rank]);
  const auto own = bench::measure_bare_carrier("ucx", rank, isthmus::engine::Socket(ends[rank]));
  if (rank == 0) figures = own;
  return 0;
}

}  // namespace

int main() {
  bench::Results results("ucx");
  auto& figures = bench::shared<bench::CarriedFigures>();
  auto& bare = bench::shared<bench::BareFigures>();
  for (bench::Repeats repeats(5); repeats.another();) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) return 1;
    bench::in_two_processes([&](int rank) { return measure_bare(rank, ends, bare); });
    for (const int end : ends) close(end);
    bench::run_process_pair([&](isthmus::Job& job) { return bench::measure_carried(job, figures); },
                            "ucx");
    bare.add_to(results);
    figures.add_to(results);
  }
  results.print();
}
