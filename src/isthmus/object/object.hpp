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

/// What can be done with an object without knowing its class; one static per class.
struct ObjectType {
  std::string name;  ///< Normalized.
  void (*destroy)(Object*) noexcept = nullptr;
  std::string (*index_text)(const Key&) = nullptr;
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

 protected:
  /// Takes its identity from the runtime that is constructing it.
  Object();
  ~Object() = default;

 private:
  friend class Objects;
  friend struct LocalCollection;
  friend class ObjectAccounts;

  const ObjectType* type_;
  LocalCollection* collection_;
  ObjectId id_;
  std::uint32_t position_ = 0;  // among the collection's local elements
  std::uint32_t contributions_ =
      0;  // reductions it has taken part in, those before its birth included
  std::uint32_t coroutines_ =
      0;                 // entry methods of its own that wait; it stays while there are any
  bool runs_ = false;    // one of its entry methods is on the stack
  bool doomed_ = false;  // will be destroyed as soon as nothing of its own runs
};

/// What the rooms above object may do with an object's accounts.
class ObjectAccounts {
 public:
  static std::uint32_t& contributions(Object& object) { return object.contributions_; }
};

}  // namespace isthmus
