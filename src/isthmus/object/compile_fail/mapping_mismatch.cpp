// A mapping must take the array's index.
#include "isthmus/object/create.hpp"

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index2> {};

auto make() {
  return isthmus::engine::create_array<Block>({8, 8}, [](int index) { return index; });
}
