// What PEs tell each other in a step of the load balancer, decided by one PE, by pairs, by thieves.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::engine::fuzz {

namespace {

constexpr std::array settings = {JobSetting{.strategy = "greedy"},
                                 JobSetting{.strategy = "diffusion"},
                                 JobSetting{.strategy = "work_stealing"}};

constexpr std::array<std::string_view, 3> classes = {"Balancer", "DistributedBalancer",
                                                     "LatencyWatch"};

}  // namespace

extern const Target balance_messages;
const Target balance_messages = job_target<settings, classes>("balance_messages");

}  // namespace isthmus::engine::fuzz
