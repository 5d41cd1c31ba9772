// isthmus/object/collectives.hpp: what objects ask of all PEs together.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/section.hpp"

namespace isthmus::engine {

class Object;
struct LocalCollection;
struct ReducerOps;

/// What objects ask of all PEs together; the room `collective` does it.
class Collectives {
 public:
  virtual ~Collectives() = default;
  /// Hands a copy of the message to `inner` on every PE, in one order everywhere but for
  /// priorities.
  virtual void broadcast(MessagePtr message, HandlerId inner) = 0;
  /// The number of the latest broadcast of any kind that has come to this PE; they are numbered
  /// from 1.
  virtual std::uint64_t latest_broadcast() const = 0;
  /// Whether all up to this number have come to this PE.
  virtual bool has_broadcasts_to(std::uint64_t number) const = 0;
  /// Makes a section of an array's elements, in the order of their indices; this PE keeps it.
  virtual void create_section(CollectionId section, CollectionId array,
                              std::vector<Key> members) = 0;
  /// Sends an entry message to every member of the section that its collection names.
  virtual void multicast(MessagePtr message) = 0;
  /// Brings each part to its element. The message's collection is an array or a section; where no
  /// part has an address, there is one for each element, in their order.
  virtual void scatter(MessagePtr parts) = 0;
  /// Where a reduction's result goes that is parts for elements, with their addresses.
  virtual CallbackTarget scatter_target(CollectionId array, PeId root) const = 0;
  /// The object's next contribution to its collection's reductions; `value` points to what
  /// `ops` takes, and is moved from.
  virtual void contribute(Object& object, const ReducerOps& ops, void* value,
                          const CallbackTarget& target) = 0;
  /// The same for the next reduction of a section that the object is a member of.
  virtual void contribute(Object& object, const SectionName& section, const ReducerOps& ops,
                          void* value, const CallbackTarget& target) = 0;
  /// The object has come to its collection's next barrier, which is one of its reductions; the
  /// inbox of this PE is told when all elements have.
  virtual void enter_barrier(Object& object, std::uint64_t inbox) = 0;
  /// Numbers an insertion so that reductions know of it, then hands it to the element's PE.
  virtual void insert(MessagePtr creation) = 0;
  /// A collection has come to this PE with its first elements.
  virtual void collection_created(LocalCollection& collection, std::int64_t job_wide_count) = 0;
  virtual void element_added(LocalCollection& collection, Object& object) = 0;
  virtual void element_removed(LocalCollection& collection, Object& object) = 0;
  /// An element leaves for another PE, or has come from one.
  virtual void element_departed(LocalCollection& collection, Object& object) = 0;
  virtual void element_arrived(LocalCollection& collection, Object& object) = 0;
  /// Sends nothing to the target before every message is handled and none is under way.
  virtual void detect_quiescence(const CallbackTarget& target) = 0;
};

}  // namespace isthmus::engine
