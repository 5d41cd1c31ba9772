// An error is admitted for arrays of numbers, behind the parameter that says so.
#include <span>

#include "isthmus/object/create.hpp"

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index1> {
 public:
  void take(std::span<const double> edge, isthmus::engine::AdmittedError error);
};

void send(isthmus::engine::ElementProxy<Block> block) {
  block.send<&Block::take>(std::span<const double>(), isthmus::engine::AdmittedError{1e-6});
}
