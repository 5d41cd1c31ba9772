#include "isthmus/sim/cost_recorder.hpp"

#include <fstream>
#include <map>
#include <utility>

#include "isthmus/sched/observer.hpp"
#include "isthmus/sim/costs.hpp"

namespace isthmus::engine::sim {

/// Those of one PE; used by its thread alone until the last step.
class CostRecorder::PeCosts final : public sched::Observer {
 public:
  struct Sum {
    std::uint64_t count = 0;
    TimeNs total_ns = 0;

    void add(TimeNs duration_ns) {
      ++count;
      total_ns += duration_ns;
    }
    void add(const Sum& more) {
      count += more.count;
      total_ns += more.total_ns;
    }
    TimeNs mean_ns() const { return total_ns / static_cast<TimeNs>(count); }
  };

  void handling(const Message& message) override {
    running_ = message.ops;
    own_ns_ = 0;
    begin_ns_ = clock_.now_ns();
  }
  void handled() override {
    if (running_ == nullptr) return;
    own_ns_ += lap_ns();
    sums_[running_].add(own_ns_);
  }
  void stretch_begins() override { own_ns_ += lap_ns(); }
  void stretch_ends(const sched::Stretch& stretch) override { stretches_[stretch].add(lap_ns()); }
  void sending(const Message&) override {}
  void charged(TimeNs) override {}

  const std::unordered_map<const PayloadOps*, Sum>& sums() const { return sums_; }
  const std::map<sched::Stretch, Sum>& stretches() const { return stretches_; }

 private:
  /// Since the last look at the clock.
  TimeNs lap_ns() {
    const TimeNs now_ns = clock_.now_ns();
    return now_ns - std::exchange(begin_ns_, now_ns);
  }

  const ProcessorClock clock_;
  const PayloadOps* running_ = nullptr;
  TimeNs begin_ns_ = 0;
  TimeNs own_ns_ = 0;  // of the running handler, without stretches
  std::unordered_map<const PayloadOps*, Sum> sums_;
  std::map<sched::Stretch, Sum> stretches_;
};

CostRecorder::CostRecorder() = default;
CostRecorder::~CostRecorder() = default;

void CostRecorder::attach(runtime::Process& process) {
  for (const auto& unit : process.units()) {
    pes_.push_back(std::make_unique<PeCosts>());
    unit->pe().add_observer(*pes_.back());
  }
}

Expected<void> CostRecorder::write(const std::string& path) const {
  std::map<std::string, PeCosts::Sum> sums;
  std::map<sched::Stretch, PeCosts::Sum> stretches;
  for (const auto& pe : pes_) {
    for (const auto& [ops, sum] : pe->sums()) sums[ops->name].add(sum);
    for (const auto& [stretch, sum] : pe->stretches()) stretches[stretch].add(sum);
  }
  std::ofstream file(path, std::ios::trunc);
  file << "# mean processor time of each kind of message, in ns\n";
  for (const auto& [name, sum] : sums) {
    file << name << '\t' << sum.mean_ns() << '\n';
  }
  if (!stretches.empty()) file << "# and of what lies between two places of the program\n";
  for (const auto& [stretch, sum] : stretches) {
    file << name_of(stretch) << '\t' << sum.mean_ns() << '\n';
  }
  file.close();
  if (!file) return fail(ErrorCode::io, "cannot write the recorded costs", path);
  return {};
}

}  // namespace isthmus::engine::sim
