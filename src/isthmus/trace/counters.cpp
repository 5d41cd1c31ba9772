#include "isthmus/trace/counters.hpp"

#include <array>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::trace {

namespace {

template <class Counters>
struct Named {
  std::string_view name;
  Counter Counters::* member;
};

constexpr std::array<Named<PeCounters>, 18> pe_counters = {{
    {"messages_executed", &PeCounters::messages_executed},
    {"messages_sent_to_self", &PeCounters::messages_sent_to_self},
    {"messages_sent_in_process", &PeCounters::messages_sent_in_process},
    {"messages_sent_through_chains", &PeCounters::messages_sent_through_chains},
    {"messages_aggregated", &PeCounters::messages_aggregated},
    {"bundles_sent", &PeCounters::bundles_sent},
    {"messages_received", &PeCounters::messages_received},
    {"messages_forwarded", &PeCounters::messages_forwarded},
    {"location_updates", &PeCounters::location_updates},
    {"migrations", &PeCounters::migrations},
    {"migration_bytes", &PeCounters::migration_bytes},
    {"messages_from_grid_queue", &PeCounters::messages_from_grid_queue},
    {"border_objects", &PeCounters::border_objects},
    {"times_full", &PeCounters::times_full},
    {"times_held", &PeCounters::times_held},
    {"steps_idle", &PeCounters::steps_idle},
    {"sleeps", &PeCounters::sleeps},
    {"sleep_ns", &PeCounters::sleep_ns},
}};

constexpr std::array<Named<LinkCounters>, 20> link_counters = {{
    {"frames_sent", &LinkCounters::frames_sent},
    {"bytes_sent", &LinkCounters::bytes_sent},
    {"frames_received", &LinkCounters::frames_received},
    {"bytes_received", &LinkCounters::bytes_received},
    {"frames_busy", &LinkCounters::frames_busy},
    {"frames_delayed", &LinkCounters::frames_delayed},
    {"frames_discarded", &LinkCounters::frames_discarded},
    {"peers_lost", &LinkCounters::peers_lost},
    {"connections_cut", &LinkCounters::connections_cut},
    {"connections_resumed", &LinkCounters::connections_resumed},
    {"connections_stalled", &LinkCounters::connections_stalled},
    {"frames_resent", &LinkCounters::frames_resent},
    {"datagrams_refused", &LinkCounters::datagrams_refused},
    {"polls", &LinkCounters::polls},
    {"compress_bytes_before", &LinkCounters::compress_bytes_before},
    {"compress_bytes_after", &LinkCounters::compress_bytes_after},
    {"compress_ns", &LinkCounters::compress_ns},
    {"decompress_ns", &LinkCounters::decompress_ns},
    {"compress_inexact", &LinkCounters::compress_inexact},
    {"compress_switches", &LinkCounters::compress_switches},
}};

template <class Counters, std::size_t Count>
CounterValues read_all(const Counters& counters, const std::array<Named<Counters>, Count>& names) {
  CounterValues values;
  values.reserve(Count);
  for (const auto& [name, member] : names) values.push_back({name, (counters.*member).value()});
  return values;
}

}  // namespace

CounterValues read(const PeCounters& counters) { return read_all(counters, pe_counters); }

CounterValues read(const LinkCounters& counters) { return read_all(counters, link_counters); }

std::vector<std::uint64_t> read_arrivals_by_forwards(const PeCounters& counters) {
  std::vector<std::uint64_t> counts;
  for (const Counter& counter : counters.arrivals_by_forwards) counts.push_back(counter.value());
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
  return counts;
}

void add_to(CounterValues& total, const CounterValues& more) {
  if (total.empty()) {
    total = more;
    return;
  }
  ISTHMUS_ASSERT(total.size() == more.size());
  for (std::size_t i = 0; i < total.size(); ++i) {
    ISTHMUS_ASSERT(total[i].name == more[i].name);
    total[i].value += more[i].value;
  }
}

std::string to_json(const CounterValues& values) {
  std::string json = "{";
  for (const CounterValue& counter : values) {
    if (json.size() > 1) json += ',';
    json += '"';
    json += counter.name;
    json += "\":" + std::to_string(counter.value);
  }
  return json + '}';
}

}  // namespace isthmus::engine::trace
