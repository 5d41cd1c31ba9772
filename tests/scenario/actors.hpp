// tests/scenario/actors.hpp: who sends and receives in a storm. Each checks what reaches it, and
// throws where that is not what the plan says.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "scenario/plan.hpp"

namespace storm {

/// What an element tells of what it has received.
struct CellTally {
  Index1 cell = 0;
  Tally tally;
};
struct GuestTally {
  GuestId guest;
  Tally tally;
};

/// An element of the dense array.
class Cell : public isthmus::Chare<Cell, Index1> {
 public:
  void serialize(auto& archive) {
    archive(tally_, last_from_, announcements_, announced_, heights_heard_, visits_asked_,
            thanks_from_);
  }

  /// Starts the round: guests, reductions, an announcement, a section, a relay; and parcels, a few
  /// at a time.
  void begin(std::int32_t round);
  void go_on(std::int32_t round, std::int32_t from);

  void take(const ParcelId& id, std::span<const std::uint64_t> words);
  void take_urgent(const ParcelId& id, std::span<const std::uint64_t> words);
  void take_any(const ParcelId& id, std::span<const std::uint64_t> words);
  void announce(std::uint64_t fingerprint);
  void note(std::uint64_t fingerprint);
  /// Of a guest for a parcel: its `number`th to this cell since it was inserted in that round.
  void hear_thanks(const GuestId& guest, std::int32_t since, std::int32_t number);
  void hand_on(const Relay& relay);
  void hear_height(std::uint64_t height);

  /// Asks others, waits for all answers and for everybody else.
  isthmus::Task<void> interview(std::int32_t round);
  isthmus::Task<std::uint64_t> answer(std::uint64_t question, int depth);
  std::uint64_t answer_at_once(std::uint64_t question);

  /// Tells what it has received since the beginning.
  void settle(std::int32_t round);

 private:
  void insert_guests(std::int32_t round);
  void send_parcel(const ParcelId& id);
  Parcel receive(const ParcelId& id, std::span<const std::uint64_t> words);
  void expect_order(const ParcelId& id, std::int32_t priority);

  Tally tally_;
  /// The last parcel by sender and priority: those come in order.
  std::map<std::pair<Index1, std::int32_t>, ParcelId> last_from_;
  std::uint64_t announcements_ = 0;
  std::uint64_t announced_ = 0;  // a hash of all announcements in their order
  std::int32_t heights_heard_ = 0;
  std::int32_t visits_asked_ = 0;
  /// How often each guest has thanked, by its round of insertion.
  std::map<std::pair<GuestId, std::int32_t>, std::int32_t> thanks_from_;
};

/// The group's element of a PE.
class Clerk : public isthmus::Chare<Clerk, isthmus::PeId> {
 public:
  void take(const ParcelId& id, std::span<const std::uint64_t> words);
  void settle();

 private:
  Tally tally_;
};

/// An element of the sparse array, which comes and goes.
class Guest : public isthmus::Chare<Guest, GuestId> {
 public:
  Guest() = default;
  explicit Guest(std::int32_t round) : since_(round) {}
  void serialize(auto& archive) { archive(since_, tally_, thanked_); }
  /// The sender comes along: the company may be told of here only later.
  void visit(const ParcelId& id, const std::vector<std::uint64_t>& words,
             const isthmus::ElementProxy<Cell>& sender);
  void settle();
  /// Ends if it is not there in the coming round and leaves by itself.
  void prepare(std::int32_t round);

 private:
  std::int32_t since_ = 0;
  Tally tally_;
  std::map<Index1, std::int32_t> thanked_;  // how often, by cell
};

/// A guest of an odd number leaves by itself; the others are told to.
inline bool leaves_by_itself(GuestId guest) { return guest.number % 2 == 1; }

/// A chare alone: answers once, and ends.
class Runner : public isthmus::Chare<Runner> {
 public:
  explicit Runner(std::uint64_t word) : word_(word) {}
  void run(const isthmus::Callback<std::uint64_t>& home);

 private:
  std::uint64_t word_;
};

/// Everybody's addresses; readonly.
struct Company {
  isthmus::ArrayProxy<Cell> cells;
  isthmus::GroupProxy<Clerk> clerks;
  isthmus::ArrayProxy<Guest> guests;
};

/// Throws where it does not hold.
void expect(bool holds, const std::string& breach);

}  // namespace storm
