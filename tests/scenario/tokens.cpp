// Tokens that elements pass on, round after round, each the same way whatever happens meanwhile;
// a round has ended when the job is quiet. Who is asked then, and is shown a token of that round
// afterwards, was asked too early, and ends the job with that; so does a sum that is not the
// serial one. With walkers, others go from one balancing point to the next meanwhile, which is part
// of the round, and an element waits for quiescence, too, and is to be told of it once.

#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/isthmus.hpp"

namespace {

using isthmus::ArrayProxy;
using isthmus::BadInput;
using isthmus::Chare;
using isthmus::Index1;
using isthmus::Job;
using isthmus::Random;
using isthmus::Task;

// Plain data; is sent.
struct Settings {
  int objects = 24;
  int rounds = 6;
  int tokens = 3;  // that are begun in a round
  int hops = 30;
  std::int64_t charge_ns = 500'000;  // of each
  int walkers = 0;
  int steps = 5;  // of each in a round
};

struct Token {
  int round = 0;
  int hops_left = 0;
  std::uint64_t value = 0;
};

Token begun(int round, int number, const Settings& settings) {
  const auto seed = static_cast<std::uint64_t>(round) * 1000 + static_cast<std::uint64_t>(number);
  return {round, settings.hops, Random::mix(seed + 1)};
}

int place_of(const Token& token, const Settings& settings) {
  return static_cast<int>(token.value % static_cast<std::uint64_t>(settings.objects));
}

Token passed_on(const Token& token) {
  return {token.round, token.hops_left - 1, Random::mix(token.value)};
}

// Of all tokens of all rounds up to this one: how many hops, and the sum of what was shown.
std::array<std::uint64_t, 2> serial_sums(int rounds, const Settings& settings) {
  std::array<std::uint64_t, 2> sums{};
  for (int round = 0; round < rounds; ++round) {
    for (int number = 0; number < settings.tokens; ++number) {
      Token token = begun(round, number, settings);
      for (; token.hops_left >= 0; token = passed_on(token)) {
        ++sums[0];
        sums[1] += token.value;
      }
    }
  }
  return sums;
}

class Stop : public Chare<Stop, Index1> {
 public:
  void serialize(auto& archive) { archive(settings_, asked_, sums_, told_); }

  void begin(const Settings& settings) { settings_ = settings; }

  void show(const Token& token) {
    if (token.round < asked_) {
      throw std::runtime_error("a token of round " + std::to_string(token.round) +
                               " comes when the job was quiet after it");
    }
    isthmus::charge(settings_.charge_ns);
    ++sums_[0];
    sums_[1] += token.value;
    if (token.hops_left == 0) return;
    const Token next = passed_on(token);
    array()[place_of(next, settings_)].send<&Stop::show>(next);
  }

  void listen() { isthmus::detect_quiescence(array()[index()].callback<&Stop::be_told>()); }
  void be_told() { ++told_; }
  int told() { return told_; }

  void ask(int rounds) {
    asked_ = rounds;
    contribute("sums", sums_, isthmus::reduce::sum);
  }

 private:
  Settings settings_;
  int asked_ = 0;  // rounds that were over
  std::array<std::uint64_t, 2> sums_{};
  int told_ = 0;
};

class Walker : public Chare<Walker, Index1> {
 public:
  void serialize(auto& archive) { archive(steps_left_, steps_done_); }
  void begin(int steps) {
    steps_left_ = steps;
    walk();
  }
  void walk() {
    isthmus::charge(1'000'000);
    ++steps_done_;
    if (--steps_left_ > 0) at_sync<&Walker::walk>();
  }
  void ask() { contribute("steps", steps_done_, isthmus::reduce::sum); }

 private:
  int steps_left_ = 0;
  std::int64_t steps_done_ = 0;
};

struct State {
  ArrayProxy<Stop> stops;
  ArrayProxy<Walker> walkers;
  int round = 0;
  bool is_begun = false;  // this round

