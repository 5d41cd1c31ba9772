// isthmus/store/places.hpp: where a job's checkpoints go, and where it comes from.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/vault.hpp"
#include "isthmus/store/worker.hpp"

namespace isthmus::engine::store {

/// Where a process finds the images of the checkpoint that its job goes on from.
struct Source {
  Vault* vault = nullptr;
  /// How to tell of a file of checkpoint `number` that is damaged, and of what there is instead.
  /// Only the process of the main program has found out by itself which checkpoint that is.
  std::function<Error(std::uint64_t number, const std::string& name, const Error& why)> about;
};

class HeldImages;

/// What a process is handed for checkpoints. Plain data; what it points to outlives the process.
struct Places {
  /// Where they are written to; null: nowhere.
  Vault* vault = nullptr;
  /// Where they are held for the case that another process is lost; null: such a loss ends the job.
  HeldImages* held = nullptr;
  /// Compresses what is written, where that is wanted; null: the PE that has taken objects down.
  Worker* worker = nullptr;
  /// The number of the first one, larger than those of all that are there.
  std::uint64_t first_number = 1;
  /// Of a job that goes on from a checkpoint; null in one that begins anew.
  const Source* source = nullptr;
  /// Likewise, where the main program is.
  const Index* restart = nullptr;
  /// That checkpoint is in the directory that `vault` writes to.
  bool is_in_place = false;
};

}  // namespace isthmus::engine::store
