// isthmus/thread/sanitizer_switch.hpp: tells the sanitizers when a thread goes to another stack.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISTHMUS_FOLLOWS_STACKS
#elif __has_feature(thread_sanitizer)
#define ISTHMUS_FOLLOWS_FIBERS
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ISTHMUS_FOLLOWS_STACKS
#elif defined(__SANITIZE_THREAD__)
#define ISTHMUS_FOLLOWS_FIBERS
#endif

#if defined(ISTHMUS_FOLLOWS_STACKS)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(ISTHMUS_FOLLOWS_FIBERS)
#include <sanitizer/tsan_interface.h>
#endif

namespace isthmus::engine::detail {

/// One user-level thread as the sanitizers see it. Each call is nothing where there is none. The
/// order of a visit: `before_entering`, the switch, `after_entering`, the body, `before_leaving`,
/// the switch back, `after_leaving`.
class SanitizerSwitch {
 public:
#if defined(ISTHMUS_FOLLOWS_STACKS)
  /// What another stack at this place had marked as not to be touched is forgotten.
  void created(void* bottom, std::size_t bytes) {
    bottom_ = bottom, bytes_ = bytes;
    __asan_unpoison_memory_region(bottom, bytes);
  }
  void destroyed() {}
  void before_entering() { __sanitizer_start_switch_fiber(&owner_fake_, bottom_, bytes_); }
  void after_entering() {
    __sanitizer_finish_switch_fiber(own_fake_, &owner_bottom_, &owner_bytes_);
  }
  void before_leaving(bool for_good) {
    __sanitizer_start_switch_fiber(for_good ? nullptr : &own_fake_, owner_bottom_, owner_bytes_);
  }
  void after_leaving() { __sanitizer_finish_switch_fiber(owner_fake_, nullptr, nullptr); }

 private:
  void* bottom_ = nullptr;
  std::size_t bytes_ = 0;
  void* own_fake_ = nullptr;
  void* owner_fake_ = nullptr;
  const void* owner_bottom_ = nullptr;
  std::size_t owner_bytes_ = 0;
#elif defined(ISTHMUS_FOLLOWS_FIBERS)
  void created(void*, std::size_t) { own_ = __tsan_create_fiber(0); }
  void destroyed() { __tsan_destroy_fiber(own_); }
  void before_entering() {
    owner_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(own_, 0);
  }
  void after_entering() {}
  void before_leaving(bool) { __tsan_switch_to_fiber(owner_, 0); }
  void after_leaving() {}

 private:
  void* own_ = nullptr;
  void* owner_ = nullptr;
#else
  void created(void*, std::size_t) {}
  void destroyed() {}
  void before_entering() {}
  void after_entering() {}
  void before_leaving(bool) {}
  void after_leaving() {}
#endif
};

}  // namespace isthmus::engine::detail
