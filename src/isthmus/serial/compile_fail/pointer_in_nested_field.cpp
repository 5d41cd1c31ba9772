// The error names the pointer, deep inside an aggregate.
#include "isthmus/serial/serial.hpp"

struct Particle {
  double mass;
};
struct Pair {
  Particle* first;
  Particle* second;
};
struct Neighbours {
  int count;
  std::vector<Pair> pairs;
};

auto receive(std::span<const std::byte> bytes) {
  return isthmus::engine::serial::from_bytes<Neighbours>(bytes);
}
