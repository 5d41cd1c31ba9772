// What a checkpoint of 100 MB in a process costs: how long the job stands still, in its first one
// and in the one after it, beside a copy of as many bytes into new memory; and until all of that
// second one is on the disk, beside a plain write of as many, with fsync, to the same directory. In
// the first one this also waits for pages to copy the file to, which a virtual machine may have to
// get from its host: on one machine it took 0.24 s, and 0.07 s where the host had given them
// before.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "harness.hpp"
#include "plain_write.hpp"

namespace {

using isthmus::Job;
using isthmus::Task;

constexpr int repeats_max = 5;
constexpr std::size_t all_bytes = 100'000'000;
constexpr int block_count = 64;
constexpr std::size_t values_a_block = all_bytes / block_count / sizeof(double);

class Holder : public isthmus::Chare<Holder, isthmus::Index1> {
 public:
  void serialize(auto& archive) { archive(values_); }

 private:
  std::vector<double> values_ = std::vector<double>(values_a_block, 1.5);
};

double seconds_since(double begin_ns) { return (bench::now_ns() - begin_ns) * 1e-9; }

/// What the job tells of its last checkpoint that is whole.
double told(const isthmus::JobStatus& status, const std::string& figure) {
  const auto find_in = [&](const std::vector<isthmus::ShownRow>& rows) {
    double value = -1;
    for (const isthmus::ShownRow& row : rows) {
      if (row.panel != "checkpoints") continue;
      for (const isthmus::ShownFigure& shown : row.figures) {
        if (shown.name == figure) value = shown.value;
      }
    }
    return value;
  };
  double value = find_in(status.job_rows);
  for (const auto& [pe, of_pe] : status.pes) {
    value = std::max({value, find_in(of_pe.rows), find_in(of_pe.process_rows)});
  }
  if (value >= 0) return value;
  std::fputs("bench: the job tells nothing of its checkpoints\n", stderr);
  std::exit(1);
}

/// Two threads copy half each, as two PEs do.
double copy_s() {
  const std::vector<double> from(all_bytes / sizeof(double) / 2, 1.5);
  const auto copy_half = [&] {
    std::vector<double> to;
    to.reserve(from.size());
    to.insert(to.end(), from.begin(), from.end());
    // Kept, so that the compiler keeps it.
    if (to.back() != 1.5) std::abort();
  };
  const double begin_ns = bench::now_ns();
  bench::on_two_cores(copy_half, copy_half);
  return seconds_since(begin_ns);
}

}  // namespace

int main() {
  bench::Results results("checkpoint");
  const std::string directory = "bench-checkpoints-" + std::to_string(getpid());
  std::filesystem::create_directory(directory);
  for (bench::Repeats repeats(repeats_max, 40.0); repeats.another();) {
    results.add("copy_s", "s", copy_s());
    results.add("write_s", "s", bench::plain_write_s(directory + "/plain", all_bytes));
    bench::run_pes(2,
                   [&](Job& job) -> Task<void> {
                     isthmus::ArrayProxy<Holder> holders;
                     job.restored(holders);
                     holders = job.create_array<Holder>(block_count, isthmus::mapping::block);
                     co_await job.quiescence();
                     const double begin_ns = bench::now_ns();
                     co_await job.checkpoint();
                     results.add("first_stopped_s", "s", seconds_since(begin_ns));
                     // Each begins when the one before is written.
                     co_await job.checkpoint();
                     co_await job.checkpoint();
                     const isthmus::JobStatus status = co_await job.status();
                     results.add("stopped_s", "s", told(status, "stopped_s"));
                     results.add("written_s", "s", told(status, "written_s"));
                   },
                   {"--checkpoint", "always", "--keep", "1", "--checkpoint-dir", directory});
  }
  std::filesystem::remove_all(directory);
  results.print();
}
