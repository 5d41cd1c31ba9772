// A section is a chosen part of an array; a multicast reaches its members alone. The array is
// placed by a mapping of the program's own.

#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Index2;
using isthmus::Job;
using isthmus::Task;

class Cell : public isthmus::Chare<Cell, Index2> {
 public:
  void light(int brightness) { brightness_ += brightness; }
  void show() { contribute("light", brightness_, isthmus::reduce::sum); }

 private:
  int brightness_ = 0;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    constexpr int side = 8;
    const auto by_row = [](const Index2& index, const isthmus::MapContext& context) {
      return isthmus::PeId(index[0] % context.pe_count());
    };
    const auto cells = job.create_array<Cell>({side, side}, by_row);
    co_await job.quiescence();
    std::vector<Index2> diagonal;
    std::vector<Index2> first_row;
    for (int i = 0; i < side; ++i) {
      diagonal.push_back({i, i});
      first_row.push_back({0, i});
    }
    cells.section(diagonal).send<&Cell::light>(1);
    cells.section(first_row).send<&Cell::light>(10);
    co_await job.quiescence();
    cells.all().send<&Cell::show>();
    std::printf("total light %d\n", co_await job.reduction<int>("light"));
  });
}
