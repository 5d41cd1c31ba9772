// Elements that move from PE to PE while others send to them, and lose nothing.

#include <cstdio>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;

constexpr int travellers = 6;
constexpr int rounds = 5;

class Traveller : public isthmus::Chare<Traveller, Index1> {
 public:
  void serialize(auto& archive) { archive(letters_, places_); }
  void after_migration() { places_.push_back(pe()); }

  void take(int letter, PeId next) {
    letters_ += letter;
    migrate_to(next);
  }
  void tell() { contribute("letters", letters_, isthmus::reduce::sum); }

 private:
  int letters_ = 0;
  std::vector<PeId> places_;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto everywhere =
        isthmus::placed(isthmus::mapping::block).tracked_by(isthmus::location::eager_update);
    const auto all = job.create_array<Traveller>(Index1{travellers}, everywhere.in_order());
    for (int letter = 1; letter <= rounds; ++letter) {
      for (int i = 0; i < travellers; ++i) {
        all[i].send<&Traveller::take>(letter, PeId((i + letter) % job.pe_count()));
      }
    }
    co_await job.quiescence();
    all.all().send<&Traveller::tell>();
    std::printf("%d letters arrived\n", co_await job.reduction<int>("letters"));
  });
}
