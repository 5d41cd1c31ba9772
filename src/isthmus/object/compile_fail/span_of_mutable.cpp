// A span views the message's buffer, which others may see.
#include <span>
#include <vector>

#include "isthmus/object/create.hpp"

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index1> {
 public:
  void fill(std::span<double> edge);
};

void send(isthmus::engine::ElementProxy<Block> block) {
  block.send<&Block::fill>(std::vector<double>(4));
}
