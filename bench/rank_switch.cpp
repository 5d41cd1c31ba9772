// From one rank to the next: a rank that calls MPI, is answered and goes on, beside the bare switch
// of registers over as many stacks.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "isthmus/image/libraries.hpp"
#include "isthmus/image/machine.hpp"
#include "isthmus/image/stubs.hpp"
#include "isthmus/image/world.hpp"
#include "isthmus/thread/register_switch.hpp"

namespace {

namespace image = isthmus::engine::image;
using isthmus::Expected;
using isthmus::engine::ParkedStack;

constexpr int repeats_max = 7;
constexpr int switches = 25'600;  // a piece

template <class T>
T or_end(Expected<T> value) {
  if (value) return std::move(*value);
  std::fprintf(stderr, "rank_switch: %s\n", value.error().text().c_str());
  std::exit(1);
}

/// Nobody asks for it.
class StillWorld final : public image::World {
 public:
  isthmus::TimeNs real_time_ns() override { return 0; }
  isthmus::TimeNs monotonic_ns() override { return 0; }
  int process_id() override { return 1; }
  void fill_random(std::span<std::byte> bytes) override { std::ranges::fill(bytes, std::byte{7}); }
};

/// Ranks of a program that does nothing but call.
class Ranks {
 public:
  explicit Ranks(std::size_t count)
      : slots_(or_end(image::Slots::reserve({.bytes = std::uint64_t{512} << 20, .count = count}))) {
    image::HostSymbols symbols;
    symbols.functions = {{"MPI_Comm_rank", 0}};
    symbols.stands_for = {"libmpi_abi.so.1"};
    const std::string path = ISTHMUS_BENCH_RANKS "/turns";
    const auto program = or_end(image::Program::load(path, std::make_shared<image::Libraries>(),
                                                     or_end(image::Stubs::make(symbols))));
    image::Start start;
    start.arguments = {path};
    for (std::size_t i = 0; i < count; ++i) {
      machines_.push_back(or_end(image::Machine::make(program, slots_[i], world_, start)));
    }
  }
  void run(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (const auto& machine : machines_) {
        if (machine->run() != image::Stop::trapped) std::exit(1);
        machine->answer(0);
      }
    }
  }

 private:
  image::Slots slots_;
  StillWorld world_;
  std::vector<std::unique_ptr<image::Machine>> machines_;
};

/// Stacks that switch back at once. Their tops lie apart as those of ranks do.
class Stacks {
 public:
  explicit Stacks(std::size_t count) : all_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      Stack& stack = all_[i];
      stack.memory.resize(bytes);
      stack.parked = isthmus::engine::new_stack(stack.memory.data(), bytes - spread * (i % 56),
                                                &Stacks::turn, &stack);
    }
  }
  void run(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (Stack& stack : all_) isthmus::engine::switch_stack(stack.host, stack.parked);
    }
  }

 private:
  static constexpr std::size_t bytes = std::size_t{128} << 10;
  static constexpr std::size_t spread = 1088;
  struct Stack {
    ParkedStack host;
    ParkedStack parked;
    std::vector<std::byte> memory;
  };
  static void turn(void* own) {
    auto& stack = *static_cast<Stack*>(own);
    for (;;) isthmus::engine::switch_back(stack.parked, stack.host);
  }

  std::vector<Stack> all_;
};

/// There and back.
double turn_ns(auto& of, std::size_t count) {
  bench::Least least;
  const int rounds = switches / static_cast<int>(count);
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_ns = bench::now_ns();
    of.run(rounds);
    least.add((bench::now_ns() - begin_ns) / switches);
  }
  return least.value();
}

}  // namespace

int main() {
  bench::Results results("rank_switch");
  for (const std::size_t count : {1, 256}) {
    Ranks ranks(count);
    Stacks stacks(count);
    for (bench::Repeats repeats(repeats_max, 2.0); repeats.another();) {
      const std::string of = "_" + std::to_string(count) + "_ns";
      results.add("ranks" + of, "ns", turn_ns(ranks, count));
      results.add("bare" + of, "ns", turn_ns(stacks, count));
    }
  }
  results.print();
}
