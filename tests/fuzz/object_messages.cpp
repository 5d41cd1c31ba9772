// What comes for objects, and what PEs tell each other of them: calls, values, creations, moves.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {

namespace {

constexpr std::array settings = {JobSetting{}};

constexpr std::array<std::string_view, 8> classes = {"Objects",  "Lifecycle",      "Replies",
                                                     "Seeds",    "Readonlies",     "Migrations",
                                                     "Ordering", "LocationManager"};

}  // namespace

extern const Target object_messages;
const Target object_messages = job_target<settings, classes>("object_messages");

}  // namespace isthmus::engine::fuzz
