#include "isthmus/program/real_job.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/bootstrap/relay/relay_handshake.hpp"
#include "isthmus/bootstrap/relay/relay_listener.hpp"
#include "isthmus/program/explanation.hpp"
#include "isthmus/program/pe_speeds.hpp"
#include "isthmus/program/report.hpp"
#include "isthmus/program/start.hpp"
#include "isthmus/runtime/agreement_watch.hpp"
#include "isthmus/runtime/driver.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/real_world.hpp"

namespace isthmus::program {

namespace {

/// A process that computes answers between two entry methods.
constexpr TimeNs answer_ns = 15'000'000'000;
constexpr TimeNs give_up_ns = 60'000'000'000;
/// For those that have agreed to be connected. All are there, or lost as well.
constexpr TimeNs connecting_ns = 5'000'000'000;

/// An epoch that cannot begin so often in a row, though all are there, never will.
constexpr int failed_begins_max = 8;

/// Whether a process is called by an address that something between forwards: when that refuses,
/// the process may live all the same.
bool is_any_forwarded(const topology::Topology& topology) {
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    if (!topology.advertised_of(ProcessId(static_cast<std::uint32_t>(rank))).host.empty()) {
      return true;
    }
  }
  return false;
}

/// The newest checkpoint that all members hold an index of: none of them has dropped it.
Expected<std::uint64_t> common_checkpoint(const bootstrap::MemberList& members) {
  std::uint64_t common = ~std::uint64_t{0};
  for (const bootstrap::EpochMember& member : members) {
    std::uint64_t number = 0;
    const char* const end = member.note.data() + member.note.size();
    const auto [stopped, error] = std::from_chars(member.note.data(), end, number);
    if (error != std::errc() || stopped != end) {
      return fail(ErrorCode::malformed, "'" + member.note + "' is no checkpoint",
                  "process " + std::to_string(member.process.value));
    }
    common = std::min(common, number);
  }
  return common;
}

}  // namespace

/// What there is of an epoch. Nothing of it outlives it.
struct RealJob::Epoch {
  Epoch(const topology::Topology& topology, std::uint32_t number, bootstrap::Membership& membership,
        const Clock& clock)
      : members(topology, number), real(topology, membership, clock) {}

  topology::Members members;
  runtime::RealWorld real;
  DisplacedClock displaced_clock;
  std::unique_ptr<Job> job;  // what is left of the main program refers to it
  std::unique_ptr<runtime::AgreementWatch> watch;
  std::unique_ptr<runtime::Process> process;
};

bool RealJob::has_main(ProcessId self) const {
  return topology_.process_of(topology::Members(topology_).first()) == self;
}

int RealJob::run() {
  const Options& options = parts_.options;
  Expected<PayloadTable> payloads = PayloadTable::of_program();
  if (!payloads) return report_error(payloads.error());
  payloads_ = std::make_unique<PayloadTable>(std::move(*payloads));
  const ProcessId wanted(options.rank);
  auto checkpointing = Checkpointing::open(options, *payloads_, has_main(wanted));
  if (!checkpointing) return after_others(parts_.launch, report_error(checkpointing.error()));
  checkpointing_ = std::move(*checkpointing);
  places_ = checkpointing_->places();
  // Before the others are kept waiting: the name may not be free.
  auto door = JobDoor::claim(options, topology_, has_main(wanted), parts_.log);
  if (!door) return after_others(parts_.launch, report_error(door.error()));
  door_ = std::move(*door);
  const bool survives = checkpointing_->held() != nullptr;
  Expected<bootstrap::Membership> membership =
      join(options, parts_.launch, topology_, *payloads_, survives ? &past_ : nullptr, clock_,
           parts_.log);
  if (!membership) return report_error(membership.error());
  auto timeline =
      make_timeline(options, membership->self, topology_.pes_of(membership->self).count);
  if (!timeline) return report_error(timeline.error());
  timeline_ = std::move(*timeline);
  int failed_begins = 0;
  while (true) {
    std::unique_ptr<bootstrap::PeerTable> table;
    std::map<ProcessId, bool> lost;
    {
      Epoch epoch(topology_, epoch_, *membership, clock_);
      bootstrap::ReconnectService* const service = epoch.real.carriers.reconnect_service();
      const auto begun = begin(epoch, std::move(*membership));
      if (begun) {
        failed_begins = 0;
        runtime::Process& process = *epoch.process;
        drive(process, epoch.real.sleepers,
              driver_options(options, parts_.launch, topology_, process.self(), parts_.core_count));
        process.conclude();
        if (!process.is_interrupted()) return finish(epoch);
        lost = process.lost();
      } else {
        // Another one has been lost while the chains were made, where it could not be told apart
        // from what else may be wrong; of which the first epoch would have known.
        const bool is_loss = epoch_ > 0 && begun.error().code == ErrorCode::unreachable;
        if (!is_loss || ++failed_begins == failed_begins_max) return report_error(begun.error());
        tell_of_no_beginning(begun.error());
      }
      door_.reset();
      epoch.process.reset();
      table = std::make_unique<bootstrap::PeerTable>(service->end());
    }
    membership = go_on(std::move(*table), std::move(lost));
    if (!membership) {
      parts_.log.conclude(membership.error());
      const int status = report_error(membership.error());
      const ErrorCode code = membership.error().code;
      const bool is_given_up = code == ErrorCode::refused || code == ErrorCode::unreachable;
      return is_given_up ? given_up_status : status;
    }
  }
}

