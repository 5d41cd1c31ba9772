#include "systematic/interleaving.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <utility>

namespace isthmus::engine::systematic {

namespace {

// A thread that looks again and again at what another must do first gets no further by itself, so
// after so many steps in a row it falls behind the others.
constexpr std::size_t steps_in_a_row_max = 100;
constexpr std::uint64_t changes_max = 4;
constexpr unsigned steps_log2_min = 3;
constexpr unsigned steps_log2_max = 9;
constexpr std::uint64_t persistence = 8;     // turns kept for one given away
constexpr std::uint64_t time_rarity = 16;    // time passes by itself once in so many turns
constexpr std::uint64_t tick_ns_max = 1000;  // what a look at the clock takes
constexpr std::size_t steps_shown = 60;

struct Membership {
  Interleaving* run = nullptr;
  std::size_t index = 0;
};
thread_local Membership membership;

/// While it lives, the calling thread and those that it starts stay on one core: the turn goes over
/// ten times as fast there, above all when others keep the cores busy.
class OnOneCore {
 public:
  OnOneCore() {
    if (sched_getaffinity(0, sizeof(before_), &before_) != 0) CPU_ZERO(&before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(std::max(0, sched_getcpu())), &one);
    // Where the system refuses, it takes longer.
    sched_setaffinity(0, sizeof(one), &one);
  }
  ~OnOneCore() { sched_setaffinity(0, sizeof(before_), &before_); }
  OnOneCore(const OnOneCore&) = delete;
  OnOneCore& operator=(const OnOneCore&) = delete;

 private:
  cpu_set_t before_;
};

std::uint64_t number_from(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

/// Nothing for the standard library's own: a lock is taken in there.
std::string place(const std::source_location& where) {
  const std::string_view file = where.file_name();
  if (file.starts_with("/usr/")) return {};
  return std::string(file.substr(file.find_last_of('/') + 1)) + ":" + std::to_string(where.line());
}

}  // namespace

Interleaving::Interleaving(std::uint64_t seed, const Machine& machine)
    : machine_(machine),
      random_(Random::mix(seed)),
      choice_(static_cast<Choice>(random_.below(3))),
      time_priority_(static_cast<int>(random_.below(1u << 20))) {
  // How long the run will be is not known, so its length is guessed over some scales.
  const std::uint64_t length =
      std::uint64_t{1} << (steps_log2_min + random_.below(steps_log2_max - steps_log2_min + 1));
  for (std::uint64_t i = random_.below(changes_max + 1); i > 0; --i) {
    changes_.push_back(random_.below(length));
  }
}

void Interleaving::add_thread(std::string name, std::function<void()> body) {
  auto thread = std::make_unique<Thread>();
  thread->name = std::move(name);
  thread->body = std::move(body);
  thread->priority = static_cast<int>(random_.below(1u << 20));
  thread->buffer_priority = static_cast<int>(random_.below(1u << 20));
  threads_.push_back(std::move(thread));
}

// --- the run -----------------------------------------------------------------------------------

bool Interleaving::run() {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    threads_[i]->system_thread = std::thread([self = shared_from_this(), i] { self->live(i); });
  }
  pass_the_turn_to(next_thread());
  {
    std::unique_lock lock(lock_);
    over_.wait(lock, [this] { return is_over_; });
  }
  const bool is_stuck = !failure_.empty();
  for (const auto& thread : threads_) {
    if (is_stuck) {
      thread->system_thread.detach();
    } else {
      thread->system_thread.join();
    }
  }
  if (is_stuck) return false;
  drain_all();
  for (const auto& check : checks_) check(*this);
  return failure_.empty();
}

void Interleaving::live(std::size_t index) {
  membership = {this, index};
  Thread& self = *threads_[index];
  await_the_turn_of(index);
  self.body();
  self.ended = true;
  if (!std::ranges::all_of(threads_, [](const auto& thread) { return thread->ended; })) {
    return pass_the_turn_to(next_thread());
  }
  const std::lock_guard lock(lock_);
  is_over_ = true;
  over_.notify_one();
}

void Interleaving::pass_the_turn_to(std::size_t index) {
  const std::lock_guard lock(lock_);
  running_ = index;
  threads_[index]->turn.notify_one();
}

void Interleaving::await_the_turn_of(std::size_t index) {
  std::unique_lock lock(lock_);
  threads_[index]->turn.wait(lock, [&] { return running_ == index; });
}

Interleaving* Interleaving::current() { return membership.run; }

void Interleaving::step(const char* what, const std::source_location& where) {
  const std::size_t self = membership.index;
  if (trace_.size() >= machine_.steps_max) {
    stop_here("no end after " + std::to_string(machine_.steps_max) + " steps");
  }
  if (const std::size_t next = next_thread(); next != self) {
    pass_the_turn_to(next);
    await_the_turn_of(self);
  }
  trace_.push_back({{Kind::thread, self}, what, 0, where});
}

void Interleaving::wait(const char* what, std::function<bool()> ready, TimeNs wake_ns,
                        const std::source_location& where) {
  Thread& self = *threads_[membership.index];
  self.waits_for = what;
  self.ready = std::move(ready);
  self.wake_ns = wake_ns;
  step(what, where);
  self.ready = nullptr;
  self.wake_ns = never_ns;
}

void Interleaving::fail(std::string what) {
  if (membership.run == this) stop_here(std::move(what));
  if (failure_.empty()) failure_ = std::move(what);
}

void Interleaving::stop_here(std::string what) {
  std::unique_lock lock(lock_);
  failure_ = std::move(what);
  running_.reset();
  is_over_ = true;
  over_.notify_one();
  while (true) threads_[membership.index]->turn.wait(lock);
}

// --- whose turn it is --------------------------------------------------------------------------

/// Lets buffers and time act until the turn comes to a thread.
std::size_t Interleaving::next_thread() {
  while (true) {
    find_actors();
    if (able_.empty()) stop_here("all wait, and nothing can wake them:" + who_waits());
    const Actor actor = choose();
    last_ = actor;
    ++decisions_;
    switch (actor.kind) {
      case Kind::thread:
        in_a_row_ = actor.index == last_thread_ ? in_a_row_ + 1 : 0;
        last_thread_ = actor.index;
        return actor.index;
      case Kind::buffer:
        write_oldest_store_of(actor.index);
        break;
      case Kind::time:
        now_ns_ = next_wake_ns();
        trace_.push_back({actor, "passes", static_cast<std::uint64_t>(now_ns_),
                          std::source_location::current()});
        break;
    }
  }
}

void Interleaving::find_actors() {
  able_.clear();
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const Thread& thread = *threads_[i];
    if (!thread.ended && (!thread.ready || now_ns_ >= thread.wake_ns || thread.ready())) {
      able_.push_back({Kind::thread, i});
    }
    if (!thread.stores.empty()) able_.push_back({Kind::buffer, i});
  }
  if ((able_.empty() || machine_.lets_time_pass) && next_wake_ns() != never_ns) {
    able_.push_back({Kind::time, 0});
  }
}

