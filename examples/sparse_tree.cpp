// A sparse array whose index is a type of the program's own: a tree that grows while it runs.

#include <cstdint>
#include <cstdio>

#include "isthmus/isthmus.hpp"

using isthmus::Job;
using isthmus::Task;

// A place in a binary tree: the path from the root, a bit a level. Any serializable type of fixed
// size up to 16 bytes can be an index.
struct Place {
  std::uint32_t level = 0;
  std::uint64_t path = 0;

  Place child(std::uint64_t side) const { return {level + 1, path << 1 | side}; }
};

class Branch : public isthmus::Chare<Branch, Place> {
 public:
  explicit Branch(std::uint32_t depth) : depth_(depth) {
    if (index().level == depth_) return;
    for (const std::uint64_t side : {0, 1}) array()[index().child(side)].insert(depth_);
  }

  void count() {
    contribute("branches", 1, isthmus::reduce::sum);
    contribute("leaves", index().level == depth_ ? 1 : 0, isthmus::reduce::sum);
  }

 private:
  std::uint32_t depth_;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto tree = job.create_sparse_array<Branch>(isthmus::mapping::hashed);
    tree[Place{}].insert(std::uint32_t{8});
    co_await job.quiescence();  // nobody inserts any more
    tree.all().send<&Branch::count>();
    const int branches = co_await job.reduction<int>("branches");
    const int leaves = co_await job.reduction<int>("leaves");
    std::printf("%d branches, %d of them leaves\n", branches, leaves);
  });
}
