#include "isthmus/runtime/main_program.hpp"

#include <exception>
#include <string>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/coroutine.hpp"
#include "isthmus/runtime/process.hpp"

namespace isthmus::runtime {

namespace {

Detached run_main(Process& process, Objects& objects, const MainProgram& main_program, Job& job) {
  Activity& activity = objects.activities().begin(nullptr, nullptr);
  activity.handle = co_await detail::OwnHandle{};
  objects.activities().set_current(&activity);
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
  objects.activities().end(activity);
}

}  // namespace

void start_main(Process& process, const MainProgram& main_program, Job& job) {
  PeUnit& first = *process.units().front();
  ISTHMUS_ASSERT(first.pe().id() == PeId(0));
  job.attach(process.alerts(), process.chain_changes());
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

namespace isthmus {

Error detail::unasked_argument(const std::string& argument) {
  return {ErrorCode::bad_input, "this program takes no arguments of its own", "'" + argument + "'",
          "nothing behind --"};
}

void Job::refuse_unasked_arguments() const {
  if (asked_for_arguments_ || parts_.arguments.empty()) return;
  throw BadInput(detail::unasked_argument(parts_.arguments.front()));
}

}  // namespace isthmus
