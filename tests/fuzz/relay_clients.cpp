// Those who come to a relay: strangers, and some who know its token, and listen, call, talk out of
// turn and leave; and what they say to each other through it.
#include <initializer_list>

#include "fuzz/callers.hpp"
#include "fuzz/target.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/relay/relay_handshake.hpp"
#include "isthmus/relay/relay.hpp"

namespace isthmus::engine::fuzz {

namespace {

using bootstrap::Purpose;
using bootstrap::RecordKind;
using relay::Relay;

constexpr std::string_view token = "a token of fuzzers";
constexpr relay::Limits limits{.connections_max = 6, .buffer_bytes = 256};

class NoLog final : public Log {
 public:
  void write(LogLevel, std::string_view) override {}
};

void run(Input input) {
  static const bootstrap::JobKey key(token);
  Callers callers(Purpose::relay, key);
  NoLog log;
  ManualClock clock;
  Relay relay(callers.listener(), token, limits, clock, log);
  Source source(input);
  while (!source.is_empty()) {
    callers.act(source);
    clock.advance_by(source.take<std::uint8_t>() * TimeNs{10'000'000});
    for (int i = 0; i < 3; ++i) {
      callers.pump();
      require(relay.step().has_value(), "the relay goes on");
    }
    require(relay.listener_count() + relay.caller_count() + 2 * relay.pair_count() <=
                limits.connections_max,
            "connections are bounded");
  }
}

std::vector<Bytes> seeds() {
  const bootstrap::RelayName name{std::byte{7}};
  Sink sink;
  for (const auto kind : {RecordKind::listen, RecordKind::connect}) {
    const auto who = static_cast<std::uint8_t>(kind == RecordKind::listen ? 0 : 1);
    Callers::put(sink, Callers::Step::knowing, who);
    sink.put(std::uint8_t{1});
    Callers::put_record(sink, who, kind, bootstrap::encode(name));
    sink.put(std::uint8_t{1});
    Callers::put(sink, Callers::Step::wait, who);
    sink.put(std::uint8_t{1});
  }
  for (const std::uint8_t who : std::initializer_list<std::uint8_t>{0, 1}) {
    Callers::put(sink, Callers::Step::say, who);
    sink.put(std::uint8_t{5}).put_bytes(bytes_of("hello")).put(std::uint8_t{1});
  }
  Callers::put(sink, Callers::Step::hang_up, 0);
  sink.put(std::uint8_t{1});
  Callers::put(sink, Callers::Step::stranger, 2);
  sink.put(std::uint8_t{255});
  Callers::put(sink, Callers::Step::wait, 2);
  sink.put(std::uint8_t{255});
  return {sink.take()};
}

}  // namespace

extern const Target relay_clients;
const Target relay_clients{"relay_clients", run, seeds};

}  // namespace isthmus::engine::fuzz
