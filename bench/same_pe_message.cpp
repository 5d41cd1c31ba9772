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

}  // namespace

int main() {
  bench::Results results("same_pe_message");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    results.add("raw_queue_ns", "ns", raw_ns(2));
    bench::run_pes(1, [&](isthmus::Job& job) -> isthmus::Task<void> {
      const double ping_pong_ns = co_await bench::one_token_ns(job, 2, hops);
      results.add("ping_pong_ns", "ns", ping_pong_ns);
      const double ring_ns = co_await bench::one_token_ns(job, 8, hops);
      results.add("ring_ns", "ns", ring_ns);
      const double many_ns = co_await bench::all_tokens_ns(job, many_nodes, hops / many_nodes);
      results.add("many_tokens_ns", "ns", many_ns);
    });
  }
  results.print();
}
