// isthmus/serial/associative.hpp: maps and sets. The unordered ones are written in the order of
// their keys, where keys have one, so that equal contents have equal bytes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "isthmus/serial/elements.hpp"

namespace isthmus::engine::serial {

namespace detail {

template <class Key>
concept OrderedKey = requires(const Key& a, const Key& b) {
  { a < b } -> std::convertible_to<bool>;
};

/// Key and mapped value, or the key alone for sets.
template <class Key, class... Mapped>
struct EntryCodec {
  static constexpr std::size_t size_min = (Codec<Key>::size_min + ... + Codec<Mapped>::size_min);
  static constexpr bool is_fixed = Codec<Key>::is_fixed && (Codec<Mapped>::is_fixed && ...);

  static const Key& key(const auto& entry) {
    if constexpr (sizeof...(Mapped) == 0) {
      return entry;
    } else {
      return entry.first;
    }
  }
  template <class Out>
  static void save(Out& out, const auto& entry) {
    Codec<Key>::save(out, key(entry));
    if constexpr (sizeof...(Mapped) != 0) (Codec<Mapped>::save(out, entry.second), ...);
  }
  /// Appends to a container whose entries come in the order of their keys.
  template <class C>
  static void load_into(Reader& in, C& value, std::string_view what) {
    Key key{};
    Codec<Key>::load(in, key);
    const std::size_t count_before = value.size();
    if constexpr (sizeof...(Mapped) == 0) {
      if (in.is_ok()) value.emplace_hint(value.end(), std::move(key));
    } else {
      typename C::mapped_type mapped{};
      Codec<typename C::mapped_type>::load(in, mapped);
      if (in.is_ok()) value.emplace_hint(value.end(), std::move(key), std::move(mapped));
    }
    if (value.size() == count_before) in.fail("a key comes twice", what);
  }
};

/// C with entries of a Key and perhaps a Mapped.
template <class C, class Key, class... Mapped>
struct AssociativeCodec : ContainerCodec<Key, Mapped...> {
  using Entry = EntryCodec<Key, Mapped...>;
  static constexpr bool is_unordered = requires { typename C::hasher; };
  static constexpr std::string_view form = sizeof...(Mapped) == 0 ? "set" : "map";

  template <class Out>
  static void save(Out& out, const C& value) {
    save_count(out, value.size());
    constexpr bool only_counts = Entry::is_fixed && std::same_as<Out, Sizer>;
    if constexpr (is_unordered && OrderedKey<Key> && !only_counts) {
      save_sorted(out, value);
    } else {
      save_elements<Entry::size_min, Entry::is_fixed>(
          out, value, value.size(), [&](const auto& entry) { Entry::save(out, entry); });
    }
  }
  static void load(Reader& in, C& value) {
    value.clear();
    constexpr std::string_view what = type_label<C>;
    const std::size_t count = load_count(in, Entry::size_min, what);
    if constexpr (is_unordered) {
      value.reserve(count_to_reserve(in, count, sizeof(typename C::value_type)));
    }
    load_elements<Entry::size_min>(in, count, what, [&] { Entry::load_into(in, value, what); });
  }

 private:
  template <class Out>
  static void save_sorted(Out& out, const C& value) {
    std::vector<const typename C::value_type*> sorted;
    sorted.reserve(value.size());
    for (const auto& entry : value) sorted.push_back(&entry);
    std::sort(sorted.begin(), sorted.end(),
              [](const auto* a, const auto* b) { return Entry::key(*a) < Entry::key(*b); });
    save_elements<Entry::size_min, Entry::is_fixed>(
        out, sorted, sorted.size(), [&](const auto* entry) { Entry::save(out, *entry); });
  }
};

}  // namespace detail

template <class K, class V, class Less, class A>
struct Codec<std::map<K, V, Less, A>> : detail::AssociativeCodec<std::map<K, V, Less, A>, K, V> {};

template <class K, class V, class Less, class A>
struct Codec<std::multimap<K, V, Less, A>>
    : detail::AssociativeCodec<std::multimap<K, V, Less, A>, K, V> {};

template <class K, class Less, class A>
struct Codec<std::set<K, Less, A>> : detail::AssociativeCodec<std::set<K, Less, A>, K> {};

template <class K, class Less, class A>
struct Codec<std::multiset<K, Less, A>> : detail::AssociativeCodec<std::multiset<K, Less, A>, K> {};

template <class K, class V, class Hash, class Equal, class A>
struct Codec<std::unordered_map<K, V, Hash, Equal, A>>
    : detail::AssociativeCodec<std::unordered_map<K, V, Hash, Equal, A>, K, V> {};

template <class K, class Hash, class Equal, class A>
struct Codec<std::unordered_set<K, Hash, Equal, A>>
    : detail::AssociativeCodec<std::unordered_set<K, Hash, Equal, A>, K> {};

}  // namespace isthmus::engine::serial
