// A span is read as a view, so its elements must have no padding.
#include "isthmus/serial/serial.hpp"

struct Padded {
  char kind;
  double value;
};

auto send(std::span<const Padded> elements) { return isthmus::engine::serial::to_bytes(elements); }
