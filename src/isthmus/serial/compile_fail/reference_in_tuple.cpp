// A reference is refused by name.
#include "isthmus/serial/serial.hpp"

auto send(const std::tuple<double, int&>& arguments) {
  return isthmus::engine::serial::to_bytes(arguments);
}
