// Functions of libc that keep something between two calls, or hand out a buffer of their own.
#include <cstring>
#include <ctime>

#include "isthmus/image/binding.hpp"

namespace isthmus::engine::image {

namespace {

char* next_token(char* text, const char* separators, Header* header) {
  return strtok_r(text, separators, &header->libc.strtok_rest);
}

tm* local_time(const time_t* time, Header* header) {
  return localtime_r(time, &header->libc.broken_down);
}

tm* greenwich_time(const time_t* time, Header* header) {
  return gmtime_r(time, &header->libc.broken_down);
}

char* time_text(const tm* time, Header* header) {
  // As asctime(3) says it; years of more digits than fit are cut.
  auto& text = header->libc.time_text.bytes;
  const std::size_t length = std::strftime(text, sizeof(text), "%a %b %e %H:%M:%S %Y\n", time);
  return length == 0 ? nullptr : text;
}

char* local_time_text(const time_t* time, Header* header) {
  const tm* broken_down = local_time(time, header);
  return broken_down == nullptr ? nullptr : time_text(broken_down, header);
}

}  // namespace

std::vector<Binding> text_bindings() {
  return {
      bind("strtok", &next_token), bind("localtime", &local_time),  bind("gmtime", &greenwich_time),
      bind("asctime", &time_text), bind("ctime", &local_time_text),
  };
}

}  // namespace isthmus::engine::image
