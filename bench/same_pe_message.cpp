// A message between array elements on one PE: from the send to the start of the entry method.
// Beside it the least that such a message can be: a block from a free list, through a queue of
// pointers, to a function that is called through a pointer.

#include <array>
#include <vector>

#include "harness.hpp"
#include "ring_node.hpp"

namespace {

constexpr int repeats_max = 7;
constexpr int hops = 40'000;  // a piece
constexpr int many_nodes = 1000;

struct Block {
  Block* next_free;
  void (*call)(struct RawPe&, Block&);
  std::array<std::byte, 48> rest_of_header;
  int receiver;
  int hops_left;
  int origin;
  double value;
};

struct RawPe {
  std::vector<double> objects;
  std::vector<Block*> queue = std::vector<Block*>(1024);
  unsigned head = 0;
  unsigned tail = 0;
  Block* free = nullptr;
};

void raw_hop(RawPe& pe, Block& message);

void raw_send(RawPe& pe, int receiver, int hops_left, int origin, double value) {
  Block* block = pe.free;
  pe.free = block->next_free;
  *block = {nullptr, &raw_hop, {}, receiver, hops_left, origin, value};
  pe.queue[pe.tail++ % 1024] = block;
}

void raw_hop(RawPe& pe, Block& message) {
  pe.objects[static_cast<std::size_t>(message.receiver)] += message.value;
  if (message.hops_left == 0) return;
  const int next = (message.receiver + 1) % static_cast<int>(pe.objects.size());
  raw_send(pe, next, message.hops_left - 1, message.origin, message.value + 1.0);
}

double raw_piece_ns(int node_count) {
  std::vector<Block> blocks(16);
  RawPe pe;
  pe.objects.resize(static_cast<std::size_t>(node_count));
  for (Block& block : blocks) block.next_free = std::exchange(pe.free, &block);
  const double begin_ns = bench::now_ns();
  raw_send(pe, 0, hops - 1, 0, 0.0);
  while (pe.head != pe.tail) {
    Block* block = pe.queue[pe.head++ % 1024];
    block->call(pe, *block);
    block->next_free = std::exchange(pe.free, block);
  }
  return (bench::now_ns() - begin_ns) / hops;
}

double raw_ns(int node_count) {
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) least.add(raw_piece_ns(node_count));
  return least.value();
}

/// What one time stamp takes, without anything around it.
double stamp_ns() {
  const isthmus::SteadyClock clock;
  const isthmus::engine::Stamps stamps = isthmus::engine::Stamps::of_counter(clock);
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_ns = bench::now_ns();
    std::int64_t sum = 0;
    for (int i = 0; i < hops; ++i) sum += stamps.now();
    if (sum == 0) std::abort();  // so that the loop is not left out
    least.add((bench::now_ns() - begin_ns) / hops);
  }
  return least.value();
}

}  // namespace

int main() {
  bench::Results results("same_pe_message");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    results.add("raw_queue_ns", "ns", raw_ns(2));
    results.add("stamp_ns", "ns", stamp_ns());
    double ping_pong_ns = 0;
    double many_ns = 0;
    bench::run_pes(1, [&](isthmus::Job& job) -> isthmus::Task<void> {
      ping_pong_ns = co_await bench::one_token_ns(job, 2, hops);
      results.add("ping_pong_ns", "ns", ping_pong_ns);
      const double ring_ns = co_await bench::one_token_ns(job, 8, hops);
      results.add("ring_ns", "ns", ring_ns);
      many_ns = co_await bench::all_tokens_ns(job, many_nodes, hops / many_nodes);
      results.add("many_tokens_ns", "ns", many_ns);
    });
    // The same with every object measured, and never moved.
    bench::run_pes(1,
                   [&](isthmus::Job& job) -> isthmus::Task<void> {
                     const double measured_ns = co_await bench::one_token_ns(job, 2, hops);
                     results.add("measuring_ns", "ns", measured_ns - ping_pong_ns);
                     const double many_measured_ns =
                         co_await bench::all_tokens_ns(job, many_nodes, hops / many_nodes);
                     results.add("measuring_many_ns", "ns", many_measured_ns - many_ns);
                   },
                   {"--balancer", "none"});
  }
  results.print();
}
