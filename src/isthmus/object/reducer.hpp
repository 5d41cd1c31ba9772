// isthmus/object/reducer.hpp: how contributions are combined.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/object/callback.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine {

/// The combined contributions of some elements, on its way to the root of the tree.
struct PartialHeader {
  std::uint32_t sequence = 0;  ///< Which of the collection's reductions.
  std::uint64_t count = 0;     ///< Contributions in it.
  CallbackTarget target;
};

/// The name of an array's reductions, with the type of their result: what contributes another type,
/// or waits for one, does not compile. `constexpr Reduction<double> residual{"residual"};` stands
/// where both see it.
template <class T>
struct Reduction {
  std::string_view name;
};

/// A kind of reduction: a value type and an operation. The payload is Arguments<PartialHeader, T>.
struct ReducerOps : PayloadOps {
  /// A partial of one contribution; moves from `value`, which is a T.
  MessagePtr (*start)(Pool&, const PartialHeader&, void* value) = nullptr;
  /// Adds one contribution to a typed partial.
  void (*add_value)(Message& partial, void* value) = nullptr;
  /// Adds a partial of the same kind, typed both, without its header.
  void (*add_partial)(Message& partial, Message& other) = nullptr;
  /// The typed form of a partial that came as bytes.
  Expected<MessagePtr> (*typed)(Message& partial, Pool&) = nullptr;
  /// The result as a value message; moves from the partial.
  MessagePtr (*finish)(Message& partial, Pool&) = nullptr;

  static PartialHeader& header(Message& typed_partial) {
    // The header is the first element of the tuple; where that lies is the tuple's affair.
    return *reinterpret_cast<PartialHeader*>(
        typed_partial.payload() + static_cast<const ReducerOps*>(typed_partial.ops)->header_offset);
  }
  std::size_t header_offset = 0;
};

/// Contributions without a value.
struct Nothing {
  bool operator==(const Nothing&) const = default;
};

namespace reduce {

// Each combines two values into one. Vectors and arrays are combined element by element.
struct Sum {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};
struct Product {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a * b);
  }
};
struct Min {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
struct Max {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct LogicalAnd {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a && b);
  }
};
struct LogicalOr {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a || b);
  }
};
/// Strings the vectors of all elements together, in no particular order: put the index in where it
/// matters.
struct Concatenate {
  template <class T>
  void operator()(std::vector<T>& into, std::vector<T>&& more) const {
    into.insert(into.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }
};

inline constexpr Sum sum;
inline constexpr Product product;
inline constexpr Min min;
inline constexpr Max max;
inline constexpr LogicalAnd logical_and;
inline constexpr LogicalOr logical_or;
inline constexpr Concatenate concatenate;

}  // namespace reduce

/// A stateless operation on two T: `T operator()(const T&, const T&)`, or
/// `void operator()(T& into, T&& more)`, or on the elements of a vector or array T. It must be
/// associative and commutative: the order of contributions is not fixed.
template <class Op, class T>
concept ReducesInto = requires(T& into, T&& more) { Op()(into, std::move(more)); };

namespace detail {

template <class T>
struct ElementOf {
  using type = void;
};
template <class T>
struct ElementOf<std::vector<T>> {
  using type = T;
};
template <class T, std::size_t N>
struct ElementOf<std::array<T, N>> {
  using type = T;
};

template <class Op, class T>
void combine(T& into, T&& more) {
  if constexpr (requires {
                  { Op()(into, std::move(more)) } -> std::same_as<void>;
                }) {
    Op()(into, std::move(more));
  } else if constexpr (!std::is_void_v<typename ElementOf<T>::type>) {
    if (into.size() != more.size()) {
      throw std::length_error("contributions of " + std::to_string(into.size()) + " and " +
                              std::to_string(more.size()) + " elements cannot be combined");
    }
    for (std::size_t i = 0; i < into.size(); ++i) {
      into[i] = Op()(std::as_const(into)[i], std::as_const(more)[i]);
    }
  } else {
    into = Op()(std::as_const(into), std::as_const(more));
  }
}

template <class T, class Op>
struct TypedReducerOps final : ReducerOps {
  using Payload = Arguments<PartialHeader, T>;

  TypedReducerOps() {
    Payload::describe(*this);
    kind = Kind::reducer;
    start = [](Pool& pool, const PartialHeader& header, void* value) {
      MessagePtr partial = Payload::make(pool, header, std::move(*static_cast<T*>(value)));
      partial->ops = the();
      return partial;
    };
    add_value = [](Message& partial, void* value) {
      combine<Op, T>(std::get<1>(Payload::of(partial)), std::move(*static_cast<T*>(value)));
    };
    add_partial = [](Message& partial, Message& other) {
      combine<Op, T>(std::get<1>(Payload::of(partial)), std::move(std::get<1>(Payload::of(other))));
    };
    typed = [](Message& partial, Pool& pool) -> Expected<MessagePtr> {
      std::tuple<PartialHeader, T> values;
      if (auto read = decode(partial, values); !read) return forward_error(read);
      return the()->start(pool, std::get<0>(values), &std::get<1>(values));
    };
    finish = [](Message& partial, Pool& pool) {
      if constexpr (std::same_as<T, Nothing>) {
        return make_value<void>(pool);
      } else if constexpr (requires(T&& whole) { Op::message(pool, std::move(whole)); }) {
        return Op::message(pool, std::move(std::get<1>(Payload::of(partial))));
      } else if constexpr (requires(T&& whole) { Op::result(std::move(whole)); }) {
        auto result = Op::result(std::move(std::get<1>(Payload::of(partial))));
        return make_value<decltype(result)>(pool, std::move(result));
      } else {
        return make_value<T>(pool, std::move(std::get<1>(Payload::of(partial))));
      }
    };
    typename Payload::Tuple sample{};
    header_offset = static_cast<std::size_t>(reinterpret_cast<std::byte*>(&std::get<0>(sample)) -
                                             reinterpret_cast<std::byte*>(&sample));
    enlist("reduction of " + normalized_name(compiler_name<T>()) + " by " +
           normalized_name(compiler_name<Op>()));
  }

  static const TypedReducerOps* the();
};

template <class T, class Op>
inline const TypedReducerOps<T, Op> reducer_ops;

template <class T, class Op>
const TypedReducerOps<T, Op>* TypedReducerOps<T, Op>::the() {
  return &reducer_ops<T, Op>;
}

/// For contributions without a value.
struct Ignore {
  void operator()(Nothing&, Nothing&&) const {}
};

}  // namespace detail

}  // namespace isthmus::engine

namespace isthmus {

namespace reduce = engine::reduce;
using engine::Nothing;
using engine::ReducesInto;
using engine::Reduction;

}  // namespace isthmus
