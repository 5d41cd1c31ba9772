// What lands is for a PE's own memory; an element of an array may be elsewhere by then.
#include <cstddef>
#include <span>
#include <vector>

#include "isthmus/object/create.hpp"

class Block : public isthmus::Chare<Block, isthmus::Index1> {
 public:
  void fill(const isthmus::Landing& landing, std::span<const std::byte> edge);
};

void send(isthmus::ElementProxy<Block> block) {
  block.send_landing<&Block::fill>({}, std::vector<std::byte>(4));
}
