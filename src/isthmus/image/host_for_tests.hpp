// isthmus/image/host_for_tests.hpp: a host that runs the programs of this room's tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/image/address.hpp"
#include "isthmus/image/machine.hpp"

namespace isthmus::engine::image {

/// Time that stands but when ranks sleep, and bytes that can be foreseen.
class StillWorld final : public World {
 public:
  TimeNs real_time_ns() override { return 1'000'000'000'000'000'000 + now_ns; }
  TimeNs monotonic_ns() override { return now_ns; }
  int process_id() override { return 4711; }
  void fill_random(std::span<std::byte> bytes) override {
    for (std::byte& one : bytes) one = std::byte{7};
  }

  TimeNs now_ns = 0;
};

#if defined(__SANITIZE_THREAD__)
/// Skips what runs ranks. The thread sanitizer takes the place of libc's functions by those of its
/// own, which a rank would call without the sanitizer's knowing of the rank.
class NoRanks final : public testing::Environment {
 public:
  void SetUp() override { GTEST_SKIP() << "no ranks under the thread sanitizer"; }
};
inline testing::Environment* const no_ranks = testing::AddGlobalTestEnvironment(new NoRanks);
#endif

/// Ranks of one program in turn, in this thread. What programs/host.h says is served.
class Host {
 public:
  explicit Host(std::size_t slots = 4, std::uint64_t slot_bytes = std::uint64_t{512} << 20)
      : slots_(reserve(slots, slot_bytes)) {}

  /// A file that the build made of `programs`.
  static std::string path_of(const std::string& name);

  Expected<std::shared_ptr<const Program>> load(const std::string& path) {
    if (!stubs_) {
      HostSymbols symbols;
      const std::vector<std::string> names{"host_rank", "host_say",  "host_pause",
                                           "host_sum",  "host_half", "host_apply"};
      for (std::uint32_t i = 0; i < names.size(); ++i) symbols.functions.push_back({names[i], i});
      symbols.stands_for = {"libhost.so"};
      auto stubs = Stubs::make(symbols);
      if (!stubs) return forward_error(stubs);
      stubs_ = *stubs;
    }
    return Program::load(path, std::make_shared<Libraries>(), stubs_);
  }

  /// Adds a rank; a test that cannot fails.
  Machine& add(const std::string& name, std::vector<std::string> arguments = {},
               std::vector<std::string> environment = {}) {
    auto program = programs_[name] ? programs_[name] : load(path_of(name)).value();
    programs_[name] = program;
    arguments.insert(arguments.begin(), name);
    const Start start{.arguments = std::move(arguments), .environment = std::move(environment)};
    ranks_.push_back(
        {Machine::make(program, slots_[ranks_.size()], world, start).value(), {}, program});
    return *ranks_.back().machine;
  }

  /// Runs all ranks to their ends, each to its next stop in turn.
  void run() {
    for (bool any = true; any;) {
      any = false;
      for (std::size_t i = 0; i < ranks_.size(); ++i) {
        if (ranks_[i].machine->has_ended()) continue;
        step(i);
        any = true;
      }
    }
  }

  /// From now on each rank leaves its machine at every `period`-th stop, and goes on in a new one
  /// that has nothing but what the old one gave away.
  void move_every(int period) { period_ = period; }
  int moves() const { return moves_; }

  /// The rank leaves its machine: bytes by address, and the host's side.
  struct Leaving {
    std::vector<std::pair<std::uint64_t, std::string>> pieces;
    Progress progress;
    std::shared_ptr<const Program> program;
    Slot slot;
  };
  Leaving leave(std::size_t index) {
    Rank& rank = ranks_[index];
    Leaving leaving{{}, rank.machine->progress(), rank.program, rank.machine->slot()};
    for (const Machine::Piece& piece : rank.machine->pieces()) {
      leaving.pieces.emplace_back(piece.address,
                                  std::string(pointer_to<const char>(piece.address), piece.bytes));
    }
    rank.machine.reset();
    return leaving;
  }
  void arrive(std::size_t index, const Leaving& leaving) {
    auto machine = Machine::make_for(leaving.program, leaving.slot, world, leaving.progress);
    for (const auto& [address, bytes] : leaving.pieces) {
      std::memcpy(pointer_to<void>(address), bytes.data(), bytes.size());
    }
    ranks_[index].machine = std::move(machine.value());
    ranks_[index].machine->arrived();
    ++moves_;
  }

  /// One rank to its next stop, which is served.
  Stop step(std::size_t index) {
    Rank& rank = ranks_[index];
    const Stop stop = rank.machine->run();
    if (stop == Stop::sleeps) world.now_ns += rank.machine->sleep_ns();
    if (stop == Stop::returned) {
      // The innermost of the functions that the host had called.
      rank.machine->answer(rank.machine->returned());
    }
    if (stop == Stop::trapped) serve(index);
    if (stop != Stop::ended && period_ > 0 && ++stops_ % period_ == 0) arrive(index, leave(index));
    return stop;
  }

  Machine& machine(std::size_t index) { return *ranks_[index].machine; }
  const std::vector<std::string>& said(std::size_t index) const { return ranks_[index].said; }
  Slots& slots() { return slots_; }

  StillWorld world;

 private:
  struct Rank {
    std::unique_ptr<Machine> machine;
    std::vector<std::string> said;
    std::shared_ptr<const Program> program;
  };

  static Slots reserve(std::size_t count, std::uint64_t bytes) {
    auto slots = Slots::reserve({.bytes = bytes, .count = count});
    if (!slots) {
      ADD_FAILURE() << slots.error().text();
      std::abort();
    }
    return std::move(*slots);
  }

  void serve(std::size_t index) {
    Machine& machine = *ranks_[index].machine;
    const Trap trap = machine.trap();
    const auto& given = trap.arguments;
    switch (trap.number) {
      case 0:
        machine.answer(index);
        break;
      case 1:
        ranks_[index].said.emplace_back(reinterpret_cast<const char*>(given[0]));
        break;
      case 3: {
        std::uint64_t sum = 0;
        for (const std::uint64_t value : given) sum += value;
        machine.answer(sum + trap.more_arguments[0] + trap.more_arguments[1]);
        break;
      }
      case 4:
        machine.answer_real(0.5 * static_cast<double>(static_cast<std::int64_t>(given[0])));
        break;
      case 5:
        machine.call(given[0], {given[1]});
        break;
      default:
        break;
    }
  }

  Slots slots_;
  std::shared_ptr<const Stubs> stubs_;
  std::map<std::string, std::shared_ptr<const Program>> programs_;
  std::vector<Rank> ranks_;
  int period_ = 0;
  int stops_ = 0;
  int moves_ = 0;
};

}  // namespace isthmus::engine::image
