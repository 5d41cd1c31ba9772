// Values of all elements become one: for the main program by name, for an entry method by callback.

#include <algorithm>
#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Callback;
using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;
namespace reduce = isthmus::reduce;

// An operation of one's own: associative, commutative, without state.
struct LongerThan {
  int operator()(int a, int b) const { return std::abs(a) < std::abs(b) ? b : a; }
};

class Sample : public isthmus::Chare<Sample, Index1> {
 public:
  void measure() {
    const int value = index() - 6;
    contribute("sum", value, reduce::sum);
    contribute("extremes", std::vector{value, -value}, reduce::max);  // element by element
    contribute("farthest", value, LongerThan());
  }

  // Sends the sum to an entry method of every element, and goes on there.
  void normalize() { contribute(1.0, reduce::sum, array().all().callback<&Sample::divide>()); }
  void divide(double count) { contribute("shares", 1.0 / count, reduce::sum); }
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto samples = job.create_array<Sample>(10, isthmus::mapping::round_robin);
    samples.all().send<&Sample::measure>();
    const int sum = co_await job.reduction<int>("sum");
    const auto extremes = co_await job.reduction<std::vector<int>>("extremes");
    const int farthest = co_await job.reduction<int>("farthest");
    std::printf("sum %d, from %d to %d, farthest %d\n", sum, -extremes[1], extremes[0], farthest);

    samples.all().send<&Sample::normalize>();
    std::printf("shares add up to %.3f\n", co_await job.reduction<double>("shares"));
  });
}
