// Tables of options, as boundaries take them.

#include <cctype>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {
namespace {

using OptionValue = std::variant<double, CCTK_INT, std::string, std::vector<double>>;
using Table = std::map<std::string, OptionValue>;

struct Tables {
  std::mutex lock;
  std::map<int, Table> all;
  int next = 0;
};

Tables& tables() {
  static Tables the;
  return the;
}

std::string in_small(const char* key) {
  std::string small;
  for (const char* c = key; *c != '\0'; ++c) small += static_cast<char>(std::tolower(*c));
  return small;
}

int set(int table, const char* key, OptionValue value) {
  const std::scoped_lock guard(tables().lock);
  const auto found = tables().all.find(table);
  if (found == tables().all.end()) return -1;
  found->second[in_small(key)] = std::move(value);
  return 0;
}

/// Null where there is none.
const OptionValue* find(int table, const char* key) {
  const auto found = tables().all.find(table);
  if (found == tables().all.end()) return nullptr;
  const auto value = found->second.find(in_small(key));
  return value == found->second.end() ? nullptr : &value->second;
}

}  // namespace

double option(int table, const char* key, double otherwise) {
  const std::scoped_lock guard(tables().lock);
  const OptionValue* value = find(table, key);
  if (value == nullptr) return otherwise;
  if (const auto* real = std::get_if<double>(value)) return *real;
  if (const auto* integer = std::get_if<CCTK_INT>(value)) return *integer;
  return otherwise;
}

std::string text_option(int table, const char* key) {
  const std::scoped_lock guard(tables().lock);
  const OptionValue* value = find(table, key);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text == nullptr ? std::string() : *text;
}

std::vector<double> options(int table, const char* key) {
  const std::scoped_lock guard(tables().lock);
  const OptionValue* value = find(table, key);
  const auto* all = value == nullptr ? nullptr : std::get_if<std::vector<double>>(value);
  return all == nullptr ? std::vector<double>() : *all;
}

extern "C" {

int Util_TableCreate(int) {
  const std::scoped_lock guard(tables().lock);
  tables().all[tables().next];
  return tables().next++;
}

int Util_TableCreateFromString(const char* text) {
  const int table = Util_TableCreate(0);
  std::string spaced;
  for (const char* c = text; *c != '\0'; ++c)
    spaced += *c == '=' ? std::string(" = ") : std::string(1, *c);
  std::istringstream words(spaced);
  std::string key;
  std::string equals;
  std::string value;
  while (words >> key >> equals >> value) {
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (end != value.c_str() && *end == '\0') {
      set(table, key.c_str(), number);
    } else {
      set(table, key.c_str(), value);
    }
  }
  return table;
}

int Util_TableDestroy(int table) {
  const std::scoped_lock guard(tables().lock);
  return tables().all.erase(table) == 1 ? 0 : -1;
}

int Util_TableSetReal(int table, CCTK_REAL value, const char* key) {
  return set(table, key, value);
}
int Util_TableSetInt(int table, CCTK_INT value, const char* key) { return set(table, key, value); }
int Util_TableSetString(int table, const char* value, const char* key) {
  return set(table, key, std::string(value));
}

int Util_TableSetIntArray(int table, int count, const CCTK_INT* values, const char* key) {
  return set(table, key, std::vector<double>(values, values + count));
}
int Util_TableSetRealArray(int table, int count, const CCTK_REAL* values, const char* key) {
  return set(table, key, std::vector<double>(values, values + count));
}
int Util_TableGetIntArray(int table, int count, CCTK_INT* values, const char* key) {
  const std::vector<double> all = options(table, key);
  if (all.empty()) return -1;
  for (int i = 0; i < count && i < static_cast<int>(all.size()); ++i) {
    values[i] = static_cast<CCTK_INT>(all[static_cast<std::size_t>(i)]);
  }
  return static_cast<int>(all.size());
}

int Util_TableGetReal(int table, CCTK_REAL* value, const char* key) {
  const std::scoped_lock guard(tables().lock);
  const OptionValue* found = find(table, key);
  if (found == nullptr || !std::holds_alternative<double>(*found)) return -1;
  *value = std::get<double>(*found);
  return 1;
}
int Util_TableGetInt(int table, CCTK_INT* value, const char* key) {
  const std::scoped_lock guard(tables().lock);
  const OptionValue* found = find(table, key);
  if (found == nullptr || !std::holds_alternative<CCTK_INT>(*found)) return -1;
  *value = std::get<CCTK_INT>(*found);
  return 1;
}
int Util_TableDeleteKey(int table, const char* key) {
  const std::scoped_lock guard(tables().lock);
  const auto found = tables().all.find(table);
  return found != tables().all.end() && found->second.erase(in_small(key)) == 1 ? 0 : -1;
}

}  // extern "C"

}  // namespace isthmus::cctk
