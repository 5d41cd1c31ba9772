// isthmus/base/type_name.hpp: names of types and functions as written in the source, the same from
// GCC and Clang, so that builds by both can share one job.
#pragma once

#include <string>
#include <string_view>

namespace isthmus::engine {

namespace detail {

template <auto Value>
constexpr std::string_view raw_name_of_value() {
  return __PRETTY_FUNCTION__;
}
template <class T>
constexpr std::string_view raw_name_of_type() {
  return __PRETTY_FUNCTION__;
}

/// The one template argument in a __PRETTY_FUNCTION__, "... [with T = ARGUMENT; std::string_view =
/// ...]" from GCC, "... [T = ARGUMENT]" from Clang. The argument may hold any of these words
/// itself.
constexpr std::string_view cut_argument(std::string_view pretty) {
  const auto begin = pretty.find("= ", pretty.find('[')) + 2;
  auto end = pretty.size() - 1;
  const auto alias = pretty.rfind("; std::string_view = ");
  if (alias != std::string_view::npos) end = alias;
  return pretty.substr(begin, end - begin);
}

}  // namespace detail

/// "&Block::halo" for a member function, as this compiler spells it.
template <auto Value>
constexpr std::string_view compiler_name() {
  return detail::cut_argument(detail::raw_name_of_value<Value>());
}

/// "std::vector<double>" and the like, as this compiler spells it.
template <class T>
constexpr std::string_view compiler_name() {
  return detail::cut_argument(detail::raw_name_of_type<T>());
}

/// A spelling without what differs between compilers: white space around punctuation, a leading
/// '&', inline namespaces of standard libraries, default template arguments' spelling of integers.
std::string normalized_name(std::string_view compiler_name);

}  // namespace isthmus::engine
