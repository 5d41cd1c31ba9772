// What PEs tell each other of broadcasts, multicasts, reductions and quiescence.
#include <array>
#include <string_view>

#include "fuzz/job_bench.hpp"
#include "fuzz/target.hpp"

namespace isthmus::fuzz {

namespace {

constexpr std::array settings = {
    JobSetting{.quiescence = collective::QuiescenceStrategy::counting_waves},
    JobSetting{.quiescence = collective::QuiescenceStrategy::safra}};

constexpr std::array<std::string_view, 6> classes = {"Broadcasts", "CountingWaves", "PeCollectives",
                                                     "Quiescence", "Reductions",    "SafraRing"};

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

extern const Target collective_messages;
const Target collective_messages{"collective_messages", run, seeds};

}  // namespace isthmus::fuzz
