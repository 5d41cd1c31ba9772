// isthmus/program/checkpointing.hpp: the checkpoints of a job as its options name them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/runtime/background.hpp"
#include "isthmus/store/file_vault.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/places.hpp"

namespace isthmus::engine::program {

/// The directories that checkpoints are written to and read from. Outlives the job.
class Checkpointing {
 public:
  /// ErrorCode::bad_input for a directory that cannot be written to, and, where the main program
  /// is, for a checkpoint that is not there, is damaged, or is of another program.
  static Expected<std::unique_ptr<Checkpointing>> open(const Options& options,
                                                       const PayloadTable& payloads, bool has_main);

  /// Of the first epoch.
  store::Places places();
  /// The images that this process holds in memory; null where a loss ends the job.
  store::HeldImages* held() { return held_.get(); }
  /// Of an epoch that goes on from that checkpoint in memory; 0: from where the first one began.
  /// Fails where the process does not hold its index.
  Expected<store::Places> places_after(std::uint64_t number);

 private:
  /// How to tell of an image that is held nowhere, and of what there is on disk.
  Error about_held(std::uint64_t number, const std::string& name, const Error& why) const;

  std::unique_ptr<store::FileVault> vault_;
  std::string directory_;  // that it writes to; empty: none
  std::unique_ptr<store::FileVault> origin_;
  std::unique_ptr<store::HeldImages> held_;
  std::optional<store::Index> restart_;
  std::optional<store::Index> restart_from_memory_;
  store::Source source_;
  store::Source held_source_;
  bool is_in_place_ = false;
  // The first to go: what has been ordered of it until then uses the others.
  std::unique_ptr<runtime::Background> background_;
};

}  // namespace isthmus::engine::program
