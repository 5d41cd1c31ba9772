// A non-const reference parameter would refer to nothing of the sender's.
#include "isthmus/object/create.hpp"

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index1> {
 public:
  void fill(int& count);
};

void send(isthmus::engine::ElementProxy<Block> block) {
  int count = 0;
  block.send<&Block::fill>(count);
}
