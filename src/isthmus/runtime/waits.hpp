// isthmus/runtime/waits.hpp: who waits for what on a PE.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine::runtime {

/// Plain data.
struct Wait {
  const char* kind;      ///< "coroutine", "object", "reduction" or "message".
  std::string text;      ///< A sentence.
  std::string who = {};  ///< Of a coroutine, and so what follows.
  std::string awaits = {};
  TimeNs since_ns = never_ns;
};

/// Coroutines, those that have begun first before others; objects that wait or cannot move;
/// reductions that miss somebody; messages for what is not there. On the PE's thread; looks at all
/// of its objects.
std::vector<Wait> waits_of(Objects& objects, collective::PeCollectives& collectives);

/// Of the coroutines that wait those that have begun first, `told_max` at most, as rows of the
/// panel "waits". On the PE's thread.
void show_coroutines(const Objects& objects, std::size_t told_max, std::vector<ShownRow>& rows);

/// As rows of the panel "waits", `told_max` at most, and what is not told as a row "more_waits".
void show_waits(const std::vector<Wait>& waits, std::size_t told_max, std::vector<ShownRow>& rows);

}  // namespace isthmus::engine::runtime
