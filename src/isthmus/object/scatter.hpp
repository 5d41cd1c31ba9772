// isthmus/object/scatter.hpp: messages of many parts, each for an element of its own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/type_name.hpp"
#include "isthmus/object/arguments.hpp"
#include "isthmus/object/collection.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/ordered.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine {

/// Whom a part is for, and where whoever sent it believes that element to be; none where it does
/// not know.
struct PartAddress {
  Key key;
  PeId pe;
};

/// A kind of scatter: an entry method of one parameter, and parts of that type. The payload is
/// Arguments<std::vector<PartAddress>, std::vector<Part>>. All functions take it typed.
struct ScatterOps : PayloadOps {
  std::vector<PartAddress>& (*addresses)(Message& parts) = nullptr;
  std::size_t (*count)(const Message& parts) = nullptr;
  /// Moves some of the parts to a message of their own.
  MessagePtr (*select)(Message& parts, Pool&, std::span<const std::size_t> places) = nullptr;
  /// Moves one part to the entry message that brings it to its element.
  MessagePtr (*entry_message)(Message& parts, Pool&, std::size_t place) = nullptr;
  /// The elements that every PE knows there to be, in order: those of a dense array or a group.
  std::vector<Key> (*all_keys)(const Collection&, const topology::Members&) = nullptr;
};

namespace detail {

template <class T, auto Method, class Part>
struct TypedScatterOps final : ScatterOps {
  using Payload = Arguments<std::vector<PartAddress>, std::vector<Part>>;

  TypedScatterOps() {
    Payload::describe(*this);
    unmarshal = &detail::unmarshal<std::vector<PartAddress>, std::vector<Part>>;
    kind = Kind::scatter;
    addresses = [](Message& parts) -> std::vector<PartAddress>& {
      return std::get<0>(Payload::of(parts));
    };
    count = [](const Message& parts) { return std::get<1>(Payload::of(parts)).size(); };
    select = [](Message& parts, Pool& pool, std::span<const std::size_t> places) {
      auto& [all_addresses, all_parts] = Payload::of(parts);
      std::vector<PartAddress> some_addresses;
      std::vector<Part> some_parts;
      for (const std::size_t place : places) {
        some_addresses.push_back(all_addresses[place]);
        some_parts.push_back(std::move(all_parts[place]));
      }
      return make(pool, std::move(some_addresses), std::move(some_parts));
    };
    entry_message = [](Message& parts, Pool& pool, std::size_t place) {
      auto& [all_addresses, all_parts] = Payload::of(parts);
      MessagePtr message = Arguments<Part>::make(pool, std::move(all_parts[place]));
      message->ops = &entry_of<T, Method>;
      message->key = all_addresses[place].key;
      return message;
    };
    all_keys = [](const Collection& collection, const topology::Members& members) {
      using IndexType = typename T::Index;
      std::vector<Key> keys;
      if constexpr (std::same_as<IndexType, PeId>) {
        for (const PeId pe : members.pes()) keys.push_back(IndexTraits<PeId>::to_key(pe));
      } else if constexpr (GridIndex<IndexType>) {
        if (!collection.extent.is_bounded()) return keys;
        for_each_index<IndexType>(collection.extent, [&](const IndexType& index) {
          keys.push_back(IndexTraits<IndexType>::to_key(index));
        });
      }
      return keys;
    };
    // Not by the entry method's descriptor, which may be made later than this one.
    enlist("parts of " + normalized_name(compiler_name<Part>()) + " for " +
           normalized_name(compiler_name<T>()) + " by " + normalized_name(compiler_name<Method>()));
  }

  static MessagePtr make(Pool& pool, std::vector<PartAddress> addresses, std::vector<Part> parts);
};

template <class T, auto Method, class Part>
inline const TypedScatterOps<T, Method, Part> scatter_ops;

template <class T, auto Method, class Part>
MessagePtr TypedScatterOps<T, Method, Part>::make(Pool& pool, std::vector<PartAddress> addresses,
                                                  std::vector<Part> parts) {
  MessagePtr message = Payload::make(pool, std::move(addresses), std::move(parts));
  message->ops = &scatter_ops<T, Method, Part>;
  return message;
}

// --- all to all ----------------------------------------------------------------------------------

/// What one element has for every element, in their order, and where it was when it said so.
template <class Part>
struct Row {
  PartAddress from;
  std::vector<Part> parts;

  void serialize(auto& archive) { archive(from, parts); }
};

/// Puts the rows of all elements together, and makes of them what each element gets: the parts that
/// all have for it, in their order.
template <class T, auto Method>
struct Transpose {
  template <class Part>
  void operator()(std::vector<Row<Part>>& into, std::vector<Row<Part>>&& more) const {
    into.insert(into.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }
  /// Throws std::length_error where an element has a part too few or too many.
  template <class Part>
  static MessagePtr message(Pool& pool, std::vector<Row<Part>>&& rows) {
    std::ranges::sort(rows, [](const Row<Part>& a, const Row<Part>& b) {
      return OrderOf<typename T::Index>::is_before(a.from.key, b.from.key);
    });
    std::vector<PartAddress> addresses;
    std::vector<std::vector<Part>> columns(rows.size());
    for (Row<Part>& row : rows) {
      if (row.parts.size() != rows.size()) {
        throw std::length_error("an element has " + std::to_string(row.parts.size()) +
                                " parts for " + std::to_string(rows.size()) + " elements");
      }
      addresses.push_back(row.from);
      for (std::size_t i = 0; i < rows.size(); ++i) columns[i].push_back(std::move(row.parts[i]));
    }
    return TypedScatterOps<T, Method, std::vector<Part>>::make(pool, std::move(addresses),
                                                               std::move(columns));
  }
};

}  // namespace detail

}  // namespace isthmus::engine
