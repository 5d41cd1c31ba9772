#include "fuzz/job_bench.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "isthmus/base/hash.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine::fuzz {

// Named, for what is in the corpus names its entry methods.
class Walker : public Chare<Walker, Index1> {
 public:
  void serialize(auto& archive) { archive(steps_, names_); }

  void count_me() { contribute("count", 1, reduce::sum); }
  void gather() { contribute("names", std::vector<int>{index()}, reduce::concatenate); }
  void tell(Callback<int> target) { contribute(1, reduce::sum, target); }
  void take(int step) { steps_ += step; }
  void note(std::vector<std::string> names) { names_ = std::move(names); }
  int steps() { return steps_; }
  void walk(PeId to) { migrate_to(to); }
  Task<void> meet() { co_await barrier(); }
  void sync() { at_sync<&Walker::resume>(); }
  void resume() { ++steps_; }

 private:
  int steps_ = 0;
  std::vector<std::string> names_;
};

/// One that belongs to no array.
class Loner : public Chare<Loner> {
 public:
  void serialize(auto& archive) { archive(steps_); }
  void take(int step) { steps_ += step; }
  void walk(PeId to) { migrate_to(to); }

 private:
  int steps_ = 0;
};

namespace {

using testing::World;

constexpr int pe_count = 3;
constexpr int walker_count = 6;
// What a message causes ends long before.
constexpr std::uint64_t steps_max = 200'000;
constexpr TimeNs patience_ns = 100'000'000;

/// As on the wire, but for handlers, which a build may number otherwise.
struct Header {
  std::uint64_t handler = 0;  // hash of its short name
  std::uint64_t kind = 0;
  Key key;
  CollectionId collection;
  std::uint64_t word = 0;
  std::int32_t priority = 0;
  std::uint16_t flags = 0;
  std::uint16_t hops = 0;
  std::uint8_t source = 0;
  std::uint8_t destination = 0;
  std::uint16_t payload_bytes = 0;
};

testing::WorldOptions options_of(const JobSetting& setting) {
  testing::WorldOptions options;
  options.settings.branching = 1;
  options.settings.quiescence = setting.quiescence;
  if (!setting.strategy.empty())
    options.settings.balancing.strategy = balance::find_strategy(setting.strategy);
  return options;
}

class JobBench {
 public:
  explicit JobBench(const JobSetting& setting)
      : world_(testing::uniform_topology(1, pe_count), options_of(setting)) {}

  /// To where it rests: no message is under way, and the main program waits.
  void begin() {
    world_.start([this](Job& job) -> Task<void> {
      walkers_ = job.create_array<Walker>(Index1{walker_count}, mapping::round_robin);
      ordered_ =
          job.create_array<Walker>(Index1{pe_count}, placed(mapping::round_robin).in_order());
      walkers_.all().send<&Walker::count_me>();
      co_await job.reduction<int>("count");
      section_ = walkers_.section({0, 1, 5});
      walkers_[1].send<&Walker::walk>(PeId(2));
      co_await job.quiescence();
      Future<void> more;
      more_ = more.callback();
      rests_ = true;
      co_await more;
      co_await go_on(job);
      rests_ = true;
      co_await job.reduction("never");
    });
    come_to_rest();
  }
  /// What the job does next is told to `observer`.
  void go_on_before(sched::Observer& observer) {
    for (int pe = 0; pe < pe_count; ++pe) world_.unit(PeId(pe)).pe().add_observer(observer);
    const Objects::Scope scope(world_.unit(PeId(0)).objects());
    rests_ = false;
    isthmus::engine::send(more_);
    world_.wake_all();
    come_to_rest();
  }

  void take(Source& source, std::span<const std::string_view> classes);
  bool has_failed() { return world_.process(ProcessId(0)).is_stopping(); }
  World& world() { return world_; }

 private:
  Task<void> go_on(Job& job);
  void settle() {
    const std::uint64_t limit = world_.steps() + steps_max;
    const TimeNs latest_ns = world_.now_ns() + patience_ns;
    while (!has_failed()) {
      require(world_.steps() < limit, "what a message causes ends");
      if (!world_.step() && !world_.advance(latest_ns)) return;
    }
  }

  void come_to_rest() {
    while (!rests_) {
      const auto& failure = world_.process(ProcessId(0)).failure();
      require(!failure, failure ? failure->text() : "");
      require(world_.steps() < steps_max, "the job comes to rest");
      if (!world_.step()) world_.advance();
    }
    settle();
  }

