#include "isthmus/program/real_job.hpp"

#include <unistd.h>

#include <algorithm>
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
#include "isthmus/program/real_job_epoch.hpp"
#include "isthmus/program/site_vote.hpp"
#include "isthmus/runtime/driver.hpp"
#include "isthmus/runtime/site_life.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::program {

namespace {

/// A process that computes answers between two entry methods.
constexpr TimeNs answer_ns = 15'000'000'000;
constexpr TimeNs give_up_ns = 60'000'000'000;
/// For who is to come in: the agreement takes milliseconds where nobody is silent.
constexpr TimeNs hearing_ns = 30'000'000'000;
/// The first word comes to processes that are yet to stop, and is not heard there; of many
/// processes, each costs the one that asks them some microseconds.
constexpr TimeNs resend_least_ns = 5'000'000;
constexpr TimeNs resend_a_voter_ns = 100'000;
constexpr TimeNs welcoming_ns = 2'000'000'000;

/// An epoch that cannot begin so often in a row, though all are there, never will.
constexpr int failed_begins_max = 8;
/// Nor may it be the fault of who has come, so often: one of the others was lost meanwhile.
constexpr int failed_begins_of_newcomers_max = 2;
/// Who is taken for lost, and heard again, again and again, works for longer than it may be silent:
/// no epoch would come further than the last.
constexpr int fruitless_epochs_max = 3;

std::string from_checkpoint(std::uint64_t number) {
  return number == 0 ? "from the start" : "from checkpoint " + std::to_string(number);
}

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

}  // namespace

bool RealJob::has_main(ProcessId self) const {
  return topology_.process_of(topology::Members(topology_).first()) == self;
}

int RealJob::run() {
  const Options& options = parts_.options;
  Expected<PayloadTable> payloads = PayloadTable::of_program();
  if (!payloads) return report_error(payloads.error());
  payloads_ = std::make_unique<PayloadTable>(std::move(*payloads));
  const bool begins_main = has_main(ProcessId(options.rank)) && !options.comes_late;
  auto checkpointing = Checkpointing::open(options, *payloads_, begins_main);
  if (!checkpointing) return after_others(parts_.launch, report_error(checkpointing.error()));
  checkpointing_ = std::move(*checkpointing);
  places_ = checkpointing_->places();
  // Before the others are kept waiting: the name may not be free.
  auto page = open_page(options, begins_main, clock_, parts_.log);
  if (!page) return after_others(parts_.launch, report_error(page.error()));
  page_ = std::move(*page);
  auto door =
      JobDoor::claim(options, topology_, rendezvous(), begins_main, page_.get(), parts_.log);
  if (!door) return after_others(parts_.launch, report_error(door.error()));
  door_ = std::move(*door);
  if (page_ != nullptr) tell_address(*page_, options, parts_.log);
  const bool survives = checkpointing_->held() != nullptr;
  if (!options.witness.host.empty() && bootstrap::relay_token_of_environment().empty()) {
    return report_error({ErrorCode::bad_input, "the witness's token is missing", "--witness",
                         "its secret in ISTHMUS_RELAY_TOKEN of all processes"});
  }
  if (options.on_warning != OnWarning::end) warning_ = std::make_unique<runtime::WarningSignal>();
  if (!options.warning_command.empty()) {
    warning_command_ =
        std::make_unique<runtime::WarningCommand>(options.warning_command, parts_.log);
  }
  auto joining = job_options(options, parts_.launch, topology_, *payloads_,
                             survives ? &past_ : nullptr, parts_.log);
  if (!joining) return report_error(joining.error());
  if (survives) {
    joining->when_late = [this](bootstrap::PeerTable table, const bootstrap::Welcome& welcome) {
      return come_in(std::move(table), welcome);
    };
  }
  began_ns_ = taken_ns_[0] = clock_.now_ns();
  Expected<bootstrap::Membership> membership =
      bootstrap::join(std::move(*joining), clock_, parts_.log);
  if (!membership) return report_error(membership.error());
  if (epoch_ == 0) job_ = membership->job;
  open_join_service(membership->self);
  auto timeline =
      make_timeline(options, membership->self, topology_.pes_of(membership->self).count);
  if (!timeline) return report_error(timeline.error());
  timeline_ = std::move(*timeline);
  while (true) {
    Parting parting;
    {
      Epoch epoch(topology_, alone_ ? alone_->epoch : epoch_, *membership, clock_);
      bootstrap::ReconnectService* const service = epoch.real.carriers.reconnect_service();
      const auto begun = begin(epoch, std::move(*membership));
      if (begun) {
        failed_begins_ = 0;
        come_ = {};
        runtime::Process& process = *epoch.process;
        bool stays = true;
        while (stays) {
          drive(
              process, epoch.real.sleepers,
              driver_options(options, parts_.launch, topology_, process.self(), parts_.core_count));
          auto stayed = stay(epoch, parting);
          if (!stayed) {
            door_.reset();
            const bool wants_to_leave = parting.changes.wished.leaves(process.self());
            return end_without_others(stayed.error(), wants_to_leave);
          }
          stays = *stayed;
        }
        epoch.progress_line.reset();
        if (door_ != nullptr && !process.is_interrupted()) door_->conclude(process);
        process.conclude();
        if (epoch.live_timeline != nullptr) epoch.live_timeline->conclude();
        remember(process);
        if (process.has_ended_alone()) {
          return end_without_others({ErrorCode::refused, "the user has ended this process", {}, {}},
                                    false);
        }
        if (!process.is_interrupted()) return finish(epoch);
        if (!parting.next) {
          parting.changes = {process.lost(), process.membership_changes().ordered()};
        }
      } else {
        // Another one has been lost while the chains were made, where it could not be told apart
        // from what else may be wrong, which will be wrong again.
        const bool is_loss = survives && begun.error().code == ErrorCode::unreachable;
        if (!is_loss || ++failed_begins_ == failed_begins_max) return report_error(begun.error());
        tell_of_no_beginning(begun.error());
      }
      door_.reset();
      epoch.process.reset();
      if (parting.table == nullptr) {
        parting.table = std::make_unique<bootstrap::PeerTable>(service->end());
      }
    }
    if (!away_.empty()) topology_ = parts_.topology.without(away_);
    const bool wants_to_leave = parting.changes.wished.leaves(parting.table->self);
    membership =
        go_on(std::move(*parting.table), std::move(parting.changes), std::move(parting.next));
    if (!membership) return end_without_others(membership.error(), wants_to_leave);
  }
}

