// The subjects of same_pe_message, two_pes and collectives as a Charm++ program. Prints those that
// fit the number of PEs it runs on: one or two.

#include <algorithm>
#include <cstdio>
#include <vector>

#include "messages.decl.h"

CProxy_Main main_proxy;

namespace {

constexpr int repeats = 7;
constexpr int pieces = 20;  // of a repeat; the quickest counts

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print(const char* metric, const char* unit, const std::vector<double>& samples) {
  CkPrintf("{\"benchmark\":\"charm\",\"metric\":\"%s\",\"value\":%.6g,\"unit\":\"%s\"}\n", metric,
           median(samples), unit);
}

}  // namespace

/// Contiguous pieces of the elements to PEs in order.
class SlabMap : public CBase_SlabMap {
 public:
  explicit SlabMap(int element_count) : element_count_(element_count) {}
  explicit SlabMap(CkMigrateMessage* message) : CBase_SlabMap(message) {}
  int procNum(int, const CkArrayIndex& index) override {
    return index.data()[0] * CkNumPes() / element_count_;
  }

 private:
  int element_count_;
};

/// Moves to and fro between two PEs; a message follows it each time.
class Mover : public CBase_Mover {
 public:
  explicit Mover(int bytes) : data_(static_cast<std::size_t>(bytes) / sizeof(double), 1.0) {}
  explicit Mover(CkMigrateMessage* message) : CBase_Mover(message) {}
  void pup(PUP::er& p) override {
    p | data_;
    p | done_;
  }

  void begin(int moves_left, const CkCallback& done) {
    done_ = done;
    go(moves_left);
  }
  void go(int moves_left) {
    if (moves_left == 0) return done_.send();
    thisProxy[thisIndex].go(moves_left - 1);
    migrateMe(1 - CkMyPe());
  }

 private:
  std::vector<double> data_;
  CkCallback done_;
};

/// Each entry method sends one message to the next element.
class RingNode : public CBase_RingNode {
 public:
  explicit RingNode(int node_count) : next_(thisProxy[(thisIndex + 1) % node_count]) {}
  explicit RingNode(CkMigrateMessage*) {}

  void begin(int hops, const CkCallback& done) {
    done_ = done;
    next_.hop(hops - 1, thisIndex, 0.0);
  }
  void hop(int hops_left, int origin, double value) {
    if (hops_left == 0) return done_.send();
    next_.hop(hops_left - 1, origin, value + 1.0);
  }
  void begin_all(int hops, const CkCallback& done) {
    done_ = done;
    next_.hop_all(hops - 1, thisIndex, 0.0);
  }
  void hop_all(int hops_left, int origin, double value) {
    if (hops_left == 0) {
      contribute(done_);
      return;
    }
    next_.hop_all(hops_left - 1, origin, value + 1.0);
  }

 private:
  CProxyElement_RingNode next_;
  CkCallback done_;
};

class Element : public CBase_Element {
 public:
  Element() = default;
  explicit Element(CkMigrateMessage*) {}
  void hear(const CkCallback& done) { contribute(done); }
};

class Main : public CBase_Main {
 public:
  explicit Main(CkArgMsg* arguments) {
    delete arguments;
    main_proxy = thisProxy;
    thisProxy.run();
  }

  /// A user-level thread, so that it may wait.
  void run() {
    if (CkNumPes() == 1) {
      measure_one_pe();
    } else {
      measure_two_pes();
    }
    CkExit();
  }

 private:
  template <class Piece>
  static double least_s(const Piece& piece) {
    double least = 1e300;
    for (int i = 0; i < pieces; ++i) {
      const double begin_s = CkWallTimer();
      piece();
      least = std::min(least, CkWallTimer() - begin_s);
    }
    return least;
  }

  static CkArrayOptions block_mapped(int element_count) {
    CkArrayOptions options(element_count);
    options.setMap(CProxy_SlabMap::ckNew(element_count));
    return options;
  }

  static double one_token_ns(int node_count, int hops) {
    CProxy_RingNode nodes = CProxy_RingNode::ckNew(node_count, block_mapped(node_count));
    CkWaitQD();
    return least_s([&] { nodes[0].begin(hops, CkCallbackResumeThread()); }) * 1e9 / hops;
  }

  static double all_tokens_ns(int node_count, int hops_each) {
    CProxy_RingNode nodes = CProxy_RingNode::ckNew(node_count, block_mapped(node_count));
    CkWaitQD();
    return least_s([&] { nodes.begin_all(hops_each, CkCallbackResumeThread()); }) * 1e9 /
           (double(node_count) * hops_each);
  }

  static double move_us(int bytes, int moves) {
    CProxy_Mover movers = CProxy_Mover::ckNew(bytes, 1);
    CkWaitQD();
    return least_s([&] { movers[0].begin(moves, CkCallbackResumeThread()); }) * 1e6 / moves;
  }

  static double round_us(int rounds) {
    CProxy_Element elements = CProxy_Element::ckNew(block_mapped(1000));
    CkWaitQD();
    return least_s([&] {
             for (int round = 0; round < rounds; ++round) elements.hear(CkCallbackResumeThread());
           }) *
           1e6 / rounds;
  }

  static void measure_one_pe() {
    std::vector<double> ping_pong, ring, many, collective;
    for (int i = 0; i < repeats; ++i) {
      ping_pong.push_back(one_token_ns(2, 40'000));
      ring.push_back(one_token_ns(8, 40'000));
      many.push_back(all_tokens_ns(1000, 50));
      collective.push_back(round_us(50));
    }
    print("same_pe_ping_pong_ns", "ns", ping_pong);
    print("same_pe_ring_ns", "ns", ring);
    print("same_pe_many_tokens_ns", "ns", many);
    print("collective_one_pe_us", "µs", collective);
  }

  static void measure_two_pes() {
    std::vector<double> ping_pong, ring, collective, small, large;
    for (int i = 0; i < repeats; ++i) {
      small.push_back(move_us(1024, 1'000));
      large.push_back(move_us(65536, 1'000));
      ping_pong.push_back(one_token_ns(2, 5'000));
      ring.push_back(all_tokens_ns(1000, 50));
      collective.push_back(round_us(50));
    }
    print("two_pes_ping_pong_ns", "ns", ping_pong);
    print("two_pes_ring_ns", "ns", ring);
    print("collective_two_pes_us", "µs", collective);
    print("migration_1k_us", "µs", small);
    print("migration_64k_us", "µs", large);
  }
};

#include "messages.def.h"
