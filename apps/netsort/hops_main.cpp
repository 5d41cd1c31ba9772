// What a hop costs (the Clam thesis, 4.2): one object moves from PE to PE, further with each round;
// PE 0 sends it a message and waits for the answer. The message follows the trail as far as the
// location policy lets it, the answer comes straight back.

#include <cstdio>
#include <string>

#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Index1;
using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

class Traveller : public isthmus::Chare<Traveller, Index1> {
 public:
  void serialize(auto& archive) { archive(answers_); }
  int answer() { return ++answers_; }

 private:
  int answers_ = 0;
};

Task<void> run_main(Job& job) {
  const auto on_zero = [](Index1, const isthmus::MapContext&) { return PeId(0); };
  const auto array = job.create_array<Traveller>(
      Index1{1}, isthmus::placed(on_zero).with_homes(isthmus::Homes::origin));
  const auto traveller = array[0];
  co_await job.quiescence();
  for (int hops = 1; hops < job.pe_count(); ++hops) {
    traveller.migrate_to(PeId(hops));
    co_await job.quiescence();
    const double begin_s = job.seconds();
    co_await traveller.call<&Traveller::answer>();
    const double round_trip_us = (job.seconds() - begin_s) * 1e6;
    std::printf("%3d hops: %10.3f us there and back\n", hops, round_trip_us);
    job.report("round_trip_us_" + std::to_string(hops), round_trip_us);
  }
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, run_main); }
