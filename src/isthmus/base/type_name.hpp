// isthmus/base/type_name.hpp: names of types and functions as written in the source, the same from
// GCC and Clang, so that builds by both can share one job.
#pragma once

#include <string>
#include <string_view>

namespace isthmus {

namespace detail {

template <auto Value>
constexpr std::string_view raw_name_of_value() {
  return __PRETTY_FUNCTION__;
}
template <class T>
constexpr std::string_view raw_name_of_type() {
  return __PRETTY_FUNCTION__;
}

/// What stands between "Name = " and the closing bracket of a __PRETTY_FUNCTION__, GCC's trailing
/// type aliases ("; std::string_view = ...") cut off.
constexpr std::string_view cut_argument(std::string_view pretty, std::string_view name) {
  const auto key = pretty.rfind(name);
  auto begin = pretty.find("= ", key) + 2;
  auto end = pretty.size() - 1;
  const auto alias = pretty.find("; std::string_view", begin);
  if (alias != std::string_view::npos) end = alias;
  return pretty.substr(begin, end - begin);
}

}  // namespace detail

/// "&Block::halo" for a member function, as this compiler spells it.
template <auto Value>
constexpr std::string_view compiler_name() {
  return detail::cut_argument(detail::raw_name_of_value<Value>(), "Value");
}

/// "std::vector<double>" and the like, as this compiler spells it.
template <class T>
constexpr std::string_view compiler_name() {
  return detail::cut_argument(detail::raw_name_of_type<T>(), "T");
}

/// A spelling without what differs between compilers: white space around punctuation, a leading
/// '&', inline namespaces of standard libraries, default template arguments' spelling of integers.
std::string normalized_name(std::string_view compiler_name);

}  // namespace isthmus
