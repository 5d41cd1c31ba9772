// What a checkpoint of 100 MB in a process costs: how long the job stands still, beside a copy of
// as many bytes into new memory; and until all is on the disk, beside a plain write of as many,
// with fsync, to the same directory.

#include <unistd.h>

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
                     const double stopped_s = seconds_since(begin_ns);
                     results.add("stopped_s", "s", stopped_s);
                     // The next one begins when this one is written.
                     co_await job.checkpoint();
                     results.add("written_s", "s", seconds_since(begin_ns) - stopped_s);
                   },
                   {"--checkpoint", "always", "--keep", "1", "--checkpoint-dir", directory});
  }
  std::filesystem::remove_all(directory);
  results.print();
}
