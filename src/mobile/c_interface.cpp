#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mobile/isthmus_mobile.h"
#include "mobile/mobile.hpp"

using isthmus::Expected;
using isthmus::PeId;
using isthmus::mobile::Pointer;
using isthmus::mobile::Rank;
using isthmus::mobile::UsageError;

/// Of each PE; the rank's state. Owned by the rank.
struct isthmus_self {
  explicit isthmus_self(Rank& on) : rank(on) {}

  Rank& rank;
  void* state = nullptr;
  std::string error;

  int refuse(std::string why) {
    error = std::move(why);
    return -1;
  }
};

namespace {

using Bytes = std::span<const std::byte>;

const isthmus_type& type_of(std::uint32_t number) { return isthmus_mobile_program.types[number]; }

/// The data of a mobile object of a C program.
class CObject {
 public:
  CObject() = default;
  CObject(std::uint32_t type, void* object) : type_(type), object_(object) {}
  ~CObject() {
    if (object_ != nullptr && type_of(type_).destroy != nullptr) type_of(type_).destroy(object_);
  }
  CObject(const CObject&) = delete;
  CObject& operator=(const CObject&) = delete;

  void* object() const { return object_; }
  void* take() { return std::exchange(object_, nullptr); }
  bool can_pack() const { return type_of(type_).pack != nullptr; }

  void serialize(auto& archive) {
    archive(type_);
    if constexpr (std::remove_cvref_t<decltype(archive)>::is_reading) {
      std::vector<std::byte> bytes;
      archive(bytes);
      if (!archive.is_ok()) return;
      if (type_ >= isthmus_mobile_program.type_count || !can_pack()) {
        return archive.fail("no type that can be unpacked", "mobile object");
      }
      object_ = type_of(type_).unpack(bytes.data(), bytes.size());
      if (object_ == nullptr) archive.fail("its type's unpack refused it", "mobile object");
    } else {
      std::vector<std::byte> bytes(type_of(type_).packed_bytes(object_));
      type_of(type_).pack(object_, bytes.data());
      archive(bytes);
    }
  }

 private:
  std::uint32_t type_ = 0;
  void* object_ = nullptr;
};

isthmus_self& of(Rank& rank) { return rank.state<isthmus_self>(); }
Pointer pointer_of(const isthmus_pointer& pointer) {
  return {PeId(pointer.origin), pointer.number};
}
isthmus_pointer c_pointer_of(const Pointer& pointer) {
  return {pointer.number, pointer.origin.value, 0};
}
Bytes bytes_of(const void* buffer, std::size_t bytes) {
  if (buffer == nullptr && bytes > 0) throw UsageError(std::to_string(bytes) + " bytes at NULL");
  return {static_cast<const std::byte*>(buffer), bytes};
}

/// Every process has the same table, so the sender knows; who sends something else is not to be
/// believed.
void require_handler(const char* kind, std::uint32_t handler, std::size_t count) {
  if (handler < count) return;
  throw UsageError(std::string(kind) + " handler " + std::to_string(handler) + " of " +
                   std::to_string(count));
}
void require_request(std::uint32_t handler) {
  require_handler("request", handler, isthmus_mobile_program.request_count);
}
void require_buffer_request(std::uint32_t handler) {
  require_handler("buffer", handler, isthmus_mobile_program.buffer_request_count);
}
void require_object_handler(std::uint32_t handler) {
  require_handler("object", handler, isthmus_mobile_program.object_handler_count);
}

/// The fixed arguments of a request. Plain data.
struct Fixed {
  std::uint64_t words[4];
};

void run_request(Rank& rank, std::uint32_t handler, const Fixed& arguments) {
  require_request(handler);
  isthmus_mobile_program.requests[handler](&of(rank), rank.sender(), arguments.words);
}
void run_buffer_request(Rank& rank, std::uint32_t handler, Bytes bytes) {
  require_buffer_request(handler);
  isthmus_mobile_program.buffer_requests[handler](&of(rank), rank.sender(), bytes.data(),
                                                  bytes.size());
}
void run_object_handler(Rank& rank, CObject& object, std::uint32_t handler, Bytes bytes) {
  require_object_handler(handler);
  isthmus_mobile_program.object_handlers[handler](&of(rank), c_pointer_of(rank.current()),
                                                  object.object(), rank.sender(), bytes.data(),
                                                  bytes.size());
}

isthmus::mobile::Completion completion_of(isthmus_self* self, isthmus_completion done,
                                          void* closure) {
  if (done == nullptr) return {};
  return [self, done, closure](const Expected<void>& result) {
    if (result) return done(self, 0, nullptr, closure);
    done(self, -1, result.error().text().c_str(), closure);
  };
}

/// Calls a function of the layer; a mistake that it throws becomes -1.
template <class Call>
int guarded(isthmus_self* self, Call&& call) {
  try {
    call();
    return 0;
  } catch (const UsageError& error) {
    return self->refuse(error.what());
  }
}

int status_of(isthmus_self* self, const Expected<void>& result) {
  return result ? 0 : self->refuse(result.error().text());
}

}  // namespace

int isthmus_mobile_run(int argc, char** argv) {
  return isthmus::mobile::run(argc, argv, [](Rank& rank) {
    isthmus_self& own = rank.set_state(std::make_unique<isthmus_self>(rank));
    isthmus_mobile_program.main(&own);
  });
}

const char* isthmus_error(const isthmus_self* self) { return self->error.c_str(); }

