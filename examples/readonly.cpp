// A readonly value is set once by the main program and is there on every PE from then on.

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

// An aggregate would need no code to be sent; a class with private members lists them.
class Model {
 public:
  Model() = default;
  Model(std::string name, std::vector<double> coefficients)
      : name_(std::move(name)), coefficients_(std::move(coefficients)) {}

  const std::string& name() const { return name_; }
  double at(double x) const {
    double value = 0;
    for (const double coefficient : coefficients_) value = value * x + coefficient;
    return value;
  }
  void serialize(auto& archive) { archive(name_, coefficients_); }

 private:
  std::string name_;
  std::vector<double> coefficients_;
};

class Point : public isthmus::Chare<Point, Index1> {
 public:
  void evaluate() {
    contribute("total", isthmus::readonly<Model>().at(index()), isthmus::reduce::sum);
  }
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    job.set_readonly(Model{"parabola", {1, 0, -1}});
    const auto points = job.create_array<Point>(5, isthmus::mapping::block);
    points.all().send<&Point::evaluate>();
    const double total = co_await job.reduction<double>("total");
    std::printf("%s: total %g\n", isthmus::readonly<Model>().name().c_str(), total);
  });
}