/// When time can pass to; never_ns when nobody who sleeps waits for it.
TimeNs Interleaving::next_wake_ns() const {
  TimeNs next = never_ns;
  for (const auto& thread : threads_) {
    if (!thread->ended && thread->ready && thread->wake_ns > now_ns_) {
      next = std::min(next, thread->wake_ns);
    }
  }
  return next;
}

Interleaving::Actor Interleaving::choose() {
  if (able_.size() == 1) return able_.front();
  if (choice_ == Choice::priorities) return choose_by_priority();
  // Time stands last. It passes seldom while others act, or all would seem slow.
  std::size_t count = able_.size();
  if (able_.back().kind == Kind::time && random_.below(time_rarity) != 0) --count;
  if (choice_ == Choice::persistent && random_.below(persistence) != 0) {
    const auto end = able_.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::find(able_.begin(), end, last_) != end) return last_;
  }
  return able_[random_.below(count)];
}

Interleaving::Actor Interleaving::choose_by_priority() {
  const auto by_priority = [this](const Actor& a, const Actor& b) {
    return priority_of(a) < priority_of(b);
  };
  const Actor first = *std::ranges::max_element(able_, by_priority);
  if (in_a_row_ < steps_in_a_row_max && std::ranges::find(changes_, decisions_) == changes_.end()) {
    return first;
  }
  in_a_row_ = 0;
  priority_of(first) = --lowest_priority_;
  return *std::ranges::max_element(able_, by_priority);
}

int& Interleaving::priority_of(const Actor& actor) {
  if (actor.kind == Kind::time) return time_priority_;
  Thread& thread = *threads_[actor.index];
  return actor.kind == Kind::thread ? thread.priority : thread.buffer_priority;
}

// --- memory and time ---------------------------------------------------------------------------

