#include "isthmus/sim/epochs.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "isthmus/bootstrap/agreement/agreement.hpp"
#include "isthmus/bootstrap/agreement/electorate.hpp"

namespace isthmus::engine::sim {

Epochs::Epochs(const Parts& parts, SimulationOptions options)
    : parts_(parts),
      options_(std::move(options)),
      places_(parts.checkpoints ? parts.checkpoints() : store::Places()),
      topology_(parts.topology.without(parts.absent)),
      gone_(parts.absent.begin(), parts.absent.end()) {
  for (int rank = 0; parts.holds_images && rank < topology_.process_count(); ++rank) {
    held_.emplace_back("process " + std::to_string(rank), places_.vault);
  }
}

std::optional<Error> Epochs::run(const MainProgram& main_program, const MakeJob& make_job) {
  while (true) {
    if (auto begun = begin(); !begun) return begun.error();
    job_ = make_job(*simulation_);
    job_->tell(news_);
    std::optional<Error> failure = simulation_->run(main_program, *job_);
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
    checkpoints_.add(main_process().units().front()->checkpoints().totals());
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
  store::Places places = places_;
  if (held_.empty()) return places;
  places.held = &held_[process.value];
  if (!restart_) return places;
  places.source = &held_[process.value].source();
  places.restart = &*restart_;
  places.first_number = std::max(places.first_number, restart_->number + 1);
  places.is_in_place = true;
  return places;
}

/// Those that have ended by the time at which the next epoch begins.
void Epochs::note_gone() {
  for (const ProcessId process : simulation_->gone()) gone_.insert(process);
  for (std::size_t i = 0; i < options_.faults.size(); ++i) {
    const Fault& fault = options_.faults[i];
    if (simulation_->survived().contains(i)) continue;
    const bool is_of_this_epoch = fault.at_ns >= began_ns_ && fault.at_ns < options_.begin_ns;
    if (!fault.is_of_a_moment() || !is_of_this_epoch) continue;
    if (fault.kind == Fault::Kind::crash) gone_.insert(fault.process);
    if (fault.kind == Fault::Kind::site_lost) {
      for (const ProcessId process : topology_.processes_of(fault.sites[0])) gone_.insert(process);
    }
  }
}

/// The sites that cannot reach each other while the agreement goes on. One that is to be over soon
/// is waited for, as those behind it are.
Epochs::Apart Epochs::cut_apart() {
  const TimeNs now_ns = options_.begin_ns;
  Apart apart;
  for (const Fault& fault : options_.faults) {
    const bool is_cut = fault.kind == Fault::Kind::cut || fault.kind == Fault::Kind::partition;
    if (!is_cut || fault.at_ns > now_ns || fault.end_ns() <= now_ns) continue;
    if (fault.end_ns() - now_ns <= answer_ns) {
      options_.begin_ns = std::max(options_.begin_ns, fault.end_ns());
      continue;
    }
    for (const SiteId a : fault.sites) {
      for (int i = 0; i < topology_.site_count(); ++i) {
        const SiteId b(static_cast<std::uint32_t>(i));
        const bool is_listed = std::ranges::find(fault.sites, b) != fault.sites.end();
        if (a == b || is_listed != (fault.kind == Fault::Kind::cut)) continue;
        apart[a].insert(b);
        apart[b].insert(a);
      }
    }
  }
  return apart;
}

/// Of two sites that cannot reach each other one stays out: the one whose processes miss more
/// others, then the one that does not reach the witness, then the one of the higher number.
void Epochs::leave_out(const Apart& apart) {
  while (true) {
    std::tuple<std::size_t, bool, SiteId> worst;
    for (const auto& [site, others] : apart) {
      if (processes_left(site) == 0) continue;
      std::size_t missed = 0;
      for (const SiteId other : others) missed += processes_left(other);
      worst = std::max(worst, std::tuple(missed, !reaches_witness(site, apart), site));
    }
    if (std::get<std::size_t>(worst) == 0) return;
    for (const ProcessId process : topology_.processes_of(std::get<SiteId>(worst))) {
      gone_.insert(process);
    }
  }
}

/// Also where there is none.
bool Epochs::reaches_witness(SiteId site, const Apart& apart) const {
  const auto others = apart.find(site);
  return !parts_.witness || others == apart.end() || !others->second.contains(*parts_.witness);
}

std::size_t Epochs::processes_left(SiteId site) const {
  std::size_t count = 0;
  for (const ProcessId process : topology_.processes_of(site)) count += !gone_.contains(process);
  return count;
}

/// Prepares the next one; why there is none.
std::optional<Error> Epochs::end_epoch() {
  began_ns_ = options_.begin_ns;
  options_.begin_ns = simulation_->clock().now_ns() + agreement_ns;
  const Apart apart = cut_apart();
  note_gone();
  bootstrap::ProcessSet leaving;
  // As who proposes knows of them.
  const std::vector<bootstrap::Peer> joining =
      simulation_->main_process().membership_changes().ordered().joining;
  for (const ProcessId process : topology_.present()) {
    const bool leaves =
        simulation_->process(process).membership_changes().ordered().leaves(process);
    if (leaves && !gone_.contains(process)) leaving.insert(process);
  }
  // Who wishes again, as who is told that it was too late.
  for (const std::size_t i : simulation_->unmet()) {
    TimeNs& at_ns = options_.faults[i].at_ns;
    at_ns = std::max(at_ns, options_.begin_ns);
  }
  // What is left of the main program refers to the job.
  simulation_.reset();
  job_.reset();
  std::vector<bootstrap::Voter> voters;
  bootstrap::ProcessSet dead;
  for (const ProcessId process : topology_.present()) {
    voters.push_back({process, topology_.pes_of(process).first});
    if (gone_.contains(process)) dead.insert(process);
  }
  leave_out(apart);
  bootstrap::ProcessSet members;
  for (const bootstrap::Voter& voter : voters) {
    if (!gone_.contains(voter.process)) members.insert(voter.process);
  }
  if (members.empty()) return Error{ErrorCode::unreachable, "every process is gone", {}, {}};
  bootstrap::ProcessSet voted = members;
  const SiteId first_site = topology_.site_of(*members.begin());
  if (parts_.witness && reaches_witness(first_site, apart)) voted.insert(bootstrap::witness_id);
  if (!bootstrap::Electorate(voters, parts_.witness.has_value()).is_quorum(voted, dead)) {
    return Error{ErrorCode::unreachable,
                 "no part of the job has a majority: it would be " + bootstrap::text_of(members),
                 {},
                 {}};
  }
  news_ = {.epoch = options_.epoch + 1};
  for (const ProcessId process : topology_.present()) {
    if (gone_.contains(process)) news_.lost.push_back(process);
  }
  for (const ProcessId process : leaving) {
    gone_.insert(process);
    news_.left.push_back(process);
  }
  for (const bootstrap::Peer& peer : joining) {
    gone_.erase(peer.rank);
    news_.come.push_back(peer.rank);
  }
  std::ranges::sort(news_.come);
  if (members.size() == leaving.size()) {
    return Error{ErrorCode::unreachable, "all who are left have left", {}, {}};
  }
  topology_ = parts_.topology.without({gone_.begin(), gone_.end()});
  ++options_.epoch;
  welcome(joining);
  std::uint64_t number = ~std::uint64_t{0};
  for (std::size_t rank = held_.size(); rank-- > 0;) {
    if (topology_.is_absent(ProcessId(rank))) {
      held_[rank].lose();
      continue;
    }
    number = std::min(number, held_[rank].newest());
  }
  for (store::HeldImages& held : held_) held.drop_after(number);
  if (!held_.empty()) {
    auto index = held_[topology_.present().front().value].go_back_to(number);
    if (!index) return index.error();
    restart_ = std::move(*index);
  }
  if (parts_.checkpoints) places_ = parts_.checkpoints();
  return {};
}

/// They hold the index that the others hold, and no image.
void Epochs::welcome(const std::vector<bootstrap::Peer>& joining) {
  for (const bootstrap::Peer& peer : joining) {
    for (store::HeldImages& held : held_) {
      const std::uint64_t number = held.newest();
      const store::SharedPieces index = held.in_memory(number, store::index_name);
      if (index == nullptr) continue;
      held_[peer.rank.value].write(number, store::index_name, index, [](const Expected<void>&) {});
      break;
    }
  }
}

}  // namespace isthmus::engine::sim
