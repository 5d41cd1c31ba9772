// isthmus/program/job_page.hpp: the live page of a job of real processes.
#pragma once

#include <memory>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/live/live_page.hpp"
#include "isthmus/program/options.hpp"

namespace isthmus::engine::program {

/// In the process of the main program, where the user wants one; else null. Clock and log outlive
/// it. ErrorCode::bad_input.
Expected<std::unique_ptr<live::LivePage>> open_page(const Options& options, bool has_main,
                                                    const Clock& clock, Log& log);
/// Tells the user where it is. The machine's own log, which others may read, does not get the
/// token.
void tell_address(const live::LivePage& page, const Options& options, Log& log);

}  // namespace isthmus::engine::program
