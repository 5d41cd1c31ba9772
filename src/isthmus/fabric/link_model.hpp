// isthmus/fabric/link_model.hpp: when a message arrives that is sent over a link.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric {

/// One direction of a link. The parameters are those of LogGP (Alexandrov, Ionescu, Schauser,
/// Scheiman 1995) but for the overheads, which the processors at its ends pay: `latency_ns` is L,
/// `gap_ns` is g, 1/bandwidth is G.
struct LinkParameters {
  TimeNs latency_ns = 0;
  double bandwidth_bytes_per_s = 0;  ///< 0: unlimited.
  TimeNs gap_ns = 0;                 ///< Between the beginnings of two messages at least.
  TimeNs jitter_ns = 0;              ///< Added to the latency, uniform between 0 and this.
};

/// A link that messages enter one after the other. Whoever shares it queues for it:
///
///   begin   = max(sent, free)
///   free    = begin + max(g, k G)               for a message of k bytes
///   arrival = max(begin + k G + L + jitter, arrival of the message before)
///
/// So a single message takes k G + L, and n messages of k bytes sent at once are there after
/// (n - 1) max(g, k G) + k G + L. Messages never overtake each other, like those of one stream.
/// The delay filter emulates such a link, the simulator (sim/links.hpp) has no others.
class LinkModel {
 public:
  LinkModel(const LinkParameters& parameters, Random random)
      : parameters_(parameters), random_(random) {}

  /// When a message of so many bytes, sent now, is at the other end. Times of sending never go back
  /// by much: a message is taken in the order of the calls.
  TimeNs arrival_ns(TimeNs sent_ns, std::size_t bytes);

  const LinkParameters& parameters() const { return parameters_; }
  /// For messages sent from now on: a fault, or its end.
  void set_parameters(const LinkParameters& parameters) { parameters_ = parameters; }
  /// Total time that messages have waited for those before them.
  TimeNs queued_ns() const { return queued_ns_; }

 private:
  LinkParameters parameters_;
  Random random_;
  TimeNs free_ns_ = 0;
  TimeNs last_arrival_ns_ = 0;
  TimeNs queued_ns_ = 0;
};

}  // namespace isthmus::engine::fabric
