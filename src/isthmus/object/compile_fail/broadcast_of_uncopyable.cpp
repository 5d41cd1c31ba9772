// What goes to many elements is copied for them.
#include <memory>

#include "isthmus/object/create.hpp"

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index1> {
 public:
  void take(std::unique_ptr<int> value);
};

void send(isthmus::engine::ArrayProxy<Block> blocks) {
  blocks.all().send<&Block::take>(std::make_unique<int>(1));
}
