// A program with one object a PE, which cannot be balanced by moving objects: each gets as much of
// the data as its processor is fast.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Job;
using isthmus::PeId;
using isthmus::Share;
using isthmus::Task;

class Worker : public isthmus::Chare<Worker, PeId> {
 public:
  void sum_of(const Share& rows) {
    std::int64_t sum = 0;
    for (std::int64_t row = rows.begin; row < rows.end; ++row) sum += row;
    contribute("sum", sum, isthmus::reduce::sum);
  }
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    constexpr std::int64_t rows = 1'000;
    const auto workers = job.create_group<Worker>();
    const std::vector<Share> shares = isthmus::partition(rows, job.topology());
    for (int pe = 0; pe < job.pe_count(); ++pe) {
      workers[PeId(pe)].send<&Worker::sum_of>(shares[static_cast<std::size_t>(pe)]);
    }
    const auto sum = co_await job.reduction<std::int64_t>("sum");
    std::printf("%zu shares, sum %lld\n", shares.size(), static_cast<long long>(sum));
  });
}
