// isthmus/object/object.hpp: the base of all chares: who an object is and where it is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/object/object_state.hpp"

namespace isthmus::engine {

class Objects;
class Object;
struct Collection;
struct LocalCollection;
struct MigrantOps;

/// What can be done with an object without knowing its class; one static per class.
struct ObjectType {
  std::string name;       ///< Normalized.
  std::size_t bytes = 0;  ///< Of an object, without what it owns elsewhere.
  void (*destroy)(Object*) noexcept = nullptr;
  std::string (*index_text)(const Key&) = nullptr;
  const MigrantOps* migrant = nullptr;          ///< Null where objects of the class cannot move.
  void (*before_migration)(Object&) = nullptr;  ///< The user's; null where there is none.
  void (*after_migration)(Object&) = nullptr;   ///< Likewise.
  std::string (*stays_for)(const Object&) = nullptr;  ///< Likewise; see Chare::migrate_to.
  /// The user's, of a class of groups; null where there is none; see Chare.
  void (*joined)(Object&, const std::vector<PeId>& pes) = nullptr;
  void (*left)(Object&, const std::vector<PeId>& pes) = nullptr;  ///< Likewise.
  std::string (*waits_for)(const Object&) = nullptr;              ///< Likewise; see Chare.
};

/// The part of a chare that belongs to the runtime. Lives on one PE and is used by that PE's thread
/// alone.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  const ObjectId& id() const { return state_.id; }
  const Key& key() const { return state_.id.key; }
  const ObjectType& type() const { return *state_.type; }
  LocalCollection& collection() const { return *state_.collection; }
  Objects& host() const;
  /// "Block[3,4]".
  std::string text() const;
  /// How often it has moved from one PE to another; elements of the same name that ended before it
  /// count, too.
  std::uint32_t epoch() const { return state_.epoch; }
  /// The program wants it to stay where it is.
  bool is_pinned() const { return state_.pinned; }

 protected:
  /// Takes its identity from the runtime that is constructing it.
  Object();
  ~Object() = default;

 private:
  friend ObjectState& state_of(Object& object);
  friend const ObjectState& state_of(const Object& object);

  ObjectState state_;
};

/// For the runtime: the rooms that keep accounts in objects.
inline ObjectState& state_of(Object& object) { return object.state_; }
inline const ObjectState& state_of(const Object& object) { return object.state_; }

}  // namespace isthmus::engine
