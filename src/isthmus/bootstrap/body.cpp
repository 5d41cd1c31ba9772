#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

BodyWriter& BodyWriter::put_bytes(std::span<const std::byte> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

std::string printable(std::string_view text, std::size_t bytes_max) {
  std::string line(text.substr(0, bytes_max));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  }
  return line;
}

}  // namespace isthmus::engine::bootstrap