Expected<void> RealJob::begin(Epoch& epoch, bootstrap::Membership membership) {
  const Options& options = parts_.options;
  runtime::World world = world_of(epoch.real, epoch.members, *payloads_, clock_, parts_.log);
  world.message_costs = location::message_costs(topology_);
  world.checkpoints = places_;
  runtime::Settings settings = options.settings;
  settings.reports = options.explain || !options.report_file.empty();
  if (settings.balancing.strategy != nullptr) {
    world.meter_stamps = Stamps::of_counter(clock_);
    world.displaced_clock = &epoch.displaced_clock;
  }
  auto created =
      runtime::Process::create(world, settings, membership.self, std::move(membership.peers));
  if (!created) return forward_error(created);
  epoch.process = std::move(*created);
  runtime::Process& process = *epoch.process;
  if (timeline_ != nullptr) timeline_->attach(process);
  if (!options.recorded_costs_file.empty()) recorder_.attach(process);
  parts_.log.add_verbs(process.verbs());
  runtime::PeUnit& first = *process.units().front();
  bootstrap::ReconnectService* const service = epoch.real.carriers.reconnect_service();
  if (places_.held != nullptr && service != nullptr) {
    epoch.watch = std::make_unique<runtime::AgreementWatch>(process, *service);
    first.pe().add_source(*epoch.watch);
    epoch.real.sleepers.sleeper(first.pe().id()).watch(epoch.watch->descriptor());
  }
  epoch.job =
      std::make_unique<Job>(Job::Parts{first.objects(), clock_, options.arguments, options.quiet});
  if (door_ != nullptr) door_->open(process, epoch.real.sleepers);
  if (process.has_main()) runtime::start_main(process, parts_.main_program, *epoch.job);
  return {};
}

/// Of a job that has ended.
int RealJob::finish(Epoch& epoch) {
  const Options& options = parts_.options;
  runtime::Process& process = *epoch.process;
  const Expected<void> drawn = write_timeline(timeline_, options, process.self(), parts_.log);
  if (const std::optional<Error>& failure = process.failure()) {
    parts_.log.conclude(*failure);
    return after_others(parts_.launch, report_failure(process));
  }
  if (!drawn) return report_error(drawn.error());
  if (!process.has_main()) return 0;
  if (!options.recorded_costs_file.empty()) {
    if (auto written = recorder_.write(options.recorded_costs_file); !written) {
      return report_error(written.error());
    }
  }
  if (options.explain) {
    explain(topology_, process.reports());
    std::printf(
        "  %s\n",
        describe_speeds(topology_, options.settings.balancing, options.speed_source).c_str());
  }
  if (!options.report_file.empty()) {
    if (auto written = write_report(options, *epoch.job, process); !written) {
      return report_error(written.error());
    }
  }
  return after_output(epoch.job->exit_status());
}

// --- from one epoch to the next ------------------------------------------------------------------

