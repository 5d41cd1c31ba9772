// What elements cost: the time to create 100,000, and the memory of one that does nothing.

#include <malloc.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <memory>
#include <unordered_map>
#include <vector>

#include "harness.hpp"

namespace {

constexpr int repeats_max = 5;
constexpr int created_count = 100'000;
constexpr int idle_count = 1'000'000;

class Element : public isthmus::Chare<Element, int> {
 public:
  explicit Element(double value) : values_{value} {}
  void come() { contribute("created"); }

  static constexpr std::size_t own_bytes = sizeof(std::array<double, 4>);

 private:
  std::array<double, 4> values_;
};

/// The same without a runtime.
struct RawElement {
  virtual ~RawElement() = default;
  std::array<double, 4> values{};
};

double raw_creation_ms() {
  const double begin_ns = bench::now_ns();
  std::unordered_map<int, std::unique_ptr<RawElement>> elements;
  for (int i = 0; i < created_count; ++i) elements.emplace(i, std::make_unique<RawElement>());
  return (bench::now_ns() - begin_ns) * 1e-6;
}

/// Until the last element has been heard of.
isthmus::Task<double> creation_ms(isthmus::Job& job) {
  const double begin_s = job.seconds();
  const auto elements = job.create_array<Element>(created_count, isthmus::mapping::block, 1.0);
  elements.all().send<&Element::come>();
  co_await job.reduction("created");
  co_return (job.seconds() - begin_s) * 1e3;
}

/// Bytes that malloc has given out, in all arenas.
double allocated_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  file >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

isthmus::Task<void> measure_memory(isthmus::Job& job, bench::Results& results) {
  co_await job.quiescence();
  const double allocated = allocated_bytes();
  const double resident = resident_bytes();
  job.create_array<Element>(idle_count, isthmus::mapping::block, 1.0);
  co_await job.quiescence();
  const auto beyond_own = [](double bytes) { return bytes / idle_count - Element::own_bytes; };
  results.add("idle_bytes", "B", beyond_own(allocated_bytes() - allocated));
  results.add("idle_resident_bytes", "B", beyond_own(resident_bytes() - resident));
}

}  // namespace

int main() {
  bench::Results results("elements");
  // First: memory that was freed before would hide what these take.
  bench::run_pes(1, [&](isthmus::Job& job) { return measure_memory(job, results); });
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    results.add("raw_creation_ms", "ms", raw_creation_ms());
    for (const int pe_count : {1, 2}) {
      bench::run_pes(pe_count, [&](isthmus::Job& job) -> isthmus::Task<void> {
        const double ms = co_await creation_ms(job);
        results.add(pe_count == 1 ? "creation_one_pe_ms" : "creation_two_pes_ms", "ms", ms);
      });
    }
  }
  results.print();
}
