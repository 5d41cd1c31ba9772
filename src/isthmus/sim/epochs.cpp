#include "isthmus/sim/epochs.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace isthmus::sim {

Epochs::Epochs(const Parts& parts, SimulationOptions options)
    : parts_(parts), options_(std::move(options)), topology_(parts.topology) {
  for (int rank = 0; parts.holds_images && rank < topology_.process_count(); ++rank) {
    held_.emplace_back("process " + std::to_string(rank));
  }
}

std::optional<Error> Epochs::run(const MainProgram& main_program, const MakeJob& make_job) {
  while (true) {
    if (auto begun = begin(); !begun) return begun.error();
    job_ = make_job(*simulation_);
    const std::optional<Error> failure = simulation_->run(main_program, *job_);
    Summary summary = simulation_->summary();
    summary.events += summary_.events;
    summary.frames += summary_.frames;
    if (options_.epoch > 0) {
      TraceHash hash;
      hash.add(summary_.trace_hash);
      hash.add(summary.trace_hash);
      summary.trace_hash = hash.value();
    }
    summary_ = summary;
    if (failure || !simulation_->is_interrupted()) return failure;
    if (auto unable = end_epoch()) return unable;
  }
}

Expected<void> Epochs::begin() {
  auto created =
      Simulation::create({topology_, parts_.payloads, parts_.log, parts_.costs, parts_.stopwatch,
                          [this](ProcessId process) { return places_of(process); }},
                         options_);
  if (!created) return forward_error(created);
  simulation_ = std::move(*created);
  return {};
}

store::Places Epochs::places_of(ProcessId process) {
  store::Places places = parts_.checkpoints;
  if (held_.empty()) return places;
  places.held = &held_[process.value];
  if (!restart_) return places;
  places.source = &held_[process.value].source();
  places.restart = &*restart_;
  places.first_number = std::max(places.first_number, restart_->number + 1);
  places.is_in_place = true;
  return places;
}

/// Prepares the next one; why there is none.
std::optional<Error> Epochs::end_epoch() {
  options_.begin_ns = simulation_->clock().now_ns() + agreement_ns;
  std::vector<ProcessId> gone = simulation_->gone();
  // What is left of the main program refers to the job.
  simulation_.reset();
  job_.reset();
  for (const Fault& fault : options_.faults) {
    if (!fault.is_of_a_moment() || fault.at_ns >= options_.begin_ns) continue;
    if (fault.kind == Fault::Kind::crash) gone.push_back(fault.process);
    if (fault.kind == Fault::Kind::site_lost) {
      for (const ProcessId process : topology_.processes_of(fault.sites[0])) {
        gone.push_back(process);
      }
    }
  }
  std::ranges::sort(gone);
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  if (gone == gone_) {
    return Error{
        ErrorCode::unreachable, "processes that live have lost each other for good", {}, {}};
  }
  if (gone.size() == held_.size()) {
    return Error{ErrorCode::unreachable, "every process is gone", {}, {}};
  }
  gone_ = std::move(gone);
  topology_ = parts_.topology.without(gone_);
  ++options_.epoch;
  std::uint64_t number = ~std::uint64_t{0};
  ProcessId first;
  for (std::size_t rank = held_.size(); rank-- > 0;) {
    if (topology_.is_absent(ProcessId(rank))) {
      held_[rank].lose();
      continue;
    }
    number = std::min(number, held_[rank].newest());
    first = ProcessId(rank);
  }
  restart_.reset();
  for (store::HeldImages& held : held_) held.drop_after(number);
  if (number == 0) return {};
  auto file = held_[first.value].read(number, store::index_name);
  if (!file) return file.error();
  auto index = store::decoded_index(*file);
  if (!index) return index.error();
  restart_ = std::move(*index);
  return {};
}

}  // namespace isthmus::sim
