// isthmus/program/run.hpp: a program's way into a job.
#pragma once

#include "isthmus/runtime/main_program.hpp"

namespace isthmus::engine {

/// Runs a job: reads the runtime's options (`PROGRAM [runtime options] [-- program options]`, see
/// --help), joins the other processes, runs `main_program` on PE 0, and returns the exit status: 0,
/// 2 for bad input, 1 for any other failure. One line on standard error says what failed. In
/// processes that do not hold PE 0 it returns when the job ends. Call it once, from main().
int run(int argc, const char* const* argv, MainProgram main_program);

}  // namespace isthmus::engine

namespace isthmus {

using engine::run;

}  // namespace isthmus
