#include "mpi/refusals.hpp"

#include <cstdio>
#include <mutex>
#include <string_view>

namespace isthmus::engine::mpi {

namespace {

struct Told {
  std::string_view name;
  std::string_view what;
};
// Others, such as setlocale, change nothing for most programs.
constexpr Told told_of[] = {
    {"exec", "another program in its place"},
    {"fork", "a process of its own"},
    {"pthread_create", "a thread of its own"},
};

}  // namespace

void tell_refusals(int rank, const std::set<std::string>& names) {
  if (names.empty()) return;
  static std::mutex mutex;
  static std::set<std::string_view> told;
  const std::scoped_lock lock(mutex);
  for (const auto& [name, what] : told_of) {
    if (!names.contains(std::string(name)) || !told.insert(name).second) continue;
    std::fprintf(stderr,
                 "isthmus: warning: rank %d asked for %.*s, which a rank does not have: %.*s has "
                 "failed\n",
                 rank, static_cast<int>(what.size()), what.data(), static_cast<int>(name.size()),
                 name.data());
  }
}

}  // namespace isthmus::engine::mpi
