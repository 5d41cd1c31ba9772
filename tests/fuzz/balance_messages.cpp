// What PEs tell each other in a step of the load balancer, decided by one PE, by pairs, by thieves.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::fuzz {

namespace {

constexpr std::array settings = {JobSetting{.strategy = "greedy"},
                                 JobSetting{.strategy = "diffusion"},
                                 JobSetting{.strategy = "work_stealing"}};

constexpr std::array<std::string_view, 2> classes = {"Balancer", "Barter"};

/// The first byte chooses.
void run(Input input) {
  Source source(input);
  const auto setting = source.take<std::uint8_t>() % settings.size();
  run_job(source.rest(), settings[setting], classes);
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> seeds;
  for (std::uint8_t i = 0; i < settings.size(); ++i) {
    for (const Bytes& message : messages_of_job(settings[i], classes)) {
      seeds.push_back(Sink().put(i).put_bytes(message).take());
    }
  }
  return seeds;
}

}  // namespace

extern const Target balance_messages;
const Target balance_messages{"balance_messages", run, seeds};

}  // namespace isthmus::fuzz
