// Messages of one size after another between two PEs, at several levels of the layers: how long one
// takes, and how many bytes go over in a second. By the method of Koenig (2003, 6.1): each instance
// sends so many messages, with an acknowledgement after each (latency) or after all (bandwidth);
// the first instance is thrown away, the mean of the others counts. For real backends.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "carrier_end.hpp"
#include "harness.hpp"
#include "isthmus/base/command_line.hpp"
#include "mobile/mobile.hpp"

namespace {

using isthmus::BadInput;
using isthmus::Callback;
using isthmus::Future;
using isthmus::Job;
using isthmus::Task;
using isthmus::mobile::Pointer;
using isthmus::mobile::Rank;
using Bytes = std::span<const std::byte>;

/// Sent before the sender lets the network work, still without an acknowledgement.
constexpr std::size_t burst_bytes = std::size_t{1} << 20;

struct Arguments {
  std::string level = "entry";
  std::string over = "tcp";  // with level carrier
  std::vector<std::size_t> sizes = {8};
  int messages = 1'000;
  int instances = 11;
  bool alike = false;  // acknowledgements and messages
  std::string help;    // asked for, if not empty
};

Arguments arguments_of(const std::vector<std::string>& words) {
  Arguments arguments;
  CLI::App app("What messages take by size.");
  app.name("message_sizes [runtime options] --");
  app.add_option(
         "--level", arguments.level,
         "carrier: frames, without a runtime; entry: entry methods; request: remote service "
         "requests; object: messages to a mobile object; layered: the same on top of "
         "requests, with one copy more. Default entry.")
      ->check(CLI::IsMember({"carrier", "entry", "request", "object", "layered"}));
  app.add_option("--over", arguments.over, "With --level carrier: tcp or shm. Default tcp.")
      ->check(CLI::IsMember({"tcp", "shm"}));
  app.add_option("--sizes", arguments.sizes, "Bytes a message. Default 8.")
      ->delimiter(',')
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 26));
  app.add_option("--messages", arguments.messages, "Of an instance. Default 1000.")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--instances", arguments.instances,
                 "Of each size, the first of which does not count. Default 11.")
      ->check(CLI::Range(2, 1'000));
  app.add_flag("--alike", arguments.alike,
               "Acknowledgements are as long as messages: a ping-pong. Else they are empty.");
  auto help = isthmus::read_command_line(app, words, "one that `-- --help` lists");
  if (!help) throw BadInput(help.error());
  if (*help) arguments.help = **help;
  return arguments;
}

BadInput wrong_pes(int pe_count, const char* expected) {
  return BadInput({isthmus::ErrorCode::bad_input, std::to_string(pe_count) + " PEs",
                   "message_sizes", expected});
}
void require_two(int pe_count) {
  if (pe_count != 2) throw wrong_pes(pe_count, "--pes 2 in all");
}

/// The sender's side of an instance; `send` sends a message, `yield` lets the network work and
/// comes back by go_on.
class Sending {
 public:
  void begin(std::size_t bytes, int messages, bool each) {
    block_.assign(bytes, std::byte{1});
    left_to_send_ = messages;
    left_to_hear_ = each ? messages : 1;
    each_ = each;
  }
  template <class Send, class Yield>
  void go_on(Send send, Yield yield) {
    std::size_t sent = 0;
    while (left_to_send_ > 0) {
      --left_to_send_;
      send(Bytes(block_));
      sent += block_.size();
      if (each_) return;
      if (sent >= burst_bytes && left_to_send_ > 0) return yield();
    }
  }
  /// True once that was the last acknowledgement.
  bool hear() { return --left_to_hear_ == 0; }

 private:
  std::vector<std::byte> block_;
  int left_to_send_ = 0;
  int left_to_hear_ = 0;
  bool each_ = false;
};

/// The receiver's: true where a message is to be acknowledged.
class Receiving {
 public:
  void begin(int messages_an_answer) { every_ = messages_an_answer; }
  bool take(Bytes block) {
    sum_ += std::to_integer<int>(block.front()) + std::to_integer<int>(block.back());
    if (++taken_ < every_) return false;
    taken_ = 0;
    return true;
  }

 private:
  int every_ = 1;
  int taken_ = 0;
  int sum_ = 0;
};

/// Of the instances of each size: the mean, and the quickest.
class Means {
 public:
  explicit Means(const Arguments& arguments) : arguments_(arguments) {}
  void add(std::size_t bytes, bool each, int instance, double ns) {
    if (instance == 0) return;
    Spread& spread = (each ? each_ : all_)[bytes];
    spread.sum_ns += ns;
    spread.least.add(ns);
  }
  void tell(const std::function<void(const std::string&, double)>& report) const {
    for (const auto& [bytes, each] : each_) {
      const Spread& all = all_.at(bytes);
      const double instances = arguments_.instances - 1;
      const auto tell_of = [&](const std::string& kind, double each_ns, double all_ns) {
        // There and back; the way is half of it.
        const double latency_us = each_ns * 1e-3 / arguments_.messages / 2;
        const double mb_per_s = 1e3 * double(bytes) * arguments_.messages / all_ns;
        std::printf("%8zu bytes, %s: %10.2f us, %10.2f MB/s\n", bytes, kind.c_str(), latency_us,
                    mb_per_s);
        report(kind + "_latency_us_" + std::to_string(bytes), latency_us);
        report(kind + "_mb_per_s_" + std::to_string(bytes), mb_per_s);
      };
      tell_of("mean", each.sum_ns / instances, all.sum_ns / instances);
      tell_of("best", each.least.value(), all.least.value());
    }
  }

 private:
  struct Spread {
    double sum_ns = 0;
    bench::Least least;
  };
  const Arguments& arguments_;
  std::map<std::size_t, Spread> each_;
  std::map<std::size_t, Spread> all_;
};

// --- carriers ----------------------------------------------------------------------------------

/// Of each size: latency, then bandwidth. Both ends count alike.
template <class Begin, class End>
void for_each_instance(const Arguments& arguments, Begin begin, End end) {
  for (const std::size_t bytes : arguments.sizes) {
    for (const bool each : {true, false}) {
      for (int instance = 0; instance < arguments.instances; ++instance) {
        begin(bytes, each);
        end(bytes, each, instance);
      }
    }
  }
}

void send_over(bench::CarrierEnd& end, const Arguments& arguments, Means& means) {
  double begin_ns = 0;
  for_each_instance(
      arguments,
      [&](std::size_t bytes, bool each) {
        const std::vector<std::byte> block(bytes, std::byte{1});
        begin_ns = bench::now_ns();
        for (int i = 0; i < arguments.messages; ++i) {
          end.send(block);
          if (each) end.receive([](Bytes) {});
        }
        if (!each) end.receive([](Bytes) {});
      },
      [&](std::size_t bytes, bool each, int instance) {
        means.add(bytes, each, instance, bench::now_ns() - begin_ns);
      });
}

void receive_over(bench::CarrierEnd& end, const Arguments& arguments) {
  const std::byte answer{1};
  Receiving receiving;
  for_each_instance(
      arguments,
      [&](std::size_t, bool each) {
        receiving.begin(each ? 1 : arguments.messages);
        for (int i = 0; i < arguments.messages; ++i) {
          end.receive([&](Bytes block) {
            if (receiving.take(block)) end.send(arguments.alike ? block : Bytes(&answer, 1));
          });
        }
      },
      [](std::size_t, bool, int) {});
}

/// Between two threads, each with an end of its own: to the system no other than two processes.
void measure_carrier(const Arguments& arguments, Means& means) {
  bench::CarrierPair pair = arguments.over == "tcp" ? bench::tcp_pair() : bench::shm_pair();

  bench::on_two_cores(
      [&] {
        bench::CarrierEnd end(0, std::move(pair[0]));
        send_over(end, arguments, means);
        end.close();
      },
      [&] {
        bench::CarrierEnd end(1, std::move(pair[1]));
        receive_over(end, arguments);
        end.close();
      });
}

// --- entry methods -----------------------------------------------------------------------------

/// Element 0 sends, element 1 receives.
class Ends : public isthmus::Chare<Ends, int> {
 public:
  void prepare(int messages_an_answer, bool alike) {
    receiving_.begin(messages_an_answer);
    alike_ = alike;
  }
  void begin(std::size_t bytes, int messages, bool each, const Callback<void>& done) {
    sending_.begin(bytes, messages, each);
    done_ = done;
    go_on();
  }
  void go_on() {
    sending_.go_on([this](Bytes block) { array()[1].send<&Ends::take>(block); },
                   [this] { array()[0].send<&Ends::go_on>(); });
  }
  void take(Bytes block) {
    if (receiving_.take(block)) array()[0].send<&Ends::answer>(alike_ ? block : Bytes());
  }
  void answer(Bytes) { sending_.hear() ? isthmus::send(done_) : go_on(); }

 private:
  bool alike_ = false;
  Sending sending_;
  Receiving receiving_;
  Callback<void> done_;
};

Task<void> measure_job(Job& job) {
  const Arguments arguments = arguments_of(job.arguments());
  if (!arguments.help.empty()) {
    std::fputs(arguments.help.c_str(), stdout);
    co_return;
  }
  Means means(arguments);
  if (arguments.level == "carrier") {
    if (job.pe_count() != 1) throw wrong_pes(job.pe_count(), "--pes 1, which measures alone");
    measure_carrier(arguments, means);
    co_return means.tell([&](const std::string& name, double ns) { job.report(name, ns); });
  }
  require_two(job.pe_count());
  const auto ends = job.create_array<Ends>(2, isthmus::mapping::block);
  co_await job.quiescence();
  for (const std::size_t bytes : arguments.sizes) {
    for (const bool each : {true, false}) {
      ends.all().send<&Ends::prepare>(each ? 1 : arguments.messages, arguments.alike);
      co_await job.quiescence();
      for (int instance = 0; instance < arguments.instances; ++instance) {
        Future<void> done;
        const double begin_ns = bench::now_ns();
        ends[0].send<&Ends::begin>(bytes, arguments.messages, each, done.callback());
        co_await done;
        means.add(bytes, each, instance, bench::now_ns() - begin_ns);
      }
    }
  }
  means.tell([&](const std::string& name, double value) { job.report(name, value); });
}

// --- the mobile objects' layer -----------------------------------------------------------------

/// Of each rank. `layered`: what the older layering keeps of the objects of its rank.
struct State {
  Sending sending;
  Receiving receiving;
  bool is_done = false;
  bool alike = false;
  Pointer object;
  std::map<std::uint64_t, Receiving*> layered;
};
struct Target {
  int unused = 0;
};

void go_on(Rank& self);
void hear(Rank& self, Bytes) {
  State& state = self.state<State>();
  state.sending.hear() ? void(state.is_done = true) : go_on(self);
}
void take(Rank& self, Bytes block) {
  State& state = self.state<State>();
  if (state.receiving.take(block)) self.rsr<hear>(0, state.alike ? block : Bytes());
}
void take_object(Rank& self, Target&, Bytes block) { take(self, block); }
/// A message that holds its object's number, to be looked up, and what is for the object.
void take_layered(Rank& self, Bytes message) {
  std::uint64_t number = 0;
  std::memcpy(&number, message.data(), sizeof(number));
  State& state = self.state<State>();
  const Bytes block = message.subspan(sizeof(number));
  if (state.layered.at(number)->take(block)) self.rsr<hear>(0, state.alike ? block : Bytes());
}
/// The layer of objects makes a message of its own, and hands that to the layer below it.
void send_layered(Rank& self, std::uint64_t number, Bytes block) {
  std::vector<std::byte> message(sizeof(number) + block.size());
  std::memcpy(message.data(), &number, sizeof(number));
  std::ranges::copy(block, message.begin() + sizeof(number));
  self.rsr<take_layered>(1, Bytes(message));
}

/// Which of them rank 0 sends by.
std::string level_in_use;

void go_on(Rank& self) {
  State& state = self.state<State>();
  const auto send = [&](Bytes block) {
    if (level_in_use == "request") return self.rsr<take>(1, block);
    if (level_in_use == "object") return self.send<take_object>(state.object, block);
    send_layered(self, 1, block);
  };
  state.sending.go_on(send, [&] { self.rsr<go_on>(0); });
}
void name_object(Rank& self, const Pointer& object) { self.state<State>().object = object; }

void measure_rank(Rank& self) {
  const Arguments arguments = arguments_of(self.arguments());
  if (!arguments.help.empty()) {
    if (self.rank() == 0) std::fputs(arguments.help.c_str(), stdout);
    return;
  }
  require_two(self.size());
  if (self.rank() == 0) level_in_use = arguments.level;
  State state;
  state.alike = arguments.alike;
  state.layered[1] = &state.receiving;
  self.set_state(&state);
  self.barrier();
  if (self.rank() == 1) self.rsr<name_object>(0, self.make<Target>());
  self.quiescence();
  Means means(arguments);
  for (const std::size_t bytes : arguments.sizes) {
    for (const bool each : {true, false}) {
      state.receiving.begin(each ? 1 : arguments.messages);
      self.barrier();
      for (int instance = 0; self.rank() == 0 && instance < arguments.instances; ++instance) {
        state.is_done = false;
        state.sending.begin(bytes, arguments.messages, each);
        const double begin_ns = bench::now_ns();
        go_on(self);
        self.poll_until([&] { return state.is_done; });
        means.add(bytes, each, instance, bench::now_ns() - begin_ns);
      }
      self.quiescence();
    }
  }
  if (self.rank() != 0) return;
  means.tell([&](const std::string& name, double value) { self.report(name, value); });
}

/// Of the words of the command line.
bool is_of_mobile_layer(std::span<char*> words) {
  for (const char* const word : words) {
    for (const char* const level : {"request", "object", "layered"}) {
      if (std::string(word) == level || std::string(word) == std::string("--level=") + level) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (is_of_mobile_layer({argv, static_cast<std::size_t>(argc)})) {
    return isthmus::run(argc, argv, isthmus::mobile::as_main_program<measure_rank>());
  }
  return isthmus::run(argc, argv, measure_job);
}
