#include "isthmus/runtime/main_program.hpp"

#include <algorithm>
#include <exception>
#include <string>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/coroutine.hpp"
#include "isthmus/runtime/process.hpp"

namespace isthmus::runtime {

namespace {

Detached run_main(Process& process, Objects& objects, const MainProgram& main_program, Job& job) {
  Activity& activity = objects.replies().activities().begin(nullptr, nullptr);
  activity.handle = co_await detail::OwnHandle{};
  objects.replies().activities().set_current(&activity);
  try {
    co_await main_program(job);
    job.refuse_unasked_arguments();
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
  job.attach(process.alerts(), process.chain_changes(), process.verbs());
  first.pe().after(0, [&process, &first, &main_program, &job] {
    run_main(process, first.objects(), main_program, job);
    // It waits now, or has ended.
    try {
      job.refuse_unasked_arguments();
    } catch (const BadInput& bad) {
      process.fail(bad.error());
    }
  });
}

}  // namespace isthmus::runtime
