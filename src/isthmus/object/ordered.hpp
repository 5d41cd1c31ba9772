// isthmus/object/ordered.hpp: values of all elements put together in the order of their indices,
// wherever the elements are and whichever comes first.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "isthmus/object/index.hpp"
#include "isthmus/object/reducer.hpp"

namespace isthmus::engine::detail {

/// Where an index comes among those of its array: by its coordinates, the first of them first; by
/// the bits of its key where it has none.
template <class IndexType>
struct OrderOf {
  static bool is_before(const Key& a, const Key& b) {
    if constexpr (GridIndex<IndexType>) {
      return IndexTraits<IndexType>::from_key(a) < IndexTraits<IndexType>::from_key(b);
    } else {
      return a < b;
    }
  }
};

/// The same as a number from 0 on, in a dense array.
template <GridIndex IndexType>
std::uint64_t ordinal_of(const IndexType& index, const Extent& extent) {
  if constexpr (std::same_as<IndexType, Index1>) {
    return static_cast<std::uint64_t>(index);
  } else {
    std::uint64_t ordinal = 0;
    for (int d = 0; d < IndexType::dimensions; ++d) {
      ordinal = ordinal * static_cast<std::uint64_t>(extent.size[static_cast<std::size_t>(d)]) +
                static_cast<std::uint64_t>(index[d]);
    }
    return ordinal;
  }
}

// --- gathering -----------------------------------------------------------------------------------

template <class T>
struct Gathered {
  Key key;
  T value;

  void serialize(auto& archive) { archive(key, value); }
};

template <class IndexType>
struct Gather {
  template <class T>
  void operator()(std::vector<Gathered<T>>& into, std::vector<Gathered<T>>&& more) const {
    into.insert(into.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }
  template <class T>
  static std::vector<T> result(std::vector<Gathered<T>>&& all) {
    std::ranges::sort(all, OrderOf<IndexType>::is_before, &Gathered<T>::key);
    std::vector<T> values;
    values.reserve(all.size());
    for (Gathered<T>& each : all) values.push_back(std::move(each.value));
    return values;
  }
};

// --- combining in a fixed order ------------------------------------------------------------------

/// Values of elements, combined as far as they are neighbours in one fixed binary tree: a run of
/// level k holds the elements from position * 2^k up to the next one's. So the same values are
/// combined in the same way whatever the placement, and a PE that has all elements between two
/// keeps a run for each level at most.
template <class T>
struct OrderedRuns {
  struct Run {
    std::uint64_t position = 0;
    std::uint8_t level = 0;
    T value{};

    bool is_possible() const { return level < 48 && position >> (48 - level) == 0; }
    std::uint64_t begin() const { return position << level; }
    void serialize(auto& archive) { archive(position, level, value); }
  };
  std::vector<Run> runs = {};
  std::size_t tidy_count = 0;  ///< So many there were after the last look for neighbours.

  void serialize(auto& archive) { archive(runs); }
};

template <class Op>
struct InOrder {
  /// Throws std::length_error for runs that cannot be.
  template <class T>
  void operator()(OrderedRuns<T>& into, OrderedRuns<T>&& more) const {
    into.runs.insert(into.runs.end(), std::make_move_iterator(more.runs.begin()),
                     std::make_move_iterator(more.runs.end()));
    // Each time twice as many: all the looking takes time in proportion to the elements, but for
    // the logarithm of the sorting.
    if (into.runs.size() >= 2 * into.tidy_count + 16) join_neighbours(into);
  }
  template <class T>
  static T result(OrderedRuns<T>&& all) {
    join_neighbours(all);
    if (all.runs.empty()) throw std::length_error("no values to combine in order");
    T result = std::move(all.runs.front().value);
    for (std::size_t i = 1; i < all.runs.size(); ++i) {
      combine<Op, T>(result, std::move(all.runs[i].value));
    }
    return result;
  }

 private:
  template <class T>
  static void join_neighbours(OrderedRuns<T>& all) {
    using Run = typename OrderedRuns<T>::Run;
    // They may come from another process.
    if (!std::ranges::all_of(all.runs, &Run::is_possible)) {
      throw std::length_error("values of elements that no array has");
    }
    std::ranges::sort(all.runs, {}, &Run::begin);
    std::vector<Run> joined;
    for (Run& run : all.runs) {
      joined.push_back(std::move(run));
      while (joined.size() > 1) {
        Run& left = joined[joined.size() - 2];
        Run& right = joined.back();
        const bool are_siblings = left.level == right.level && left.level < 47 &&
                                  left.position % 2 == 0 && right.position == left.position + 1;
        if (!are_siblings) break;
        combine<Op, T>(left.value, std::move(right.value));
        left.position /= 2;
        ++left.level;
        joined.pop_back();
      }
    }
    all.runs = std::move(joined);
    all.tidy_count = all.runs.size();
  }
};

}  // namespace isthmus::engine::detail
