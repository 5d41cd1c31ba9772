// What all elements have for each other: rows of a matrix are dealt out, transposed, and compared
// with the best that anybody knows of.

#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

constexpr int size = 6;

class Row : public isthmus::Chare<Row, Index1> {
 public:
  // What a scatter brings; then everybody has a value for everybody.
  void begin(std::vector<int> row) {
    total_.add(row.at(0));
    all_to_all<&Row::transposed>(std::move(row));
  }
  void transposed(std::vector<int> column) {
    all_gather<&Row::all_corners>(column.back());
    contribute("first of the last", index() == size - 1 ? column.front() : 0, isthmus::reduce::sum);
  }
  void all_corners(std::vector<int> corners) {
    if (index() % 2 == 1) contribute(odd_, "corner", corners.at(1), isthmus::reduce::max);
  }
  void know(isthmus::Accumulator<int> total, isthmus::SectionProxy<Row> odd) {
    total_ = total;
    odd_ = odd;
  }

 private:
  isthmus::Accumulator<int> total_;
  isthmus::SectionProxy<Row> odd_;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto rows = job.create_array<Row>(size, isthmus::mapping::block);
    const auto total = isthmus::create_accumulator(0);
    rows.all().send<&Row::know>(total, rows.section({1, 3, 5}));
    co_await job.quiescence();
    std::vector<std::vector<int>> parts;
    for (int i = 0; i < size; ++i) {
      std::vector<int> row;
      for (int j = 0; j < size; ++j) row.push_back(10 * i + j);
      parts.push_back(row);
    }
    rows.scatter<&Row::begin>(parts);
    std::printf("row 0 ends with %d\n", co_await job.reduction<int>("first of the last"));
    std::printf("row %d has %d\n", size - 1, co_await job.reduction<int>("corner"));
    std::printf("column 0 adds up to %d\n", co_await total.collect());
  });
}
