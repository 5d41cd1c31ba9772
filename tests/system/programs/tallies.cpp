// A program that is kept in a checkpoint after each of its steps: tests/system/test_checkpoints.py.
// tallies_later.cpp is the same one when somebody has worked on it.

#include <cstdint>
#include <cstdio>
#include <string>

#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

class Tally : public isthmus::Chare<Tally, Index1> {
 public:
  void serialize(auto& archive) { archive(count_, name_); }
  void step() {
    ++count_;
    name_ += "x";
    contribute("sum", std::int64_t{count_}, isthmus::reduce::sum);
  }

 private:
  std::int32_t count_ = 0;
  std::string name_;
};

struct State {
  isthmus::ArrayProxy<Tally> tallies;
  int step = 0;
};

Task<void> run(Job& job) {
  State state;
  if (!job.restored(state)) state.tallies = job.create_array<Tally>(6, isthmus::mapping::block);
  std::int64_t sum = 0;
  while (state.step < 3) {
    state.tallies.all().send<&Tally::step>();
    sum = co_await job.reduction<std::int64_t>("sum");
    ++state.step;
    co_await job.checkpoint();
  }
  std::printf("sum %lld\n", static_cast<long long>(sum));
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, run); }
