// isthmus/object/mapping.hpp: which PE an element starts on and has its home at.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/object/index.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine {

/// All that a mapping may look at. Immutable; the same on every PE.
class MapContext {
 public:
  MapContext(const topology::Members& members, Extent extent);

  const topology::Topology& topology() const { return members_->topology(); }
  /// The PEs that take part in the job; elements can be at no other PE.
  const topology::Members& members() const { return *members_; }
  const Extent& extent() const { return extent_; }
  /// All PEs, also those that hold no objects.
  int pe_count() const { return topology().pe_count(); }
  /// The PE at this position where those that hold objects take turns, for ever.
  PeId in_turn(std::uint64_t position) const {
    const std::vector<PeId>& pes = members_->object_pes();
    return pes[position % pes.size()];
  }

  /// The PE of a range, of those that hold objects, that owns position `position` of `count` equal
  /// pieces dealt out to its PEs in order, in proportion to their speeds.
  PeId pe_by_weight(std::int64_t position, std::int64_t count, topology::PeRange pes) const;

  /// A piece of the extent's last dimension and the site that owns it.
  struct Slab {
    SiteId site;
    std::int32_t begin;
    std::int32_t end;
  };
  /// The slab that holds this last coordinate; slabs go to sites in proportion to their speeds.
  Slab slab_of(std::int32_t last_coordinate) const;
  /// Whether the slab's first column lies beside one of another site, and its last column.
  std::pair<bool, bool> has_neighbours(const Slab& slab) const {
    return {slab.begin > 0, slab.end < slab_begin_.back()};
  }

 private:
  const topology::Members* members_;
  Extent extent_;
  std::vector<std::int32_t> slab_begin_;  // of each site; one more at the end; empty without bounds
};

/// A mapping is a serializable function object: `PeId operator()(const Index&, const MapContext&)
/// const`. Pure: the same answer for the same arguments on every PE.
template <class M, class IndexType>
concept MappingFor = requires(const M& mapping, const IndexType& index, const MapContext& context) {
  { mapping(index, context) } -> std::convertible_to<PeId>;
};

namespace detail {

/// A mapping as creation messages carry it: one without state (a captureless lambda, too) takes no
/// bytes.
template <class M>
struct MappingHolder {
  static_assert(!std::is_empty_v<M> || std::is_default_constructible_v<M>,
                "isthmus: a mapping without state must be default-constructible");
  [[no_unique_address]] M mapping;

  void serialize(auto& archive) {
    if constexpr (!std::is_empty_v<M>) archive(mapping);
  }
};

}  // namespace detail

namespace mapping {

/// Elements to PEs in turn, the first coordinate fastest, blind to sites (Koenig 2007, 5.1).
struct Naive {
  template <GridIndex IndexType>
  PeId operator()(const IndexType& index, const MapContext& context) const {
    const auto at = detail::coordinates(index);
    const auto& n = context.extent().size;
    const std::int64_t position =
        at[0] + n[0] * (at[1] + n[1] * (at[2] + n[2] * static_cast<std::int64_t>(at[3])));
    return context.in_turn(static_cast<std::uint64_t>(position));
  }
};

/// Elements to PEs in turn, the last coordinate fastest.
struct RoundRobin {
  template <GridIndex IndexType>
  PeId operator()(const IndexType& index, const MapContext& context) const {
    const auto at = detail::coordinates(index);
    const auto& n = context.extent().size;
    const std::int64_t position =
        ((at[0] * static_cast<std::int64_t>(n[1]) + at[1]) * n[2] + at[2]) * n[3] + at[3];
    return context.in_turn(static_cast<std::uint64_t>(position));
  }
};

/// The last dimension is cut into one slab for each site; a slab is dealt out to the site's PEs in
/// contiguous pieces along the other dimensions, so that every PE has its share of the elements at
/// the border between sites (Koenig 2007, 5.2). Both cuts are in proportion to speed.
struct Block {
  template <GridIndex IndexType>
  PeId operator()(const IndexType& index, const MapContext& context) const {
    return place(detail::coordinates(index), context);
  }
  static PeId place(const std::array<std::int32_t, 4>& at, const MapContext& context);
};

/// Sites as with Block; a slab's elements are dealt out to the site's PEs in pieces as near to
/// squares as a grid of these PEs allows, of equal size but for speed, with ragged edges where
/// whole rows and columns do not come out even (Koenig 2007, 5.2). It keeps more
/// messages within PEs than Block, and gives the border to fewer of them. Among two shapes equally
/// near it takes the one with more columns.
struct Square {
  template <GridIndex IndexType>
  PeId operator()(const IndexType& index, const MapContext& context) const {
    return place(detail::coordinates(index), context, false);
  }
  /// `spreads_border`: as ModifiedSquare.
  static PeId place(const std::array<std::int32_t, 4>& at, const MapContext& context,
                    bool spreads_border);
};

/// Maps as Square does, but first the elements at the border to another site are spread over all
/// PEs of their own, in contiguous pieces near those of the rest, which are then laid out as with
/// Square (Koenig 2007, 5.2).
struct ModifiedSquare {
  template <GridIndex IndexType>
  PeId operator()(const IndexType& index, const MapContext& context) const {
    return Square::place(detail::coordinates(index), context, true);
  }
};

/// Element to PE by a hash of its index; for arrays without bounds and indices of any type.
struct Hashed {
  template <class IndexType>
  PeId operator()(const IndexType& index, const MapContext& context) const {
    const Key key = IndexTraits<IndexType>::to_key(index);
    return context.in_turn(hash_of({CollectionId(0), key}));
  }
};

/// Element i to PE i: the mapping of groups.
struct Identity {
  PeId operator()(PeId index, const MapContext&) const { return index; }
};

inline constexpr Naive naive;
inline constexpr RoundRobin round_robin;
inline constexpr Block block;
inline constexpr Square square;
inline constexpr ModifiedSquare modified_square;
inline constexpr Hashed hashed;

}  // namespace mapping

}  // namespace isthmus::engine

namespace isthmus {

namespace mapping = engine::mapping;
using engine::MapContext;
using engine::MappingFor;

}  // namespace isthmus
