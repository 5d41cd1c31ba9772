// isthmus/object/location_news.hpp: PEs tell each other where objects are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/location/directory.hpp"
#include "isthmus/location/policy.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine {

/// News of one object. Plain data; is sent.
struct LocationNews {
  PeId pe;
  std::uint32_t epoch;
  location::Update::Spread spread;
  /// The PE that it leaves, where that tells of it: the news may be there before the object. Else
  /// the object is, or has been, at `pe`.
  PeId left = PeId::none();

  bool is_ahead() const { return left != PeId::none(); }
  /// A topology of so many PEs has all that it names.
  bool is_within(std::uint32_t pe_count) const;
};

/// News of many objects, which who gets it hands on to other PEs. Plain data; is sent.
struct NewsOfMany {
  /// A range of PEs that are yet to be told.
  struct Onward {
    PeId first = PeId(0);
    std::uint32_t count = 0;

    /// One PE tells the first of each, which does the same with the rest of it. So no PE sends more
    /// than a few.
    std::array<Onward, 2> halves() const;
    /// Takes all up to the first member away and returns that one; none, and takes all, where there
    /// is no member.
    PeId take_first(const topology::Members& members);
    bool is_within(std::uint32_t pe_count) const;
  };

  std::vector<location::Directory::Known> known;
  Onward onward = {};
};

}  // namespace isthmus::engine
