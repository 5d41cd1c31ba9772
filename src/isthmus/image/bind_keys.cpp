// Values by key, of a thread elsewhere, here of a rank: a rank is one thread, and may go on in
// another thread of the process. Destructors are not called, as they are not where a process exits.
#include <pthread.h>

#include <algorithm>
#include <cerrno>

#include "isthmus/image/binding.hpp"

namespace isthmus::engine::image {

namespace {

int create(pthread_key_t* key, void*, Header* header) {
  auto& keys = header->libc.keys;
  const auto free_one = std::ranges::find(keys.taken, false);
  if (free_one == keys.taken.end()) return EAGAIN;
  *key = static_cast<pthread_key_t>(free_one - keys.taken.begin());
  *free_one = true;
  keys.values[*key] = nullptr;
  return 0;
}

bool is_taken(pthread_key_t key, const Header* header) {
  return key < header->libc.keys.taken.size() && header->libc.keys.taken[key];
}

int remove(pthread_key_t key, Header* header) {
  if (!is_taken(key, header)) return EINVAL;
  header->libc.keys.taken[key] = false;
  return 0;
}

void* get(pthread_key_t key, Header* header) {
  return is_taken(key, header) ? header->libc.keys.values[key] : nullptr;
}

int set(pthread_key_t key, const void* value, Header* header) {
  if (!is_taken(key, header)) return EINVAL;
  header->libc.keys.values[key] = const_cast<void*>(value);
  return 0;
}

}  // namespace

std::vector<Binding> key_bindings() {
  return {
      bind("pthread_key_create", &create), bind("__pthread_key_create", &create),
      bind("pthread_key_delete", &remove), bind("pthread_getspecific", &get),
      bind("__pthread_getspecific", &get), bind("pthread_setspecific", &set),
      bind("__pthread_setspecific", &set),
  };
}

}  // namespace isthmus::engine::image
