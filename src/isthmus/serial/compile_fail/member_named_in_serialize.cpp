// A pointer handed to an archive inside a user's serialize is named.
#include "isthmus/serial/serial.hpp"

class Grid {
 public:
  void serialize(auto& archive) { archive(width_, cells_); }

 private:
  int width_ = 0;
  float* cells_ = nullptr;
};

auto send(const Grid& grid) { return isthmus::engine::serial::to_bytes(grid); }
