// isthmus-probe: a program that does nothing but print the grid that it runs on, as a grid file.
// `isthmus topology probe` starts it with --probe, so that this is the grid as it was found.

#include <cstdio>

#include "isthmus/isthmus.hpp"
#include "isthmus/topology/grid.hpp"

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](isthmus::Job& job) -> isthmus::Task<void> {
    std::fputs(isthmus::engine::topology::to_toml(job.topology().grid()).c_str(), stdout);
    co_return;
  });
}
