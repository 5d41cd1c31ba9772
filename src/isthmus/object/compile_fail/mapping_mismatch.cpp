// A mapping must take the array's index.
#include "isthmus/object/create.hpp"

class Block : public isthmus::Chare<Block, isthmus::Index2> {};

auto make() {
  return isthmus::create_array<Block>({8, 8}, [](int index) { return index; });
}
