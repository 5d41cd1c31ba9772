// mesh/program/predict.hpp: what the model says of a parameter file on a grid, before a job.
#pragma once

#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/ghosts/model.hpp"
#include "mesh/program/mesh_job.hpp"

namespace isthmus::mesh {

/// The command line behind "isthmus-mesh predict".
struct PredictArguments {
  std::optional<std::string> help;
  std::string file;
  std::string grid;
  double latency_ms = 0;        ///< between sites, one way
  double bandwidth = 0;         ///< bytes a second between sites; 0: unlimited
  double flops_a_second = 1e9;  ///< of a PE of speed 1
  double flops_a_point = 0;     ///< of a step; 0: what the routines say
  double times_points = 1;      ///< along each dimension, of the file's
  double times_pes = 1;         ///< of each node, of the grid file's; at least one is left
  std::int32_t deepest = 16;
  std::vector<double> packed;  ///< factor, packing and unpacking in bytes a second; or nothing
  bool as_json = false;
};

Expected<PredictArguments> parse_predict_arguments(const std::vector<std::string>& words);

/// The grid of points, or the PEs, are so many times what their files say. Where there are other
/// PEs, numbers of blocks and of processors that the file says give way to as many blocks a PE.
/// All depths between sites, without and with compression; the best one is marked. A table, or
/// JSON.
Expected<std::string> prediction_of(const LoadedFile& loaded, const PredictArguments& arguments);

}  // namespace isthmus::mesh
