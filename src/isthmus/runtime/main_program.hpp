// isthmus/runtime/main_program.hpp: the user's main program, and how a process starts it.
#pragma once

#include <functional>

#include "isthmus/runtime/job.hpp"
#include "isthmus/sched/task.hpp"

namespace isthmus::engine {

/// The main program: runs on the first member's PE; the job ends when it does.
using MainProgram = std::function<Task<void>(Job&)>;

namespace runtime {

class Process;

/// Has the first member, a PE of this process, run the main program in its first step. Its end ends
/// the job; an exception that leaves it ends the job as a failure. Call it before the first step,
/// on one thread; `main_program` and `job` outlive the last step.
void start_main(Process& process, const MainProgram& main_program, Job& job);

}  // namespace runtime

}  // namespace isthmus::engine

namespace isthmus {

using engine::MainProgram;

}  // namespace isthmus
