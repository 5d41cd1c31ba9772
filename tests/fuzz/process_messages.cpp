// What processes tell each other of alerts, of stalls and of the end.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {

namespace {

constexpr std::array settings = {JobSetting{}};

constexpr std::array<std::string_view, 3> classes = {"Alerts", "Process", "Watchdog"};

}  // namespace

extern const Target process_messages;
const Target process_messages = job_target<settings, classes>("process_messages");

}  // namespace isthmus::engine::fuzz
