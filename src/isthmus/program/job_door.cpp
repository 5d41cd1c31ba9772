#include "isthmus/program/job_door.hpp"

#include <poll.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/runtime/join_watch.hpp"
#include "isthmus/runtime/membership_changes.hpp"
#include "isthmus/runtime/verb_orders.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/watch/status_json.hpp"

namespace isthmus::engine::program {

namespace {

/// Those of the highest ranks with so many "pes" in all, and not all processes.
Expected<std::vector<ProcessId>> processes_with(const topology::Topology& topology,
                                                const std::string& wanted) {
  const std::vector<ProcessId> present = topology.present();
  std::vector<ProcessId> last;
  std::vector<std::string> sums;
  int sum = 0;
  for (std::size_t i = present.size() - 1; i > 0; --i) {
    last.push_back(present[i]);
    sum += topology.pes_of(present[i]).count;
    sums.push_back(std::to_string(sum));
    if (sums.back() == wanted) return last;
  }
  return fail(ErrorCode::bad_input,
              "no processes have " + topology::printable(wanted) + " of this job's PEs", {},
              sums.empty() ? "a job of several processes" : topology::one_of(sums, wanted));
}

void stop(runtime::Process& process) {
  process.fail({ErrorCode::program, "the user has stopped the job", {}, {}});
}

/// Those in the job that are the "process", or of the "node" or "site", of that name.
Expected<std::vector<ProcessId>> processes_at(const topology::Topology& topology,
                                              const std::string& of, const std::string& name) {
  if (of == "pes") return processes_with(topology, name);
  std::vector<ProcessId> found;
  std::vector<std::string> known;
  for (const ProcessId process : topology.present()) {
    std::string place = std::to_string(process.value);
    if (of == "node") place = topology.node_name(topology.node_of(process));
    if (of == "site") place = topology.site_name(topology.site_of(process));
    if (place == name) found.push_back(process);
    if (std::ranges::find(known, place) == known.end()) known.push_back(place);
  }
  if (!found.empty()) return found;
  return fail(ErrorCode::bad_input,
              "no " + of + " '" + topology::printable(name) + "' is in this job", {},
              topology::one_of(known, name));
}

/// Of one that is to come: that of this rank, or, where there is none, any.
Expected<std::uint32_t> promised_place(bootstrap::JoinService* joins, const std::string& rank,
                                       TimeNs now_ns) {
  if (joins == nullptr) return fail(ErrorCode::bad_input, "this job takes in nobody");
  ProcessId wanted;
  if (!rank.empty()) {
    const char* const end = rank.data() + rank.size();
    const auto [read, error] = std::from_chars(rank.data(), end, wanted.value);
    if (error != std::errc() || read != end || !wanted) {
      return fail(ErrorCode::bad_input, "no process '" + topology::printable(rank) + "'", {},
                  "the rank of a place that is free");
    }
  }
  auto promised = joins->promise(wanted, now_ns);
  if (!promised) return forward_error(promised);
  return promised->value;
}

}  // namespace

Expected<std::unique_ptr<JobDoor>> JobDoor::claim(const Options& options,
                                                  const topology::Topology& topology,
                                                  const HostPort& rendezvous, bool has_main,
                                                  live::LivePage* page, Log& log) {
  if (!has_main) return nullptr;
  const auto without_door = [&](const Error& why) -> Expected<std::unique_ptr<JobDoor>> {
    // Who has given a name wants to call the job by it; a page does nothing else.
    if (!options.job_name.empty() || page != nullptr) return std::unexpected(why);
    log.warning("nobody can call this job: " + why.text());
    return nullptr;
  };
  const char* const own = std::getenv("XDG_RUNTIME_DIR");
  auto directory = door::JobsDirectory::open(own == nullptr ? "" : own);
  if (!directory) return without_door(directory.error());
  std::unique_ptr<JobDoor> made(new JobDoor(std::move(*directory), page, log));
  door::JobFacts facts{.name = options.job_name,
                       .program = options.program,
                       .process_count = static_cast<int>(topology.present().size()),
                       .pe_count = static_cast<int>(topology::Members(topology).count()),
                       .rendezvous = rendezvous.host.empty() ? "" : rendezvous.text()};
  if (page != nullptr) facts.page = page->address_with_token();
  for (const ProcessId process : runtime::free_places(topology)) {
    facts.free_ranks.push_back(process.value);
    facts.free_pes.push_back(topology.pes_of(process).count);
  }
  auto entry = door::JobEntry::claim(made->directory_, std::move(facts));
  if (!entry) return without_door(entry.error());
  made->entry_ = std::make_unique<door::JobEntry>(std::move(*entry));
  return made;
}

namespace {

constexpr std::size_t choices_told_max = 32;
/// For those who look at the job's end to take their answers, and between two looks at them.
constexpr TimeNs last_look_ns = 500'000'000;
constexpr int last_look_every_ms = 2;

/// "process 1", "node n2", "site b" or "pes 4" leave the job.
Expected<void> leave(runtime::Process& process, const std::string& text) {
  const std::size_t space = text.find(' ');
  const std::string of = text.substr(0, space);
  if (space == std::string::npos ||
      (of != "process" && of != "node" && of != "site" && of != "pes")) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "'", {},
                "process RANK, node NAME, site NAME or pes N");
  }
  auto leaving = processes_at(process.topology(), of, text.substr(space + 1));
  if (!leaving) return forward_error(leaving);
  // What is refused is refused at once.
  auto answer = std::make_shared<Expected<void>>();
  process.membership_changes().request({.leaving = std::move(*leaving)},
                                       [answer](const Expected<void>& done) { *answer = done; });
  return *answer;
}

