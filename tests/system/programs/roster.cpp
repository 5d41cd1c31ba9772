// A group that hears of PEs that leave and join: tests/system/test_membership.py. Goes on until
// the job has changed; with the argument `leave` process 1 leaves it.

#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Job;
using isthmus::PeId;
using isthmus::ProcessId;
using isthmus::Task;

class Roster : public isthmus::Chare<Roster, PeId> {
 public:
  void serialize(auto& archive) { archive(heard_); }
  void absorb(Roster&&) {}
  void left(const std::vector<PeId>& pes) { note("-", pes); }
  void joined(const std::vector<PeId>& pes) { note("+", pes); }
  std::string heard() { return heard_; }

 private:
  void note(const std::string& sign, const std::vector<PeId>& pes) {
    for (const PeId pe : pes) heard_ += " " + sign + std::to_string(pe.value);
  }

  std::string heard_;
};

Task<void> call_the_roll(Job& job) {
  const bool one_leaves = !job.arguments().empty() && job.arguments().front() == "leave";
  isthmus::GroupProxy<Roster> roster;
  bool has_changed = false;
  job.on_membership_change([&](const isthmus::MembershipNews&) { has_changed = true; });
  if (!job.restored(roster)) roster = job.create_group<Roster>();
  if (one_leaves && !has_changed) isthmus::or_bad_input(job.leave({ProcessId(1)}));
  while (!has_changed) {
    co_await job.quiescence();
    co_await job.checkpoint();
  }
  for (const ProcessId process : job.topology().present()) {
    for (const PeId pe : job.topology().pes_of(process)) {
      const std::string heard = co_await roster[pe].call<&Roster::heard>();
      std::printf("PE %u heard%s\n", pe.value, heard.c_str());
    }
  }
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, call_the_roll); }
