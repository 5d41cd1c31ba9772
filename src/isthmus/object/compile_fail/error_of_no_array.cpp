// An error is admitted for arrays of numbers, behind the parameter that says so.
#include <span>

#include "isthmus/object/create.hpp"

class Block : public isthmus::Chare<Block, isthmus::Index1> {
 public:
  void take(std::span<const double> edge, isthmus::AdmittedError error);
};

void send(isthmus::ElementProxy<Block> block) {
  block.send<&Block::take>(std::span<const double>(), isthmus::AdmittedError{1e-6});
}
