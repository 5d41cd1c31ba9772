// What a hop costs (the Clam thesis, 4.2): objects have moved from PE to PE, each one step further
// than the one before; PE 0 sends to each in turn and waits for the answer. The message follows the
// trail as far as the location policy lets it, the answer comes straight back.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/base/command_line.hpp"
#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Index1;
using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

class Traveller : public isthmus::Chare<Traveller, Index1> {
 public:
  void serialize(auto& archive) { archive(answers_); }
  int answer() { return ++answers_; }

 private:
  int answers_ = 0;
};

struct Arguments {
  int rounds = 1;
  std::string help;  // asked for, if not empty
};

Arguments arguments_of(const Job& job) {
  Arguments arguments;
  CLI::App app("What a hop costs a message to an object that has moved.");
  app.name("netsort_hops [runtime options] --");
  app.add_option("--rounds", arguments.rounds,
                 "How often each way is gone, in turn with the others; the median counts. "
                 "Default 1.")
      ->check(CLI::Range(1, 1'000'000));
  auto help = isthmus::read_command_line(app, job.arguments(), "one that `-- --help` lists");
  if (!help) throw isthmus::BadInput(help.error());
  if (*help) arguments.help = **help;
  return arguments;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

Task<void> run_main(Job& job) {
  const Arguments arguments = arguments_of(job);
  if (!arguments.help.empty()) {
    std::fputs(arguments.help.c_str(), stdout);
    co_return;
  }
  const int hops_max = job.pe_count() - 1;
  if (hops_max == 0) co_return;
  const auto on_zero = [](Index1, const isthmus::MapContext&) { return PeId(0); };
  const auto travellers = job.create_array<Traveller>(
      Index1{hops_max}, isthmus::placed(on_zero).with_homes(isthmus::Homes::origin));
  co_await job.quiescence();
  for (int pe = 1; pe <= hops_max; ++pe) {
    for (int hops = pe; hops <= hops_max; ++hops) travellers[hops - 1].migrate_to(PeId(pe));
    co_await job.quiescence();
  }
  // In turn, so that what else the machine does is spread over all.
  std::vector<std::vector<double>> round_trips_us(static_cast<std::size_t>(hops_max));
  for (int round = 0; round < arguments.rounds; ++round) {
    for (int hops = 1; hops <= hops_max; ++hops) {
      const double begin_s = job.seconds();
      co_await travellers[hops - 1].call<&Traveller::answer>();
      round_trips_us[hops - 1].push_back((job.seconds() - begin_s) * 1e6);
    }
  }
  for (int hops = 1; hops <= hops_max; ++hops) {
    const double round_trip_us = median(round_trips_us[hops - 1]);
    std::printf("%3d hops: %10.3f us there and back\n", hops, round_trip_us);
    job.report("round_trip_us_" + std::to_string(hops), round_trip_us);
  }
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, run_main); }
