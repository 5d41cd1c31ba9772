// An argument that cannot leave the process is refused by the name of its type.
#include "isthmus/object/create.hpp"

struct Solver {
  int steps;
};

class Block : public isthmus::engine::Chare<Block, isthmus::engine::Index1> {
 public:
  void solve(int step, Solver* with);
};

void send(isthmus::engine::ElementProxy<Block> block, Solver* solver) {
  block.send<&Block::solve>(1, solver);
}
