// bench/sink.hpp: where frames end that are no more than counted.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "isthmus/fabric/device.hpp"

namespace bench {

/// Counts frames, and gives their blocks back to the pool, which outlives it.
class Sink final : public isthmus::engine::fabric::Receiver {
 public:
  explicit Sink(isthmus::engine::Pool& pool) : pool_(pool) {}
  void deliver(isthmus::engine::fabric::Frame frame) override {
    ++count;
    pool_.release(std::move(frame.message));
  }
  void peer_lost(isthmus::ProcessId, isthmus::Error why) override {
    std::fprintf(stderr, "bench: %s\n", why.text().c_str());
    std::exit(1);
  }
  int count = 0;

 private:
  isthmus::engine::Pool& pool_;
};

}  // namespace bench
