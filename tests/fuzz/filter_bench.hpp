// tests/fuzz/filter_bench.hpp: two filters that talk to each other, and somebody between them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "fuzz/target.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fuzz {

/// Does what an input says: sends through the filters, changes frames on their way, and makes up
/// others. Process 0 has PE 0, process 1 has PE 1.
class FilterBench {
 public:
  static constexpr fabric::WireLimits limits{1 << 20, 2, 8};

  using Make = std::function<std::unique_ptr<fabric::Device>(std::unique_ptr<fabric::Device> below,
                                                             ProcessId self)>;
  /// `finds_changes`: what comes out is what went in, whatever happened between.
  FilterBench(const Make& make, bool finds_changes);

  void run(Input input);

  /// What there is to be done with a filter: frames of several sizes both ways, some of them
  /// changed.
  static std::vector<Bytes> seeds();

 private:
  enum class Step : std::uint8_t { send, change, cut, make_up, progress, count };

  void send(std::size_t side, std::size_t payload_bytes);
  void make_up(std::size_t side, Source& source);
  void tamper(Message& message);
  void progress();
  void check_arrivals(std::size_t side);

  const bool finds_changes_;
  Pool pool_;
  std::array<fabric::MemoryEnd*, 2> wires_{};
  std::array<std::unique_ptr<fabric::Device>, 2> filters_;
  std::array<fabric::RecordingReceiver, 2> receivers_;
  std::array<std::uint64_t, 2> sent_{};
  std::array<std::uint64_t, 2> come_{};
  // Of the next frame on its way.
  std::vector<std::pair<std::uint16_t, std::uint8_t>> changes_;
  std::uint16_t cut_ = 0;
  bool was_meddled_with_ = false;
};

/// A message as a carrier would hand it up, from a header and a payload that may be anything; null
/// where a carrier would refuse it.
MessagePtr take_frame(Source& source, const fabric::WireLimits& limits, Pool& pool);

}  // namespace isthmus::engine::fuzz
