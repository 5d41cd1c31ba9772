// bench/bare_carrier.hpp: frames between two processes over a carrier that comes as a module,
// without a runtime.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "isthmus/fabric/carrier/module.hpp"

namespace bench {

/// One way.
struct BareFigures {
  double ping_pong_8_ns = 0;
  double ping_pong_8k_ns = 0;
  double ping_pong_64k_ns = 0;
  double ping_pong_1m_ns = 0;

  void add_to(Results& results) const {
    results.add("carrier_8_us", "µs", ping_pong_8_ns * 1e-3);
    results.add("carrier_8k_us", "µs", ping_pong_8k_ns * 1e-3);
    results.add("carrier_64k_us", "µs", ping_pong_64k_ns * 1e-3);
    results.add("carrier_1m_us", "µs", ping_pong_1m_ns * 1e-3);
  }
};

/// Keeps the frame that came last.
class LastFrame final : public isthmus::engine::fabric::Receiver {
 public:
  void deliver(isthmus::engine::fabric::Frame frame) override { frame_ = std::move(frame); }
  void peer_lost(isthmus::ProcessId, isthmus::Error why) override {
    std::fprintf(stderr, "bench: %s\n", why.text().c_str());
    std::exit(1);
  }
  bool has_frame() const { return frame_.message != nullptr; }
  isthmus::engine::fabric::Frame take() { return std::move(frame_); }

 private:
  isthmus::engine::fabric::Frame frame_;
};

/// One end of a ping-pong; process 0 begins. The same message goes to and fro.
class BareEnd {
 public:
  BareEnd(const std::string& name, int rank, isthmus::engine::Socket connection) : rank_(rank) {
    auto module = isthmus::engine::fabric::load_carrier_module(name);
    check(module);
    isthmus::engine::fabric::ModuleRequest request{{}, {std::uint32_t{1} << 21, 2, 1}, clock_};
    request.groups.resize(1);
    request.groups[0].connections.emplace_back(isthmus::ProcessId(1 - rank), std::move(connection));
    auto made = (*module)->make(std::move(request));
    check(made);
    carrier_ = std::move((*made)[0]);
    carrier_->attach(last_);
    carrier_->expect_close();
    carrier_->use_pool(pool_);
  }

  double ping_pong_ns(std::size_t bytes, int count) {
    Least least;
    // The first piece is the one in which the two connect.
    for (int piece = 0; piece < 1 + pieces; ++piece) {
      const double begin_ns = now_ns();
      if (rank_ == 0) send(frame_of(bytes));
      for (int i = 0; i < count; ++i) {
        isthmus::engine::fabric::Frame frame = receive();
        const bool is_last = rank_ == 0 && i + 1 == count;
        is_last ? pool_.release(std::move(frame.message)) : send(std::move(frame));
      }
      if (piece > 0) least.add(now_ns() - begin_ns);
    }
    return least.value() / (2 * count);
  }

  void close() {
    carrier_->close();
    while (!carrier_->is_finished()) carrier_->progress(clock_.now_ns(), 64);
    carrier_.reset();
  }

 private:
  static void check(const auto& result) {
    if (result) return;
    std::fprintf(stderr, "bench: %s\n", result.error().text().c_str());
    std::exit(1);
  }

  isthmus::engine::fabric::Frame frame_of(std::size_t bytes) {
    isthmus::engine::MessagePtr message = pool_.acquire(bytes);
    message->form = isthmus::engine::PayloadForm::bytes;
    message->flags = isthmus::engine::flag_on_wire;
    std::memset(message->payload(), 1, bytes);
    return {std::move(message), isthmus::ProcessId(1 - rank_)};
  }

  void send(isthmus::engine::fabric::Frame frame) {
    using isthmus::engine::fabric::SendStatus;
    frame.message->source = isthmus::PeId(rank_);
    frame.message->destination = isthmus::PeId(1 - rank_);
    while (carrier_->try_send(frame, 0) == SendStatus::busy) carrier_->progress(0, 64);
  }

  /// The carrier looks at its connection seldom: the time stands still.
  isthmus::engine::fabric::Frame receive() {
    while (!last_.has_frame()) carrier_->progress(0, 64);
    return last_.take();
  }

  const int rank_;
  isthmus::SteadyClock clock_;
  isthmus::engine::Pool pool_;
  LastFrame last_;
  std::unique_ptr<isthmus::engine::fabric::Carrier> carrier_;
};

inline BareFigures measure_bare_carrier(const std::string& name, int rank,
                                        isthmus::engine::Socket connection) {
  BareEnd end(name, rank, std::move(connection));
  BareFigures figures;
  figures.ping_pong_8_ns = end.ping_pong_ns(8, 2'000);
  figures.ping_pong_8k_ns = end.ping_pong_ns(std::size_t{8} << 10, 500);
  figures.ping_pong_64k_ns = end.ping_pong_ns(std::size_t{64} << 10, 100);
  figures.ping_pong_1m_ns = end.ping_pong_ns(std::size_t{1} << 20, 20);
  end.close();
  return figures;
}

}  // namespace bench
