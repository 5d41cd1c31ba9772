// Random walkers over a line of bins, counted in rounds. The job may be kept after each round
// (--checkpoint always), and another one goes on from there (--restart checkpoints), on any number
// of PEs, with the same result.
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"

constexpr int bins = 32, rounds = 40;

/// What happened on one PE. Where fewer PEs go on, those that are left take over.
class Tally : public isthmus::Chare<Tally, isthmus::PeId> {
 public:
  void count() { ++steps_; }
  void tell() { contribute("steps", steps_, isthmus::reduce::sum); }
  void absorb(Tally&& other) { steps_ += other.steps_; }
  void left(const std::vector<isthmus::PeId>& pes) { say("without", pes); }
  void joined(const std::vector<isthmus::PeId>& pes) { say("with", pes); }
  void serialize(auto& archive) { archive(steps_); }

 private:
  void say(const char* how, const std::vector<isthmus::PeId>& pes) const {
    for (const isthmus::PeId other : pes) {
      std::fprintf(stderr, "PE %u goes on %s PE %u\n", pe().value, how, other.value);
    }
  }

  std::int64_t steps_ = 0;
};

class Bin : public isthmus::Chare<Bin, isthmus::Index1> {
 public:
  void step(int round, const isthmus::GroupProxy<Tally>& tally) {
    tally[pe()].send<&Tally::count>();
    walkers_ += std::exchange(arrived_[(round + 1) % 2], 0);  // in the round before
    const auto leaving =
        static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(walkers_) + 1));
    walkers_ -= leaving;
    array()[(index() + 1) % bins].send<&Bin::arrive>(round, leaving);
    contribute("stepped");
  }
  void arrive(int round, std::int64_t walkers) { arrived_[round % 2] += walkers; }
  void tell() { contribute("most", walkers_, isthmus::reduce::max); }
  void serialize(auto& archive) { archive(walkers_, arrived_, random_); }

 private:
  std::int64_t walkers_ = 1000;
  std::array<std::int64_t, 2> arrived_ = {0, 0};  // in even and odd rounds
  isthmus::RandomStream random_{1, static_cast<std::uint64_t>(index())};
};

struct Survey {
  isthmus::ArrayProxy<Bin> line;
  isthmus::GroupProxy<Tally> tally;
  int round = 0;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](isthmus::Job& job) -> isthmus::Task<void> {
    Survey survey;
    if (!job.restored(survey)) {
      survey.line = job.create_array<Bin>(isthmus::Index1{bins}, isthmus::mapping::block);
      survey.tally = job.create_group<Tally>();
    }
    while (survey.round < rounds) {
      survey.line.all().send<&Bin::step>(survey.round, survey.tally);
      co_await job.reduction("stepped");
      co_await job.quiescence();
      ++survey.round;
      co_await job.checkpoint();
    }
    survey.line.all().send<&Bin::tell>();
    survey.tally.all().send<&Tally::tell>();
    std::printf("most in a bin: %lld after %lld steps\n",
                static_cast<long long>(co_await job.reduction<std::int64_t>("most")),
                static_cast<long long>(co_await job.reduction<std::int64_t>("steps")));
  });
}
