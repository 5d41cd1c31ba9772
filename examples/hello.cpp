// A group has one element on each PE; each says hello, and the main program hears from all.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

class Greeter : public isthmus::Chare<Greeter, PeId> {
 public:
  void greet(const std::string& whom) {
    const std::string line = "PE " + std::to_string(pe().value) + " says hello, " + whom;
    contribute("greetings", std::vector{line}, isthmus::reduce::concatenate);
  }
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto greeters = job.create_group<Greeter>();
    greeters.all().send<&Greeter::greet>("world");
    auto lines = co_await job.reduction<std::vector<std::string>>("greetings");
    std::ranges::sort(lines);
    for (const std::string& line : lines) std::puts(line.c_str());
    std::printf("%zu of %d PEs greeted\n", lines.size(), job.pe_count());
  });
}
