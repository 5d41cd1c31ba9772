// isthmus/location/policy.hpp: who is told what when an object appears or a message finds it.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "isthmus/base/ids.hpp"
#include "isthmus/location/directory.hpp"

namespace isthmus::location {

/// Something that a location policy may react to.
struct Event {
  enum class Kind {
    appeared,   ///< The object has come to be on `here`: created, or arrived.
    delivered,  ///< A message reached the object on `here` after `hops` detours.
  };

  Kind kind;
  PeId here;
  PeId home;
  PeId sender = PeId::none();  ///< Of the delivered message.
  int hops = 0;
  Record record;  ///< Where the object is now.
};

/// PEs to which the event's record is to be sent; at most a few.
class Updates {
 public:
  void add(PeId to) {
    if (count_ < to_.size()) to_[count_++] = to;
  }
  std::span<const PeId> targets() const { return std::span(to_).first(count_); }

 private:
  std::array<PeId, 4> to_{};
  std::size_t count_ = 0;
};

/// Maps an event to the updates to send. Pure.
using Policy = Updates (*)(const Event&);

/// The home always knows; a sender whose message took a detour is told (policy/home_based.cpp).
Updates home_based(const Event& event);

}  // namespace isthmus::location
