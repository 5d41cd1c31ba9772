// A class with private members needs a serialize.
#include "isthmus/serial/serial.hpp"

class Solver {
 public:
  int steps() const { return steps_; }

 private:
  int steps_ = 0;
};

std::size_t size(const Solver& solver) { return isthmus::engine::serial::size_of(solver); }
