// The arguments of create_array must suit the constructor.
#include <string>

#include "isthmus/object/create.hpp"

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index1> {
 public:
  explicit Block(double size);
};

auto make() {
  return isthmus::engine::create_array<Block>(8, isthmus::engine::mapping::block,
                                              std::string("large"));
}
