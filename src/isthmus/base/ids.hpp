// isthmus/base/ids.hpp: strong integer ids, so that a site is never passed for a process.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace isthmus::engine {

/// An integer that names one kind of thing. Trivially copyable; has no arithmetic on purpose: use
/// `.value` where an id serves as an index.
template <class Tag, class Representation = std::uint32_t>
struct Id {
  using representation = Representation;
  static constexpr Representation none_value = static_cast<Representation>(-1);

  Representation value = none_value;

  constexpr Id() = default;
  template <class Integer>
  constexpr explicit Id(Integer v) : value(static_cast<Representation>(v)) {}

  /// The id that names nothing; what a default-constructed id holds.
  static constexpr Id none() { return Id(); }
  constexpr explicit operator bool() const { return value != none_value; }
  constexpr auto operator<=>(const Id&) const = default;
};

using PeId = Id<struct PeTag>;            ///< Processing element; 0 .. pe_count-1 in a job.
using ProcessId = Id<struct ProcessTag>;  ///< Operating-system process of a job, by rank.
using NodeId = Id<struct NodeTag>;        ///< Machine; numbered through all sites.
using SiteId = Id<struct SiteTag>;        ///< Cluster; sites are joined by wide-area links.

}  // namespace isthmus::engine

template <class Tag, class Representation>
struct std::hash<isthmus::engine::Id<Tag, Representation>> {
  std::size_t operator()(isthmus::engine::Id<Tag, Representation> id) const noexcept {
    return std::hash<Representation>()(id.value);
  }
};

namespace isthmus {

using engine::Id;
using engine::NodeId;
using engine::PeId;
using engine::ProcessId;
using engine::SiteId;

}  // namespace isthmus
