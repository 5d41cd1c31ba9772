#include "isthmus/fabric/settings.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::fabric {

namespace {

Expected<std::int64_t> parse_count(std::string_view text, std::int32_t count_max) {
  std::int32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 1 || count > count_max) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "' is no count", {},
                "a whole number from 1 to " + std::to_string(count_max));
  }
  return count;
}

Expected<double> parse_bandwidth(std::string_view text) {
  if (text == "0" || text == "unlimited") return 0.0;
  return topology::parse_bandwidth_bytes_per_s(text);
}

Expected<std::int64_t> parse_within(const ParameterInfo& parameter, std::string_view text,
                                    Expected<std::int64_t> (*parse)(std::string_view)) {
  Expected<std::int64_t> value = parse(text);
  if (!value) return value;
  const std::string written = "'" + topology::printable(text) + "'";
  if (*value < parse(parameter.least).value()) {
    return fail(ErrorCode::bad_input, written + " is too small", {},
                "at least " + std::string(parameter.least));
  }
  if (!parameter.most.empty() && *value > parse(parameter.most).value()) {
    return fail(ErrorCode::bad_input, written + " is too large", {},
                "at most " + std::string(parameter.most));
  }
  return value;
}

Expected<std::string_view> parse_word(std::span<const std::string_view> words,
                                      std::string_view text) {
  const auto at = std::ranges::find(words, text);
  if (at != words.end()) return *at;
  return fail(ErrorCode::bad_input, "unknown word '" + topology::printable(text) + "'", {},
              topology::one_of({words.begin(), words.end()}, text));
}

Expected<std::int64_t> parse_integer(const ParameterInfo& parameter, std::string_view text) {
  const ParameterUnit unit = parameter.unit;
  if (unit == ParameterUnit::duration) {
    return parse_within(parameter, text, &topology::parse_duration_ns);
  }
  if (unit == ParameterUnit::size) {
    return parse_within(parameter, text, &topology::parse_size_bytes);
  }
  return parse_count(text, parameter.count_max);
}

}  // namespace

std::string_view to_string(ParameterUnit unit) {
  switch (unit) {
    case ParameterUnit::duration:
      return "duration";
    case ParameterUnit::bandwidth:
      return "bandwidth";
    case ParameterUnit::size:
      return "size";
    case ParameterUnit::count:
      return "count";
    case ParameterUnit::word:
      return "word";
    case ParameterUnit::path:
      return "path";
  }
  return "?";
}

Expected<Settings> Settings::read(const DeviceInfo& info, const topology::DeviceSpec& spec) {
  const std::string device = "device '" + std::string(info.name) + "'";
  for (const auto& [name, text] : spec.parameters) {
    if (std::ranges::find(info.parameters, name, &ParameterInfo::name) != info.parameters.end()) {
      continue;
    }
    std::vector<std::string> known;
    for (const ParameterInfo& parameter : info.parameters) known.emplace_back(parameter.name);
    return fail(ErrorCode::bad_input,
                device + " has no parameter '" + topology::printable(name) + "'", spec.where(name),
                known.empty() ? "none at all" : topology::one_of(known, name));
  }
  Settings settings;
  for (const ParameterInfo& parameter : info.parameters) {
    const auto written = spec.parameters.find(std::string(parameter.name));
    const bool by_default = written == spec.parameters.end();
    if (!by_default) settings.written_.insert(parameter.name);
    const std::string_view text = by_default ? parameter.default_text : written->second;
    const auto refuse = [&](Error why) {
      ISTHMUS_ASSERT(!by_default);
      why.what = "'" + std::string(parameter.name) + "' of " + device + ": " + why.what;
      why.where = spec.where(std::string(parameter.name));
      return std::unexpected(std::move(why));
    };
    if (parameter.unit == ParameterUnit::bandwidth) {
      const Expected<double> value = parse_bandwidth(text);
      if (!value) return refuse(value.error());
      settings.bandwidths_.emplace(parameter.name, *value);
    } else if (parameter.unit == ParameterUnit::word) {
      const Expected<std::string_view> value = parse_word(parameter.words, text);
      if (!value) return refuse(value.error());
      settings.words_.emplace(parameter.name, *value);
    } else if (parameter.unit == ParameterUnit::path) {
      if (text.empty() && !by_default) {
        return refuse({ErrorCode::bad_input, "''", {}, "a text that is not empty"});
      }
      settings.paths_.emplace(parameter.name, text);
    } else {
      const Expected<std::int64_t> value = parse_integer(parameter, text);
      if (!value) return refuse(value.error());
      settings.integers_.emplace(parameter.name, *value);
    }
  }
  return settings;
}

double Settings::bandwidth_bytes_per_s(std::string_view name) const {
  const auto at = bandwidths_.find(name);
  ISTHMUS_ASSERT(at != bandwidths_.end());
  return at->second;
}

std::string_view Settings::word(std::string_view name) const {
  const auto at = words_.find(name);
  ISTHMUS_ASSERT(at != words_.end());
  return at->second;
}

const std::string& Settings::path(std::string_view name) const {
  const auto at = paths_.find(name);
  ISTHMUS_ASSERT(at != paths_.end());
  return at->second;
}

std::int64_t Settings::integer(std::string_view name) const {
  const auto at = integers_.find(name);
  ISTHMUS_ASSERT(at != integers_.end());
  return at->second;
}

}  // namespace isthmus::engine::fabric