/// What is asked for when its epoch is over.
void RealJob::remember(runtime::Process& process) {
  const store::Checkpoints& checkpoints = process.units().front()->checkpoints();
  history_.checkpoints.add(checkpoints.totals());
  interrupted_ns_ = clock_.now_ns();
  for (const auto& [number, taken_ns] : checkpoints.taken_ns()) taken_ns_[number] = taken_ns;
}

int RealJob::end_without_others(const Error& why, bool wants_to_leave) {
  if (wants_to_leave && why.code == ErrorCode::refused) {
    parts_.log.info(why.text());
    return left_status;
  }
  parts_.log.conclude(why);
  const int status = report_error(why);
  const bool is_given_up = why.code == ErrorCode::refused || why.code == ErrorCode::unreachable;
  return is_given_up ? given_up_status : status;
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
  if (timeline_ != nullptr) {
    timeline_->attach(process);
  } else {
    epoch.live_timeline = std::make_unique<runtime::LiveTimeline>(process, parts_.log);
    epoch.live_timeline->add_verbs(process.verbs());
  }
  if (!options.recorded_costs_file.empty()) recorder_.attach(process);
  parts_.log.add_verbs(process.verbs());
  runtime::PeUnit& first = *process.units().front();
  bootstrap::ReconnectService* const service = epoch.real.carriers.reconnect_service();
  // Not every carrier looks at who calls the process, and strangers may.
  if (service != nullptr) {
    epoch.watch = std::make_unique<runtime::CallerWatch>(process, *service);
    first.pe().add_source(*epoch.watch);
    epoch.real.sleepers.sleeper(first.pe().id()).watch(epoch.watch->descriptor());
  }
  if (join_service_ != nullptr) {
    epoch.join_watch = std::make_unique<runtime::JoinWatch>(
        *join_service_, process.membership_changes(), topology_);
    first.pe().add_source(*epoch.join_watch);
    epoch.real.sleepers.sleeper(first.pe().id()).watch(epoch.join_watch->descriptor());
  }
  if (warning_ != nullptr) {
    epoch.warning_watch = std::make_unique<runtime::WarningWatch>(
        *warning_, process, options.on_warning == OnWarning::leave);
    first.pe().add_source(*epoch.warning_watch);
    epoch.real.sleepers.sleeper(first.pe().id()).watch(warning_->descriptor());
    if (warning_command_ != nullptr) first.pe().add_source(*warning_command_);
  }
  epoch.job =
      std::make_unique<Job>(Job::Parts{first.objects(), clock_, options.arguments, options.quiet});
  if (process.has_main() && !options.quiet && isatty(STDERR_FILENO) == 1) {
    epoch.progress_line.emplace(stderr, clock_);
    epoch.job->follow_progress([&line = *epoch.progress_line](
                                   const runtime::JobProgress& progress) { line.show(progress); });
  }
  if (!history_.epochs.empty()) epoch.job->tell(history_.epochs.back().news);
  if (!options.alert_command.empty()) follow_alerts(process);
  process.membership_changes().set_promised(
      [this](ProcessId place, TimeNs for_ns) { promised_[place] = clock_.now_ns() + for_ns; });
  if (door_ != nullptr) door_->open(process, epoch.real.sleepers, join_service_.get());
  if (!history_.epochs.empty()) taken_ns_[history_.epochs.back().checkpoint] = clock_.now_ns();
  if (const auto alone = std::exchange(alone_, std::nullopt)) {
    if (auto begun = process.site_life()->begin_anew(alone->checkpoint); !begun) return begun;
  }
  if (process.has_main()) runtime::start_main(process, parts_.main_program, *epoch.job);
  return {};
}

