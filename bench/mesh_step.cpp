// A step of a scalar wave in 3-D, 128 x 128 x 128 points in blocks of 64, 32 and 16 points a side,
// on one PE and on two, beside the plain loop over tiles of the same size of one array.

#include <barrier>
#include <string>
#include <vector>

#include "harness.hpp"
#include "mesh/driver/run_mesh.hpp"

namespace {

using isthmus::Job;
using isthmus::Task;
using isthmus::mesh::Box;
using isthmus::mesh::copy_moved;
using isthmus::mesh::dimension_count;
using isthmus::mesh::even_cut;
using isthmus::mesh::Fields;
using isthmus::mesh::Mesh;
using isthmus::mesh::MeshSetup;
using isthmus::mesh::Operation;
using isthmus::mesh::Patch;
using isthmus::mesh::Plan;
using isthmus::mesh::RunFigures;
using isthmus::mesh::set_plan_maker;
using isthmus::mesh::View;

constexpr int repeats_max = 3;
constexpr std::int32_t side = 128;
constexpr int steps = 1;  // a piece: short, so that some have the machine for themselves
constexpr int piece_count = 60;
constexpr double courant = 0.1;

void evolve(const View& next, const View& now, const View& before, const Box& box) {
  const std::ptrdiff_t row = now.row_stride();
  const std::ptrdiff_t plane = now.plane_stride();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      double* __restrict to = next.row(j, k);
      const double* __restrict from = now.row(j, k);
      const double* __restrict old = before.row(j, k);
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const double around = (from[i - 1] + from[i + 1]) + (from[i - row] + from[i + row]) +
                              (from[i - plane] + from[i + plane]);
        to[i] = (2 - 6 * courant) * from[i] - old[i] + courant * around;
      }
    }
  }
}

double begin_value(std::int32_t i, std::int32_t j, std::int32_t k) {
  return 1e-3 * (i * 7 % 13) + 1e-3 * (j * 5 % 11) - 1e-3 * (k * 3 % 7);
}

isthmus::Expected<Plan> wave(const std::string&) {
  Plan plan;
  plan.first_fields = {0};
  for (const char* name : {"phi", "phi_", "phi__"}) {
    plan.fields.push_back({.name = name, .id = {0, static_cast<std::int32_t>(plan.fields.size())}});
    plan.boundaries.emplace_back();
  }
  Operation begin;
  begin.name = "begin";
  begin.writes = {0, 1};
  begin.routine = [](const Patch& patch) {
    const Box& box = patch.box();
    for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
      for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
        for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
          for (const std::int32_t level : {0, 1}) patch({0, level})(i, j, k) = begin_value(i, j, k);
        }
      }
    }
  };
  plan.initial = {begin};
  Operation rotate;
  rotate.kind = Operation::Kind::rotate;
  rotate.fields = {0, 1, 2};
  Operation evolve_all;
  evolve_all.name = "evolve";
  evolve_all.reads = {{1, 1}, {2, 0}};
  evolve_all.writes = {0};
  evolve_all.routine = [](const Patch& patch) {
    evolve(patch({0, 0}), patch({0, 1}), patch({0, 2}), patch.box());
  };
  Operation event;
  event.kind = Operation::Kind::synchronize;
  event.fields = {0};
  plan.step = {rotate, evolve_all, event};
  return plan;
}

/// One array for all; threads share out tiles by halves of the last dimension.
class TiledLoop {
 public:
  TiledLoop() : fields_(3, {{-1, -1, -1}, {side + 1, side + 1, side + 1}}) {
    for (std::int32_t k = 0; k < side; ++k) {
      for (std::int32_t j = 0; j < side; ++j) {
        for (std::int32_t i = 0; i < side; ++i) {
          fields_[0](i, j, k) = fields_[1](i, j, k) = begin_value(i, j, k);
        }
      }
    }
    wrap();
  }

  /// Milliseconds a step, the least of some pieces.
  double ms(std::int32_t tile, int threads) {
    bench::Least least;
    for (int piece = 0; piece < piece_count; ++piece) {
      const double begin_ns = bench::now_ns();
      if (threads == 1) {
        for (int step = 0; step < steps; ++step) {
          fields_.rotate(all_);
          pass(tile, 0, side);
          wrap();
        }
      } else {
        std::barrier together(2);
        const auto half = [&](int number) {
          for (int step = 0; step < steps; ++step) {
            if (number == 0) fields_.rotate(all_);
            together.arrive_and_wait();
            pass(tile, number * side / 2, (number + 1) * side / 2);
            together.arrive_and_wait();
            if (number == 0) wrap();
          }
        };
        bench::on_two_cores([&] { half(0); }, [&] { half(1); });
      }
      least.add((bench::now_ns() - begin_ns) * 1e-6 / steps);
    }
    return least.value();
  }

 private:
  void pass(std::int32_t tile, std::int32_t low, std::int32_t high) const {
    for (std::int32_t k = low; k < high; k += tile) {
      for (std::int32_t j = 0; j < side; j += tile) {
        for (std::int32_t i = 0; i < side; i += tile) {
          evolve(fields_[0], fields_[1], fields_[2],
                 {{i, j, k}, {i + tile, j + tile, std::min(high, k + tile)}});
        }
      }
    }
  }
  void wrap() const {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      Box layer = fields_.storage();
      layer.low[d] = side - 1;
      layer.high[d] = side;
      copy_moved(fields_[0], fields_[0], layer, d, -side);
      layer.low[d] = 0;
      layer.high[d] = 1;
      copy_moved(fields_[0], fields_[0], layer, d, side);
    }
  }

  const std::vector<std::int32_t> all_{0, 1, 2};
  Fields fields_;
};

Task<double> mesh_ms(Job& job, std::int32_t block) {
  Mesh mesh(job);
  MeshSetup setup;
  setup.geometry.whole = {{0, 0, 0}, {side, side, side}};
  setup.cut = even_cut({side, side, side}, {side / block, side / block, side / block});
  co_await mesh.create("wave", setup);
  bench::Least least;
  for (int piece = 0; piece < piece_count; ++piece) {
    const RunFigures figures = co_await mesh.run(steps);
    least.add(1e3 * figures.seconds_a_step());
  }
  co_return least.value();
}

}  // namespace

int main() {
  bench::Results results("mesh_step");
  set_plan_maker(wave);
  for (bench::Repeats repeats(repeats_max, 12); repeats.another();) {
    TiledLoop loop;
    for (const std::int32_t block : {64, 32, 16}) {
      for (const int pes : {1, 2}) {
        const std::string name = std::to_string(block) + "_" + std::to_string(pes) + "_ms";
        results.add("loop_" + name, "ms", loop.ms(block, pes));
        bench::run_pes(pes, [&](Job& job) -> Task<void> {
          results.add(name, "ms", co_await mesh_ms(job, block));
        });
      }
    }
  }
  results.print();
}
