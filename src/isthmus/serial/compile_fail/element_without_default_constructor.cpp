// A container makes an element before it is read.
#include "isthmus/serial/serial.hpp"

class Cell {
 public:
  explicit Cell(int value) : value_(value) {}
  void serialize(auto& archive) { archive(value_); }

 private:
  int value_;
};

auto send(const std::vector<Cell>& cells) { return isthmus::engine::serial::to_bytes(cells); }
