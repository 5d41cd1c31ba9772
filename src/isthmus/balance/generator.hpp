// isthmus/balance/generator.hpp: made-up snapshots: patterns of communication and load, from a
// seed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::engine::balance {

/// Where the objects are before anything is balanced.
enum class Start {
  naive,    ///< Object i on PE i modulo their number (Koenig 2007, 5.1).
  block,    ///< Runs of equal length, PE by PE.
  random,   ///< Anywhere.
  crowded,  ///< All on PE 0.
};

struct Parameters {
  std::string pattern = "stencil";
  std::uint64_t seed = 1;
  /// Of patterns that have no number of their own; a stencil rounds to a full rectangle.
  std::size_t objects = 4096;
  std::size_t sites = 2;  ///< With PEs.
  std::size_t empty_sites = 0;
  std::size_t pes_per_site = 32;
  std::vector<double> speeds = {1.0};  ///< Of the PEs, in turn.
  double background = 0.0;             ///< Share of the mean load, at most, drawn for each PE.
  double pinned = 0.0;                 ///< Share of the objects, about.
  Start start = Start::naive;
  LinkCosts links = {.wide_area_latency_s = 0.016,
                     .wide_area_bytes_per_s = 1.25e8,
                     .local_bytes_per_s = 1.25e9,
                     .message_s = 2e-6};
};

struct Pattern {
  std::string_view name;
  std::string_view what;
  /// Adds objects, on PE 0, and edges. Pure: draws from the seed alone.
  void (*add)(const Parameters& parameters, Snapshot& snapshot);
  bool has_own_number = false;  ///< Of objects, whatever the parameters say.
};

/// stencil, power_law, communities, hot_object, molecular_dynamics, unstructured_mesh.
std::span<const Pattern> patterns();
/// Null if there is none of this name.
const Pattern* find_pattern(std::string_view name);
std::string pattern_names();

/// The same parameters and binary give the same snapshot. Parameters that make no sense are
/// ErrorCode::bad_input.
Expected<Snapshot> generate(const Parameters& parameters);

}  // namespace isthmus::engine::balance