int isthmus_rank(const isthmus_self* self) { return self->rank.rank(); }
int isthmus_size(const isthmus_self* self) { return self->rank.size(); }
int isthmus_argument_count(const isthmus_self* self) {
  return static_cast<int>(self->rank.arguments().size());
}
const char* isthmus_argument(const isthmus_self* self, int at) {
  const auto& arguments = self->rank.arguments();
  const auto place = static_cast<std::size_t>(at);
  return at < 0 || place >= arguments.size() ? nullptr : arguments[place].c_str();
}
double isthmus_seconds(const isthmus_self* self) { return self->rank.seconds(); }
void isthmus_set_state(isthmus_self* self, void* state) { self->state = state; }
void* isthmus_state(const isthmus_self* self) { return self->state; }
void isthmus_set_exit_status(isthmus_self* self, int status) { self->rank.set_exit_status(status); }

void isthmus_poll(isthmus_self* self) { self->rank.poll(); }
void isthmus_wait(isthmus_self* self) { self->rank.wait(); }
void isthmus_poll_until(isthmus_self* self, int (*condition)(void* closure), void* closure) {
  self->rank.poll_until([=] { return condition(closure) != 0; });
}
void isthmus_barrier(isthmus_self* self) { self->rank.barrier(); }
void isthmus_quiescence(isthmus_self* self) { self->rank.quiescence(); }

int isthmus_rsr(isthmus_self* self, int to, uint32_t handler, const uint64_t arguments[4]) {
  Fixed fixed;
  std::copy_n(arguments, 4, fixed.words);
  return guarded(self, [&] {
    require_request(handler);
    self->rank.rsr<run_request>(to, handler, fixed);
  });
}
int isthmus_rsr_buffer(isthmus_self* self, int to, uint32_t handler, const void* buffer,
                       size_t bytes) {
  return guarded(self, [&] {
    require_buffer_request(handler);
    self->rank.rsr<run_buffer_request>(to, handler, bytes_of(buffer, bytes));
  });
}

isthmus_region isthmus_expose(isthmus_self* self, void* memory, size_t bytes) {
  const auto region = self->rank.expose(std::span(static_cast<std::byte*>(memory), bytes));
  return {region.bytes, region.pe.value, region.number};
}
int isthmus_withdraw(isthmus_self* self, isthmus_region region) {
  if (self->rank.withdraw({PeId(region.pe), region.number, region.bytes})) return 0;
  return self->refuse("no such region on this PE");
}
int isthmus_put(isthmus_self* self, isthmus_region to, uint64_t offset, const void* from,
                size_t bytes, isthmus_completion done, void* closure) {
  return guarded(self, [&] {
    self->rank.put({PeId(to.pe), to.number, to.bytes}, offset, bytes_of(from, bytes),
                   completion_of(self, done, closure));
  });
}
int isthmus_get(isthmus_self* self, isthmus_region from, uint64_t offset, void* to, size_t bytes,
                isthmus_completion done, void* closure) {
  return guarded(self, [&] {
    self->rank.get({PeId(from.pe), from.number, from.bytes}, offset,
                   std::span(static_cast<std::byte*>(to), bytes),
                   completion_of(self, done, closure));
  });
}

isthmus_pointer isthmus_make(isthmus_self* self, uint32_t type, void* object) {
  if (type >= isthmus_mobile_program.type_count || object == nullptr) {
    self->refuse("isthmus_make: no such type, or no object");
    return {0, 0, 0};
  }
  return c_pointer_of(self->rank.make(std::make_unique<CObject>(type, object)));
}
void* isthmus_local(const isthmus_self* self, isthmus_pointer pointer) {
  const CObject* object = self->rank.local<CObject>(pointer_of(pointer));
  return object == nullptr ? nullptr : object->object();
}
int isthmus_send(isthmus_self* self, isthmus_pointer to, uint32_t handler, const void* buffer,
                 size_t bytes) {
  return guarded(self, [&] {
    require_object_handler(handler);
    self->rank.send<run_object_handler>(pointer_of(to), handler, bytes_of(buffer, bytes));
  });
}
int isthmus_work(isthmus_self* self, isthmus_pointer to, double hint, uint32_t handler,
                 const void* buffer, size_t bytes) {
  return guarded(self, [&] {
    require_object_handler(handler);
    self->rank.work<run_object_handler>(pointer_of(to), hint, handler, bytes_of(buffer, bytes));
  });
}
int isthmus_move(isthmus_self* self, isthmus_pointer pointer, int to) {
  return status_of(self, self->rank.move(pointer_of(pointer), to));
}
void* isthmus_uninstall(isthmus_self* self, isthmus_pointer pointer) {
  auto data = self->rank.uninstall<CObject>(pointer_of(pointer));
  if (data) return (*data)->take();
  self->refuse(data.error().text());
  return nullptr;
}
int isthmus_install(isthmus_self* self, isthmus_pointer pointer, uint32_t type, void* object) {
  if (type >= isthmus_mobile_program.type_count || object == nullptr) {
    return self->refuse("isthmus_install: no such type, or no object");
  }
  return guarded(self, [&] {
    self->rank.install(pointer_of(pointer), std::make_unique<CObject>(type, object));
  });
}
int isthmus_destroy(isthmus_self* self, isthmus_pointer pointer) {
  return status_of(self, self->rank.destroy(pointer_of(pointer)));
}
