// Messages between two processes over UCX; references/ucx runs UCX's own test beside it.

#include "carried_messages.hpp"
#include "harness.hpp"
#include "process_pair.hpp"

int main() {
  bench::Results results("ucx");
  auto& figures = bench::shared<bench::CarriedFigures>();
  for (bench::Repeats repeats(5); repeats.another();) {
    bench::run_process_pair(
        [&](isthmus::Job& job) { return bench::measure_carried(job, figures); }, "ucx");
    figures.add_to(results);
  }
  results.print();
}