void RealJob::follow_alerts(runtime::Process& process) {
  const Options& options = parts_.options;
  if (options.alert_memory_bytes) watch_memory(process, *options.alert_memory_bytes);
  if (!process.has_main()) return;
  if (alert_command_ == nullptr) {
    alert_command_ =
        std::make_unique<AlertCommand>(options.alert_command, options.program, clock_, parts_.log);
  }
  AlertCommand& command = *alert_command_;
  process.alerts().follow([&command](const Alert& alert) { command.tell(alert); });
  if (history_.epochs.empty() || history_.epochs.back().news.lost.empty()) return;
  std::string who;
  for (const ProcessId lost : history_.epochs.back().news.lost) {
    who += (who.empty() ? "" : ", ") + std::to_string(lost.value);
  }
  command.tell("loss", "the job goes on without process " + who);
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
    explain(topology_, times_of(process.reports()));
    std::printf(
        "  %s\n",
        describe_speeds(topology_, options.settings.balancing, options.speed_source).c_str());
  }
  if (!options.report_file.empty()) {
    if (auto written = write_report(options, *epoch.job, process, history_); !written) {
      return report_error(written.error());
    }
  }
  const int status = epoch.job->exit_status();
  const bool is_taken = status == given_up_status || status == left_status;
  if (checkpointing_->held() == nullptr || !is_taken) return after_output(status);
  parts_.log.warning("the program's own exit status " + std::to_string(status) +
                     " means something else in a job that outlives losses; it is 1");
  return after_output(1);
}

// --- from one epoch to the next ------------------------------------------------------------------

Expected<bootstrap::Membership> RealJob::go_on(bootstrap::PeerTable table, Changes changes,
                                               std::optional<bootstrap::NextEpoch> agreed) {
  while (true) {
    const TimeNs begin_ns = clock_.now_ns();
    if (failed_begins_ >= failed_begins_of_newcomers_max) {
      for (const ProcessId process : std::exchange(come_, {})) changes.lost.emplace(process, true);
    }
    const std::optional<bootstrap::NextEpoch> known = std::exchange(agreed, std::nullopt);
    Expected<bootstrap::NextEpoch> next =
        known ? *known
              : agree_on(table, changes, vote_to_go_back("the job goes on as another epoch"));
    if (!next) return forward_error(next);
    if (auto prepared = prepare(*next, table.self, changes.wished); !prepared)
      return forward_error(prepared);
    auto membership = connect(table);
    if (membership) {
      parts_.log.write(LogLevel::debug,
                       "epoch " + std::to_string(epoch_) + " was agreed on and connected in " +
                           std::to_string((clock_.now_ns() - begin_ns) / 1'000'000) + " ms");
      return membership;
    }
    // Another one has been lost meanwhile, or one of those who came is not reached by all.
    tell_of_no_beginning(membership.error());
    changes = {};
    if (++failed_begins_ == failed_begins_max) return forward_error(membership);
  }
}