  World world_;
  bool rests_ = false;  // the main program waits
  ArrayProxy<Walker> walkers_;
  ArrayProxy<Walker> ordered_;
  SectionProxy<Walker> section_;
  Callback<void> more_;
};

// Some of everything that objects do.
Task<void> JobBench::go_on(Job& job) {
  walkers_.all().send<&Walker::gather>();
  co_await job.reduction<std::vector<int>>("names");
  section_.send<&Walker::take>(2);
  ordered_[2].send<&Walker::take>(1);
  ordered_[2].send<&Walker::walk>(PeId(0));
  co_await walkers_[4].call<&Walker::steps>();
  Future<int> sum;
  walkers_.all().send<&Walker::tell>(sum.callback());
  co_await sum;
  walkers_.all().send<&Walker::tell>(walkers_[3].callback<&Walker::take>());
  walkers_.all().send<&Walker::note>(std::vector<std::string>{"a", "b"});
  walkers_[2].send<&Walker::walk>(PeId(0));
  walkers_.all().send<&Walker::take>(1);
  co_await job.quiescence();
  walkers_[2].send<&Walker::take>(3);
  walkers_[0].destroy();
  co_await job.quiescence();
  walkers_[0].insert();
  const auto loner = job.create_chare<Loner>(PeId(1));
  loner.send<&Loner::walk>(PeId(2));
  loner.send<&Loner::take>(1);
  walkers_.section({3, 4});
  co_await job.quiescence();
  walkers_.all().send<&Walker::meet>();
  co_await job.quiescence();
  walkers_.all().send<&Walker::sync>();
  co_await job.quiescence();
}

std::vector<HandlerId> handlers_of(const sched::Pe& pe, std::span<const std::string_view> classes) {
  std::vector<HandlerId> handlers;
  for (std::size_t i = 0; i < pe.handler_count(); ++i) {
    const std::string_view name = testing::short_name(pe.handler_name(HandlerId(i)));
    const std::string_view owner = name.substr(0, name.find("::"));
    if (std::ranges::find(classes, owner) != classes.end()) handlers.push_back(HandlerId(i));
  }
  return handlers;
}

std::uint64_t hash_of_handler(const sched::Pe& pe, HandlerId handler) {
  return hash_name(testing::short_name(pe.handler_name(handler)));
}

// What a link checks holds, see fabric/wire.cpp: PEs are of the job, kinds are known, there are no
// bytes without a kind.
void JobBench::take(Source& source, std::span<const std::string_view> classes) {
  const auto header = source.take<Header>();
  const Input payload = source.take_bytes(header.payload_bytes);
  sched::Pe& pe = world_.unit(PeId(header.destination % pe_count)).pe();
  const PayloadOps* ops = world_.unit(PeId(0)).objects().payloads().find(header.kind);
  // What an array is made of is the program's wish, and bounded by nothing.
  if (ops != nullptr && ops->name.starts_with("creation of ")) return;
  const std::vector<HandlerId> handlers = handlers_of(pe, classes);
  HandlerId handler = handlers[header.handler % handlers.size()];
  for (const HandlerId named : handlers) {
    if (hash_of_handler(pe, named) == header.handler) handler = named;
  }
  MessagePtr message = pe.pool().acquire(ops == nullptr ? 0 : payload.size());
  message->ops = ops;
  message->form = ops == nullptr ? PayloadForm::none : PayloadForm::bytes;
  if (ops != nullptr) std::ranges::copy(payload, message->payload());
  message->key = header.key;
  message->collection = header.collection;
  message->word = header.word;
  message->priority = header.priority;
  message->flags = header.flags & (flag_uncounted | flag_wants_reply | flag_ordered);
  message->hops = header.hops & Message::hops_max;
  message->source = PeId(header.source % pe_count);
  message->destination = pe.id();
  message->handler = handler;
  pe.mailbox().push(std::move(message), nullptr);
  world_.wake_all();
  settle();
}

/// The first few messages that each handler gets.
class Recorder final : public sched::Observer {
 public:
  Recorder(World& world, std::span<const std::string_view> classes)
      : pe_(world.unit(PeId(0)).pe()), handlers_(handlers_of(pe_, classes)) {}

  void handling(const Message& message) override {
    const bool is_asked_for = std::ranges::find(handlers_, message.handler) != handlers_.end();
    if (is_asked_for && !inputs_.contains(message.handler)) {
      inputs_.emplace(message.handler, input_of(message));
    }
  }
  void handled() override {}
  void sending(const Message&) override {}
  void charged(TimeNs) override {}

  std::vector<Bytes> inputs() const {
    std::vector<Bytes> inputs;
    for (const auto& [handler, input] : inputs_) inputs.push_back(input);
    return inputs;
  }

 private:
  Bytes input_of(const Message& message) const {
    Header header;
    header.handler = hash_of_handler(pe_, message.handler);
    header.kind = message.ops == nullptr ? 0 : message.ops->id;
    header.key = message.key;
    header.collection = message.collection;
    header.word = message.word;
    header.priority = message.priority;
    header.flags = message.flags;
    header.hops = message.hops;
    header.source = static_cast<std::uint8_t>(message.source.value);
    header.destination = static_cast<std::uint8_t>(message.destination.value);
    const Bytes payload = payload_of(message);
    header.payload_bytes = static_cast<std::uint16_t>(payload.size());
    return Sink().put(header).put_bytes(payload).take();
  }
  static Bytes payload_of(const Message& message) {
    if (message.form != PayloadForm::typed) {
      return {message.payload(), message.payload() + message.payload_bytes};
    }
    Bytes bytes(wire_bytes(message) - sizeof(Message));
    marshal_to(bytes, message);
    return bytes;
  }

  const sched::Pe& pe_;
  std::vector<HandlerId> handlers_;
  std::map<HandlerId, Bytes> inputs_;
};

}  // namespace

void run_job(Input input, std::span<const JobSetting> settings,
             std::span<const std::string_view> classes) {
  Source source(input);
  JobBench bench(settings[source.take<std::uint8_t>() % settings.size()]);
  bench.begin();
  while (!source.is_empty() && !bench.has_failed()) bench.take(source, classes);
}

std::vector<Bytes> messages_of_jobs(std::span<const JobSetting> settings,
                                    std::span<const std::string_view> classes) {
  std::vector<Bytes> inputs;
  for (std::uint8_t i = 0; i < settings.size(); ++i) {
    JobBench bench(settings[i]);
    bench.begin();
    Recorder recorder(bench.world(), classes);
    bench.go_on_before(recorder);
    for (const Bytes& messages : recorder.inputs()) {
      inputs.push_back(Sink().put(i).put_bytes(messages).take());
    }
  }
  return inputs;
}

}  // namespace isthmus::engine::fuzz
