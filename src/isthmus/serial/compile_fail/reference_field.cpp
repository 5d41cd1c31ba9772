// An aggregate with a reference is refused by its own name: the fields cannot be counted.
#include "isthmus/serial/serial.hpp"

struct Borrower {
  int count;
  int& lent;
};

auto send(const Borrower& borrower) { return isthmus::engine::serial::to_bytes(borrower); }
