// What comes for objects, and what PEs tell each other of them: calls, values, creations, moves.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::fuzz {

namespace {

constexpr std::array settings = {JobSetting{}};

constexpr std::array<std::string_view, 4> classes = {"Objects", "Migrations", "Ordering",
                                                     "Whereabouts"};

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

extern const Target object_messages;
const Target object_messages{"object_messages", run, seeds};

}  // namespace isthmus::fuzz
