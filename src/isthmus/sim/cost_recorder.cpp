#include "isthmus/sim/cost_recorder.hpp"

#include <fstream>
#include <map>

#include "isthmus/sched/observer.hpp"

namespace isthmus::sim {

/// Those of one PE; used by its thread alone until the last step.
class CostRecorder::PeCosts final : public sched::Observer {
 public:
  struct Sum {
    std::uint64_t count = 0;
    TimeNs total_ns = 0;
  };

  void handling(const Message& message) override {
    running_ = message.ops;
    begin_ns_ = clock_.now_ns();
  }
  void handled() override {
    if (running_ == nullptr) return;
    Sum& sum = sums_[running_];
    ++sum.count;
    sum.total_ns += clock_.now_ns() - begin_ns_;
  }
  void sending(const Message&) override {}
  void charged(TimeNs) override {}

  const std::unordered_map<const PayloadOps*, Sum>& sums() const { return sums_; }

 private:
  const ProcessorClock clock_;
  const PayloadOps* running_ = nullptr;
  TimeNs begin_ns_ = 0;
  std::unordered_map<const PayloadOps*, Sum> sums_;
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
  for (const auto& pe : pes_) {
    for (const auto& [ops, sum] : pe->sums()) {
      sums[ops->name].count += sum.count;
      sums[ops->name].total_ns += sum.total_ns;
    }
  }
  std::ofstream file(path, std::ios::trunc);
  file << "# mean processor time of each kind of message, in ns\n";
  for (const auto& [name, sum] : sums) {
    file << name << '\t' << sum.total_ns / static_cast<TimeNs>(sum.count) << '\n';
  }
  file.close();
  if (!file) return fail(ErrorCode::io, "cannot write the recorded costs", path);
  return {};
}

}  // namespace isthmus::sim
