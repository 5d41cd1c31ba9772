// The heap, and the functions of libc that hand memory to their caller: a rank frees it, so it has
// to be the rank's.
#include <dirent.h>
#include <malloc.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "isthmus/image/address.hpp"
#include "isthmus/image/binding.hpp"
#include "isthmus/image/heap.hpp"

namespace isthmus::engine::image {

namespace {

void* with_errno_if_null(void* block) {
  if (block == nullptr) errno = ENOMEM;
  return block;
}

void* allocate(std::size_t bytes, Header* header) {
  return with_errno_if_null(header->heap->allocate(bytes));
}

/// What libc's own functions allocated is freed by libc.
void free_block(void* block, Header* header) {
  if (block == nullptr) return;
  if (!header->heap->holds(block)) return std::free(block);
  const Heap::Damage damage = header->heap->free(block);
  if (damage == Heap::Damage::none) return;
  std::fputs(damage == Heap::Damage::freed_twice ? "free(): a block is freed twice\n"
                                                 : "free(): no block of the heap\n",
             stderr);
  header->abort(0);
}

void* allocate_zeroed(std::size_t count, std::size_t bytes, Header* header) {
  std::size_t product = 0;
  if (__builtin_mul_overflow(count, bytes, &product)) return with_errno_if_null(nullptr);
  return with_errno_if_null(header->heap->allocate_zeroed(product));
}

void* reallocate(void* block, std::size_t bytes, Header* header) {
  if (block == nullptr) return allocate(bytes, header);
  if (bytes == 0) {
    free_block(block, header);
    return nullptr;
  }
  if (header->heap->holds(block)) {
    return with_errno_if_null(header->heap->reallocate(block, bytes));
  }
  void* own = allocate(bytes, header);
  if (own == nullptr) return nullptr;
  std::memcpy(own, block, std::min(bytes, malloc_usable_size(block)));
  std::free(block);
  return own;
}

void* reallocate_array(void* block, std::size_t count, std::size_t bytes, Header* header) {
  std::size_t product = 0;
  if (__builtin_mul_overflow(count, bytes, &product)) return with_errno_if_null(nullptr);
  return reallocate(block, product, header);
}

void* allocate_aligned(std::size_t alignment, std::size_t bytes, Header* header) {
  if (!std::has_single_bit(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  return with_errno_if_null(header->heap->allocate_aligned(alignment, bytes));
}

int allocate_aligned_to(void** place, std::size_t alignment, std::size_t bytes, Header* header) {
  if (!std::has_single_bit(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* block = header->heap->allocate_aligned(alignment, bytes);
  if (block == nullptr) return ENOMEM;
  *place = block;
  return 0;
}

void* allocate_page(std::size_t bytes, Header* header) {
  return allocate_aligned(4096, bytes, header);
}

void* allocate_pages(std::size_t bytes, Header* header) {
  return allocate_aligned(4096, (bytes + 4095) & ~std::size_t{4095}, header);
}

std::size_t usable_bytes(void* block, Header* header) {
  if (block == nullptr) return 0;
  return header->heap->holds(block) ? Heap::usable_bytes(block) : malloc_usable_size(block);
}

int trim(std::size_t, Header*) { return 0; }

char* copy_text(const char* text, std::size_t length, Header* header) {
  auto* copy = static_cast<char*>(allocate(length + 1, header));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

char* duplicate(const char* text, Header* header) {
  return copy_text(text, std::strlen(text), header);
}

char* duplicate_at_most(const char* text, std::size_t most, Header* header) {
  return copy_text(text, strnlen(text, most), header);
}

wchar_t* duplicate_wide(const wchar_t* text, Header* header) {
  const std::size_t bytes = (wcslen(text) + 1) * sizeof(wchar_t);
  auto* copy = static_cast<wchar_t*>(allocate(bytes, header));
  if (copy != nullptr) std::memcpy(copy, text, bytes);
  return copy;
}

/// What libc made, as the rank's.
char* adopt(char* text, Header* header) {
  if (text == nullptr) return nullptr;
  char* own = duplicate(text, header);
  std::free(text);
  return own;
}

int print_to_new(char** place, const char* format, std::va_list arguments, Header* header) {
  char* text = nullptr;
  const int length = vasprintf(&text, format, arguments);
  if (length < 0) return length;
  // The text may hold zeros.
  *place = copy_text(text, static_cast<std::size_t>(length), header);
  std::free(text);
  return *place == nullptr ? -1 : length;
}

int vasprintf_own(char** place, const char* format, void* arguments, Header* header) {
  std::va_list copy;
  std::memcpy(static_cast<void*>(&copy), arguments, sizeof(copy));
  return print_to_new(place, format, copy, header);
}

int vasprintf_checked(char** place, int, const char* format, void* arguments, Header* header) {
  return vasprintf_own(place, format, arguments, header);
}

int asprintf_own(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  return print_to_new(pointer_to<char*>(fixed[0]), pointer_to<const char>(fixed[1]), *others,
                      header);
}

int asprintf_checked(const std::uint64_t* fixed, std::va_list* others, Header* header) {
  return print_to_new(pointer_to<char*>(fixed[0]), pointer_to<const char>(fixed[2]), *others,
                      header);
}

/// A line with its end, into a buffer of the rank's that grows.
ssize_t read_until(char** line, std::size_t* bytes, int end, std::FILE* file, Header* header) {
  if (line == nullptr || bytes == nullptr) {
    errno = EINVAL;
    return -1;
  }
  if (*line == nullptr) *bytes = 0;
  std::size_t length = 0;
  flockfile(file);
  for (int letter = 0; letter != end && (letter = getc_unlocked(file)) != EOF;) {
    if (length + 2 > *bytes) {
      const std::size_t wanted = std::max<std::size_t>(120, 2 * *bytes);
      void* larger = reallocate(*line, wanted, header);
      if (larger == nullptr) break;
      *line = static_cast<char*>(larger);
      *bytes = wanted;
    }
    (*line)[length++] = static_cast<char>(letter);
  }
  funlockfile(file);
  if (length == 0) return -1;
  (*line)[length] = '\0';
  return static_cast<ssize_t>(length);
}

ssize_t read_line(char** line, std::size_t* bytes, std::FILE* file, Header* header) {
  return read_until(line, bytes, '\n', file, header);
}

char* real_path(const char* path, char* place, Header* header) {
  return place != nullptr ? realpath(path, place) : adopt(realpath(path, nullptr), header);
}

char* real_path_checked(const char* path, char* place, std::size_t, Header* header) {
  return real_path(path, place, header);
}

char* canonical_name(const char* path, Header* header) { return real_path(path, nullptr, header); }

char* working_directory(char* place, std::size_t bytes, Header* header) {
  if (place != nullptr) return getcwd(place, bytes);
  char* text = adopt(getcwd(nullptr, 0), header);
  if (text == nullptr || bytes == 0) return text;
  if (std::strlen(text) >= bytes) {
    free_block(text, header);
    errno = ERANGE;
    return nullptr;
  }
  return static_cast<char*>(reallocate(text, bytes, header));
}

char* working_directory_checked(char* place, std::size_t bytes, std::size_t, Header* header) {
  return working_directory(place, bytes, header);
}

char* current_directory(Header* header) { return working_directory(nullptr, 0, header); }

int scan_directory(const char* path, dirent*** entries, int (*wanted)(const dirent*),
                   int (*compare)(const dirent**, const dirent**), Header* header) {
  dirent** found = nullptr;
  const int count = scandir(path, &found, wanted, compare);
  if (count < 0) return count;
  auto** own = static_cast<dirent**>(allocate(
      sizeof(dirent*) * std::max<std::size_t>(1, static_cast<std::size_t>(count)), header));
  for (int i = 0; i < count; ++i) {
    if (own != nullptr) own[i] = static_cast<dirent*>(allocate(found[i]->d_reclen, header));
    if (own != nullptr && own[i] != nullptr) std::memcpy(own[i], found[i], found[i]->d_reclen);
    std::free(found[i]);
  }
  std::free(static_cast<void*>(found));
  *entries = own;
  return own == nullptr ? -1 : count;
}

}  // namespace

std::vector<Binding> memory_bindings() {
  return {
      bind("malloc", &allocate, "all of its heap lies in its slot"),
      bind("free", &free_block),
      bind("cfree", &free_block),
      bind("calloc", &allocate_zeroed),
      bind("realloc", &reallocate),
      bind("reallocarray", &reallocate_array),
      bind("aligned_alloc", &allocate_aligned),
      bind("memalign", &allocate_aligned),
      bind("posix_memalign", &allocate_aligned_to),
      bind("valloc", &allocate_page),
      bind("pvalloc", &allocate_pages),
      bind("malloc_usable_size", &usable_bytes),
      bind("malloc_trim", &trim),
      bind("strdup", &duplicate),
      bind("__strdup", &duplicate),
      bind("strndup", &duplicate_at_most),
      bind("__strndup", &duplicate_at_most),
      bind("wcsdup", &duplicate_wide),
      bind("vasprintf", &vasprintf_own),
      bind("__vasprintf_chk", &vasprintf_checked),
      bind_variadic("asprintf", 2, &asprintf_own),
      bind_variadic("__asprintf", 2, &asprintf_own),
      bind_variadic("__asprintf_chk", 3, &asprintf_checked),
      bind("getline", &read_line),
      bind("getdelim", &read_until),
      bind("__getdelim", &read_until),
      bind("realpath", &real_path),
      bind("__realpath_chk", &real_path_checked),
      bind("canonicalize_file_name", &canonical_name),
      bind("getcwd", &working_directory, "that of the process"),
      bind("__getcwd_chk", &working_directory_checked),
      bind("get_current_dir_name", &current_directory, "that of the process"),
      bind("scandir", &scan_directory),
      bind("scandir64", &scan_directory),
  };
}

}  // namespace isthmus::engine::image
