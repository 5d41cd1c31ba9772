// tests/documentation/comments.hpp: the code that comments of public headers show, in their words.
//
// tools/check_calls.py compiles it, and looks for each line of theirs here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fem/part.hpp"
#include "fem/vtu_file.hpp"
#include "isthmus/isthmus.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/flesh/flesh.hpp"
#include "mesh/output/mesh_output.hpp"
#include "mesh/thorn_library.hpp"

// clang-format off: lines are as they stand in the comments.
namespace isthmus::comments {

// --- fem/vtu_file.hpp ----------------------------------------------------------------------------

using fem::VtuFile;

inline void put_out(const std::string& path, std::size_t points, std::size_t cells,
                    const std::vector<double>& x) {
  VtuFile file(path, points, cells);
  file.begin("Points");
  file.array<double>("Points", 3, 3 * points, [&](std::size_t i) { return x[i]; });
  file.end("Points");
}

// --- fem/part.hpp --------------------------------------------------------------------------------

class Body : public fem::Part<Body> {
  Task<void> take_part() {
    begin_round([&](std::size_t link, std::vector<std::int32_t>& marks,
                    std::vector<double>& values) { marks.resize(link); values.resize(link); });
    for (const fem::Delivery& delivery : co_await end_round()) sum_ += delivery.values.front();
  }
  double sum_ = 0;
};

// --- isthmus/object/step_inbox.hpp ---------------------------------------------------------------

struct Edge {
  Face from;
  std::vector<double> cells;
};

struct Block : Chare<Block, Index2> {
  void edge(int step, Face from, std::span<const double> cells) {
    edges_.put(step, [&](Edge& edge) { edge = {from, {cells.begin(), cells.end()}}; });
  }
  Task<void> run() {
    const std::size_t neighbours = this->neighbours().size();
    for (const Edge& edge : co_await edges_.of(step_, neighbours)) sum_ += edge.cells.front();
  }
  StepInbox<Edge> edges_;
  int step_ = 0;
  double sum_ = 0;
};

// --- isthmus/runtime/job.hpp ---------------------------------------------------------------------

struct State { ArrayProxy<Block> blocks; int step = 0; };

inline void go_on(Job& job, const ArrayProxy<Block>& blocks) {
  State state;
  if (!job.restored(state)) state.blocks = job.create_array<Block>({8, 8}, mapping::block);
  job.declare_repeatable(blocks);
}

// --- isthmus/serial/serial.hpp -------------------------------------------------------------------

namespace serialized {
class Block {
 public:
  void serialize(auto& archive) { archive(problem_, step_, cells_); }

 private:
  int problem_ = 0;
  int step_ = 0;
  std::vector<double> cells_;
};
static_assert(serial::Serializable<Block>);
}  // namespace serialized

// --- mesh/driver/run_mesh.hpp, mesh/flesh/flesh.hpp, mesh/output/mesh_output.hpp -----------------

using mesh::Flesh;
using mesh::load_mesh_file;
using mesh::Mesh;
using mesh::MeshOutput;
using mesh::Plan;
using mesh::RunFigures;

inline Task<void> run_mesh(Job& job, std::string description, mesh::MeshSetup setup) {
  Mesh mesh(job);
  if (!job.restored(mesh)) co_await mesh.create(description, setup);
  while (mesh.steps_done() < 1000) {
    RunFigures figures = co_await mesh.run(100);
    co_await job.checkpoint();
  }
}

void declare_wave(Flesh& flesh);

inline void plan_mesh() {
  Flesh flesh;
  declare_wave(flesh);
  auto file = load_mesh_file("wave.toml");
  flesh.open(*file);
  Expected<Plan> plan = flesh.plan(*file);
}

inline Task<void> put_out_mesh(Job& job, Mesh& mesh, mesh::OutputPlan plan) {
  MeshOutput output(job);
  output.begin(plan, mesh.steps_done());
  co_await output.put_out(mesh);
  while (mesh.steps_done() < 1000) {
    co_await mesh.run(output.steps_to_next(mesh.steps_done(), 100));
    co_await output.put_out(mesh);
  }
  co_await output.finish();
}

}  // namespace isthmus::comments

// --- mesh/thorn_library.hpp ----------------------------------------------------------------------

extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus::mesh::Thorn& wave = isthmus::mesh::declare_thorn(flesh, "wave", "a scalar wave");
  const auto phi = wave.function("phi");
}
