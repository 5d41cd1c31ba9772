// isthmus/fabric/filter/link_estimator.hpp: how fast a link takes bytes away, as seen from above
// it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/device.hpp"

namespace isthmus::engine::fabric {

/// Measures the link to one peer from what was given to it and what of that is still unsent: over
/// spans of time at whose end something is left, it was busy throughout, and what it took away in
/// them is its bandwidth. A link that is never found busy has no limit that is known. Where devices
/// state a bandwidth that is less, that holds, and the backlog is reckoned from it. Reads no clock.
class LinkEstimator {
 public:
  /// Shorter spans, with fewer bytes, say nothing.
  static constexpr TimeNs span_ns_min = 200'000;
  static constexpr std::uint64_t span_bytes_min = 64 << 10;

  /// What the devices say; before a message goes down, or from time to time.
  void look(const LinkState& state, TimeNs now_ns);
  /// So many bytes have gone down.
  void sent(std::size_t bytes, TimeNs now_ns);

  /// 0: no limit is known.
  double bandwidth_bytes_per_s() const;
  /// How long it takes to work off what it has.
  TimeNs backlog_ns(TimeNs now_ns) const;
  /// Whether looking again may tell something.
  bool is_due(TimeNs now_ns) const { return is_busy_ && now_ns - begin_ns_ >= span_ns_min; }

 private:
  bool is_stated() const;
  std::uint64_t gone() const { return given_ > unsent_ ? given_ - unsent_ : 0; }
  void begin_span(TimeNs now_ns);

  double stated_ = 0;    // bytes per second
  double measured_ = 0;  // likewise; 0: never found busy
  std::uint64_t given_ = 0;
  std::size_t unsent_ = 0;
  bool is_busy_ = false;  // something was unsent at the span's beginning
  TimeNs begin_ns_ = 0;   // of the span
  std::uint64_t gone_at_begin_ = 0;
  TimeNs free_ns_ = 0;  // of a link with a stated bandwidth
};

}  // namespace isthmus::engine::fabric
