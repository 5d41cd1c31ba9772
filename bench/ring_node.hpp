// bench/ring_node.hpp: array elements that hand tokens round a ring.
#pragma once

#include "isthmus/isthmus.hpp"

namespace bench {

/// Each entry method sends one message to the next element; with two elements it is a ping-pong.
class RingNode : public isthmus::Chare<RingNode, int> {
 public:
  explicit RingNode(int node_count) : next_(array()[(index() + 1) % node_count]) {}

  /// Starts a token here.
  void begin(int hops, const isthmus::Callback<double>& done) {
    done_ = done;
    next_.send<&RingNode::hop>(hops - 1, index(), 0.0);
  }
  void hop(int hops_left, int origin, double value) {
    if (hops_left == 0) return isthmus::send(done_, value + origin);
    next_.send<&RingNode::hop>(hops_left - 1, origin, value + 1.0);
  }

  /// The same when every element starts one; each then has one end at it, too.
  void begin_all(int hops) { next_.send<&RingNode::hop_all>(hops - 1, index(), 0.0); }
  void hop_all(int hops_left, int origin, double value) {
    if (hops_left == 0) return contribute("ring");
    next_.send<&RingNode::hop_all>(hops_left - 1, origin, value + 1.0);
  }

 private:
  isthmus::ElementProxy<RingNode> next_;
  isthmus::Callback<double> done_;
};

/// ns per message of one token that makes `hops` (a multiple of the element count) hops a piece.
inline isthmus::Task<double> one_token_ns(isthmus::Job& job, int node_count, int hops) {
  const auto nodes = job.create_array<RingNode>(node_count, isthmus::mapping::block, node_count);
  co_await job.quiescence();
  Least least;
  for (int piece = 0; piece < pieces; ++piece) {
    isthmus::Future<double> done;
    const double begin_s = job.seconds();
    nodes[0].send<&RingNode::begin>(hops, done.callback());
    co_await done;
    least.add((job.seconds() - begin_s) * 1e9 / hops);
  }
  co_return least.value();
}

/// ns per message of one token for each element.
inline isthmus::Task<double> all_tokens_ns(isthmus::Job& job, int node_count, int hops_each) {
  const auto nodes = job.create_array<RingNode>(node_count, isthmus::mapping::block, node_count);
  co_await job.quiescence();
  Least least;
  for (int piece = 0; piece < pieces; ++piece) {
    const double begin_s = job.seconds();
    nodes.all().send<&RingNode::begin_all>(hops_each);
    co_await job.reduction("ring");
    least.add((job.seconds() - begin_s) * 1e9 / (static_cast<double>(node_count) * hops_each));
  }
  co_return least.value();
}

}  // namespace bench