/// How the processes of the epoch that was agreed on call each other.
bootstrap::MeshOptions RealJob::ways_of_epoch(ProcessId self) const {
  bootstrap::MeshOptions ways = mesh_options(topology_, self);
  ways.timeout_ns = connecting_ns;
  ways.epoch = epoch_;
  ways.past = &past_;
  if (is_any_forwarded(parts_.topology)) ways.refused_for_ns = never_ns;
  return ways;
}

Expected<bootstrap::Membership> RealJob::connect(bootstrap::PeerTable& table) {
  auto membership = bootstrap::mesh(table, ways_of_epoch(table.self), clock_, parts_.log);
  if (!membership || !has_main(membership->self)) return membership;
  open_join_service(membership->self);
  open_door_again();
  return membership;
}

/// Who is to come is told of it first.
Expected<bootstrap::NextEpoch> RealJob::agree_on(bootstrap::PeerTable& table,
                                                 const Changes& changes, const SiteVote& vote) {
  for (const bootstrap::Peer& peer : changes.wished.joining) {
    table.peers[peer.rank.value] = peer;
    promised_.erase(peer.rank);
  }
  welcome(table, changes);
  return agree(table, changes, vote);
}

SiteVote RealJob::vote_to_go_back(std::string why) const {
  SiteVote vote{.checkpoint = checkpointing_->held()->newest()};
  vote.keeps_logs = parts_.options.settings.checkpoints.site_logs;
  vote.obstacle = std::move(why);
  return vote;
}

/// Where the main program is by now, perhaps for the first time. The name was free a moment ago,
/// and so was the page's address; who has taken them meanwhile does not end this job.
void RealJob::open_door_again() {
  const Options& options = parts_.options;
  if (page_ == nullptr) {
    auto page = open_page(options, true, clock_, parts_.log);
    if (!page) parts_.log.warning("nobody can look at this job any more: " + page.error().text());
    if (page && *page != nullptr) {
      page_ = std::move(*page);
      tell_address(*page_, options, parts_.log);
    }
  }
  const auto claim = [&](const Options& by) {
    return JobDoor::claim(by, topology_, rendezvous(), true, page_.get(), parts_.log);
  };
  auto door = claim(options);
  if (!door && !options.job_name.empty()) {
    // Who was given up and lives, as somebody has stopped it, has the name still.
    Options other = options;
    other.job_name += "-" + std::to_string(epoch_);
    if (auto renamed = claim(other)) {
      parts_.log.warning(door.error().text() + "; this one is '" + other.job_name +
                         "' from now on");
      door = std::move(renamed);
    }
  }
  if (door) {
    door_ = std::move(*door);
  } else {
    parts_.log.warning("nobody can call this job any more: " + door.error().text());
  }
}

/// Who comes when this process and others have begun. Only what all know from their options can be
/// the same for who comes later: not what was measured at the start.
bool RealJob::may_others_come() const {
  const Options& options = parts_.options;
  return checkpointing_->held() != nullptr && !options.rendezvous.host.empty() &&
         parts_.launch.manager == nullptr && !options.grid.probe.has_any() &&
         options.speed_source != SpeedSource::start;
}

void RealJob::open_join_service(ProcessId self) {
  const Options& options = parts_.options;
  if (!may_others_come() || !has_main(self) || join_service_ != nullptr) return;
  auto joining = job_options(options, parts_.launch, topology_, *payloads_, &past_, parts_.log);
  if (!joining) return parts_.log.warning("nobody can join: " + joining.error().text());
  auto service = bootstrap::JoinService::open(std::move(*joining), job_, parts_.log);
  if (!service) return parts_.log.warning("nobody can join: " + service.error().text());
  join_service_ = std::move(*service);
  for (const auto& [place, until_ns] : promised_) join_service_->keep(place, until_ns);
}

HostPort RealJob::rendezvous() const {
  if (join_service_ != nullptr) return join_service_->address();
  // Where the service will be when all have met.
  return epoch_ == 0 && may_others_come() ? parts_.options.rendezvous : HostPort();
}

