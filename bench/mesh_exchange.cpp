// What of a step of a wave in 3-D, 128 x 128 x 128 points, is not computing: exchange of ghosts of
// blocks of 16 points a side, in place and by messages, and whoever adapts depths.

#include <cstdint>
#include <optional>
#include <string>

#include "harness.hpp"
#include "mesh_wave.hpp"

namespace {

using isthmus::Job;
using isthmus::PeId;
using isthmus::Task;
using isthmus::mesh::BlockMapping;
using isthmus::mesh::even_cut;
using isthmus::mesh::Layout;
using isthmus::mesh::Mesh;
using isthmus::mesh::MeshSetup;
using isthmus::mesh::RunFigures;

constexpr int repeats_max = 3;
constexpr std::int32_t side = 128;
constexpr int piece_count = 30;
constexpr int steps = 8;  // a piece: what a rest takes is none of a step

MeshSetup setup_of(std::int32_t block) {
  MeshSetup setup;
  setup.geometry.whole = {{0, 0, 0}, {side, side, side}};
  setup.cut = even_cut({side, side, side}, {side / block, side / block, side / block});
  return setup;
}

/// Two neighbours are never on one PE, so that every face goes by a message.
BlockMapping in_turn(const MeshSetup& setup) {
  Layout layout;
  layout.cut = setup.cut;
  const isthmus::mesh::Point blocks = setup.cut.blocks();
  for (std::int32_t k = 0; k < blocks[2]; ++k) {
    for (std::int32_t j = 0; j < blocks[1]; ++j) {
      for (std::int32_t i = 0; i < blocks[0]; ++i) {
        layout.pes.push_back(PeId(static_cast<std::uint32_t>((i + j + k) % 2)));
      }
    }
  }
  return BlockMapping(layout);
}

/// The share of the PEs' time that no routine has, in the quickest piece, in per cent.
Task<double> exchange_percent(Job& job, bool by_messages) {
  Mesh mesh(job);
  const MeshSetup setup = setup_of(16);
  const std::optional<BlockMapping> places =
      by_messages ? std::optional(in_turn(setup)) : std::nullopt;
  co_await mesh.create("wave", setup, 0, places);
  RunFigures quickest;
  for (int piece = 0; piece < piece_count; ++piece) {
    const RunFigures figures = co_await mesh.run(steps);
    if (piece == 0 || figures.seconds < quickest.seconds) quickest = figures;
  }
  const bool is_all =
      by_messages ? quickest.blocks.in_place_bytes[2] == 0 : quickest.blocks.messages == 0;
  if (!is_all) std::exit(1);
  co_return 100 * (1 - quickest.blocks.compute_s / (quickest.seconds * job.pe_count()));
}

/// With blocks that tell a pilot of each window, or without. Nothing is changed, so that steps are
/// the same.
Task<double> step_ms(Job& job, bool is_watched) {
  Mesh mesh(job);
  MeshSetup setup = setup_of(64);
  if (is_watched) {
    setup.adaptation.rule = "auto";
    setup.adaptation.is_depth_fixed = true;
    // Between the two halves, as where each is a site.
    setup.adaptation.planes[2] = {1, 1};
  }
  co_await mesh.create("wave", setup);
  co_return co_await bench::quickest_step_ms(mesh, piece_count, steps);
}

}  // namespace

int main() {
  bench::Results results("mesh_exchange");
  isthmus::mesh::set_plan_maker(bench::wave);
  for (bench::Repeats repeats(repeats_max, 12); repeats.another();) {
    bench::run_pes(1, [&](Job& job) -> Task<void> {
      results.add("in_place_percent", "%", co_await exchange_percent(job, false));
    });
    bench::run_pes(2, [&](Job& job) -> Task<void> {
      results.add("messages_percent", "%", co_await exchange_percent(job, true));
    });
    for (const bool is_watched : {false, true}) {
      bench::run_pes(2, [&](Job& job) -> Task<void> {
        results.add(is_watched ? "watched_ms" : "unwatched_ms", "ms",
                    co_await step_ms(job, is_watched));
      });
    }
  }
  results.print();
}