Expected<bootstrap::Membership> RealJob::go_on(bootstrap::PeerTable table,
                                               std::map<ProcessId, bool> lost) {
  while (true) {
    const TimeNs begin_ns = clock_.now_ns();
    auto next = agree(table, lost);
    if (!next) return forward_error(next);
    if (auto prepared = prepare(*next, table.self); !prepared) return forward_error(prepared);
    bootstrap::MeshOptions connecting = mesh_options(topology_, table.self);
    connecting.timeout_ns = connecting_ns;
    connecting.epoch = epoch_;
    connecting.past = &past_;
    auto membership = bootstrap::mesh(table, connecting, clock_, parts_.log);
    if (membership) {
      parts_.log.write(LogLevel::debug,
                       "epoch " + std::to_string(epoch_) + " was agreed on and connected in " +
                           std::to_string((clock_.now_ns() - begin_ns) / 1'000'000) + " ms");
      if (!has_main(table.self)) return membership;
      // The name was free a moment ago; who has taken it meanwhile does not end this job.
      auto door = JobDoor::claim(parts_.options, topology_, true, parts_.log);
      if (door) {
        door_ = std::move(*door);
      } else {
        parts_.log.warning("nobody can call this job any more: " + door.error().text());
      }
      return membership;
    }
    // Another one has been lost meanwhile.
    tell_of_no_beginning(membership.error());
    lost.clear();
  }
}

void RealJob::tell_of_no_beginning(const Error& why) {
  parts_.log.warning("epoch " + std::to_string(epoch_) + " ends before it begins: " + why.text());
}

Expected<bootstrap::NextEpoch> RealJob::agree(bootstrap::PeerTable& table,
                                              const std::map<ProcessId, bool>& lost) {
  bootstrap::AgreementSetup setup;
  setup.self = table.self;
  setup.epoch = epoch_;
  for (int rank = 0; rank < topology_.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    if (topology_.is_absent(process)) continue;
    setup.voters.push_back({process, topology_.pes_of(process).first});
  }
  // Of the silent ones it is found out, by calling them, whether they are gone; where that proves
  // anything.
  const bool proves_nothing = is_any_forwarded(parts_.topology);
  for (const auto& [process, is_certain] : lost) {
    (is_certain && !proves_nothing ? setup.dead : setup.silent).insert(process);
  }
  setup.note = std::to_string(checkpointing_->held()->newest());
  setup.timing.answer_ns = answer_ns;
  setup.timing.give_up_ns = give_up_ns;
  const bootstrap::MeshOptions mesh = mesh_options(topology_, table.self);
  bootstrap::Acceptor door(std::move(table.data_listener), bootstrap::Purpose::agreement,
                           table.mesh_key, mesh.connection_timeout_ns, parts_.log);
  if (!mesh.relay.own.host.empty()) {
    auto seats = bootstrap::RelayListener::make(mesh.relay.own, mesh.relay.token,
                                                bootstrap::data_name(table.mesh_key, table.self),
                                                parts_.log);
    if (!seats) return forward_error(seats);
    door.add_seats(std::move(*seats));
  }
  bootstrap::AgreementPlace place{.peers = table.peers,
                                  .key = table.mesh_key,
                                  .door = door,
                                  .past = past_,
                                  .relay = mesh.relay};
  if (proves_nothing) place.refused_for_ns = never_ns;
  auto next = bootstrap::agree(std::move(setup), std::move(place), clock_, parts_.log);
  table.data_listener = door.release();
  return next;
}

Expected<void> RealJob::prepare(const bootstrap::NextEpoch& next, ProcessId self) {
  past_.add(next);
  std::vector<ProcessId> absent;
  bootstrap::ProcessSet lost;
  for (int rank = 0; rank < topology_.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    if (bootstrap::contains(next.members, process)) continue;
    absent.push_back(process);
    if (!topology_.is_absent(process)) lost.insert(process);
  }
  auto number = common_checkpoint(next.members);
  if (!number) return forward_error(number);
  auto places = checkpointing_->places_after(*number);
  if (!places) return forward_error(places);
  places_ = *places;
  epoch_ = next.number;
  topology_ = parts_.topology.without(absent);
  if (has_main(self)) {
    // Nobody, where who was silent has been heard again.
    const std::string who =
        lost.empty() ? "goes on with all" : "goes on without " + bootstrap::text_of(lost);
    parts_.log.warning(
        who + " as epoch " + std::to_string(epoch_) + " of " + std::to_string(next.members.size()) +
        " processes, " +
        (*number == 0 ? "from the start" : "from checkpoint " + std::to_string(*number)));
  }
  return {};
}

}  // namespace isthmus::program
