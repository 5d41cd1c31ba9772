#include "isthmus/program/job_door.hpp"

#include <cstdlib>
#include <memory>
#include <string>

#include "isthmus/runtime/verb_orders.hpp"

namespace isthmus::program {

Expected<std::unique_ptr<JobDoor>> JobDoor::claim(const Options& options,
                                                  const topology::Topology& topology, bool has_main,
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
  auto entry = door::JobEntry::claim(made->directory_, {.name = options.job_name,
                                                        .program = options.program,
                                                        .process_count = topology.process_count(),
                                                        .pe_count = topology.pe_count()});
  if (!entry) return without_door(entry.error());
  made->entry_ = std::make_unique<door::JobEntry>(std::move(*entry));
  return made;
}

void JobDoor::open(runtime::Process& process, runtime::Sleepers& sleepers) {
  sched::Pe& first = process.units().front()->pe();
  runtime::VerbOrders& orders = process.verb_orders();
  auto opened = door::Door::open(
      *entry_,
      {.verbs = process.verbs(),
       .set = [&orders](const std::string& name, const std::string& value,
                        door::Controls::Done done) { orders.set(name, value, std::move(done)); },
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