/// Before it is agreed on that they are in: who counts the votes calls them.
void RealJob::welcome(const bootstrap::PeerTable& table, const Changes& changes) {
  if (join_service_ == nullptr || changes.wished.joining.empty()) return;
  store::HeldImages& held = *checkpointing_->held();
  bootstrap::Welcome welcome{{{}, {}, table.peers}, epoch_, held.newest(), {}};
  auto index = held.read(welcome.checkpoint, store::index_name);
  if (!index) return parts_.log.warning(index.error().text());
  welcome.index = std::move(*index);
  join_service_->welcome(changes.wished.joining, std::move(welcome), welcoming_ns, clock_);
}

Expected<bootstrap::Membership> RealJob::come_in(bootstrap::PeerTable table,
                                                 const bootstrap::Welcome& welcome) {
  epoch_ = welcome.epoch;
  job_ = table.job;
  checkpointing_->held()->write(welcome.checkpoint, store::index_name,
                                std::make_shared<const store::Pieces>(store::Pieces{welcome.index}),
                                [](const Expected<void>&) {});
  auto next = with_acceptor(table, [&](bootstrap::AgreementPlace place) {
    return bootstrap::hear_of_outcome(table.self, epoch_, std::move(place), hearing_ns, clock_,
                                      parts_.log);
  });
  if (!next) return forward_error(next);
  if (auto prepared = prepare(*next, table.self, {}); !prepared) return forward_error(prepared);
  note_whether_alone(*next);
  // Who was there before, and is not now, it does not know.
  history_.epochs.clear();
  auto membership = connect(table);
  if (membership) return membership;
  tell_of_no_beginning(membership.error());
  return go_on(std::move(table), {});
}

template <class Talk>
Expected<bootstrap::NextEpoch> RealJob::with_acceptor(bootstrap::PeerTable& table, Talk talk) {
  const bootstrap::MeshOptions mesh = mesh_options(topology_, table.self);
  bootstrap::Acceptor acceptor(std::move(table.data_listener), bootstrap::Purpose::agreement,
                               table.mesh_key, mesh.connection_timeout_ns, parts_.log);
  if (!mesh.relay.own.host.empty()) {
    auto relay_listener = bootstrap::RelayListener::make(
        mesh.relay.own, mesh.relay.token, bootstrap::data_name(table.mesh_key, table.self),
        parts_.log);
    if (!relay_listener) return forward_error(relay_listener);
    acceptor.add_relay_listener(std::move(*relay_listener));
  }
  auto next = talk(bootstrap::AgreementPlace{.peers = table.peers,
                                             .key = table.mesh_key,
                                             .acceptor = acceptor,
                                             .past = past_,
                                             .relay = mesh.relay});
  table.data_listener = acceptor.release();
  return next;
}

void RealJob::tell_of_no_beginning(const Error& why) {
  parts_.log.warning("epoch " + std::to_string(epoch_) + " ends before it begins: " + why.text());
}

Expected<bootstrap::NextEpoch> RealJob::agree(bootstrap::PeerTable& table, const Changes& changes,
                                              const SiteVote& vote) {
  bootstrap::AgreementSetup setup;
  setup.self = table.self;
  setup.epoch = epoch_;
  for (const ProcessId process : topology_.present()) {
    if (std::ranges::find(away_, process) != away_.end()) continue;
    setup.voters.push_back({process, topology_.pes_of(process).first});
  }
  // Of the silent ones it is found out, by calling them, whether they are gone; where that proves
  // anything.
  const bool proves_nothing = is_any_forwarded(parts_.topology);
  for (const auto& [process, is_certain] : changes.lost) {
    (is_certain && !proves_nothing ? setup.dead : setup.silent).insert(process);
  }
  setup.has_witness = !parts_.options.witness.host.empty();
  setup.is_leaving = changes.wished.leaves(table.self);
  setup.note = vote.note();
  // The process that has told all of them, and been answered by all.
  if (has_main(table.self)) {
    for (const bootstrap::Peer& peer : changes.wished.joining) {
      setup.joining.push_back({peer.rank, setup.note});
    }
  }
  const auto voters = static_cast<TimeNs>(setup.voters.size());
  setup.timing.resend_ns =
      std::clamp(voters * resend_a_voter_ns, resend_least_ns, setup.timing.resend_ns);
  // Who says how long an entry method may take says how long a process may take to answer.
  setup.timing.answer_ns = parts_.options.settings.silence_ns.value_or(answer_ns);
  setup.timing.give_up_ns = give_up_ns;
  return with_acceptor(table, [&](bootstrap::AgreementPlace place) {
    if (proves_nothing) place.refused_for_ns = never_ns;
    place.witness = {parts_.options.witness, bootstrap::relay_token_of_environment()};
    return bootstrap::agree(std::move(setup), std::move(place), clock_, parts_.log);
  });
}

