// A rank's environment: an array in its heap. Old values are not freed, as in libc: a program may
// hold them.
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "isthmus/image/binding.hpp"
#include "isthmus/image/heap.hpp"

namespace isthmus::engine::image {

namespace {

char** find(std::string_view name, Header* header) {
  char** entry = header->libc.environment;
  for (; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (text.size() > name.size() && text[name.size()] == '=' && text.starts_with(name)) {
      return entry;
    }
  }
  return nullptr;
}

bool is_name(const char* name) {
  return name != nullptr && *name != '\0' && std::strchr(name, '=') == nullptr;
}

char* value_of(const char* name, Header* header) {
  char** entry = find(name, header);
  return entry == nullptr ? nullptr : *entry + std::strlen(name) + 1;
}

/// `entry`, "name=value", takes the place of what there is, or comes last in a new array: the
/// program may have made the old one.
int put(std::string_view name, char* entry, Header* header) {
  if (char** old = find(name, header); old != nullptr) {
    *old = entry;
    return 0;
  }
  std::size_t count = 0;
  char** old = header->libc.environment;
  while (old != nullptr && old[count] != nullptr) ++count;
  auto** larger = static_cast<char**>(header->heap->allocate((count + 2) * sizeof(char*)));
  if (larger == nullptr) {
    errno = ENOMEM;
    return -1;
  }
  std::copy_n(old, count, larger);
  larger[count] = entry;
  larger[count + 1] = nullptr;
  header->libc.environment = larger;
  return 0;
}

int set(const char* name, const char* value, int overwrite, Header* header) {
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  if (overwrite == 0 && find(name, header) != nullptr) return 0;
  const std::size_t name_length = std::strlen(name);
  const std::size_t value_length = std::strlen(value);
  auto* entry = static_cast<char*>(header->heap->allocate(name_length + value_length + 2));
  if (entry == nullptr) {
    errno = ENOMEM;
    return -1;
  }
  char* end = std::copy_n(name, name_length, entry);
  *end++ = '=';
  std::copy_n(value, value_length + 1, end);
  return put({name, name_length}, entry, header);
}

int unset(const char* name, Header* header) {
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  while (char** entry = find(name, header)) {
    do {
      entry[0] = entry[1];
    } while (*entry++ != nullptr);
  }
  return 0;
}

int put_entry(char* entry, Header* header) {
  const char* end = std::strchr(entry, '=');
  if (end == nullptr) return unset(entry, header);
  return put({entry, static_cast<std::size_t>(end - entry)}, entry, header);
}

int clear(Header* header) {
  header->libc.environment = nullptr;
  return 0;
}

}  // namespace

std::vector<Binding> environment_bindings() {
  constexpr std::size_t environment = offsetof(Header, libc.environment);
  return {
      bind("getenv", &value_of),
      bind("secure_getenv", &value_of),
      bind("__secure_getenv", &value_of),
      bind("setenv", &set),
      bind("unsetenv", &unset),
      bind("putenv", &put_entry),
      bind("clearenv", &clear),
      bind_data("environ", environment),
      bind_data("_environ", environment),
      bind_data("__environ", environment),
      bind_data("program_invocation_name", offsetof(Header, libc.name)),
      bind_data("program_invocation_short_name", offsetof(Header, libc.short_name)),
      bind_data("__progname_full", offsetof(Header, libc.name)),
      bind_data("__progname", offsetof(Header, libc.short_name)),
  };
}

}  // namespace isthmus::engine::image
