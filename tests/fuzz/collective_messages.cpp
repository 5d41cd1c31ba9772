// What PEs tell each other of broadcasts, multicasts, reductions and quiescence.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {

namespace {

constexpr std::array settings = {
    JobSetting{.quiescence = collective::QuiescenceStrategy::counting_waves},
    JobSetting{.quiescence = collective::QuiescenceStrategy::safra}};

constexpr std::array<std::string_view, 8> classes = {"Broadcasts", "CountingWaves", "PeCollectives",
                                                     "Quiescence", "Reductions",    "SafraRing",
                                                     "Scatters",   "Sections"};

}  // namespace

extern const Target collective_messages;
const Target collective_messages = job_target<settings, classes>("collective_messages");

}  // namespace isthmus::engine::fuzz
