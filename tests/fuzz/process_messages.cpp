// What processes tell each other of alerts, of stalls and of the end.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::fuzz {

namespace {

constexpr std::array settings = {JobSetting{}};

constexpr std::array<std::string_view, 3> classes = {"Alerts", "Process", "Watchdog"};

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

extern const Target process_messages;
const Target process_messages{"process_messages", run, seeds};

}  // namespace isthmus::fuzz
