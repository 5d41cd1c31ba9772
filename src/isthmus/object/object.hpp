// isthmus/object/object.hpp: what the runtime keeps in every object.
#pragma once

#include <cstdint>
#include <string>

#include "isthmus/base/object_id.hpp"

namespace isthmus {

class Objects;
class Object;
struct Collection;
struct LocalCollection;
struct MigrantOps;
class Load;

/// What can be done with an object without knowing its class; one static per class.
struct ObjectType {
  std::string name;  ///< Normalized.
  void (*destroy)(Object*) noexcept = nullptr;
  std::string (*index_text)(const Key&) = nullptr;
  const MigrantOps* migrant = nullptr;          ///< Null where objects of the class cannot move.
  void (*before_migration)(Object&) = nullptr;  ///< The user's; null where there is none.
  void (*after_migration)(Object&) = nullptr;   ///< Likewise.
};

/// The part of a chare that belongs to the runtime: who it is and where it is kept. Lives on one PE
/// and is used by that PE's thread alone.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  const ObjectId& id() const { return id_; }
  const Key& key() const { return id_.key; }
  const ObjectType& type() const { return *type_; }
  LocalCollection& collection() const { return *collection_; }
  Objects& host() const;
  /// "Block[3,4]".
  std::string text() const;
  /// It will be destroyed as soon as nothing of its own runs, and takes no more messages.
  bool doomed() const { return doomed_; }
  /// How often it has moved from one PE to another; elements of the same name that ended before it
  /// count, too.
  std::uint32_t epoch() const { return epoch_; }
  /// The program wants it to stay where it is.
  bool pinned() const { return pinned_; }

 protected:
  /// Takes its identity from the runtime that is constructing it.
  Object();
  ~Object() = default;

 private:
  friend class Objects;
  friend class BorderObjects;
  friend class Broadcasts;
  friend class Gauge;
  friend class Migrations;
  friend struct LocalCollection;
  friend class ObjectAccounts;

  const ObjectType* type_;
  LocalCollection* collection_;
  ObjectId id_;
  std::uint32_t position_ = 0;  // among the collection's local elements
  std::uint32_t contributions_ =
      0;  // reductions it has taken part in, those before its birth included
  std::uint32_t coroutines_ =
      0;  // entry methods of its own that wait; it stays while there are any
  std::uint32_t epoch_ = 0;
  std::uint32_t broadcasts_ = 0;  // the last broadcast to its collection that it has seen
  Load* load_ = nullptr;          // what it costs; null where nobody measures
  PeId moving_to_;                // as soon as nothing of its own runs; none while it stays
  bool runs_ = false;             // one of its entry methods is on the stack
  bool doomed_ = false;           // will be destroyed as soon as nothing of its own runs
  bool held_ = false;             // lacks broadcasts; what comes for it waits
  bool pinned_ = false;           // the program wants it to stay
  bool watched_ = false;          // the location policy wants to know who sends to it
  bool crosses_ = false;          // has sent to another site of late, where that is watched
  bool border_ = false;           // what comes for it goes to the grid queue
  bool listed_ = false;           // among those that leave or end soon
};

/// What the rooms above object may do with an object's accounts.
class ObjectAccounts {
 public:
  static std::uint32_t& contributions(Object& object) { return object.contributions_; }
};

}  // namespace isthmus
