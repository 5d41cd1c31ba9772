#include "device_pair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace isthmus::engine::conformance {

void Recorder::deliver(fabric::Frame frame) {
  EXPECT_TRUE(in_progress) << "the receiver was called outside progress";
  frames.push_back(std::move(frame));
}

void Recorder::peer_lost(ProcessId peer, Error) {
  EXPECT_TRUE(in_progress) << "the receiver was called outside progress";
  lost.push_back(peer);
}

void DevicePair::attach() {
  device(Side::a).attach(recorder(Side::a));
  if (!within_process()) device(Side::b).attach(recorder(Side::b));
}

bool DevicePair::open() {
  std::size_t sent = 0;
  for (const Side side : {Side::a, Side::b}) {
    MessagePtr message = pool.acquire(0);
    message->source = pe(side);
    message->destination = pe(other(side));
    fabric::Frame frame{std::move(message), process(other(side))};
    const bool is_sent = run_until(
        [&] { return device(side).try_send(frame, clock.now_ns()) == fabric::SendStatus::sent; });
    if (is_sent) ++sent;
  }
  const bool is_open =
      run_until([&] { return received_count(Side::a) + received_count(Side::b) == sent; });
  for (Recorder& recorder : recorders_) recorder.frames.clear();
  return is_open && sent == 2;
}

int DevicePair::step(int budget) {
  const int events = step(Side::a, budget);
  return within_process() ? events : events + step(Side::b, budget);
}

int DevicePair::step(Side side, int budget) {
  if (!is_alive(side)) return 0;
  recorder(side).in_progress = true;
  const int events = device(side).progress(clock.now_ns(), budget);
  recorder(side).in_progress = false;
  return events;
}

bool DevicePair::run_until(const std::function<bool()>& done) {
  constexpr int idle_steps_max = 20'000;
  constexpr TimeNs creep_ns = 1000;
  for (int idle_steps = 0; idle_steps < idle_steps_max;) {
    if (done()) return true;
    if (step() > 0) {
      idle_steps = 0;
      continue;
    }
    ++idle_steps;
    TimeNs deadline_ns = never_ns;
    for (const Side side : {Side::a, Side::b}) {
      if (is_alive(side)) deadline_ns = std::min(deadline_ns, device(side).deadline_ns());
    }
    const bool waits_for_time = deadline_ns != never_ns && deadline_ns > clock.now_ns();
    clock.advance_to(waits_for_time ? deadline_ns : clock.now_ns() + creep_ns);
    // What comes through the operating system may need another thread of it.
    if (!waits_for_time) std::this_thread::yield();
  }
  return done();
}

std::vector<const Message*> DevicePair::received_from(Side side) {
  std::vector<const Message*> messages;
  for (const fabric::Frame& frame : recorder(other(side)).frames) {
    if (frame.message->source == pe(side)) messages.push_back(frame.message.get());
  }
  return messages;
}

std::size_t DevicePair::received_count(Side side) { return received_from(side).size(); }

}  // namespace isthmus::engine::conformance
