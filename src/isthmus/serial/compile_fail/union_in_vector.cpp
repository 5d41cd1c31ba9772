// Nobody knows which member of a union is the live one.
#include "isthmus/serial/serial.hpp"

union Word {
  float real;
  int integer;
};

auto send(const std::vector<Word>& words) { return isthmus::engine::serial::to_bytes(words); }
