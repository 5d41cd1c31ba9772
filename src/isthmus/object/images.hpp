// isthmus/object/images.hpp: the objects of a PE as bytes, and back, in another job of the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/object/collections.hpp"
#include "isthmus/object/creation_image.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/execution.hpp"
#include "isthmus/object/lifecycle.hpp"
#include "isthmus/object/location_manager.hpp"
#include "isthmus/object/object_bytes.hpp"
#include "isthmus/object/parked_messages.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/object/readonlies.hpp"
#include "isthmus/object/residents.hpp"
#include "isthmus/object/waiting.hpp"

namespace isthmus::engine {

/// How a class writes its objects. Plain data; is sent.
struct ClassForm {
  std::uint64_t kind = 0;  ///< PayloadOps::id of its MigrantOps.
  std::string name;
  std::uint64_t form = 0;  ///< A hash of what a serial::Describer says of it.
};

/// A message of that payload; null where this program has nothing of the kind.
MessagePtr message_of_bytes(const PeContext& context, std::uint64_t kind,
                            std::span<const std::byte> payload);

/// One PE's part in taking its objects down and in making them again, where the job is quiet. For
/// the PE's thread alone.
///
/// An object is taken down as if it left: its class's `before_migration` is called, `serialize`
/// writes it, and `after_migration` is called. It is made again in a job that has just begun, of
/// any number of PEs, where its mapping has it start; it has moved never and contributed nothing,
/// and neither have all others.
class Images {
 public:
  /// The parts that this concerns.
  struct Parts {
    const PeContext& context;
    Execution& execution;
    Collections& collections;
    Residents& residents;
    Delivery& delivery;
    LocationManager& locations;
    Lifecycle& lifecycle;
    Readonlies& readonlies;
    const Activities& activities;
    const ParkedMessages& parked;
  };

  explicit Images(const Parts& parts) : parts_(parts) {}

  /// Why what is here cannot be taken down now, in a line that names one object; empty where it
  /// can.
  std::string obstacle() const;
  /// All objects here, see object_bytes, in the order of their ids. There is no obstacle. They are
  /// written over what `room` holds where that is large enough, and no more than twice so large:
  /// memory that has been touched before is filled sooner.
  std::vector<std::byte> take(std::vector<std::byte> room = {}) const;
  /// Of the classes of all objects here, in the order of their kinds. Makes an object of each, at
  /// the first time, which ends at once.
  std::vector<ClassForm> forms();
  /// How to make the collections and readonly values again that this PE knows, in the order of
  /// their ids: the first PE of each process knows all; others none.
  std::vector<CreationImage> creations() const;

  /// Makes a collection again, or sets a readonly value, on all PEs; `elements` the job has of it.
  /// Fails where this program has nothing of that kind.
  Expected<void> restore(const CreationImage& creation, std::uint64_t elements) const;
  /// Objects that are to be made again were written by classes of these forms.
  void expect(const std::vector<ClassForm>& forms);
  /// The PE on which an object is to be made again. Fails where its collection is not here.
  Expected<PeId> place_of(const ObjectId& id) const;
  /// Whether it is a group's element of another PE, which goes into the one of this PE: after that
  /// has read its own.
  bool is_of_another_pe(const ObjectImage& image) const;
  /// Makes an object again that has its place here. A group's element is there already, and reads
  /// what it was; that of a PE which takes part no more goes into the one of this PE, by the
  /// class's `absorb(T&&)`. Fails where the class has another form than was expected.
  Expected<void> restore(const ObjectImage& image);
  /// All are there again. Calls the hooks of the groups' elements here: `left` of each that has
  /// one, unless nobody has left, then likewise `joined`.
  void tell_groups(const std::vector<PeId>& left, const std::vector<PeId>& joined) const;

 private:
  std::string obstacle_of(const Object& object) const;
  void call_hook(Object& object, void (*hook)(Object&), const char* when) const;
  template <class Hook>
  void call(Object& object, Hook hook, const char* when) const;
  std::uint64_t form_of(LocalCollection& collection, const Key& key, const MigrantOps& ops);
  Expected<void> check_form(LocalCollection& collection, const Object& object);
  Expected<Object*> make(LocalCollection& collection, const ObjectImage& image);
  Expected<void> restore_of_group(LocalCollection& collection, const ObjectImage& image);

  const Parts parts_;
  // By PayloadOps::id.
  std::map<std::uint64_t, std::uint64_t> forms_;
  std::map<std::uint64_t, std::uint64_t> expected_forms_;
};

}  // namespace isthmus::engine
