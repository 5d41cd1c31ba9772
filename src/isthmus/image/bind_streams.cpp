// Streams and formats of libc, which all ranks of a process share: nothing of a rank's slot may
// stay in them, since it is gone when the rank is elsewhere.
#include <cerrno>
#include <cstdio>

#include "isthmus/image/binding.hpp"
#include "isthmus/image/machine.hpp"

namespace isthmus::engine::image {

namespace {

int refuse_format(const char* name, Header* header) {
  header->machine->note_refused(name);
  errno = ENOTSUP;
  return -1;
}
int add_specifier(int, const void*, const void*, Header* header) {
  return refuse_format("register_printf_specifier", header);
}
int add_function(int, const void*, const void*, Header* header) {
  return refuse_format("register_printf_function", header);
}
int add_modifier(const wchar_t*, Header* header) {
  return refuse_format("register_printf_modifier", header);
}
/// Not told to the user: a type prints nothing by itself, and libquadmath asks for one in each
/// program of Fortran, and for nothing else where it gets none.
int add_type(const void*, Header*) {
  errno = ENOTSUP;
  return -1;
}

// The buffer is libc's, of a size that it chooses, wherever the program would have it.
int set_buffer(std::FILE* file, char*, int mode, std::size_t, Header*) {
  return std::setvbuf(file, nullptr, mode, 0);
}
void set_buffer_or_none(std::FILE* file, char* buffer, Header*) {
  std::setvbuf(file, nullptr, buffer == nullptr ? _IONBF : _IOFBF, 0);
}
void set_buffer_of_size(std::FILE* file, char* buffer, std::size_t, Header* header) {
  set_buffer_or_none(file, buffer, header);
}

template <class Function>
Binding refused(std::string_view name, Function* function, std::string_view what = {}) {
  return bind(name, function, what, Treatment::refused);
}

}  // namespace

std::vector<Binding> stream_bindings() {
  constexpr std::string_view everybody = "formats are the process's; quadmath_snprintf works";
  constexpr std::string_view buffered = "with a buffer of libc's";
  return {
      refused("register_printf_specifier", &add_specifier, everybody),
      refused("register_printf_function", &add_function, everybody),
      refused("register_printf_modifier", &add_modifier, everybody),
      refused("register_printf_type", &add_type, everybody),
      bind("setvbuf", &set_buffer, buffered),
      bind("setbuf", &set_buffer_or_none, buffered),
      bind("setbuffer", &set_buffer_of_size, buffered),
  };
}

}  // namespace isthmus::engine::image