void add_verbs_of_the_whole(runtime::Process& process) {
  Verbs& verbs = process.verbs();
  if (process.world().checkpoints.held != nullptr) {
    Verb verb{.name = "leave",
              .metavar = "WHO",
              .what =
                  "process RANK, node NAME, site NAME, or pes N for the processes of the "
                  "highest ranks that have so many: they leave the job at its next point.",
              .kind = VerbKind::action,
              .set = [&process](const std::string& text) { return leave(process, text); }};
    for (const ProcessId present : process.topology().present()) {
      if (verb.choices.size() == choices_told_max) break;  // each status has them
      if (present != process.self()) {
        verb.choices.push_back("process " + std::to_string(present.value));
      }
    }
    verbs.add(std::move(verb));
  }
  verbs.add({.name = "stop",
             .metavar = "WHEN",
             .what = "now: ends the job, in order and as a failure.",
             .kind = VerbKind::action,
             .choices = {"now"},
             .set = [&process](const std::string& text) -> Expected<void> {
               if (text != "now") return fail(ErrorCode::bad_input, "'" + text + "'", {}, "now");
               // Not before whoever has asked for it is answered.
               process.units().front()->pe().timers().add(0, [&process] { stop(process); });
               return {};
             }});
}

}  // namespace

JobDoor::~JobDoor() {
  if (page_ != nullptr) page_->way().close();
}

void JobDoor::set_free(const topology::Topology& topology, const std::vector<ProcessId>& free) {
  std::vector<std::uint32_t> ranks;
  std::vector<int> pes;
  for (const ProcessId process : free) {
    ranks.push_back(process.value);
    pes.push_back(topology.pes_of(process).count);
  }
  if (auto noted = entry_->set_free(std::move(ranks), std::move(pes)); !noted) {
    log_.warning(noted.error().text());
  }
}

void JobDoor::conclude(runtime::Process& process) {
  if (door_ == nullptr) return;
  const auto& failure = process.failure();
  end_ = watch::JobEnd{failure ? failure->text() : ""};
  process.gatherer().conclude();
  if (page_ != nullptr) page_->tell_end();
  const Clock& clock = process.clock();
  sched::Pe& first = process.units().front()->pe();
  const TimeNs until_ns = clock.now_ns() + last_look_ns;
  const auto is_asked = [&] {
    return door_->caller_count() > 0 || (page_ != nullptr && !page_->has_told_end());
  };
  while (true) {
    door_->poll(first, clock.now_ns(), false);
    if (!is_asked() || clock.now_ns() >= until_ns) return;
    pollfd polled = {door_->descriptor(), POLLIN, 0};
    ::poll(&polled, 1, last_look_every_ms);
  }
}

void JobDoor::open(runtime::Process& process, runtime::Sleepers& sleepers,
                   bootstrap::JoinService* joins) {
  add_verbs_of_the_whole(process);
  sched::Pe& first = process.units().front()->pe();
  runtime::VerbOrders& orders = process.verb_orders();
  const auto tells = [this, &process](watch::Topic topic) {
    return [this, &process, topic](std::function<void(const std::string&)> told) {
      process.gatherer().ask(
          [this, &process, told = std::move(told)](const JobStatus& status) {
            told(watch::to_json(status, process.topology(), end_));
          },
          topic);
    };
  };
  auto opened = open(
      {.verbs = process.verbs(),
       .set = [&orders](const std::string& name, const std::string& value,
                        door::Controls::Done done) { orders.set(name, value, std::move(done)); },
       .leave =
           [&process](const std::string& of, const std::string& name, door::Controls::Done done) {
             auto leaving = processes_at(process.topology(), of, name);
             if (!leaving) return done(forward_error(leaving));
             process.membership_changes().request({.leaving = std::move(*leaving)},
                                                  std::move(done));
           },
       .end =
           [&process](const std::string& name, const door::Controls::Done& done) {
             auto ending = processes_at(process.topology(), "process", name);
             if (!ending) return done(forward_error(ending));
             process.membership_changes().end(ending->front(), done);
           },
       .place =
           [&process, &first, joins](const std::string& rank) {
             auto promised = promised_place(joins, rank, first.clock().now_ns());
             // With site logs nothing may cross the border of which nobody knows what it means.
             if (promised && process.site_life() == nullptr) {
               process.membership_changes().tell_of_promise(ProcessId(*promised),
                                                            joins->promised_for_ns());
             }
             return promised;
           },
       .status = tells(watch::Topic::all),
       .waits = tells(watch::Topic::waits),
       .stop = [&process] { stop(process); }});
  if (!opened) return log_.warning("nobody can call this job: " + opened.error().text());
  first.add_source(**opened);
  sleepers.sleeper(first.id()).watch((*opened)->descriptor());
}

Expected<door::Door*> JobDoor::open(door::Controls controls) {
  auto opened = door::Door::open(*entry_, std::move(controls), log_);
  if (!opened) return forward_error(opened);
  door_ = std::move(*opened);
  if (page_ != nullptr) page_->way().lead_to(*entry_);
  return door_.get();
}

}  // namespace isthmus::engine::program
