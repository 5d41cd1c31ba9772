// isthmus/program/option_checks.hpp: what options say to each other.
#pragma once

#include "isthmus/base/error.hpp"
#include "isthmus/program/options.hpp"

namespace isthmus::engine::program {

/// Whether a job that is to go on has something to go on from. ErrorCode::bad_input.
Expected<void> check_checkpoints(const Options& options);

/// Of virtual time, costs of each message: whether a run can be had again by them.
/// ErrorCode::bad_input.
Expected<void> check_record(const Options& options);

}  // namespace isthmus::engine::program
