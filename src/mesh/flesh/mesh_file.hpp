// mesh/flesh/mesh_file.hpp: the parameter file of a mesh job, as read: docs/formats/mesh.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/patch.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// A word of the file and the line that it stands on.
struct NamedAt {
  std::string name;
  int line = 0;
};

/// A parameter of a thorn that the file sets.
struct ParameterSetting {
  using Value = std::variant<bool, std::int64_t, double, std::string>;
  std::string thorn;
  std::string name;
  Value value;
  int line = 0;
};

/// An array of values that the file sets a parameter to; each of them is a ParameterSetting of its
/// own, of a name such as "x[2]".
struct ArraySetting {
  std::string thorn;
  std::string name;  ///< "x", or "x[2]" of an array in an array
  std::size_t size = 0;
  int line = 0;
};

/// What is beyond the faces, or some of them, for all functions or some of them.
struct BoundarySetting {
  std::string of;  ///< "": all; "wave": those of a thorn; "wave::phi": one
  std::optional<std::size_t> dimension;
  std::optional<std::size_t> side;  ///< 0: lower, 1: upper
  Boundary boundary;
  int line = 0;
  std::string function = {};  ///< whose boundary it is, for BoundaryKind::another
};

/// How functions that thorns declare as evolved are brought from step to step.
enum class Method : std::uint8_t { rk2, rk3, rk4, icn };

/// The grid: points, and where they are by either spacing or domain.
struct GridSettings {
  Point points{1, 1, 1};
  std::array<double, dimension_count> origin{0, 0, 0};
  std::array<double, dimension_count> spacing{1, 1, 1};
  /// From the lower to the upper end; in place of origin and spacing.
  std::optional<std::array<std::array<double, 2>, dimension_count>> domain;
};

struct TimeSettings {
  std::optional<std::int64_t> steps;
  std::optional<double> until;    ///< in place of steps
  std::optional<double> courant;  ///< step size in units of the least spacing
  std::optional<double> step_size;
  Method method = Method::rk4;
  std::int64_t iterations = 2;  ///< of iterative Crank-Nicholson, behind the first guess
  int until_line = 0;
};

/// Steps of a job, and blocks of a grid; each block is an object of its own.
constexpr std::int64_t steps_max = 1'000'000'000;
constexpr std::int64_t blocks_max = 1'000'000;

/// Which driver carries the plan out, and how it cuts the grid.
struct DriverSettings {
  std::string kind = "blocks";      ///< or "serial"
  std::optional<Point> blocks;      ///< in each dimension
  std::int32_t blocks_per_pe = 1;   ///< where `blocks` is not given
  std::optional<std::size_t> cut;   ///< the dimension that is cut between sites
  std::optional<Point> processors;  ///< PEs in each dimension, which each have as many blocks
  /// How much more points PEs get that face no other site; by site, or one for all.
  std::vector<double> interior_gains;
  /// How many layers of ghosts planes have in each dimension: see Depths; none: the rule decides.
  std::optional<Point> depth;
  std::optional<Point> wide_depth;  ///< of planes between sites; as `depth` where not given
  std::string rule = "auto";        ///< who adapts depths: "auto", "paper" or "fixed"
  int line = 0;                     ///< 0: the file has no such table

  bool says_depth() const { return depth || wide_depth; }
};

/// What initial data are read from.
struct StartSettings {
  std::string
      from;  ///< a folder of output, whose last step is meant, or one of its indices; "": none
  int line = 0;
};

/// By how much ghosts of a function may be off where they are compressed.
struct ErrorSetting {
  std::string function;  ///< "wave::phi"
  double error = 0;      ///< 0: not a bit
  int line = 0;
};

/// What compression does where no fields are held: measured elsewhere, and said by the file.
struct ChargedCompression {
  double left = 1;  ///< of the bytes
  double pack = 0;  ///< bytes a second, on a PE of speed 1
  double unpack = 0;
};

/// Whether ghosts between sites are compressed.
struct CompressionSettings {
  /// "never", "always" or "adapt", by the rule of the driver. Nothing: the latter, where that rule
  /// decides depths, too.
  std::optional<std::string> between_sites;
  std::vector<ErrorSetting> errors;
  std::optional<ChargedCompression> charged;
  int line = 0;  ///< 0: the file has no such table
};

