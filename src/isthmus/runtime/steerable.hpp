// isthmus/runtime/steerable.hpp: values of a program that its user changes while the job runs.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/verbs.hpp"

namespace isthmus::engine {

template <class T>
concept SteerableNumber =
    (std::integral<T> || std::floating_point<T>) && !std::same_as<T, bool> && sizeof(T) <= 8;

/// A value of Job::steerable. Copies share the value, which lives as long as the last of them. For
/// the main program's thread; objects get it in messages.
template <class T>
class Steerable {
 public:
  explicit Steerable(T value) : value_(std::make_shared<T>(std::move(value))) {}

  /// The present value: it may be another one after the next wait.
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  /// For who steers.
  void set(T value) const { *value_ = std::move(value); }

 private:
  std::shared_ptr<T> value_;
};

namespace detail {

/// The shortest text that reads as the same number.
template <SteerableNumber T>
std::string number_text(T number) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof(text), number);
  return error == std::errc() ? std::string(text, end) : std::string();
}

/// Whether the whole text is a finite number; `number` is one then.
template <SteerableNumber T>
bool read_number(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if constexpr (std::floating_point<T>) return std::isfinite(number);
  return true;
}

/// None where the type alone bounds the value.
template <SteerableNumber T>
std::optional<double> bound_of(T bound) {
  const bool is_none =
      bound == std::numeric_limits<T>::lowest() || bound == std::numeric_limits<T>::max();
  return is_none ? std::nullopt : std::optional(static_cast<double>(bound));
}

template <SteerableNumber T>
Verb verb_of(const Steerable<T>& value, std::string_view name, std::string_view what, T least,
             T most) {
  return {.name = std::string(name),
          .metavar = "NUMBER",
          .what = std::string(what),
          .kind = VerbKind::number,
          .least = bound_of(least),
          .most = bound_of(most),
          .is_whole = std::integral<T>,
          .value = [value] { return number_text(*value); },
          .set = [value, least, most](const std::string& text) -> Expected<void> {
            T number{};
            if (!read_number(text, number) || number < least || number > most) {
              return fail(ErrorCode::bad_input, "'" + text + "'", {},
                          std::string(std::integral<T> ? "a whole number" : "a number") + " from " +
                              number_text(least) + " to " + number_text(most));
            }
            value.set(number);
            return {};
          }};
}

Verb verb_of(const Steerable<bool>& value, std::string_view name, std::string_view what);
Verb verb_of(const Steerable<std::string>& value, std::string_view name, std::string_view what,
             std::vector<std::string> words);

}  // namespace detail

}  // namespace isthmus::engine

namespace isthmus {

using engine::Steerable;
using engine::SteerableNumber;

}  // namespace isthmus
