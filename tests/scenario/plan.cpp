#include "scenario/plan.hpp"

#include <algorithm>
#include <initializer_list>

#include "isthmus/base/random.hpp"

namespace storm {

using isthmus::Random;

std::uint64_t drawn(const Settings& settings, Purpose purpose, std::int64_t a, std::int64_t b,
                    std::int64_t c) {
  std::uint64_t number =
      Random::mix(settings.seed ^ Random::mix(static_cast<std::uint64_t>(purpose)));
  for (const std::int64_t part : {a, b, c}) {
    number = Random::mix(number + Random::mix(static_cast<std::uint64_t>(part)));
  }
  return number;
}

namespace {

std::int32_t below(std::uint64_t number, std::int32_t bound) {
  return static_cast<std::int32_t>(number % static_cast<std::uint64_t>(bound));
}

// Most messages are small; some are large enough to go in pieces.
std::size_t words_for(const Settings& settings, const ParcelId& id) {
  const auto most = static_cast<std::uint64_t>(settings.bytes) / sizeof(std::uint64_t);
  const std::uint64_t number = drawn(settings, Purpose::size, id.sender, id.round, id.number);
  const std::uint64_t size_class =
      drawn(settings, Purpose::size_class, id.sender, id.round, id.number) % 16;
  if (size_class == 0) return number % (most + 1);
  if (size_class < 4) return number % (std::min<std::uint64_t>(most, 128) + 1);
  return number % (std::min<std::uint64_t>(most, 8) + 1);
}

}  // namespace

isthmus::PeId moves_to(const Settings& settings, std::uint64_t fingerprint) {
  const std::uint64_t word = drawn(settings, Purpose::move, static_cast<std::int64_t>(fingerprint));
  if (word % 100 >= static_cast<std::uint64_t>(settings.moves)) return isthmus::PeId::none();
  return isthmus::PeId((word >> 8) % static_cast<std::uint64_t>(settings.pes));
}

bool is_present(const Settings& settings, std::int32_t round, GuestId guest) {
  if (round < 0) return false;
  if (guest == GuestId{}) return true;
  return drawn(settings, Purpose::presence, round, guest.owner, guest.number) % 3 != 0;
}

Parcel parcel_of(const Settings& settings, const ParcelId& id) {
  Parcel parcel;
  const std::uint64_t to = drawn(settings, Purpose::receiver, id.sender, id.round, id.number);
  const std::uint64_t way = drawn(settings, Purpose::way, id.sender, id.round, id.number) % 16;
  parcel.fingerprint = drawn(settings, Purpose::content, id.sender, id.round, id.number);
  parcel.words = words_for(settings, id);
  parcel.cell = below(to, settings.objects);
  if (way < 8) return parcel;
  if (way < 10) {
    parcel.way = Way::urgent;
    parcel.priority =
        below(drawn(settings, Purpose::priority, id.sender, id.round, id.number), 5) - 2;
  } else if (way < 12) {
    parcel.way = Way::inlined;
  } else if (way < 14) {
    parcel.way = Way::clerk;
    parcel.clerk = below(to, settings.pes);
  } else {
    const GuestId guest{parcel.cell, below(to >> 32, guests_per_cell)};
    if (is_present(settings, id.round, guest)) {
      parcel.way = Way::guest;
      parcel.guest = guest;
    }
  }
  return parcel;
}

std::vector<std::uint64_t> words_of(const Parcel& parcel) {
  std::vector<std::uint64_t> words(parcel.words);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = Random::mix(parcel.fingerprint + i);
  return words;
}

bool makes_announcement(const Settings& settings, std::int32_t round, Index1 cell) {
  return announcement_of(settings, round, cell) % 8 == 0;
}

std::uint64_t announcement_of(const Settings& settings, std::int32_t round, Index1 cell) {
  return drawn(settings, Purpose::announcement, round, cell);
}

bool makes_section(const Settings& settings, std::int32_t round, Index1 cell) {
  return drawn(settings, Purpose::section, round, cell, settings.objects) % 8 == 0;
}

std::vector<Index1> section_of(const Settings& settings, std::int32_t round, Index1 cell) {
  std::vector<Index1> members;
  for (Index1 other = 0; other < settings.objects; ++other) {
    const bool drawn_in = drawn(settings, Purpose::section, round, cell, other) % 4 == 0;
    if (drawn_in || other == cell) members.push_back(other);
  }
  return members;
}

std::uint64_t note_of(const Settings& settings, std::int32_t round, Index1 cell,
                      std::int32_t number) {
  return drawn(settings, Purpose::note, round, cell, number);
}

bool makes_relay(const Settings& settings, std::int32_t round, Index1 cell) {
  return drawn(settings, Purpose::relay, round, cell, 1) % 8 == 0;
}

Relay relay_of(const Settings& settings, std::int32_t round, Index1 cell) {
  const std::uint64_t word = drawn(settings, Purpose::relay, round, cell);
  return {below(word, settings.objects), word, below(word >> 32, relay_hops_most)};
}

Relay next_of(const Settings& settings, const Relay& relay) {
  const std::uint64_t word = Random::mix(relay.word);
  return {below(word, settings.objects), word, relay.hops_left - 1};
}

Index1 noted_by(const Settings& settings, const Relay& relay) {
  return below(note_of(relay) >> 16, settings.objects);
}

std::uint64_t note_of(const Relay& relay) { return Random::mix(~relay.word); }

std::vector<std::uint64_t> summand_of(const Settings& settings, std::int32_t round, Index1 cell) {
  return {1, drawn(settings, Purpose::value, round, cell, 0),
          drawn(settings, Purpose::value, round, cell, 1)};
}

std::uint64_t height_of(const Settings& settings, std::int32_t round, Index1 cell) {
  const std::uint64_t height = drawn(settings, Purpose::value, round, cell, 2) >> 16;
  return static_cast<std::uint64_t>(round) << 48 | height;
}

std::vector<std::uint64_t> sum_of(const Settings& settings, std::int32_t round) {
  std::vector<std::uint64_t> sum(3);
  for (Index1 cell = 0; cell < settings.objects; ++cell) {
    const std::vector<std::uint64_t> summand = summand_of(settings, round, cell);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += summand[i];
  }
  return sum;
}

std::uint64_t height_of_all(const Settings& settings, std::int32_t round) {
  std::uint64_t highest = 0;
  for (Index1 cell = 0; cell < settings.objects; ++cell) {
    highest = std::max(highest, height_of(settings, round, cell));
  }
  return highest;
}

Index1 asked_for(const Settings& settings, std::uint64_t question) {
  return below(Random::mix(question + 1), settings.objects);
}

std::uint64_t answer_of(const Settings& settings, Index1 cell, std::uint64_t question, int depth) {
  std::uint64_t heard = question;
  if (depth > 0) {
    heard = answer_of(settings, asked_for(settings, question), Random::mix(question), depth - 1);
  }
  return Random::mix(heard ^ Random::mix(static_cast<std::uint64_t>(cell)));
}

std::string text(const Tally& tally) {
  return std::to_string(tally.count) + " of sum " + std::to_string(tally.sum);
}

Ledger::Ledger(const Settings& settings)
    : settings_(settings),
      cells_(static_cast<std::size_t>(settings.objects)),
      clerks_(static_cast<std::size_t>(settings.pes)) {}

void Ledger::add_round(std::int32_t round) {
  for (std::int32_t owner = 0; owner < settings_.objects; ++owner) {
    for (std::int32_t number = 0; number < guests_per_cell; ++number) {
      const GuestId guest{owner, number};
      if (is_present(settings_, round, guest)) guests_.try_emplace(guest);
    }
  }
  add_parcels(round);
  add_announcements(round);
  add_relays(round);
}

void Ledger::add_parcels(std::int32_t round) {
  for (Index1 sender = 0; sender < settings_.objects; ++sender) {
    for (std::int32_t number = 0; number < settings_.messages; ++number) {
      const Parcel parcel = parcel_of(settings_, {sender, round, number});
      Tally* tally = &cells_[static_cast<std::size_t>(parcel.cell)];
      if (parcel.way == Way::clerk) tally = &clerks_[static_cast<std::size_t>(parcel.clerk)];
      if (parcel.way == Way::guest) tally = &guests_.at(parcel.guest);
      tally->add(parcel.fingerprint);
    }
  }
}

void Ledger::add_announcements(std::int32_t round) {
  for (Index1 from = 0; from < settings_.objects; ++from) {
    if (makes_announcement(settings_, round, from)) {
      ++announcements_;
      for (Tally& tally : cells_) tally.add(announcement_of(settings_, round, from));
    }
    if (!makes_section(settings_, round, from)) continue;
    for (const Index1 member : section_of(settings_, round, from)) {
      for (std::int32_t number = 0; number < notes_per_section; ++number) {
        cells_[static_cast<std::size_t>(member)].add(note_of(settings_, round, from, number));
      }
    }
  }
}

void Ledger::add_relays(std::int32_t round) {
  for (Index1 from = 0; from < settings_.objects; ++from) {
    if (!makes_relay(settings_, round, from)) continue;
    for (Relay relay = relay_of(settings_, round, from); relay.hops_left >= 0;
         relay = next_of(settings_, relay)) {
      cells_[static_cast<std::size_t>(relay.cell)].add(relay.word);
      cells_[static_cast<std::size_t>(noted_by(settings_, relay))].add(note_of(relay));
    }
  }
}

void Ledger::drop_absent(std::int32_t round) {
  std::erase_if(guests_, [&](const auto& guest) {
    if (is_present(settings_, round, guest.first)) return false;
    left_ += guest.second.count;
    return true;
  });
}

std::uint64_t Ledger::received() const {
  std::uint64_t count = left_;
  for (const Tally& tally : cells_) count += tally.count;
  for (const Tally& tally : clerks_) count += tally.count;
  for (const auto& [guest, tally] : guests_) count += tally.count;
  return count;
}

}  // namespace storm
