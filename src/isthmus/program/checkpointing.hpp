// isthmus/program/checkpointing.hpp: the checkpoints of a job as its options name them.
#pragma once

#include <memory>
#include <optional>

#include "isthmus/base/error.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/runtime/background.hpp"
#include "isthmus/store/file_vault.hpp"
#include "isthmus/store/places.hpp"

namespace isthmus::program {

/// The directories that checkpoints are written to and read from. Outlives the job.
class Checkpointing {
 public:
  /// ErrorCode::bad_input for a directory that cannot be written to, and, where the main program
  /// is, for a checkpoint that is not there, is damaged, or is of another program.
  static Expected<std::unique_ptr<Checkpointing>> open(const Options& options,
                                                       const PayloadTable& payloads, bool has_main);

  store::Places places();

 private:
  std::optional<runtime::Background> background_;
  std::optional<store::FileVault> vault_;
  std::optional<store::FileVault> origin_;
  std::optional<store::Index> restart_;
  store::Source source_;
  std::uint64_t first_number_ = 1;
  bool is_in_place_ = false;
};

}  // namespace isthmus::program
