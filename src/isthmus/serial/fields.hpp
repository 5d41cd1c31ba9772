// isthmus/serial/fields.hpp: the fields of an aggregate, counted and named, without help from its
// author.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace isthmus::engine::serial::detail {

/// What aggregates may have at most.
inline constexpr std::size_t fields_max = 24;

template <std::size_t N, class T, class... Last>
consteval bool many_braces_fit() {
  if constexpr (N == 15) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 16) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 17) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {},
        {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 18) {
    return requires {
      T{{},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        std::declval<Last>()...};
    };
  } else if constexpr (N == 19) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {},
        {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 20) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {},
        {}, {}, {}, {}, {}, {}, {},
        {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 21) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
        {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 22) {
    return requires {
      T{{},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        {},
        std::declval<Last>()...};
    };
  } else if constexpr (N == 23) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
        {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 24) {
    return requires {
      T{{}, {}, {}, {}, {},
        {}, {}, {}, {}, {},
        {}, {}, {}, {}, {},
        {}, {}, {}, {}, {},
        {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
        {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  }
}

/// T can be made from N (25 for all beyond) empty braces, then `Last`. Empty braces initialize any
/// one field, arrays and nested aggregates included, where values would spread over several
/// ("brace elision").
template <std::size_t N, class T, class... Last>
consteval bool braces_fit() {
  if constexpr (N == 0) {
    return requires { T{std::declval<Last>()...}; };
  } else if constexpr (N == 1) {
    return requires { T{{}, std::declval<Last>()...}; };
  } else if constexpr (N == 2) {
    return requires { T{{}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 3) {
    return requires { T{{}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 4) {
    return requires { T{{}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 5) {
    return requires { T{{}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 6) {
    return requires { T{{}, {}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 7) {
    return requires { T{{}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 8) {
    return requires { T{{}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 9) {
    return requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 10) {
    return requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 11) {
    return requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 12) {
    return requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...}; };
  } else if constexpr (N == 13) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else if constexpr (N == 14) {
    return requires {
      T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, std::declval<Last>()...};
    };
  } else {
    return many_braces_fit<N, T, Last...>();
  }
}

/// Converts to any value; in unevaluated operands alone.
struct AnyValue {
  template <class U>
  operator U() const;
};
/// Converts to any reference.
struct AnyReference {
  template <class U>
  operator U&() const;
};
/// Converts to any base class of T.
template <class T>
struct AnyBase {
  template <class U>
    requires(std::is_base_of_v<U, T> && !std::same_as<U, T>)
  operator U() const;
};

/// The number of leading fields that empty braces initialize; fields_max + 1 for all beyond.
template <class T, std::size_t N = 0>
consteval std::size_t count_brace_fields() {
  if constexpr (N > fields_max || !braces_fit<N + 1, T>()) {
    return N;
  } else {
    return count_brace_fields<T, N + 1>();
  }
}

/// An aggregate whose fields can be told: no base classes, no references, every field initialized
/// by empty braces (so without explicit default constructors), at most fields_max of them.
template <class T>
consteval bool has_known_fields() {
  if constexpr (!std::is_class_v<T> || !std::is_aggregate_v<T> || !braces_fit<0, T>()) {
    return false;
  } else {
    constexpr std::size_t count = count_brace_fields<T>();
    if constexpr (count > fields_max || (count == 0) != std::is_empty_v<T>) {
      return false;
    } else {
      return !braces_fit<0, T, AnyBase<T>>() && !braces_fit<count, T, AnyValue>() &&
             !braces_fit<count, T, AnyReference>();
    }
  }
}

template <std::size_t N, class T, class F>
constexpr decltype(auto) with_many_fields(T& value, F&& take) {
  if constexpr (N == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (N == 16) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  } else if constexpr (N == 17) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
  } else if constexpr (N == 18) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
  } else if constexpr (N == 19) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s);
  } else if constexpr (N == 20) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
  } else if constexpr (N == 21) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
  } else if constexpr (N == 22) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v);
  } else if constexpr (N == 23) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
  } else {
    static_assert(N == fields_max);
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
  }
}

/// take(field...), each an lvalue, const if `value` is. N is the number of T's fields.
template <std::size_t N, class T, class F>
constexpr decltype(auto) with_fields(T& value, F&& take) {
  if constexpr (N == 0) {
    return take();
  } else if constexpr (N == 1) {
    auto& [a] = value;
    return take(a);
  } else if constexpr (N == 2) {
    auto& [a, b] = value;
    return take(a, b);
  } else if constexpr (N == 3) {
    auto& [a, b, c] = value;
    return take(a, b, c);
  } else if constexpr (N == 4) {
    auto& [a, b, c, d] = value;
    return take(a, b, c, d);
  } else if constexpr (N == 5) {
    auto& [a, b, c, d, e] = value;
    return take(a, b, c, d, e);
  } else if constexpr (N == 6) {
    auto& [a, b, c, d, e, f] = value;
    return take(a, b, c, d, e, f);
  } else if constexpr (N == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    return take(a, b, c, d, e, f, g);
  } else if constexpr (N == 8) {
    auto& [a, b, c, d, e, f, g, h] = value;
    return take(a, b, c, d, e, f, g, h);
  } else if constexpr (N == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = value;
    return take(a, b, c, d, e, f, g, h, i);
  } else if constexpr (N == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = value;
    return take(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (N == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (N == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (N == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (N == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = value;
    return take(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else {
    return with_many_fields<N>(value, std::forward<F>(take));
  }
}

}  // namespace isthmus::engine::serial::detail
