#include "mesh/cctk/parameters.hpp"

#include <regex.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {
namespace {

/// Of the process.
struct Present {
  std::shared_mutex lock;
  std::vector<int> numbers;                      // in the job, by parameter
  std::vector<isthmus_mesh_function> functions;  // by variable
  std::vector<Library::Value> values;            // by parameter
  std::vector<std::string> texts;                // by parameter
  std::vector<long long> raw;                    // as the job has them
  std::vector<bool> is_active;                   // by thorn
  int ghost_size = 1;
};

Present& present() {
  static Present the;
  return the;
}

bool is_within(const Parameter& parameter, double value) {
  if (parameter.ranges.empty()) return true;
  for (const Range& range : parameter.ranges) {
    const bool is_above = range.has_least ? value >= range.least : value > range.least;
    const bool is_below = range.has_greatest ? value <= range.greatest : value < range.greatest;
    const bool is_step = range.every <= 1 || std::isinf(range.least) ||
                         std::fmod(value - range.least, static_cast<double>(range.every)) == 0;
    if (is_above && is_below && is_step) return true;
  }
  return false;
}

std::string range_text(const Parameter& parameter) {
  std::string text;
  for (const Range& range : parameter.ranges) {
    char one[96];
    std::snprintf(one, sizeof one, "%s%s%g:%g%s", text.empty() ? "" : " or ",
                  range.has_least ? "[" : "(", range.least, range.greatest,
                  range.has_greatest ? "]" : ")");
    text += one;
  }
  return text;
}

/// Whether a text is found by a regular expression, in which the case of letters does not count.
bool is_like(const std::string& text, const char* pattern) {
  regex_t compiled;
  if (regcomp(&compiled, pattern, REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0) return false;
  const bool is_found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return is_found;
}

bool is_like_any(const Parameter& parameter, const std::string& text) {
  if (parameter.allowed.empty()) return true;
  return std::ranges::any_of(parameter.allowed, [&](const char* pattern) {
    return *pattern == '\0' || is_like(text, pattern);
  });
}

std::string patterns_text(const Parameter& parameter) {
  std::string text;
  for (const char* pattern : parameter.allowed) {
    text += (text.empty() ? "'" : " or '") + std::string(pattern) + "'";
  }
  return text;
}

long long raw_of(const isthmus_mesh_patch* patch, const Parameter& parameter, int number) {
  if (parameter.type != ParameterType::real) return isthmus_mesh_integer(patch, number);
  const double real = isthmus_mesh_real(patch, number);
  long long bits = 0;
  std::memcpy(&bits, &real, sizeof bits);
  return bits;
}

}  // namespace

std::shared_mutex& parameters_lock() { return present().lock; }

void set_number(int parameter, int number_in_job) {
  present().numbers.resize(library.parameters.size(), -1);
  present().numbers[static_cast<std::size_t>(parameter)] = number_in_job;
}

void set_function(int variable, isthmus_mesh_function function) {
  present().functions.resize(library.variables.size(), {-1, 0});
  present().functions[static_cast<std::size_t>(variable)] = function;
}

isthmus_mesh_function function_of(int variable, int level, int part) {
  if (present().functions.empty()) return {-1, 0};
  isthmus_mesh_function function = present().functions[static_cast<std::size_t>(variable)];
  function.function += part;
  function.level = level;
  return function;
}

void load_texts(const std::function<std::string(int)>& read) {
  Present& now = present();
  now.texts.resize(library.parameters.size());
  for (std::size_t i = 0; i < library.parameters.size(); ++i) {
    if (library.parameters[i].type == ParameterType::text) now.texts[i] = read(now.numbers[i]);
  }
}

void load_parameters(const ReadParameter& read) {
  Present& now = present();
  now.values.resize(library.parameters.size());
  now.raw.resize(library.parameters.size());
  for (std::size_t i = 0; i < library.parameters.size(); ++i) {
    const Parameter& parameter = library.parameters[i];
    Library::Value& value = now.values[i];
    if (parameter.type == ParameterType::text) {
      value.text = now.texts[i].c_str();
      continue;
    }
    value = read(now.numbers[i], parameter.type);
    now.raw[i] = value.integer;
    if (parameter.type == ParameterType::keyword) {
      const auto number = static_cast<std::size_t>(value.integer);
      value.text = number < parameter.allowed.size() ? parameter.allowed[number] : parameter.text;
    }
    if (std::strcmp(parameter.name, "ghost_size") == 0 &&
        std::strcmp(parameter.implementation, "driver") == 0) {
      now.ghost_size = static_cast<int>(value.integer);
    }
  }
  library.set_parameters(now.values.data());
}

std::vector<std::string> mistakes_of_parameters() {
  std::vector<std::string> mistakes;
  for (std::size_t i = 0; i < library.parameters.size(); ++i) {
    const Parameter& parameter = library.parameters[i];
    if (parameter.type == ParameterType::text && is_active(parameter.thorn) &&
        !is_like_any(parameter, present().texts[i])) {
      mistakes.push_back("'" + std::string(parameter.name) + "' of thorn '" + parameter.thorn +
                         "' is '" + present().texts[i] + "' (expected a text like " +
                         patterns_text(parameter) + ")");
    }
    const bool is_real = parameter.type == ParameterType::real;
    if (!is_real && parameter.type != ParameterType::integer) continue;
    const double value =
        is_real ? present().values[i].real : static_cast<double>(present().values[i].integer);
    if (!is_active(parameter.thorn) || is_within(parameter, value)) continue;
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", value);
    mistakes.push_back("'" + std::string(parameter.name) + "' of thorn '" + parameter.thorn +
                       "' is " + text + " (expected " + range_text(parameter) + ")");
  }
  return mistakes;
}

bool has_parameters_of(const isthmus_mesh_patch* patch) {
  const Present& now = present();
  for (std::size_t i = 0; i < library.parameters.size(); ++i) {
    if (library.parameters[i].type == ParameterType::text || now.numbers[i] < 0) continue;
    if (raw_of(patch, library.parameters[i], now.numbers[i]) != now.raw[i]) {
      return false;
    }
  }
  return true;
}

void load_parameters_of(const isthmus_mesh_patch* patch) {
  load_parameters([&](int number, ParameterType type) {
    Library::Value value{};
    if (type == ParameterType::real) {
      value.real = isthmus_mesh_real(patch, number);
    } else {
      value.integer = isthmus_mesh_integer(patch, number);
    }
    return value;
  });
}

void find_active(isthmus_mesh_settled* settled) {
  present().is_active.clear();
  for (const Thorn& thorn : library.thorns) {
    present().is_active.push_back(isthmus_mesh_active_thorn(settled, thorn.name) != nullptr);
  }
}

bool is_active(const char* thorn) {
  for (std::size_t i = 0; i < library.thorns.size(); ++i) {
    if (is_same_word(library.thorns[i].name, thorn)) {
      return i < present().is_active.size() && present().is_active[i];
    }
  }
  return false;
}

const Library::Value& parameter_value(int parameter) {
  return present().values[static_cast<std::size_t>(parameter)];
}

int ghost_size() { return present().ghost_size; }

}  // namespace isthmus::cctk
