// A token goes round a ring of elements, over all PEs and sites, and comes home to a future.

#include <cstdio>

#include "isthmus/isthmus.hpp"

using isthmus::Callback;
using isthmus::Future;
using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

class Link : public isthmus::Chare<Link, Index1> {
 public:
  explicit Link(int count) : next_(array()[(index() + 1) % count]) {}

  void pass(int hops_left, const Callback<Index1>& home) {
    if (hops_left == 0) {
      isthmus::send(home, index());
    } else {
      next_.send<&Link::pass>(hops_left - 1, home);
    }
  }

 private:
  isthmus::ElementProxy<Link> next_;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    constexpr int count = 100;
    constexpr int rounds = 3;
    const auto links = job.create_array<Link>(count, isthmus::mapping::block, count);
    Future<Index1> home;
    links[0].send<&Link::pass>(rounds * count, home.callback());
    const Index1 last = co_await home;
    std::printf("%d hops end at link %d\n", rounds * count, last);
  });
}
