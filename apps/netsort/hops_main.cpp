// What a hop costs (the Clam thesis, 4.2): objects have moved from PE to PE, each one step further
// than the one before; PE 0 sends to each in turn and waits for the answer. The message follows the
// trail as far as the location policy lets it, the answer comes straight back. With --layered the
// same through an older layering, which keeps objects by itself, above requests to PEs.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
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

/// A PE's part of the older layering: where each object is, or has gone, by its number. What is for
/// an object is a message of the layer, with the number first, which goes in a request from PE to
/// PE; whoever passes it on copies it once more (the thesis, 2.4 and 4.2).
class Layer : public isthmus::Chare<Layer, PeId> {
 public:
  explicit Layer(int objects) : next_(static_cast<std::size_t>(objects), PeId::none()) {}

  /// An object has gone on from here.
  void let_go(std::int32_t object, PeId to) { next_[static_cast<std::size_t>(object)] = to; }

  void pass(std::span<const std::byte> message, const isthmus::Callback<int>& sender) {
    std::int32_t object = 0;
    std::memcpy(&object, message.data(), sizeof(object));
    const PeId to = next_[static_cast<std::size_t>(object)];
    if (to == PeId::none()) return isthmus::send(sender, ++answers_);
    const std::vector<std::byte> copy(message.begin(), message.end());
    array()[to].send<&Layer::pass>(copy, sender);
  }

 private:
  std::vector<PeId> next_;
  int answers_ = 0;
};

struct Arguments {
  int rounds = 1;
  bool is_layered = false;
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
  app.add_flag("--layered", arguments.is_layered,
               "Objects of an older layering, which keeps them by itself above requests to PEs.");
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

// Objects with their trails, and one way there and back.
class Travellers {
 public:
  Task<void> set_out(Job& job, int hops_max) {
    const auto on_zero = [](Index1, const isthmus::MapContext&) { return PeId(0); };
    travellers_ = job.create_array<Traveller>(
        Index1{hops_max}, isthmus::placed(on_zero).with_homes(isthmus::Homes::origin));
    co_await job.quiescence();
    for (int pe = 1; pe <= hops_max; ++pe) {
      for (int hops = pe; hops <= hops_max; ++hops) travellers_[hops - 1].migrate_to(PeId(pe));
      co_await job.quiescence();
    }
  }
  Task<void> ask(int hops) { co_await travellers_[hops - 1].call<&Traveller::answer>(); }

 private:
  isthmus::ArrayProxy<Traveller> travellers_;
};

class LayeredTravellers {
 public:
  Task<void> set_out(Job& job, int hops_max) {
    layers_ = job.create_group<Layer>(hops_max);
    co_await job.quiescence();
    for (int pe = 0; pe < hops_max; ++pe) {
      for (int hops = pe + 1; hops <= hops_max; ++hops) {
        layers_[PeId(pe)].send<&Layer::let_go>(hops - 1, PeId(pe + 1));
      }
    }
    co_await job.quiescence();
  }
  Task<void> ask(int hops) {
    const std::int32_t object = hops - 1;
    std::vector<std::byte> message(sizeof(object));
    std::memcpy(message.data(), &object, sizeof(object));
    isthmus::Future<int> answer;
    layers_[PeId(0)].send<&Layer::pass>(message, answer.callback());
    co_await answer;
  }

 private:
  isthmus::GroupProxy<Layer> layers_;
};

template <class Travel>
Task<void> measure(Job& job, const Arguments& arguments, int hops_max) {
  Travel travel;
  co_await travel.set_out(job, hops_max);
  // In turn, so that what else the machine does is spread over all.
  std::vector<std::vector<double>> round_trips_us(static_cast<std::size_t>(hops_max));
  for (int round = 0; round < arguments.rounds; ++round) {
    for (int hops = 1; hops <= hops_max; ++hops) {
      const double begin_s = job.seconds();
      co_await travel.ask(hops);
      round_trips_us[hops - 1].push_back((job.seconds() - begin_s) * 1e6);
    }
  }
  for (int hops = 1; hops <= hops_max; ++hops) {
    const double round_trip_us = median(round_trips_us[hops - 1]);
    std::printf("%3d hops: %10.3f us there and back\n", hops, round_trip_us);
    job.report("round_trip_us_" + std::to_string(hops), round_trip_us);
  }
}

Task<void> run_main(Job& job) {
  const Arguments arguments = arguments_of(job);
  if (!arguments.help.empty()) {
    std::fputs(arguments.help.c_str(), stdout);
    co_return;
  }
  const int hops_max = job.pe_count() - 1;
  if (hops_max == 0) co_return;
  if (arguments.is_layered) {
    co_await measure<LayeredTravellers>(job, arguments, hops_max);
  } else {
    co_await measure<Travellers>(job, arguments, hops_max);
  }
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, run_main); }
