// isthmus/sim/cost_recorder.hpp: what entry methods take in a real run, for later simulations.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/runtime/process.hpp"

namespace isthmus::engine::sim {

/// Measures the processor time of every message that the PEs of a process handle, and writes the
/// mean for each kind and each stretch, as read_recorded_costs reads it. Costs about 0.5 µs a
/// message.
class CostRecorder {
 public:
  CostRecorder();
  ~CostRecorder();

  /// Before the first step. Outlives the process's last step.
  void attach(runtime::Process& process);
  /// After the last step. ErrorCode::io.
  Expected<void> write(const std::string& path) const;

 private:
  class PeCosts;
  std::vector<std::unique_ptr<PeCosts>> pes_;
};

}  // namespace isthmus::engine::sim
