// mesh/output/series.hpp: what is put out: steps of a job as files of one folder, and their names.
//
// docs/formats/mesh-output.md tells the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/box.hpp"
#include "mesh/patch.hpp"

namespace isthmus::mesh {

/// A field that is put out. Its values are told by its number in the list that all writers share.
struct OutputField {
  std::string name;           ///< "wave::phi"
  bool is_staggered = false;  ///< as in mesh/plan.hpp
  std::int32_t level = 0;     ///< of a refined grid, where each level is a field of its own
  /// Of complex numbers: the names of their real and imaginary parts ("spin::psi_re"); else none.
  std::vector<std::string> parts = {};

  bool is_complex() const { return !parts.empty(); }
  std::int32_t numbers_a_point() const { return is_complex() ? 2 : 1; }

  /// "wave::phi", and "wave::phi_lvl1" for level 1: as openPMD names levels.
  std::string stored_name() const;
  bool operator==(const OutputField&) const = default;
};

/// Where the grid is finer at a step: points of a level, in the indices that the whole grid would
/// have if all of it were as fine. Plain data; can be sent.
struct FinerBox {
  std::int32_t level = 1;
  Box box;
  bool operator==(const FinerBox&) const = default;
};

/// A step that a folder has, or will have.
struct SeriesStep {
  Moment moment;
  std::vector<FinerBox> finer;
};

/// Of some points of a level of that grid.
Geometry geometry_of(const Geometry& whole, const FinerBox& finer);
/// The smallest box that holds all of a level; empty where there are none.
Box bounds_of(const std::vector<FinerBox>& finer, std::int32_t level);

/// Values of a box of the grid, the first index fastest. Of a complex field the box is that of its
/// numbers: see box_of_numbers.
struct BlockValues {
  Box box;
  std::vector<double> values;
};

/// A box of points that have so many numbers each, one behind the other: as many times as long
/// along x.
Box box_of_numbers(Box points, std::int32_t numbers_a_point);
/// The other way round.
Box box_of_points(Box numbers, std::int32_t numbers_a_point);

/// Where a part has a box of a field.
struct StoredBlock {
  std::int32_t field = 0;
  std::int32_t dataset = 0;  ///< its number among those of the field in this part
  Box box;
  std::uint64_t checksum = 0;  ///< see checksum_of
};

/// What a writer says of its part of a step, to whoever writes the index. Can be sent.
struct PartRecord {
  Moment moment;
  std::int32_t writer = 0;
  std::string error;  ///< Why there is no part, in one line; empty where it is whole.
  std::vector<StoredBlock> blocks;
};

/// "wave::phi" is "wave_phi" in files: the standard openPMD allows letters, digits and underscores.
std::string record_name(std::string_view field);
/// Two fields that would have the same name in files, if there are such.
std::optional<std::string> clash_of_records(const std::vector<OutputField>& fields);

/// "data00000010.h5", in the series' folder.
std::string index_name(std::int64_t step);
/// The step of a file of that name; nothing for other names.
std::optional<std::int64_t> step_of_index(std::string_view name);
/// "parts/00000010/0003.h5", from there.
std::string part_name(std::int64_t step, std::int32_t writer);
/// "wave_phi/2", in a part.
std::string dataset_name(std::string_view field, std::int32_t number);
/// "/data/10/meshes/wave_phi", in an index.
std::string mesh_name(std::int64_t step, std::string_view field);

/// Steps in the folder that have an index, in order.
std::vector<std::int64_t> steps_in(const std::string& folder);

}  // namespace isthmus::mesh
