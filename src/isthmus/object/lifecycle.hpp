// isthmus/object/lifecycle.hpp: how objects and their collections come to be on a PE, and end.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/object/collections.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/execution.hpp"
#include "isthmus/object/location_manager.hpp"
#include "isthmus/object/migration.hpp"
#include "isthmus/object/ordering.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/object/residents.hpp"
#include "isthmus/object/seeds.hpp"

namespace isthmus::engine {

class Lifecycle;

/// A message whose handling makes something of a type that only its payload knows.
struct Creator : PayloadOps {
  enum class Makes : std::uint8_t { collection, element };

  Makes makes = Makes::collection;
  const ObjectType* type = nullptr;  ///< Of an element.
  void (*create)(Lifecycle& lifecycle, Message& message) = nullptr;
  /// Makes a collection whose elements are restored: so many in the job as the low half of the
  /// message's key says. Those of a group are made as if it were new.
  void (*restore)(Lifecycle& lifecycle, Message& message) = nullptr;
};

/// One PE's part in making objects and ending them, and in the wishes of objects to leave. For the
/// PE's thread alone.
class Lifecycle {
 public:
  /// The parts that an object's birth and end concern.
  struct Parts {
    const PeContext& context;
    Execution& execution;
    Collections& collections;
    Residents& residents;
    Delivery& delivery;
    LocationManager& locations;
    Ordering& ordering;
    Migrations& migrations;
    const Seeds& seeds;
  };

  explicit Lifecycle(const Parts& parts);

  const PeContext& context() const { return parts_.context; }
  Collections& collections() { return parts_.collections; }

  /// Tells all PEs to make a collection. The message's payload is of a Creator.
  void create_collection(MessagePtr creation) const;
  /// Tells all PEs to make one that has been before, without its elements, of which there will be
  /// so many in the job; see images.hpp.
  void restore_collection(MessagePtr creation, std::uint64_t elements) const;
  /// An element of an array without bounds, on its home PE; or a single chare on a PE of choice.
  void insert(MessagePtr creation) const;
  HandlerId insertion_handler() const { return insertion_handler_; }

  /// For a Creator: makes an element here; `construct` runs the constructor, which finds its
  /// identity in the execution.
  template <class Construct>
  auto* construct(LocalCollection& collection, const ObjectType& type, const Key& key,
                  std::uint32_t birth, Construct&& construct) {
    auto* object = parts_.execution.construct(collection, type, key, birth,
                                              std::forward<Construct>(construct));
    parts_.residents.enroll(*object);
    return object;
  }
  /// For a Creator: the collection has all elements that begin here, of so many in the job.
  void finish(LocalCollection& collection, std::int64_t job_wide_count) const;

  /// Ends an object as soon as nothing of its own runs.
  void destroy(Object& object);
  /// Moves an object as soon as nothing of its own runs and it is not pinned.
  void migrate(Object& object, PeId to);
  void pin(Object& object) { state_of(object).pinned = true; }
  void unpin(Object& object);
  /// Why the object may not leave now, whoever wishes it; empty where it may. What runs of it, and
  /// its coroutines, are no reason: they end.
  std::string reason_to_stay(const Object& object) const;
  /// Why the object may not be taken down as bytes now, or leave; empty where it may.
  std::string reason_against_image(const Object& object) const;
  void begin_coroutine(Object& object) { ++state_of(object).coroutines; }
  void end_coroutine(Object& object);

  /// Something that kept the object here has ended.
  void reconsider(Object& object);
  /// Ends and moves the objects that wait for it and of which nothing runs.
  void settle() {
    if (!leaving_.empty()) settle_leaving();
  }

 private:
  void deliver_creation(MessagePtr message);
  void deliver_restoration(MessagePtr message);
  void make_collection(MessagePtr message, bool restored);
  void deliver_insertion(MessagePtr message);
  /// Whether the collection may have such an element; else the job has failed.
  bool expect_insertable(const Message& message, const LocalCollection& collection) const;
  void make_element(MessagePtr message, LocalCollection& collection);
  void settle_leaving();
  void destroy_now(Object& object);

  const Parts parts_;
  HandlerId creation_handler_;
  HandlerId restoration_handler_;
  HandlerId insertion_handler_;
  std::vector<Object*> leaving_;  // ending, or on the move
};

}  // namespace isthmus::engine
