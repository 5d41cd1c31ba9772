// isthmus/fabric/carrier/carrier.hpp: the device at the bottom of a chain between processes.
#pragma once

#include <cstdint>

#include "isthmus/fabric/device.hpp"

namespace isthmus::engine::fabric {

/// Of carriers that learn of arrivals by looking, and receive payloads where they belong.
inline constexpr Traits polled_carrier_traits{.needs_polling = true,
                                              .signals_arrivals = Signals::all,
                                              .needs_exact_time = false,
                                              .takes_pieces = true,
                                              .lands = true};

/// Moves frames between processes by means of the outside world, and parts from the peers in order:
/// all stop sending, call expect_close, then close, and progress until is_finished or patience
/// ends.
class Carrier : public Device {
 public:
  /// Readable when progress would find something; for sleeping. -1 where there is nothing to sleep
  /// on. Constant, any thread.
  virtual int descriptor() const { return -1; }
  /// Whether the peer will notice the end of this carrier: not where nothing joins the two yet.
  /// Before expect_close.
  virtual bool is_joined_to(ProcessId) const { return true; }
  /// From here on a peer that ends its side between two frames is no loss.
  virtual void expect_close() = 0;
  /// Takes no more frames, and tells each peer the end once its queue is written; progress goes on.
  virtual void close() = 0;
  /// After close: everything is written, and every peer has ended its side or is lost.
  virtual bool is_finished() const = 0;
};

}  // namespace isthmus::engine::fabric
