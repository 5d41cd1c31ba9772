// A step of a scalar wave in 3-D, 128 x 128 x 128 points in blocks of 64, 32 and 16 points a side,
// on one PE and on two, beside the plain loop over tiles of the same size of one array.

#include <barrier>
#include <string>
#include <vector>

#include "harness.hpp"
#include "mesh_wave.hpp"

namespace {

using bench::begin_value;
using bench::evolve;
using isthmus::Job;
using isthmus::Task;
using isthmus::mesh::copy_moved;
using isthmus::mesh::dimension_count;
using isthmus::mesh::even_cut;
using isthmus::mesh::Fields;
using isthmus::mesh::Mesh;
using isthmus::mesh::MeshSetup;
using isthmus::mesh::set_plan_maker;

constexpr int repeats_max = 3;
constexpr std::int32_t side = 128;
constexpr int steps = 1;  // a piece: short, so that some have the machine for themselves
constexpr int piece_count = 60;

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
      isthmus::mesh::Box layer = fields_.storage();
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
  co_return co_await bench::quickest_step_ms(mesh, piece_count, steps);
}

}  // namespace

int main() {
  bench::Results results("mesh_step");
  set_plan_maker(bench::wave);
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