/// A part of the grid that is 2^level times as fine as the whole.
struct LevelBox {
  std::int32_t level = 1;
  std::array<double, dimension_count> lower{};  ///< coordinates
  std::array<double, dimension_count> upper{};
  std::array<double, dimension_count> velocity{};  ///< of a box that moves
  std::string follows;  ///< the function whose greatest value it goes along with; or nothing
  int line = 0;
};

/// Where a thorn wants finer levels.
struct CriterionSettings {
  std::string function;
  double above = 0.5;         ///< points that have as much, or more
  std::int32_t levels = 1;    ///< finer ones, at most
  std::int32_t buffer = 2;    ///< points around these
  double efficiency = 0.7;    ///< of boxes: the share of points that are wanted, about
  std::int32_t shortest = 8;  ///< points along a box that is not cut any more
  int line = 0;
};

struct RefinementSettings {
  std::int32_t order = 5;  ///< of the polynomials by which finer levels follow from coarser ones
  std::int64_t every = 0;  ///< steps of the whole grid between two looks at where boxes are
  std::vector<LevelBox> boxes;
  std::optional<CriterionSettings> criterion;  ///< in place of boxes
  int line = 0;                                ///< 0: the file has no such table

  bool is_on() const { return line > 0; }
};

struct SliceSettings {
  std::string function;
  std::size_t across = 2;  ///< the dimension that it has one index of
  double at = 0;           ///< coordinate in that dimension
  std::int32_t order = 0;  ///< of polynomials between points; 0: the nearest points
  std::int64_t every = 0;  ///< steps; 0: never
  int line = 0;
};

/// A point at which a function is put out, wherever it lies between those of the grid.
struct PointSettings {
  std::string function;
  std::array<double, dimension_count> at{0, 0, 0};  ///< coordinates
  std::int32_t order = 3;                           ///< of polynomials; 0: the nearest point
  std::int64_t every = 0;                           ///< steps; 0: never
  int line = 0;
};

struct OutputSettings {
  std::string folder = "out";
  std::int64_t every = 0;          ///< steps between two outputs of whole functions; 0: none
  std::vector<NamedAt> functions;  ///< "wave::phi"
  std::int64_t norms_every = 0;
  std::vector<NamedAt> norms;
  std::vector<SliceSettings> slices;
  std::vector<PointSettings> points;
};

struct MeshFile {
  std::string file_name;
  std::string title;
  std::vector<NamedAt> libraries;  ///< paths, from the file's folder on
  std::vector<NamedAt> thorns;     ///< those that are active
  GridSettings grid;
  TimeSettings time;
  StartSettings start;
  std::vector<ParameterSetting> parameters;
  std::vector<ArraySetting> arrays;
  std::vector<BoundarySetting> boundaries;
  DriverSettings driver;
  CompressionSettings compression;
  RefinementSettings refinement;
  OutputSettings output;
  /// What is wrong in it, in the order of lines; told together with what the flesh finds.
  std::vector<Error> mistakes;

  /// "file:line", for messages.
  std::string where(int line) const { return file_name + ":" + std::to_string(line); }
};

/// Fails where the text is no TOML at all; other mistakes are kept in the result.
Expected<MeshFile> read_mesh_file(std::string_view text, const std::string& file_name);
Expected<MeshFile> load_mesh_file(const std::string& path);
/// Its text, whatever is in it.
Expected<std::string> text_of_file(const std::string& path);

/// The words that a file has for them, in the order of their enumerations.
const std::vector<std::string>& method_words();
const std::vector<std::string>& boundary_words();
/// Of CompressionSettings::between_sites.
const std::vector<std::string>& compression_words();

/// The grid and the steps of a job, once it is known which dimensions are periodic.
struct Frame {
  Geometry geometry;
  std::int64_t steps = 0;
  double step_size = 0;
};

/// Fails where the final time is more than steps_max steps away.
Expected<void> check_end(const MeshFile& file, const Plan& plan);
/// Of a file without mistakes. A domain's last point is at its upper end, and one spacing before
/// that where the dimension is periodic. With a final time, the step size is made a bit smaller so
/// that the last step ends there.
Frame frame_of(const MeshFile& file, const Plan& plan);

}  // namespace isthmus::mesh
