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
using isthmus::mobile::Node;
using isthmus::mobile::Pointer;
using isthmus::mobile::UsageError;

/// Of each PE; the node's state. Owned by the node.
struct isthmus_node {
  explicit isthmus_node(Node& on) : node(on) {}

  Node& node;
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
      if (!archive.ok()) return;
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

isthmus_node& of(Node& node) { return node.state<isthmus_node>(); }
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

void run_request(Node& node, std::uint32_t handler, const Fixed& arguments) {
  require_request(handler);
  isthmus_mobile_program.requests[handler](&of(node), node.sender(), arguments.words);
}
void run_buffer_request(Node& node, std::uint32_t handler, Bytes bytes) {
  require_buffer_request(handler);
  isthmus_mobile_program.buffer_requests[handler](&of(node), node.sender(), bytes.data(),
                                                  bytes.size());
}
void run_object_handler(Node& node, CObject& object, std::uint32_t handler, Bytes bytes) {
  require_object_handler(handler);
  isthmus_mobile_program.object_handlers[handler](&of(node), c_pointer_of(node.current()),
                                                  object.object(), node.sender(), bytes.data(),
                                                  bytes.size());
}

isthmus::mobile::Completion completion_of(isthmus_node* node, isthmus_completion done,
                                          void* closure) {
  if (done == nullptr) return {};
  return [node, done, closure](const Expected<void>& result) {
    if (result) return done(node, 0, nullptr, closure);
    done(node, -1, result.error().text().c_str(), closure);
  };
}

/// Calls a function of the layer; a mistake that it throws becomes -1.
template <class Call>
int guarded(isthmus_node* node, Call&& call) {
  try {
    call();
    return 0;
  } catch (const UsageError& error) {
    return node->refuse(error.what());
  }
}

int status_of(isthmus_node* node, const Expected<void>& result) {
  return result ? 0 : node->refuse(result.error().text());
}

}  // namespace

int isthmus_mobile_run(int argc, char** argv) {
  return isthmus::mobile::run(argc, argv, [](Node& node) {
    isthmus_node& own = node.set_state(std::make_unique<isthmus_node>(node));
    isthmus_mobile_program.main(&own);
  });
}

const char* isthmus_error(const isthmus_node* node) { return node->error.c_str(); }

int isthmus_rank(const isthmus_node* node) { return node->node.rank(); }
int isthmus_size(const isthmus_node* node) { return node->node.size(); }
int isthmus_argument_count(const isthmus_node* node) {
  return static_cast<int>(node->node.arguments().size());
}
const char* isthmus_argument(const isthmus_node* node, int at) {
  const auto& arguments = node->node.arguments();
  const auto place = static_cast<std::size_t>(at);
  return at < 0 || place >= arguments.size() ? nullptr : arguments[place].c_str();
}
double isthmus_seconds(const isthmus_node* node) { return node->node.seconds(); }
void isthmus_set_state(isthmus_node* node, void* state) { node->state = state; }
void* isthmus_state(const isthmus_node* node) { return node->state; }
void isthmus_set_exit_status(isthmus_node* node, int status) { node->node.set_exit_status(status); }

void isthmus_poll(isthmus_node* node) { node->node.poll(); }
void isthmus_wait(isthmus_node* node) { node->node.wait(); }
void isthmus_poll_until(isthmus_node* node, int (*condition)(void* closure), void* closure) {
  node->node.poll_until([=] { return condition(closure) != 0; });
}
void isthmus_barrier(isthmus_node* node) { node->node.barrier(); }
void isthmus_quiescence(isthmus_node* node) { node->node.quiescence(); }

int isthmus_rsr(isthmus_node* node, int to, uint32_t handler, const uint64_t arguments[4]) {
  Fixed fixed;
  std::copy_n(arguments, 4, fixed.words);
  return guarded(node, [&] {
    require_request(handler);
    node->node.rsr<run_request>(to, handler, fixed);
  });
}
int isthmus_rsr_buffer(isthmus_node* node, int to, uint32_t handler, const void* buffer,
                       size_t bytes) {
  return guarded(node, [&] {
    require_buffer_request(handler);
    node->node.rsr<run_buffer_request>(to, handler, bytes_of(buffer, bytes));
  });
}

isthmus_region isthmus_expose(isthmus_node* node, void* memory, size_t bytes) {
  const auto region = node->node.expose(std::span(static_cast<std::byte*>(memory), bytes));
  return {region.bytes, region.pe.value, region.number};
}
int isthmus_withdraw(isthmus_node* node, isthmus_region region) {
  if (node->node.withdraw({PeId(region.pe), region.number, region.bytes})) return 0;
  return node->refuse("no such region on this PE");
}
int isthmus_put(isthmus_node* node, isthmus_region to, uint64_t offset, const void* from,
                size_t bytes, isthmus_completion done, void* closure) {
  return guarded(node, [&] {
    node->node.put({PeId(to.pe), to.number, to.bytes}, offset, bytes_of(from, bytes),
                   completion_of(node, done, closure));
  });
}
int isthmus_get(isthmus_node* node, isthmus_region from, uint64_t offset, void* to, size_t bytes,
                isthmus_completion done, void* closure) {
  return guarded(node, [&] {
    node->node.get({PeId(from.pe), from.number, from.bytes}, offset,
                   std::span(static_cast<std::byte*>(to), bytes),
                   completion_of(node, done, closure));
  });
}

isthmus_pointer isthmus_make(isthmus_node* node, uint32_t type, void* object) {
  if (type >= isthmus_mobile_program.type_count || object == nullptr) {
    node->refuse("isthmus_make: no such type, or no object");
    return {0, 0, 0};
  }
  return c_pointer_of(node->node.make(std::make_unique<CObject>(type, object)));
}
void* isthmus_local(const isthmus_node* node, isthmus_pointer pointer) {
  const CObject* object = node->node.local<CObject>(pointer_of(pointer));
  return object == nullptr ? nullptr : object->object();
}
int isthmus_send(isthmus_node* node, isthmus_pointer to, uint32_t handler, const void* buffer,
                 size_t bytes) {
  return guarded(node, [&] {
    require_object_handler(handler);
    node->node.send<run_object_handler>(pointer_of(to), handler, bytes_of(buffer, bytes));
  });
}
int isthmus_work(isthmus_node* node, isthmus_pointer to, double hint, uint32_t handler,
                 const void* buffer, size_t bytes) {
  return guarded(node, [&] {
    require_object_handler(handler);
    node->node.work<run_object_handler>(pointer_of(to), hint, handler, bytes_of(buffer, bytes));
  });
}
int isthmus_move(isthmus_node* node, isthmus_pointer pointer, int to) {
  return status_of(node, node->node.move(pointer_of(pointer), to));
}
void* isthmus_uninstall(isthmus_node* node, isthmus_pointer pointer) {
  auto data = node->node.uninstall<CObject>(pointer_of(pointer));
  if (data) return (*data)->take();
  node->refuse(data.error().text());
  return nullptr;
}
int isthmus_install(isthmus_node* node, isthmus_pointer pointer, uint32_t type, void* object) {
  if (type >= isthmus_mobile_program.type_count || object == nullptr) {
    return node->refuse("isthmus_install: no such type, or no object");
  }
  return guarded(node, [&] {
    node->node.install(pointer_of(pointer), std::make_unique<CObject>(type, object));
  });
}
int isthmus_destroy(isthmus_node* node, isthmus_pointer pointer) {
  return status_of(node, node->node.destroy(pointer_of(pointer)));
}
