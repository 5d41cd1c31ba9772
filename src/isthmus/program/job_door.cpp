#include "isthmus/program/job_door.hpp"

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

namespace isthmus::program {

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
                                                  Log& log) {
  if (!has_main) return nullptr;
  const auto without_door = [&](const Error& why) -> Expected<std::unique_ptr<JobDoor>> {
    // Who has given a name wants to call the job by it.
    if (!options.job_name.empty()) return std::unexpected(why);
    log.warning("nobody can call this job: " + why.text());
    return nullptr;
  };
  const char* const own = std::getenv("XDG_RUNTIME_DIR");
  auto directory = door::JobsDirectory::open(own == nullptr ? "" : own);
  if (!directory) return without_door(directory.error());
  std::unique_ptr<JobDoor> made(new JobDoor(std::move(*directory), log));
  door::JobFacts facts{.name = options.job_name,
                       .program = options.program,
                       .process_count = static_cast<int>(topology.present().size()),
                       .pe_count = static_cast<int>(topology::Members(topology).count()),
                       .rendezvous = rendezvous.host.empty() ? "" : rendezvous.text()};
  for (const ProcessId process : runtime::free_places(topology)) {
    facts.free_ranks.push_back(process.value);
    facts.free_pes.push_back(topology.pes_of(process).count);
  }
  auto entry = door::JobEntry::claim(made->directory_, std::move(facts));
  if (!entry) return without_door(entry.error());
  made->entry_ = std::make_unique<door::JobEntry>(std::move(*entry));
  return made;
}

void JobDoor::open(runtime::Process& process, runtime::Sleepers& sleepers,
                   bootstrap::JoinService* joins) {
  sched::Pe& first = process.units().front()->pe();
  runtime::VerbOrders& orders = process.verb_orders();
  auto opened = door::Door::open(
      *entry_,
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
       .place =
           [&first, joins](const std::string& rank) {
             return promised_place(joins, rank, first.clock().now_ns());
           },
       .status =
           [&process](std::function<void(const std::string&)> told) {
             process.gatherer().ask(
                 [&process, told = std::move(told)](const watch::JobStatus& status) {
                   told(watch::to_json(status, process.topology()));
                 });
           },
       .stop =
           [&process] {
             process.fail({ErrorCode::program, "the user has stopped the job", {}, {}});
           }},
      log_);
  if (!opened) return log_.warning("nobody can call this job: " + opened.error().text());
  door_ = std::move(*opened);
  first.add_source(*door_);
  sleepers.sleeper(first.id()).watch(door_->descriptor());
}

}  // namespace isthmus::program
