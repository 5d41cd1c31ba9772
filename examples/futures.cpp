// Coroutines wait without holding their PE: for calls, for futures, for each other at a barrier.

#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Future;
using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

class Fibonacci : public isthmus::Chare<Fibonacci, Index1> {
 public:
  // An element asks two others, and works on other messages until both have answered.
  Task<long> value() {
    if (index() < 2) co_return index();
    if (known_ == 0) {
      auto one = array()[index() - 1].call<&Fibonacci::value>();
      auto two = array()[index() - 2].call<&Fibonacci::value>();
      known_ = co_await one + co_await two;
    }
    co_return known_;
  }

  Task<void> meet() {
    co_await barrier();
    contribute("met");
  }

 private:
  long known_ = 0;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto numbers = job.create_array<Fibonacci>(13, isthmus::mapping::round_robin);
    std::vector<Future<long>> asked;
    for (const Index1 index : {10, 11, 12}) {
      asked.push_back(numbers[index].call<&Fibonacci::value>());
    }
    for (const Future<long>& answer : asked) std::printf("%ld ", co_await answer);
    numbers.all().send<&Fibonacci::meet>();
    co_await job.reduction("met");
    std::puts("and all have met");
  });
}