  void serialize(auto& archive) { archive(stops, walkers, round, is_begun); }
};

void begin_round(const State& state, const Settings& settings) {
  for (int number = 0; number < settings.tokens; ++number) {
    const Token token = begun(state.round, number, settings);
    state.stops[place_of(token, settings)].send<&Stop::show>(token);
  }
  if (settings.walkers == 0) return;
  state.walkers.all().send<&Walker::begin>(settings.steps);
  state.stops[settings.objects - 1].send<&Stop::listen>();
}

Task<void> check_walkers(Job& job, const State& state, const Settings& settings) {
  state.walkers.all().send<&Walker::ask>();
  const auto steps = co_await job.reduction<std::int64_t>("steps");
  const std::int64_t expected = std::int64_t{1} * state.round * settings.steps * settings.walkers;
  if (steps != expected) {
    throw std::runtime_error("the job was quiet after round " + std::to_string(state.round) +
                             " and " + std::to_string(steps) + " steps, not " +
                             std::to_string(expected));
  }
  // The element may be told later than the main program.
  co_await job.quiescence();
  const int told = co_await state.stops[settings.objects - 1].call<&Stop::told>();
  if (told != state.round) {
    throw std::runtime_error("an element was told " + std::to_string(told) + " times in " +
                             std::to_string(state.round) + " rounds that the job was quiet");
  }
}

// Empty: the user asked for help, and got it.
std::optional<Settings> read_settings(const Job& job) {
  Settings settings;
  CLI::App app("Tokens that go round until the job is quiet, of which every sum is known.");
  app.name("scenario_tokens [runtime options] --");
  app.add_option("--objects", settings.objects, "Elements that pass tokens on.")
      ->check(CLI::Range(1, 100'000));
  app.add_option("--rounds", settings.rounds, "Rounds, each ended by quiescence.")
      ->check(CLI::Range(1, 100'000));
  app.add_option("--tokens", settings.tokens, "Tokens of a round.")->check(CLI::Range(1, 1000));
  app.add_option("--hops", settings.hops, "How often a token is passed on.")
      ->check(CLI::Range(0, 100'000));
  app.add_option("--walkers", settings.walkers, "Elements that come to balancing points meanwhile.")
      ->check(CLI::Range(0, 100'000));
  app.add_option("--steps", settings.steps, "Of each walker in a round.")
      ->check(CLI::Range(1, 100'000));
  const auto help = isthmus::read_command_line(app, job.arguments(), "one that `-- --help` lists");
  if (!help) throw BadInput(help.error());
  if (!*help) return settings;
  std::fputs((*help)->c_str(), stdout);
  return std::nullopt;
}

Task<void> run_main(Job& job) {
  const std::optional<Settings> settings = read_settings(job);
  if (!settings) co_return;
  State state;
  if (!job.restored(state)) {
    state.stops = job.create_array<Stop>(Index1{settings->objects}, isthmus::mapping::block);
    state.stops.all().send<&Stop::begin>(*settings);
    if (settings->walkers > 0) {
      state.walkers = job.create_array<Walker>(Index1{settings->walkers}, isthmus::mapping::block);
    }
    co_await job.quiescence();
  }
  job.declare_repeatable(state.stops);
  while (state.round < settings->rounds) {
    if (!state.is_begun) {
      co_await job.checkpoint();
      state.is_begun = true;
      begin_round(state, *settings);
    }
    co_await job.quiescence();
    ++state.round;
    state.is_begun = false;
    state.stops.all().send<&Stop::ask>(state.round);
    const auto sums = co_await job.reduction<std::array<std::uint64_t, 2>>("sums");
    const auto expected = serial_sums(state.round, *settings);
    if (sums != expected) {
      throw std::runtime_error("after round " + std::to_string(state.round) +
                               " tokens were shown " + std::to_string(sums[0]) +
                               " times, and not " + std::to_string(expected[0]));
    }
    if (settings->walkers > 0) co_await check_walkers(job, state, *settings);
  }
  std::printf("tokens: %d rounds, all as planned\n", settings->rounds);
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, run_main); }
