// isthmus/runtime/run.hpp: a program's way into a job.
#pragma once

#include <functional>

#include "isthmus/runtime/job.hpp"
#include "isthmus/sched/task.hpp"

namespace isthmus {

/// The main program: runs on PE 0; the job ends when it does.
using MainProgram = std::function<Task<void>(Job&)>;

/// Runs a job: reads the runtime's options (`PROGRAM [runtime options] [-- program options]`, see
/// --help), joins the other processes, runs `main_program` on PE 0, and returns the exit status: 0,
/// 2 for bad input, 1 for any other failure. One line on standard error says what failed. In
/// processes that do not hold PE 0 it returns when the job ends. Call it once, from main().
int run(int argc, const char* const* argv, MainProgram main_program);

}  // namespace isthmus
