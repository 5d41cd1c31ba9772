// isthmus/object/object_state.hpp: what the runtime keeps in every object.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/object/section.hpp"

namespace isthmus::engine {

struct ObjectType;
struct LocalCollection;
class Load;

/// Whether an object takes messages, and whether it will go on to.
enum class Stage : std::uint8_t {
  present,          ///< It takes what comes for it.
  held,             ///< It lacks broadcasts; what comes for it waits, see broadcasts.hpp.
  ending,           ///< It is destroyed as soon as nothing of its own runs, and takes no more.
  held_and_ending,  ///< The same, once it has the broadcasts that it lacks.
};

/// The runtime's part of an object. Belongs to the PE that has the object, and to its thread.
struct ObjectState {
  const ObjectType* type = nullptr;
  LocalCollection* collection = nullptr;
  ObjectId id;
  std::uint32_t position = 0;       ///< Among the collection's local elements.
  std::uint32_t contributions = 0;  ///< Reductions it took part in, those before its birth as well.
  std::uint32_t coroutines = 0;     ///< Entry methods that wait; while there are any it stays.
  std::uint32_t epoch = 0;          ///< How often it, and elements of its name before it, moved.
  std::uint32_t broadcasts = 0;     ///< The last one to its collection that it has seen.
  Load* load = nullptr;             ///< What it costs; null where nobody measures.
  PeId moving_to;                   ///< As soon as nothing of its own runs; none while it stays.
  Stage stage = Stage::present;
  bool runs = false;     ///< One of its entry methods is on the stack.
  bool pinned = false;   ///< The program wants it to stay.
  bool watched = false;  ///< The location policy wants to know who sends to it.
  bool crosses = false;  ///< It has sent to another site of late, where that is watched.
  bool border = false;   ///< What comes for it goes to the grid queue.
  bool listed = false;   ///< Among those that leave or end soon.
  std::vector<Membership> memberships = {};  ///< Of sections that have reductions.

  bool is_held() const { return stage == Stage::held || stage == Stage::held_and_ending; }
  bool is_ending() const { return stage >= Stage::ending; }
  bool may_leave() const { return moving_to && !pinned && !is_held(); }
  /// False where it was ending already.
  bool end() {
    if (is_ending()) return false;
    stage = stage == Stage::held ? Stage::held_and_ending : Stage::ending;
    return true;
  }
  void hold() { stage = Stage::held; }
  void release() { stage = is_ending() ? Stage::ending : Stage::present; }
};

}  // namespace isthmus::engine
