// Writes a series of fields as a job of several writers does, for tests that open the files with
// other people's programs, and for measuring how fast the disk takes them:
//   mesh_fields FOLDER POINTS WRITERS STEPS [LAST_STEP_OF_AN_EARLIER_RUN]
// "wave::phi" at (i, j, k) of step s is s + sin(x) cos(2 y) + z / 10; "wave::flux" is 1 less.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "mesh/output/books.hpp"
#include "mesh/output/field_writer.hpp"

namespace {

using isthmus::mesh::Books;
using isthmus::mesh::Box;
using isthmus::mesh::FieldWriter;
using isthmus::mesh::Geometry;
using isthmus::mesh::Moment;
using isthmus::mesh::OutputSetup;
using isthmus::mesh::PartRecord;
using isthmus::mesh::SliceGatherer;

double value_at(const Geometry& geometry, std::int64_t step, std::int32_t i, std::int32_t j,
                std::int32_t k) {
  return static_cast<double>(step) +
         std::sin(geometry.coordinate(0, i)) * std::cos(2 * geometry.coordinate(1, j)) +
         0.1 * geometry.coordinate(2, k);
}

/// Layers of the grid in z, one after the other to the writers; each in two blocks along x.
std::vector<Box> blocks_of(std::int32_t points, std::int32_t writer, std::int32_t writers) {
  const std::int32_t low = points * writer / writers;
  const std::int32_t high = points * (writer + 1) / writers;
  const std::int32_t middle = points / 3;
  return {{{0, 0, low}, {middle, points, high}}, {{middle, 0, low}, {points, points, high}}};
}

std::vector<double> values_of(const Geometry& geometry, std::int64_t step, const Box& box,
                              double less) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(box.point_count()));
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        values.push_back(value_at(geometry, step, i, j, k) - less);
      }
    }
  }
  return values;
}

int fail(const std::string& why) {
  std::fprintf(stderr, "mesh_fields: %s\n", why.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return fail("FOLDER POINTS WRITERS STEPS [LAST_STEP]");
  const std::int32_t points = std::atoi(argv[2]);
  const std::int32_t writers = std::atoi(argv[3]);
  const std::int64_t last = argc > 5 ? std::atoll(argv[5]) : -1;
  OutputSetup setup{.folder = argv[1], .geometry = {}, .fields = {}, .slices = {}};
  setup.geometry.whole.high = {points, points, points};
  setup.geometry.origin = {-1, 0, 2};
  setup.geometry.spacing = {4.0 / points, 3.0 / points, 2.0 / points};
  setup.fields = {{"wave::phi", false}, {"wave::flux", true}};
  const double middle = setup.geometry.origin[2] + (points / 2) * setup.geometry.spacing[2];
  isthmus::mesh::Slice slice{{"wave::phi", false}, {}};
  slice.at[2] = isthmus::mesh::SliceAt{points / 2, {1.0}, middle};
  setup.slices = {slice};
  setup.last_step = last;
  Books books(setup);
  if (auto begun = books.begin(); !begun) return fail(begun.error().text());

  double copying_s = 0;
  double writing_s = 0;
  for (std::int64_t step = last + 1; step <= std::atoll(argv[4]); ++step) {
    const Moment moment{.step = step, .time = 0.25 * static_cast<double>(step), .step_size = 0.25};
    SliceGatherer gatherer(setup.slices[0], setup.geometry);
    std::vector<PartRecord> parts;
    for (std::int32_t writer = 0; writer < writers; ++writer) {
      FieldWriter files({setup.folder, writer, setup.fields}, {});
      for (const Box& box : blocks_of(points, writer, writers)) {
        const std::vector<double> phi = values_of(setup.geometry, step, box, 0);
        const std::vector<double> flux = values_of(setup.geometry, step, box, 1);
        const auto begin = std::chrono::steady_clock::now();
        files.hand_over(moment, 0, box, phi.data(), box);
        files.hand_over(moment, 1, box, flux.data(), box);
        copying_s +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const Box part = setup.slices[0].part_of(box);
        if (part.is_empty()) continue;
        if (auto lines = gatherer.add(step, {part, values_of(setup.geometry, step, part, 0)})) {
          if (auto added = books.add_lines(0, moment, *lines); !added) {
            return fail(added.error().text());
          }
        }
      }
      const auto begin = std::chrono::steady_clock::now();
      files.complete(step);
      writing_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      for (PartRecord& part : files.take_written()) {
        if (!part.error.empty()) return fail(part.error);
        parts.push_back(std::move(part));
      }
    }
    if (auto added = books.add_index({moment, {}}, parts); !added)
      return fail(added.error().text());
  }
  const double bytes =
      16.0 * points * points * points * static_cast<double>(std::atoll(argv[4]) - last);
  std::printf("%.1f MB copied in %.3f s, written in %.3f s: %.1f MB/s\n", bytes * 1e-6, copying_s,
              writing_s, bytes * 1e-6 / writing_s);
  return 0;
}
