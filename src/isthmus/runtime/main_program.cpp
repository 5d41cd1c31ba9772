#include "isthmus/runtime/main_program.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/coroutine.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::runtime {

namespace {

/// Waits for what is still being written.
Future<void> written(store::Checkpoints& checkpoints) {
  Future<void> all("the last checkpoint");
  checkpoints.settle(all.callback().target);
  return all;
}

Detached run_main(Process& process, PeUnit& first, const MainProgram& main_program, Job& job) {
  Objects& objects = first.objects();
  store::Checkpoints& checkpoints = first.checkpoints();
  Activity& activity = objects.replies().activities().begin(nullptr, nullptr);
  activity.handle = co_await detail::OwnHandle{};
  objects.replies().activities().set_current(&activity);
  try {
    co_await main_program(job);
    job.refuse_unasked_arguments();
    job.refuse_unasked_restart();
    co_await written(checkpoints);
    checkpoints.tell_if_in_vain();
    process.finish();
  } catch (const BadInput& bad) {
    process.fail(bad.error());
  } catch (const std::exception& exception) {
    process.fail({ErrorCode::program,
                  std::string("exception in the main program: ") + exception.what(),
                  {},
                  {}});
  } catch (...) {
    process.fail({ErrorCode::program, "an unknown exception in the main program", {}, {}});
  }
  objects.replies().activities().end(activity);
}

}  // namespace

void start_main(Process& process, const MainProgram& main_program, Job& job) {
  const PeId main_pe = process.members().first();
  const auto found = std::ranges::find_if(
      process.units(), [&](const auto& unit) { return unit->pe().id() == main_pe; });
  ISTHMUS_ASSERT(found != process.units().end());
  PeUnit& first = **found;
  const store::Places& places = process.world().checkpoints;
  const store::Index* const restart = places.restart;
  job.attach(process, first.checkpoints(), restart);
  first.checkpoints().begin_at(places.first_number);
  const auto start = [&process, &first, &main_program, &job, restart] {
    run_main(process, first, main_program, job);
    // It waits now, or has ended.
    try {
      job.refuse_unasked_arguments();
      job.refuse_unasked_restart();
    } catch (const BadInput& bad) {
      return process.fail(bad.error());
    }
    if (restart != nullptr) first.checkpoints().go_on(*restart);
    process.verb_orders().program_has_begun();
  };
  first.pe().after(0, [&process, &first, &places, restart, start] {
    if (restart == nullptr) return start();
    first.checkpoints().go_on_from(*restart, places.source->vault->place_of(restart->number),
                                   places.is_in_place);
    first.restoration().begin(*restart, [&process, restart, start] {
      const auto count = [](auto number, std::string_view noun) {
        return topology::count_of(static_cast<long long>(number), noun);
      };
      process.log().info("goes on from checkpoint " + std::to_string(restart->number) + " of " +
                         count(restart->shape.pes, "PE") + ": " +
                         count(restart->objects(), "object") + ", now on " +
                         count(process.members().count(), "PE"));
      start();
    });
  });
}

}  // namespace isthmus::engine::runtime
