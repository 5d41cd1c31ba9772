// isthmus/object/placement.hpp: which of a new collection's elements start on which PE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/object/index.hpp"
#include "isthmus/object/mapping.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::detail {

/// A mapping with what it looks at. What it puts on a PE that takes part no more is with its heirs.
template <class IndexType, class Mapping>
struct MappingRule {
  Mapping mapping;
  MapContext context;

  PeId operator()(const Key& key) const { return at(IndexTraits<IndexType>::from_key(key)); }
  PeId at(const IndexType& index) const {
    const PeId pe = mapping(index, context);
    const bool is_of_job = pe.value < static_cast<std::uint32_t>(context.pe_count());
    if (!is_of_job || context.members().contains(pe)) return pe;
    return context.members().heir(
        pe, hash_of({CollectionId(0), IndexTraits<IndexType>::to_key(index)}));
  }
};

/// The elements of one process by PE, each PE's in the order in which they were added.
class PlacedKeys {
 public:
  explicit PlacedKeys(topology::PeRange pes) : pes_(pes) {}

  /// Those of other processes are left out.
  void add(PeId pe, const Key& key) {
    if (pes_.contains(pe)) placed_.push_back({pe.value - pes_.first.value, key});
  }
  /// After the last addition, before the first question.
  void sort();
  std::span<const Key> on(PeId pe) const {
    const std::size_t at = pe.value - pes_.first.value;
    return std::span(keys_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }

 private:
  struct Placed {
    std::uint32_t at;
    Key key;
  };

  topology::PeRange pes_;
  std::vector<Placed> placed_;
  std::vector<Key> keys_;           // by PE
  std::vector<std::size_t> begin_;  // of each PE's; one more at the end
};

/// What a creation message says of the elements: bounds, or a list of keys, and the mapping. Copies
/// share it, and with it the answers of the mapping: of all PEs of a process the first to handle
/// the message asks for every index, and the others find what is theirs, so that creation takes
/// time in proportion to the elements and not to elements times PEs. Any thread; one that comes
/// while another asks waits for it, no longer than asking itself would take.
template <class IndexType, class Mapping>
class Placement {
 public:
  using Rule = MappingRule<IndexType, Mapping>;

  Placement() : shared_(std::make_shared<Shared>()) {}
  Placement(const Extent& extent, std::vector<Key> keys, const Mapping& mapping)
      : shared_(std::make_shared<Shared>()) {
    shared_->extent = extent;
    shared_->keys = std::move(keys);
    shared_->mapping.mapping = mapping;
  }

  const Extent& extent() const { return shared_->extent; }
  /// Of all elements in the job.
  std::int64_t count() const {
    return extent().is_bounded() ? extent().count()
                                 : static_cast<std::int64_t>(shared_->keys.size());
  }
  std::shared_ptr<const Rule> rule(const topology::Members& members) const {
    std::call_once(shared_->rule_once, [&] {
      shared_->rule = std::make_shared<const Rule>(
          Rule{shared_->mapping.mapping, MapContext(members, extent())});
    });
    return shared_->rule;
  }
  /// Those that start on this PE, in the order of their indices or of the list.
  std::span<const Key> keys_on(PeId pe, const topology::Members& members) const {
    const std::shared_ptr<const Rule> rule = this->rule(members);
    const topology::Topology& topology = members.topology();
    std::call_once(shared_->placed_once,
                   [&] { shared_->placed = ask(*rule, topology.pes_of(topology.process_of(pe))); });
    return shared_->placed->on(pe);
  }

  void serialize(auto& archive) { archive(shared_->extent, shared_->keys, shared_->mapping); }

 private:
  struct Shared {
    Extent extent;
    std::vector<Key> keys;
    MappingHolder<Mapping> mapping;
    std::once_flag rule_once;
    std::shared_ptr<const Rule> rule;
    std::once_flag placed_once;
    std::unique_ptr<const PlacedKeys> placed;
  };

  std::unique_ptr<const PlacedKeys> ask(const Rule& rule, topology::PeRange pes) const {
    auto placed = std::make_unique<PlacedKeys>(pes);
    if constexpr (GridIndex<IndexType>) {
      if (extent().is_bounded()) {
        for_each_index<IndexType>(extent(), [&](const IndexType& index) {
          placed->add(rule.at(index), IndexTraits<IndexType>::to_key(index));
        });
      }
    }
    for (const Key& key : shared_->keys) placed->add(rule(key), key);
    placed->sort();
    return placed;
  }

  std::shared_ptr<Shared> shared_;
};

}  // namespace isthmus::engine::detail
