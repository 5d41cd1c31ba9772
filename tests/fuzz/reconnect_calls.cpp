// Those who call a process of a running job: strangers, and some who know the key, who call, ask,
// and say anything else. The door that lets them in is tried with it.
#include <algorithm>

#include "fuzz/callers.hpp"
#include "fuzz/target.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"

namespace isthmus::engine::fuzz {

namespace {

using bootstrap::Call;
using bootstrap::JobKey;
using bootstrap::Purpose;
using bootstrap::ReconnectService;
using bootstrap::RecordKind;

constexpr std::string_view secret = "a secret of fuzzers";
constexpr std::uint32_t process_count = 4;
constexpr ProcessId self(1);

class NoLog final : public Log {
 public:
  void write(LogLevel, std::string_view) override {}
};

std::vector<bootstrap::Peer> peers() {
  std::vector<bootstrap::Peer> peers;
  for (std::uint32_t rank = 0; rank < process_count; ++rank) {
    bootstrap::Peer& peer = peers.emplace_back();
    peer.rank = ProcessId(rank);
    peer.address = {"127.0.0.1", 1};
    peer.hostname = "here";
  }
  return peers;
}

/// Rank 3 has no session with this process.
void run(Input input) {
  static const JobKey key(secret);
  Callers callers(Purpose::again, key);
  NoLog log;
  ReconnectService service(self, peers(), callers.listener(), JobKey(secret), {}, log);
  service.prepare(ProcessId(0), true);
  service.prepare(ProcessId(2), true);
  Source source(input);
  TimeNs now_ns = 0;
  while (!source.is_empty()) {
    callers.act(source);
    now_ns += source.take<std::uint8_t>() * TimeNs{50'000'000};
    for (int i = 0; i < 3; ++i) {
      callers.pump();
      service.progress(now_ns);
    }
    const bool is_heard = source.take<std::uint8_t>() % 4 == 0;
    for (std::uint32_t rank = 0; is_heard && rank < process_count; ++rank) {
      std::size_t count = 0;
      while (const auto event = service.take(ProcessId(rank))) {
        require(rank == 0 || rank == 2, "only peers with a session have news");
        require(event->slot < ReconnectService::slots_max, "a slot is one of few");
        require(event->kind == (rank < self.value ? ReconnectService::Event::Kind::asked
                                                  : ReconnectService::Event::Kind::connected),
                "the higher rank calls, and the lower one asks");
        require(++count <= ReconnectService::slots_max, "news are bounded");
      }
    }
  }
}

std::vector<Bytes> seeds() {
  Sink sink;
  const auto end_step = [&] { sink.put(std::uint8_t{1}).put(std::uint8_t{0}); };
  std::uint8_t who = 0;
  for (const auto& [kind, call] : {std::pair{RecordKind::call, Call{ProcessId(2), self, 3}},
                                   std::pair{RecordKind::ask, Call{ProcessId(0), self, 1}},
                                   std::pair{RecordKind::call, Call{ProcessId(3), self, 0}}}) {
    Callers::put(sink, Callers::Step::knowing, who);
    end_step();
    Callers::put_record(sink, who, kind, bootstrap::encode(call));
    end_step();
    Callers::put(sink, Callers::Step::wait, who++);
    end_step();
  }
  Callers::put(sink, Callers::Step::stranger, who);
  end_step();
  Callers::put(sink, Callers::Step::say, who);
  sink.put(std::uint8_t{8}).put_bytes(bytes_of("ISTHMUS\n"));
  end_step();
  return {sink.take()};
}

}  // namespace

extern const Target reconnect_calls;
const Target reconnect_calls{"reconnect_calls", run, seeds};

}  // namespace isthmus::engine::fuzz
