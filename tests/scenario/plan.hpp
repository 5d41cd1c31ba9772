// tests/scenario/plan.hpp: what a storm does, and what must come of it; pure functions of its
// settings.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace storm {

using isthmus::Index1;

/// Plain data; the same on every PE.
struct Settings {
  std::uint64_t seed = 1;
  std::int32_t rounds = 1;
  std::int32_t objects = 1;   ///< Cells.
  std::int32_t messages = 1;  ///< That each cell sends in a round, beside all else.
  std::int32_t bytes = 0;     ///< Of the largest message's payload.
  std::int32_t pes = 1;
  std::int32_t moves = 0;    ///< Percent of what a cell or guest receives after which it moves.
  std::int32_t policy = -1;  ///< Position in isthmus::location::policies(); -1: the job's.
  bool ordered = false;      ///< Elements handle each sender's messages in order.
};

/// What a number is drawn for. Numbers for different purposes have nothing to do with each other.
enum class Purpose : std::uint64_t {
  way,
  receiver,
  size,
  size_class,
  content,
  priority,
  charge,
  value,
  announcement,
  section,
  note,
  presence,
  question,
  runner,
  relay,
  placement,
  homes,
  move,
};

/// A number that everybody can draw and nobody has to remember.
std::uint64_t drawn(const Settings& settings, Purpose purpose, std::int64_t a, std::int64_t b = 0,
                    std::int64_t c = 0);

/// Where who has received something of this fingerprint moves then; none if it stays. It may differ
/// from run to run in what it does, not in what is received.
isthmus::PeId moves_to(const Settings& settings, std::uint64_t fingerprint);

/// Which guest: those of one owner are inserted by it, and again after they have left.
struct GuestId {
  std::int32_t owner = 0;
  std::int32_t number = 0;

  auto operator<=>(const GuestId&) const = default;
};
inline constexpr std::int32_t guests_per_cell = 2;

/// Whether the guest is there in a round. The first guest always is.
bool is_present(const Settings& settings, std::int32_t round, GuestId guest);

/// How a parcel goes: as a message to a cell; the same with a priority, in order among those of
/// one; inline where that can be, in no order; to a PE's clerk; to a guest, who may be inserted
/// later than it is sent.
enum class Way : std::uint8_t { cell, urgent, inlined, clerk, guest };

/// One message of the storm: the number-th that its sender sends in the round.
struct ParcelId {
  Index1 sender = 0;
  std::int32_t round = 0;
  std::int32_t number = 0;

  auto operator<=>(const ParcelId&) const = default;
};
struct Parcel {
  Way way = Way::cell;
  Index1 cell = 0;         ///< The receiver, for the ways to cells.
  std::int32_t clerk = 0;  ///< Its PE.
  GuestId guest;
  std::int32_t priority = 0;
  std::uint64_t fingerprint = 0;
  std::size_t words = 0;
};
Parcel parcel_of(const Settings& settings, const ParcelId& id);
std::vector<std::uint64_t> words_of(const Parcel& parcel);

/// The cell makes a broadcast in the round. Its fingerprint.
bool makes_announcement(const Settings& settings, std::int32_t round, Index1 cell);
std::uint64_t announcement_of(const Settings& settings, std::int32_t round, Index1 cell);

/// The cell makes a section in the round, and multicasts so many notes to it.
inline constexpr std::int32_t notes_per_section = 3;
bool makes_section(const Settings& settings, std::int32_t round, Index1 cell);
std::vector<Index1> section_of(const Settings& settings, std::int32_t round, Index1 cell);
std::uint64_t note_of(const Settings& settings, std::int32_t round, Index1 cell,
                      std::int32_t number);

/// The cell starts a relay in the round: a word that is handed on from cell to cell, so many times,
/// and changes each time; each time a note of it goes to some cell. When all else has ended, a few
/// relays are still under way. That each branches matters: a message that only goes on counts as
/// one under way however the counts are taken, and deceives nobody who counts too early.
inline constexpr std::int32_t relay_hops_most = 64;
struct Relay {
  Index1 cell = 0;  ///< Who gets it next.
  std::uint64_t word = 0;
  std::int32_t hops_left = 0;
};
bool makes_relay(const Settings& settings, std::int32_t round, Index1 cell);
Relay relay_of(const Settings& settings, std::int32_t round, Index1 cell);
Relay next_of(const Settings& settings, const Relay& relay);
/// Who gets the note, and what it is.
Index1 noted_by(const Settings& settings, const Relay& relay);
std::uint64_t note_of(const Relay& relay);

/// What the cell contributes to the round's sum; and to its maximum, the round in the high bits.
std::vector<std::uint64_t> summand_of(const Settings& settings, std::int32_t round, Index1 cell);
std::uint64_t height_of(const Settings& settings, std::int32_t round, Index1 cell);
std::vector<std::uint64_t> sum_of(const Settings& settings, std::int32_t round);
std::uint64_t height_of_all(const Settings& settings, std::int32_t round);

/// What the cell answers to a question, asking `depth` others one after the other.
std::uint64_t answer_of(const Settings& settings, Index1 cell, std::uint64_t question, int depth);
/// Whom it asks for that.
Index1 asked_for(const Settings& settings, std::uint64_t question);

/// What somebody has received: how much, and the sum of the fingerprints.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  void add(std::uint64_t fingerprint) {
    ++count;
    sum += fingerprint;
  }
  auto operator<=>(const Tally&) const = default;
};
std::string text(const Tally& tally);

/// What everybody must have received by the end of each round: the storm, computed serially.
class Ledger {
 public:
  explicit Ledger(const Settings& settings);

  /// Everything of the round has been received; guests that come for it are there.
  void add_round(std::int32_t round);
  /// Guests that are not there in the round are gone.
  void drop_absent(std::int32_t round);

  const std::vector<Tally>& cells() const { return cells_; }
  const std::vector<Tally>& clerks() const { return clerks_; }
  const std::map<GuestId, Tally>& guests() const { return guests_; }
  std::uint64_t announcements() const { return announcements_; }
  /// Messages received in all rounds so far, each receiver of a broadcast counted.
  std::uint64_t received() const;

 private:
  void add_parcels(std::int32_t round);
  void add_announcements(std::int32_t round);
  void add_relays(std::int32_t round);

  Settings settings_;
  std::vector<Tally> cells_;
  std::vector<Tally> clerks_;
  std::map<GuestId, Tally> guests_;
  std::uint64_t left_ = 0;  // received by guests that are gone
  std::uint64_t announcements_ = 0;
};

}  // namespace storm
