// A broadcast to 1,000 elements and an empty reduction back, beside the least that it can be: a
// call through a pointer for each element on two threads, and a round trip between them.

#include <string>
#include <vector>

#include "harness.hpp"
#include "raw_ring.hpp"

namespace {

constexpr int repeats_max = 7;
constexpr int rounds = 50;  // a piece
constexpr int element_count = 1000;

class Element : public isthmus::Chare<Element, int> {
 public:
  void hear() { contribute("heard"); }
};

isthmus::Task<double> round_us(isthmus::Job& job) {
  const auto elements = job.create_array<Element>(element_count, isthmus::mapping::block);
  co_await job.quiescence();
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_s = job.seconds();
    for (int round = 0; round < rounds; ++round) {
      elements.all().send<&Element::hear>();
      co_await job.reduction("heard");
    }
    least.add((job.seconds() - begin_s) * 1e6 / rounds);
  }
  co_return least.value();
}

struct RawElement {
  void (*hear)(RawElement&);
  int heard = 0;
};

void raw_hear(RawElement& element) { ++element.heard; }

double raw_round_us() {
  bench::RawRing there;
  bench::RawRing back;
  const auto call_half = [](std::vector<RawElement>& elements) {
    for (RawElement& element : elements) element.hear(element);
  };
  bench::Least least;
  bench::on_two_cores(
      [&] {
        std::vector<RawElement> elements(element_count / 2, {&raw_hear});
        for (int piece = 0; piece < bench::pieces; ++piece) {
          const double begin_ns = bench::now_ns();
          for (int round = 0; round < rounds; ++round) {
            there.push({});
            call_half(elements);
            back.pop();
          }
          least.add((bench::now_ns() - begin_ns) * 1e-3 / rounds);
        }
      },
      [&] {
        std::vector<RawElement> elements(element_count / 2, {&raw_hear});
        for (int round = 0; round < bench::pieces * rounds; ++round) {
          there.pop();
          call_half(elements);
          back.push({});
        }
      });
  return least.value();
}

}  // namespace

int main() {
  bench::Results results("collectives");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    results.add("raw_two_pes_us", "µs", raw_round_us());
    for (const int pe_count : {1, 2}) {
      bench::run_pes(pe_count, [&](isthmus::Job& job) -> isthmus::Task<void> {
        const double us = co_await round_us(job);
        results.add(pe_count == 1 ? "one_pe_us" : "two_pes_us", "µs", us);
      });
    }
  }
  results.print();
}