/// For how long the last epoch went on behind it; 0 where none has run since this was asked.
TimeNs RealJob::since_checkpoint(std::uint64_t checkpoint) {
  const TimeNs until_ns = std::exchange(interrupted_ns_, 0);
  const auto taken = taken_ns_.find(checkpoint);
  return taken == taken_ns_.end() ? 0 : std::max<TimeNs>(until_ns - taken->second, 0);
}

Expected<void> RealJob::prepare(const bootstrap::NextEpoch& next, ProcessId self,
                                const runtime::MembershipChange& wished) {
  past_.add(next);
  std::vector<ProcessId> absent;
  bootstrap::ProcessSet lost;
  bootstrap::ProcessSet left;
  bootstrap::ProcessSet come;
  for (int rank = 0; rank < topology_.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    if (bootstrap::contains(next.members, process)) {
      if (topology_.is_absent(process)) come.insert(process);
      continue;
    }
    absent.push_back(process);
    if (!topology_.is_absent(process)) (wished.leaves(process) ? left : lost).insert(process);
  }
  come_.insert(come);
  auto number = common_checkpoint(next.members);
  if (!number) return forward_error(number);
  auto places = checkpointing_->places_after(*number);
  if (!places) return forward_error(places);
  places_ = *places;
  epoch_ = next.number;
  topology_ = parts_.topology.without(absent);
  // Where nobody is lost the job has stood still since that checkpoint.
  const TimeNs since_ns = since_checkpoint(*number);
  const TimeNs repeated_ns = lost.empty() && away_.empty() ? 0 : since_ns;
  away_.clear();
  alone_.reset();
  const bool is_same = lost.empty() && left.empty() && come.empty() && !history_.epochs.empty() &&
                       history_.epochs.back().checkpoint == *number;
  fruitless_epochs_ = is_same ? fruitless_epochs_ + 1 : 0;
  if (fruitless_epochs_ == fruitless_epochs_max) {
    return fail(ErrorCode::stalled,
                "the job went on " + std::to_string(fruitless_epochs_max) + " times " +
                    from_checkpoint(*number) +
                    " with the same processes, one of which was silent and heard again",
                {},
                "a --silence TIME longer than any entry method, and than the main program works "
                "without waiting");
  }
  const auto list = [](const bootstrap::ProcessSet& some) {
    return std::vector<ProcessId>(some.begin(), some.end());
  };
  history_.epochs.push_back({{epoch_, list(lost), list(left), list(come)},
                             clock_.now_ns() - began_ns_,
                             *number,
                             repeated_ns});
  if (!has_main(self)) {
    join_service_.reset();
    return {};
  }
  std::string what;
  if (!come.empty()) {
    what += bootstrap::text_of(come) + (come.size() == 1 ? " has" : " have") + " come; ";
  }
  if (!left.empty())
    what += bootstrap::text_of(left) + (left.size() == 1 ? " has" : " have") + " left; ";
  // Nobody is lost where who was silent has been heard again.
  what += lost.empty() ? "goes on" : "goes on without " + bootstrap::text_of(lost);
  what += " as epoch " + std::to_string(epoch_) + " of " +
          topology::count_of(static_cast<long long>(next.members.size()), "process", "es") + ", " +
          from_checkpoint(*number);
  if (repeated_ns > 0) {
    char text[64];
    std::snprintf(text, sizeof text, "; %.2f s of work is done again",
                  static_cast<double>(repeated_ns) * 1e-9);
    what += text;
  }
  if (lost.empty()) {
    parts_.log.info(what);
  } else {
    parts_.log.warning(what);
  }
  return {};
}

}  // namespace isthmus::engine::program
