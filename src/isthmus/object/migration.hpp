// isthmus/object/migration.hpp: objects on their way from one PE to another.
#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/type_name.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/object/broadcast_gate.hpp"
#include "isthmus/object/broadcasts.hpp"
#include "isthmus/object/collections.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/execution.hpp"
#include "isthmus/object/location_manager.hpp"
#include "isthmus/object/object.hpp"
#include "isthmus/object/ordering.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/object/residents.hpp"
#include "isthmus/serial/describer.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine {

/// T can move to another PE: it has a member `void serialize(auto& archive)` for all that it holds,
/// and a default constructor, which makes the object that is then read into.
template <class T>
concept Migratable = std::derived_from<T, Object> && std::is_default_constructible_v<T> &&
                     requires(T& object, serial::Sizer& archive) { object.serialize(archive); };

/// What the runtime keeps of an object on its way.
struct MigrantState {
  std::uint32_t epoch = 0;
  std::uint32_t contributions = 0;
  std::uint32_t broadcasts = 0;
  bool pinned = false;
  std::vector<PeId> profile;        ///< See location::Policy::keeps_profiles.
  std::unique_ptr<OrderBook> book;  ///< Null where it has no part in an ordered array.
  std::vector<Membership> memberships;

  void serialize(auto& archive) {
    archive(epoch, contributions, broadcasts, pinned, profile, book, memberships);
  }
};

/// What can be done with an object that leaves its PE, or is taken down as bytes, without knowing
/// its class; one static per class.
struct MigrantOps : PayloadOps {
  /// A message that owns the object. Within a process it takes it along as it is.
  MessagePtr (*pack)(Pool& pool, Object& object, MigrantState state) = nullptr;
  /// The object of a message that has come, given over to the caller; of one that came as bytes a
  /// new one of the collection. Fails where the bytes do not decode.
  Expected<Object*> (*unpack)(Execution& execution, LocalCollection& collection, Message& message,
                              MigrantState& state) = nullptr;
  /// Of the object's serialized form, in bytes.
  std::size_t (*size)(const Object& object) = nullptr;
  /// Writes that form; `to` has `size` bytes.
  void (*write)(const Object& object, std::span<std::byte> to) = nullptr;
  /// Reads it into the object, which its default constructor has made, or of which nothing runs.
  Expected<void> (*read)(Object& object, std::span<const std::byte> from) = nullptr;
  /// Makes an object of the collection with its default constructor.
  Object* (*make)(Execution& execution, LocalCollection& collection, const Key& key) = nullptr;
  /// The form in which the class writes its objects (serial::Describer), told by one that is made
  /// as `make` makes it, and ends.
  std::string (*form)(Execution& execution, LocalCollection& collection, const Key& key) = nullptr;
  /// Calls the class's `absorb`; null where it has none.
  void (*absorb)(Object& object, Object& other) = nullptr;
};

namespace detail {

template <class T>
struct MigrantOpsOf final : MigrantOps {
  struct Payload {
    std::unique_ptr<T> object;
    MigrantState state;
    /// Of the serialized form; 0 until it is measured. It is the old PE that measures: on the way
    /// within a process others would ask an object that is nowhere, and may reach for what its PE
    /// knows.
    std::size_t bytes = 0;
  };

  MigrantOpsOf() {
    kind = Kind::migrant;
    destroy = [](Message& message) noexcept { of(message).~Payload(); };
    wire_size = [](const Message& message) {
      std::size_t& bytes = of(message).bytes;
      if (bytes == 0) {
        serial::Sizer sizer;
        write_all(sizer, message);
        bytes = sizer.position();
      }
      return bytes;
    };
    marshal = [](const Message& message, std::span<std::byte> to) {
      serial::Writer writer(to);
      write_all(writer, message);
    };
    pack = [](Pool& pool, Object& object, MigrantState state) {
      MessagePtr message = pool.acquire(sizeof(Payload));
      new (message->payload())
          Payload{std::unique_ptr<T>(static_cast<T*>(&object)), std::move(state), 0};
      message->form = PayloadForm::typed;
      message->flags |= flag_has_destructor;
      return message;
    };
    unpack = &take;
    size = [](const Object& object) {
      serial::Sizer sizer;
      // Reading and writing share one member, which is not const.
      const_cast<T&>(static_cast<const T&>(object)).serialize(sizer);
      return sizer.position();
    };
    write = [](const Object& object, std::span<std::byte> to) {
      serial::Writer writer(to);
      const_cast<T&>(static_cast<const T&>(object)).serialize(writer);
    };
    read = &read_into;
    make = &make_default;
    form = &describe;
    if constexpr (requires(T& object, T& other) { object.absorb(std::move(other)); }) {
      absorb = [](Object& object, Object& other) {
        static_cast<T&>(object).absorb(std::move(static_cast<T&>(other)));
      };
    }
    enlist("migration of " + normalized_name(compiler_name<T>()));
  }

  static Payload& of(const Message& message) {
    return *std::launder(reinterpret_cast<Payload*>(const_cast<std::byte*>(message.payload())));
  }
  template <class Archive>
  static void write_all(Archive& archive, const Message& message) {
    archive(of(message).state);
    // Reading and writing share one member, which is not const.
    of(message).object->serialize(archive);
  }

  static Expected<void> read_into(Object& object, std::span<const std::byte> from) {
    serial::Reader reader(from);
    static_cast<T&>(object).serialize(reader);
    return reader.finish();
  }
  static Object* make_default(Execution& execution, LocalCollection& collection, const Key& key);
  static std::string describe(Execution& execution, LocalCollection& collection, const Key& key);
  static Expected<Object*> take(Execution& execution, LocalCollection& collection, Message& message,
                                MigrantState& state);
};

template <class T>
inline const MigrantOpsOf<T> migrant_ops;

}  // namespace detail

/// One PE's part in moving objects. For the PE's thread alone.
///
/// An object that has come waits until its new PE has seen every broadcast that its old one had
/// seen, of whatever kind: so whatever collections and readonly values it knows are
/// there.
class Migrations {
 public:
  /// The parts that an object's departure and arrival concern.
  struct Parts {
    const PeContext& context;
    Execution& execution;
    Collections& collections;
    Residents& residents;
    Delivery& delivery;
    BroadcastGate& gate;
    Broadcasts& broadcasts;
    LocationManager& locations;
    Ordering& ordering;
  };

  explicit Migrations(const Parts& parts);
  Migrations(const Migrations&) = delete;
  Migrations& operator=(const Migrations&) = delete;

  /// Calls the user's hook, which may still change where the object goes, or end it.
  void prepare(Object& object) { call_hook(object, object.type().before_migration, "before"); }
  /// Sends the object, of which nothing runs, where it wants to go.
  void depart(Object& object);

 private:
  void deliver(MessagePtr message);
  /// Whether such an object can come for the collection.
  Expected<void> check(const Message& message, const LocalCollection& collection) const;
  Expected<Object*> unpack(LocalCollection& collection, Message& message, MigrantState& state);
  void settle_in(Object& object, LocalCollection& collection, MigrantState state, PeId from);
  void call_hook(Object& object, void (*hook)(Object&), const char* when);

  const Parts parts_;
  HandlerId handler_;
};

}  // namespace isthmus::engine