std::uint64_t Interleaving::load(const void* address, std::size_t bytes) {
  const std::deque<Store>& stores = threads_[membership.index]->stores;
  for (auto store = stores.rbegin(); store != stores.rend(); ++store) {
    if (store->address == address) return store->value;
  }
  std::uint64_t value = 0;
  std::memcpy(&value, address, bytes);
  return value;
}

void Interleaving::store(void* address, std::size_t bytes, std::uint64_t value) {
  Thread& self = *threads_[membership.index];
  self.stores.push_back({address, bytes, value, trace_.back().where});
  if (!machine_.delays_stores) drain_own();
}

void Interleaving::write_oldest_store_of(std::size_t index) {
  std::deque<Store>& stores = threads_[index]->stores;
  const Store& store = stores.front();
  std::memcpy(store.address, &store.value, store.bytes);
  trace_.push_back({{Kind::buffer, index}, "store arrives", store.value, store.where});
  stores.pop_front();
}

void Interleaving::drain_own() {
  std::deque<Store>& stores = threads_[membership.index]->stores;
  for (const Store& store : stores) std::memcpy(store.address, &store.value, store.bytes);
  stores.clear();
}

void Interleaving::drain_all() {
  for (const auto& thread : threads_) {
    for (const Store& store : thread->stores) {
      std::memcpy(store.address, &store.value, store.bytes);
    }
    thread->stores.clear();
  }
}

TimeNs Interleaving::now_ns() {
  now_ns_ += static_cast<TimeNs>(1 + random_.below(tick_ns_max));
  return now_ns_;
}

// --- reports -----------------------------------------------------------------------------------

std::uint64_t Interleaving::trace_hash() const {
  std::uint64_t hash = trace_.size();
  for (const Step& step : trace_) {
    const std::uint64_t actor = step.actor.index << 8 | static_cast<std::uint64_t>(step.actor.kind);
    hash = Random::mix(hash ^ Random::mix(actor));
    hash = Random::mix(hash ^ Random::mix(step.value));
    hash = Random::mix(hash ^ step.where.line());
  }
  return hash;
}

std::string Interleaving::who(const Actor& actor) const {
  if (actor.kind == Kind::time) return "time";
  const std::string& name = threads_[actor.index]->name;
  return actor.kind == Kind::buffer ? name + "'s buffer" : name;
}

std::string Interleaving::who_waits() const {
  std::string text;
  for (const auto& thread : threads_) {
    if (!thread->ended) text += " " + thread->name + " (" + thread->waits_for + ")";
  }
  return text;
}

std::string Interleaving::text_of_trace(std::size_t steps_max) const {
  std::ostringstream text;
  const std::size_t first = trace_.size() - std::min(steps_max, trace_.size());
  if (first > 0) text << "  ... " << first << " steps before\n";
  for (std::size_t i = first; i < trace_.size(); ++i) {
    const Step& step = trace_[i];
    text << "  " << i << "  " << who(step.actor) << ": " << step.what << " " << step.value << "  "
         << place(step.where) << '\n';
  }
  return text.str();
}

// --- many runs ---------------------------------------------------------------------------------

void require(bool holds, std::string_view what, const std::source_location& where) {
  if (!holds) Interleaving::current()->fail(place(where) + ": " + std::string(what));
}

std::optional<Finding> explore(std::uint64_t seeds, const Machine& machine,
                               const Scenario& scenario) {
  const OnOneCore on_one_core;
  const std::uint64_t only = number_from("ISTHMUS_INTERLEAVING");
  if (const std::uint64_t asked = number_from("ISTHMUS_INTERLEAVINGS"); asked > 0) seeds = asked;
  const std::uint64_t first = only > 0 ? only : 1;
  const std::uint64_t last = only > 0 ? only : seeds;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto run = std::make_shared<Interleaving>(seed, machine);
    scenario(*run);
    const bool is_good = run->run();
    if (only > 0) std::cout << "seed " << seed << ":\n" << run->text_of_trace(SIZE_MAX);
    if (!is_good) return Finding{seed, run->failure(), run->text_of_trace(steps_shown)};
  }
  return std::nullopt;
}

void expect_no_finding(std::uint64_t seeds, const Machine& machine, const Scenario& scenario) {
  const std::optional<Finding> finding = explore(seeds, machine, scenario);
  if (!finding) return;
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  ADD_FAILURE() << "seed " << finding->seed << ": " << finding->what << "\nthe last steps:\n"
                << finding->trace << "all steps again: ISTHMUS_INTERLEAVING=" << finding->seed
                << " systematic_test --gtest_filter=" << test->test_suite_name() << "."
                << test->name();
}

}  // namespace isthmus::engine::systematic
