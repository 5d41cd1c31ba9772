// The load balancer in running jobs: what its steps cost where nothing is to be gained, and how
// work is split between PEs of unequal speed.

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "harness.hpp"
#include "jacobi2d_steps.hpp"

namespace {

constexpr int repeats_max = 5;
constexpr int warm_up_pieces = 2;
constexpr int piece_count = 36;

/// Of all pieces but the first ones, and not the quickest alone: what the balancer does only now
/// and then has its share. A piece that took half as long again as most did has been disturbed by
/// something else on the machine.
double usual_ms(std::vector<double> ms) {
  ms.erase(ms.begin(), ms.begin() + warm_up_pieces);
  std::ranges::sort(ms);
  const auto disturbed = std::ranges::upper_bound(ms, 1.5 * ms[ms.size() / 2]);
  return std::reduce(ms.begin(), disturbed) / static_cast<double>(disturbed - ms.begin());
}

/// Works for a time that its PE's speed decides, whatever the processor.
class Throttled : public isthmus::Chare<Throttled, isthmus::Index1> {
 public:
  Throttled() = default;
  void serialize(auto&) {}
  void work(double seconds_at_speed_1) {
    const double speed = host().topology().speed_of(pe());
    const double end_ns = bench::now_ns() + seconds_at_speed_1 * 1e9 / speed;
    while (bench::now_ns() < end_ns) {
    }
    contribute("worked");
  }
  void say_where() {
    contribute("on_pe_0", pe() == isthmus::PeId(0) ? 1 : 0, isthmus::reduce::sum);
  }
};

/// The share of objects of equal cost that one step leaves on the slower of two PEs, of speeds 1
/// and 3.
isthmus::Task<double> slow_share(isthmus::Job& job) {
  constexpr int objects = 400;
  const auto throttled =
      job.create_array<Throttled>(isthmus::Index1{objects}, isthmus::mapping::block);
  throttled.all().send<&Throttled::work>(300e-6);
  co_await job.reduction("worked");
  co_await job.balance();
  co_await job.quiescence();
  throttled.all().send<&Throttled::say_where>();
  const int slow = co_await job.reduction<int>("on_pe_0");
  co_return static_cast<double>(slow) / objects;
}

std::string grid_of_two_speeds() {
  const std::string path = "/tmp/isthmus_bench_" + std::to_string(getpid()) + ".toml";
  std::ofstream(path) << "[[site]]\nname = \"here\"\n"
                         "[[site.node]]\nname = \"slow\"\npes = 1\nspeed = 1.0\n"
                         "[[site.node]]\nname = \"fast\"\npes = 1\nspeed = 3.0\n";
  return path;
}

}  // namespace

int main() {
  bench::Results results("load_balancing");
  const std::string grid = grid_of_two_speeds();
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    for (const int side : {8, 32}) {
      const std::string name = "jacobi_" + std::to_string(side) + "x" + std::to_string(side);
      const auto measure = [&](const char* how, std::vector<std::string> options) {
        bench::run_pes(
            2,
            [&](isthmus::Job& job) -> isthmus::Task<void> {
              const std::vector<double> ms =
                  co_await bench::jacobi2d_ms_per_step(job, bench::jacobi2d_of(side), piece_count);
              results.add(name + how, "ms", usual_ms(ms));
            },
            std::move(options));
      };
      measure("_without_ms", {});
      measure("_auto_ms", {"--balancer", "auto"});
    }
    const int status = bench::run_job(
        {"--grid", grid, "--balancer", "refine"}, [&](isthmus::Job& job) -> isthmus::Task<void> {
          const double share = co_await slow_share(job);
          results.add("split_off_percent", "%", 100 * std::abs(share - 0.25) / 0.25);
        });
    if (status != 0) return status;
  }
  std::remove(grid.c_str());
  results.print();
}
