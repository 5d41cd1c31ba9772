#include "isthmus/bootstrap/join/introduction.hpp"

#include <sched.h>

#include <array>

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::uint32_t introduction_version = 1;
/// Linux knows no more.
constexpr std::uint32_t cpus_max = 8192;

}  // namespace

Bytes encode(const Introduction& introduction) {
  BodyWriter writer;
  writer.put(introduction_version).put_text(introduction.hostname).put(introduction.options_id);
  writer.put(static_cast<std::uint8_t>(introduction.has_key));
  writer.put(static_cast<std::uint32_t>(introduction.cpus.size()));
  for (const int cpu : introduction.cpus) writer.put(static_cast<std::uint32_t>(cpu));
  return writer.take();
}

Expected<Introduction> decode_introduction(std::span<const std::byte> bytes) {
  BodyReader reader(bytes);
  const bool is_known = reader.get<std::uint32_t>() == introduction_version;
  Introduction introduction;
  introduction.hostname = printable(reader.get_text(), text_bytes_max);
  introduction.options_id = reader.get<std::uint64_t>();
  introduction.has_key = reader.get<std::uint8_t>() == 1;
  const auto count = reader.get<std::uint32_t>();
  bool fits = is_known && count <= cpus_max && !introduction.hostname.empty();
  for (std::uint32_t i = 0; fits && i < count; ++i) {
    const auto cpu = reader.get<std::uint32_t>();
    fits = cpu < cpus_max && (i == 0 || static_cast<int>(cpu) > introduction.cpus.back());
    introduction.cpus.push_back(static_cast<int>(cpu));
  }
  if (fits && reader.is_whole()) return introduction;
  return fail(ErrorCode::malformed, "introduces itself as no process of this version does");
}

Expected<std::vector<Introduction>> introduce(Manager& manager, Introduction self,
                                              TimeNs timeout_ns) {
  auto all = manager.exchange(encode(self), timeout_ns);
  if (!all) return forward_error(all);
  std::vector<Introduction> introductions;
  for (const Bytes& bytes : *all) {
    const std::string who = "rank " + std::to_string(introductions.size()) + " of the manager";
    auto read = decode_introduction(bytes);
    if (!read) return fail(ErrorCode::bad_input, read.error().what, who, "the same program");
    introductions.push_back(std::move(*read));
    if (introductions.back().options_id == introductions.front().options_id) continue;
    return fail(ErrorCode::bad_input, "asks for another job than rank 0", who,
                "the same --grid, --sites, --pes, --processes and --site for all processes");
  }
  return introductions;
}

std::vector<int> usable_cpus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &mask)) cpus.push_back(cpu);
  }
  return cpus;
}

}  // namespace isthmus::engine::bootstrap
