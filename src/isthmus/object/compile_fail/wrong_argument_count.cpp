// The number of arguments is checked before anything else is said.
#include "isthmus/object/create.hpp"

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index1> {
 public:
  void begin(int steps, double tolerance);
};

void send(isthmus::engine::ElementProxy<Block> block) { block.send<&Block::begin>(100); }
