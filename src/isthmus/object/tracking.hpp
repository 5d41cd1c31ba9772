// isthmus/object/tracking.hpp: a mapping together with how its elements are found once they move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "isthmus/location/policy.hpp"
#include "isthmus/object/mapping.hpp"

namespace isthmus::engine {

/// Which PE is an element's home: the one that is told of its moves and always finds it.
enum class Homes : std::uint8_t {
  /// The PE where it starts, where the mapping is one of namespace mapping, which spread elements
  /// over all PEs; else as `spread`.
  automatic,
  origin,  ///< The PE where it starts.
  spread,  ///< By a hash of its index, so that no PE is the home of all, wherever they start.
};

/// The elements of a collection have this in common, beside their class. Plain data; travels with
/// the creation of the collection.
struct Tracking {
  /// Position of the location policy in location::policies(); none: that of the job.
  std::uint8_t policy = none;
  Homes homes = Homes::automatic;
  /// Its elements handle each sender's messages in the order in which they were sent.
  bool ordered = false;

  static constexpr std::uint8_t none = 255;
};

/// A mapping with a location policy and a rule for homes of its own:
/// `create_array<Block>({8, 8}, placed(mapping::block).tracked_by(location::eager_update))`.
template <class Mapping>
struct Placed {
  [[no_unique_address]] Mapping mapping;
  Tracking tracking;

  template <class IndexType>
  PeId operator()(const IndexType& index, const MapContext& context) const {
    return mapping(index, context);
  }

  /// `policy` is one of location::policies().
  Placed tracked_by(const location::Policy& policy) const {
    Placed placed = *this;
    placed.tracking.policy = location::position_of(policy);
    return placed;
  }
  Placed with_homes(Homes homes) const {
    Placed placed = *this;
    placed.tracking.homes = homes;
    return placed;
  }

  /// Each element handles the messages that one sender has sent to it in that order, wherever both
  /// move meanwhile and whatever their priorities. Broadcasts and sections have no part in it.
  Placed in_order() const {
    Placed placed = *this;
    placed.tracking.ordered = true;
    return placed;
  }

  void serialize(auto& archive) {
    if constexpr (!std::is_empty_v<Mapping>) archive(mapping);
    archive(tracking);
  }
};

template <class Mapping>
Placed<Mapping> placed(const Mapping& mapping) {
  return {mapping, {}};
}

namespace detail {

/// The mapping gives every PE its share of the elements, whatever their number.
template <class Mapping>
inline constexpr bool spreads_elements = false;
template <>
inline constexpr bool spreads_elements<mapping::Naive> = true;
template <>
inline constexpr bool spreads_elements<mapping::RoundRobin> = true;
template <>
inline constexpr bool spreads_elements<mapping::Block> = true;
template <>
inline constexpr bool spreads_elements<mapping::Square> = true;
template <>
inline constexpr bool spreads_elements<mapping::ModifiedSquare> = true;
template <>
inline constexpr bool spreads_elements<mapping::Hashed> = true;
template <>
inline constexpr bool spreads_elements<mapping::Identity> = true;
template <class Mapping>
inline constexpr bool spreads_elements<Placed<Mapping>> = spreads_elements<Mapping>;

template <class Mapping>
Tracking tracking_of(const Mapping& mapping) {
  Tracking tracking;
  if constexpr (requires { mapping.tracking; }) tracking = mapping.tracking;
  if (tracking.homes == Homes::automatic) {
    tracking.homes = spreads_elements<Mapping> ? Homes::origin : Homes::spread;
  }
  return tracking;
}

}  // namespace detail

}  // namespace isthmus::engine

namespace isthmus {

using engine::Homes;
using engine::Placed;
using engine::placed;
using engine::Tracking;

}  // namespace isthmus
