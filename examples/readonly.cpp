// A readonly value is set once by the main program and is there on every PE from then on.

#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

struct Model {
  std::string name;
  std::vector<double> coefficients;
};

class Point : public isthmus::Chare<Point, Index1> {
 public:
  void evaluate() {
    double value = 0;
    for (const double c : isthmus::readonly<Model>().coefficients) value = value * index() + c;
    contribute("total", value, isthmus::reduce::sum);
  }
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    job.set_readonly(Model{"parabola", {1, 0, -1}});
    const auto points = job.create_array<Point>(5, isthmus::mapping::block);
    points.all().send<&Point::evaluate>();
    const double total = co_await job.reduction<double>("total");
    std::printf("%s: total %g\n", isthmus::readonly<Model>().name.c_str(), total);
  });
}
