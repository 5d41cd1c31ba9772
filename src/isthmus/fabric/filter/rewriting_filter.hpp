// isthmus/fabric/filter/rewriting_filter.hpp: the base of filters that send other bytes than they
// are given.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "isthmus/fabric/filter/filter.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// What a rewriting filter is told about its place in the chain.
struct Rewriting {
  std::size_t place = 0;  ///< Among the devices, from the top; below rewriting_places_max.
  WireLimits limits;      ///< For what comes out of it at the receiving end.
};

/// Marks the frames whose payload it has rewritten (rewritten_flag), so that its counterpart at the
/// other end knows them; those it leaves alone cost nothing. The payload of a marked frame no
/// longer lands, so a filter may let others land.
///
/// What is made of a frame is not made twice: while the device below is busy it waits here, one
/// frame a peer as a rule, and further frames to the peer are answered `busy`.
///
/// A peer whose frames cannot be right is lost (ErrorCode::malformed): told once, and all that it
/// sends later is discarded.
class RewritingFilter : public Filter {
 public:
  RewritingFilter(std::unique_ptr<Device> below, const Rewriting& rewriting);
  ~RewritingFilter() override;

  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override { return sooner_if_waiting(Filter::deadline_ns()); }
  TimeNs wake_ns() const override { return sooner_if_waiting(Filter::wake_ns()); }
  void use_pool(Pool& pool) override {
    blocks_ = &pool;
    below().use_pool(pool);
  }
  /// What has not been restored yet, or not vouched for, must not land.
  Traits traits() const override {
    Traits traits = below().traits();
    traits.needs_bytes = true;
    traits.lands = false;
    return traits;
  }
  bool holds_frames() const override { return !waiting_.empty() || below().holds_frames(); }
  bool holds_unsent() const override { return !waiting_.empty() || below().holds_unsent(); }
  std::int64_t messages_outstanding() const override {
    return pool_.outstanding() + below().messages_outstanding();
  }

 protected:
  /// Of a frame that the counterpart has marked: what it was before. Null where it was none. An
  /// error, of which `what` alone is set, loses the peer.
  virtual Expected<MessagePtr> restored(MessagePtr message, ProcessId peer) = 0;
  /// Whether frames without the mark may come.
  virtual bool takes_unmarked() const = 0;
  /// The peer is lost, and nothing that is known of it is of use any more.
  virtual void forget(ProcessId) {}

  /// Before a frame is rewritten: `sent` where it could go, else what try_send is to answer.
  SendStatus readiness(ProcessId peer) const;
  /// A rewritten frame, marked here: `sent` if it has gone or waits. If `unreachable`, the frame is
  /// still there, without the mark.
  SendStatus send_marked(Frame& frame, TimeNs now_ns);
  /// A rewritten frame of the filter's own goes with the next progress, or with this one.
  void send_later(Frame frame);
  /// All of a header but how the payload lies in its block; what is rewritten is bytes.
  static void take_header(Message& to, const Message& from);
  /// From progress alone.
  void lose(ProcessId peer, std::string what);
  bool is_lost(ProcessId peer) const { return !lost_.empty() && lost_.contains(peer); }

  void deliver(Frame frame) override;
  void peer_lost(ProcessId peer, Error why) override;
  void give_up(ProcessId peer, Error why);

  Pool& pool() { return *blocks_; }
  const WireLimits& limits() const { return limits_; }

 private:
  TimeNs sooner_if_waiting(TimeNs below_ns) const;
  int send_waiting(TimeNs now_ns);

  const std::uint16_t mark_;
  const WireLimits limits_;
  Pool pool_;                                       // while nobody gives another one
  Pool* blocks_ = &pool_;                           // see use_pool
  std::map<ProcessId, std::deque<Frame>> waiting_;  // no empty queues
  std::set<ProcessId> lost_;
};

}  // namespace isthmus::engine::fabric
