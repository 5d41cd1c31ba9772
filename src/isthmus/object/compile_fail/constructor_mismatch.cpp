// The arguments of create_array must suit the constructor.
#include <string>

#include "isthmus/object/create.hpp"

class Block : public isthmus::Chare<Block, isthmus::Index1> {
 public:
  explicit Block(double size);
};

auto make() {
  return isthmus::create_array<Block>(8, isthmus::mapping::block, std::string("large"));
}
