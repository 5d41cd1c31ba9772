// Systems of coordinates that thorns register: their names, and a table of options for each system
// and each coordinate. Nothing here looks at them: [grid] of the parameter file says where points
// are.

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "mesh/cctk/infrastructure.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {
namespace {

/// Of the process, since thorns register them at their start.
struct Systems {
  std::mutex lock;
  std::map<std::string, int> systems;                              // their tables
  std::map<std::pair<std::string, std::string>, int> coordinates;  // by system and name
};

Systems& systems() {
  static Systems the;
  return the;
}

/// The number behind a key, which is made where there is none.
template <class Numbers, class Key>
int found_or_made(Numbers& numbers, const Key& key) {
  const auto [entry, is_new] = numbers.try_emplace(key, -1);
  if (is_new) entry->second = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  return entry->second;
}

template <class Numbers, class Key>
int found(const Numbers& numbers, const Key& key) {
  const auto entry = numbers.find(key);
  return entry == numbers.end() ? -1 : entry->second;
}

}  // namespace

bool has_system(int handle) {
  const std::scoped_lock guard(systems().lock);
  return std::ranges::any_of(systems().systems,
                             [&](const auto& one) { return one.second == handle; });
}

extern "C" {

// The one of Cactus that is always there: where nobody has registered it, it is now.
int CCTK_CoordSystemHandle(const char* name) {
  const std::scoped_lock guard(systems().lock);
  const bool is_cartesian = is_same_word(name, "cart3d");
  return is_cartesian ? found_or_made(systems().systems, std::string(name))
                      : found(systems().systems, std::string(name));
}

CCTK_INT Coord_SystemRegister(const void*, CCTK_INT, const char* system) {
  const std::scoped_lock guard(systems().lock);
  return found_or_made(systems().systems, std::string(system));
}
CCTK_INT Coord_SystemHandle(const void*, const char* system) {
  const std::scoped_lock guard(systems().lock);
  return found(systems().systems, std::string(system));
}
CCTK_INT Coord_CoordRegister(const void*, CCTK_INT system, CCTK_INT, const char* name) {
  const std::scoped_lock guard(systems().lock);
  for (const auto& [known, table] : systems().systems) {
    if (table == system) {
      return found_or_made(systems().coordinates, std::pair(known, std::string(name)));
    }
  }
  return -1;
}
CCTK_INT Coord_CoordHandle(const void*, const char* name, const char* system) {
  const std::scoped_lock guard(systems().lock);
  return found(systems().coordinates, std::pair(std::string(system), std::string(name)));
}
CCTK_INT Coord_SetDefaultSystem(const void* gh, const char* system) {
  return Coord_SystemHandle(gh, system);
}
// All groups are in the system that a thorn has registered, if it has registered one alone.
CCTK_INT Coord_GroupSystem(const void*, const char*) {
  const std::scoped_lock guard(systems().lock);
  return systems().systems.size() == 1 ? systems().systems.begin()->second : -1;
}

int CCTK_CoordRange(const cGH* gh, CCTK_REAL* lower, CCTK_REAL* upper, int direction,
                    const char* name, const char*) {
  int d = direction - 1;
  if (direction <= 0) d = name != nullptr && *name >= 'x' && *name <= 'z' ? *name - 'x' : -1;
  if (d < 0 || d >= dimension_count) return -1;
  *lower = gh->cctk_origin_space[d];
  *upper = *lower + (gh->cctk_gsh[d] - 1) * gh->cctk_delta_space[d];
  return 0;
}

}  // extern "C"

}  // namespace isthmus::cctk
