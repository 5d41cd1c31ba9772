// Output of a mesh, a wave in 3-D of 160 x 160 x 160 points: 98 MB until they are on the disk,
// beside a plain write of as many, with fsync, to the same directory; and steps that go on while
// a field is written at every 50th of them, beside steps of the same job without output.

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "harness.hpp"
#include "mesh/output/mesh_output.hpp"
#include "mesh/output/part_file.hpp"
#include "mesh_wave.hpp"
#include "plain_write.hpp"

namespace {

using isthmus::Job;
using isthmus::Task;
using isthmus::mesh::even_cut;
using isthmus::mesh::Mesh;
using isthmus::mesh::MeshOutput;
using isthmus::mesh::MeshSetup;
using isthmus::mesh::OutputPlan;

constexpr int repeats_max = 5;
constexpr std::int32_t side = 160;
constexpr std::size_t field_bytes = sizeof(double) * side * side * side;
constexpr std::int64_t steps = 200;
constexpr std::int64_t every = 50;

double seconds_since(double begin_ns) { return (bench::now_ns() - begin_ns) * 1e-9; }

MeshSetup setup_of_all() {
  MeshSetup setup;
  setup.geometry.whole = {{0, 0, 0}, {side, side, side}};
  setup.cut = even_cut({side, side, side}, {2, 2, 2});
  return setup;
}

OutputPlan output_of(const std::string& folder, const MeshSetup& setup, std::int32_t fields) {
  OutputPlan output;
  output.setup.folder = folder;
  output.setup.geometry = setup.geometry;
  output.every = every;
  for (std::int32_t field = 0; field < fields; ++field) {
    output.setup.fields.push_back({"wave::phi" + std::to_string(field)});
    output.fields.push_back(field);
    output.imaginary.push_back(-1);
  }
  return output;
}

void note(const std::vector<std::string>& failures) {
  if (failures.empty()) return;
  std::fprintf(stderr, "%s\n", failures.front().c_str());
  std::exit(1);
}

/// All three fields, of one step.
Task<double> output_s(Job& job, const std::string& folder) {
  Mesh mesh(job);
  const MeshSetup setup = setup_of_all();
  co_await mesh.create("wave", setup);
  MeshOutput output(job);
  output.begin(output_of(folder, setup, 3), 0);
  const double begin_ns = bench::now_ns();
  co_await output.put_out(mesh);
  note(co_await output.finish());
  co_return seconds_since(begin_ns);
}

/// What output takes behind the last step is none of theirs.
Task<double> step_ms(Job& job, const std::string& folder, bool puts_out) {
  Mesh mesh(job);
  const MeshSetup setup = setup_of_all();
  co_await mesh.create("wave", setup);
  MeshOutput output(job);
  if (puts_out) output.begin(output_of(folder, setup, 1), 0);
  const double begin_ns = bench::now_ns();
  while (mesh.steps_done() < steps) {
    if (puts_out) co_await output.put_out(mesh);
    co_await mesh.run(every);
  }
  const double taken_s = seconds_since(begin_ns);
  if (puts_out) note(co_await output.finish());
  co_return 1e3 * taken_s / static_cast<double>(steps);
}

}  // namespace

int main() {
  if (const auto there = isthmus::mesh::check_hdf5(); !there) {
    std::printf("%s\n", there.error().text().c_str());
    return bench::skipped;
  }
  bench::Results results("mesh_output");
  isthmus::mesh::set_plan_maker(bench::wave);
  isthmus::mesh::prepare_output();
  const std::string folder = "bench-mesh-output-" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  for (bench::Repeats repeats(repeats_max, 60); repeats.another();) {
    results.add("write_s", "s", bench::plain_write_s(folder + "/plain", 3 * field_bytes));
    bench::run_pes(2, [&](Job& job) -> Task<void> {
      results.add("written_s", "s", co_await output_s(job, folder + "/fields"));
    });
    for (const bool puts_out : {false, true}) {
      bench::run_pes(2, [&](Job& job) -> Task<void> {
        results.add(puts_out ? "step_with_ms" : "step_without_ms", "ms",
                    co_await step_ms(job, folder + "/steps", puts_out));
      });
    }
  }
  std::filesystem::remove_all(folder);
  results.print();
}
