// mpi/rank_world.hpp: time, chance and name of a rank's world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "isthmus/image/world.hpp"
#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {

/// The machine's in real time. In virtual time the job's, with what the program has done up to the
/// look, which takes some nanoseconds itself, as programs wait in loops that look at nothing but
/// the clock; and random bytes from the job's seed and the rank. Belongs to its rank; the PE's
/// thread.
class RankWorld final : public image::World {
 public:
  /// How far it has come; it goes along with the rank.
  struct Position {
    TimeNs last_ns = 0;
    std::uint64_t random_drawn = 0;
    std::uint64_t stands_at = 0;  ///< Where the program's code was left the last time.
  };

  /// Places of a program's code that are no calls of the host's functions.
  static constexpr std::uint64_t clock_place = 1;
  static constexpr std::uint64_t sleep_place = 2;
  static constexpr std::uint64_t yield_place = 3;
  static constexpr std::uint64_t end_place = 4;
  static constexpr std::uint64_t return_place = 5;

  RankWorld(bool in_virtual_time, std::uint64_t seed, int rank, const Position& position)
      : in_virtual_time_(in_virtual_time), seed_(seed), rank_(rank), position_(position) {}

  TimeNs real_time_ns() override;
  TimeNs monotonic_ns() override;
  int process_id() override;
  void fill_random(std::span<std::byte> bytes) override;
  const Position& position() const { return position_; }

  /// The program runs from here on, to where it stands next: a place that is the same in each run
  /// and for all ranks. What it does in between has a cost of its own.
  void go() {
    runs_ = true;
    begin_stretch();
  }
  void stand(std::uint64_t place) {
    runs_ = false;
    end_stretch({position_.stands_at, place});
    position_.stands_at = place;
  }

 private:
  /// Its code looks at a clock: what it did before and does behind are stretches of their own.
  class PauseOfProgram {
   public:
    explicit PauseOfProgram(RankWorld& world) : world_(world), ran_(world.runs_) {
      if (ran_) world_.stand(clock_place);
    }
    ~PauseOfProgram() {
      if (ran_) world_.go();
    }
    PauseOfProgram(const PauseOfProgram&) = delete;
    PauseOfProgram& operator=(const PauseOfProgram&) = delete;

   private:
    RankWorld& world_;
    bool ran_;
  };
  TimeNs virtual_look_ns();
  bool in_virtual_time_;
  std::uint64_t seed_;
  int rank_;
  Position position_;
  bool runs_ = false;  ///< its code, and no function of the host's
};

}  // namespace isthmus::engine::mpi
